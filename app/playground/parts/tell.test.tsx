import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announcementsAtom } from '#app/state/announce.ts'
import { store } from '#app/state/store.ts'
import { tell, tellEnglish } from './tell.tsx'

const voice = vi.hoisted(() => ({ speak: vi.fn<() => boolean>(), speakEnglish: vi.fn<() => boolean>() }))
vi.mock('#app/lib/device/speech.ts', () => voice)

const announced = () => {
  vi.advanceTimersByTime(150)
  return store.get(announcementsAtom).map(({ sentence }) => sentence)
}

describe('what a game tells', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  test('is not announced on a device that speaks it', () => {
    voice.speak.mockReturnValue(true)
    voice.speakEnglish.mockReturnValue(true)
    tell('Great job!')
    tellEnglish('egg')
    expect(announced()).toEqual([])
  })

  test('is announced on a device that stays silent', () => {
    voice.speak.mockReturnValue(false)
    tell('Great job!')
    tell('cat', 'Where does it go: cat?')
    expect(announced()).toEqual(['Great job!', 'Where does it go: cat?'])
  })

  test('is announced with the language of an English word', () => {
    voice.speakEnglish.mockReturnValue(false)
    tellEnglish('egg')
    expect(announced()).toMatchObject([{ props: { children: 'egg' } }])
  })
})
