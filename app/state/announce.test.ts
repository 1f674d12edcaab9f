import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce, announcementsAtom } from './announce.ts'
import { store } from './store.ts'

const shown = () => store.get(announcementsAtom).map(({ sentence }) => sentence)

describe('announcements', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  test('come after the focus that moves with the same press', () => {
    announce('Quest deleted.')
    expect(shown()).toEqual([])
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Quest deleted.'])
  })

  test('are said one after the other, also the same twice', () => {
    announce('Not yet.')
    announce('Not yet.')
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Not yet.', 'Not yet.'])
    const ids = store.get(announcementsAtom).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  test('leave the page', () => {
    announce('Live again.')
    vi.advanceTimersByTime(11_000)
    expect(shown()).toEqual([])
  })
})
