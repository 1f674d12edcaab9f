import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { store } from '#app/state/store.ts'
import { soundAtom } from './device-settings.ts'
import { playSound } from './sound.ts'

/** The tones played, each with the number of its context. */
let played: string[]
let contexts: { state: string; resume: () => Promise<void> }[]
let isTouched: boolean
let audioSession: { type: string } | undefined
let onHidden: () => void

class FakeParam {
  setValueAtTime() {}
  linearRampToValueAtTime() {}
  exponentialRampToValueAtTime() {}
}

beforeEach(() => {
  ;[played, contexts, isTouched, onHidden] = [[], [], true, () => {}]
  audioSession = { type: 'auto' }
  vi.stubGlobal('navigator', { audioSession })
  vi.stubGlobal('document', { addEventListener: (_: string, listener: () => void) => (onHidden = listener) })
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'suspended'
      currentTime = 0
      destination = {}
      waiting: (() => void)[] = []
      constructor() {
        contexts.push(this)
      }
      resume() {
        const { promise, resolve } = Promise.withResolvers<void>()
        this.waiting.push(resolve)
        if (isTouched) {
          this.state = 'running'
          for (const go of this.waiting) go()
        }
        return promise
      }
      async close() {
        this.state = 'closed'
      }
    },
  )
  vi.stubGlobal(
    'OscillatorNode',
    class {
      frequency = new FakeParam()
      constructor(context: { state: string; resume: () => Promise<void> }) {
        played.push(`${context.state} ${contexts.indexOf(context)}`)
      }
      connect = (to: object) => to
      start() {}
      stop() {}
    },
  )
  vi.stubGlobal(
    'GainNode',
    class {
      gain = new FakeParam()
      connect = (to: object) => to
    },
  )
})

afterEach(() => {
  onHidden()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  store.set(soundAtom, true)
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('sounds play beside the music of another app, and the silent switch mutes them', async () => {
  playSound('pop')
  await settled()
  expect(played).toEqual(['running 0'])
  expect(audioSession).toEqual({ type: 'ambient' })
})

test('sounds suspended until a touch are not played all at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  isTouched = false
  playSound('pop')
  playSound('gem')
  vi.advanceTimersByTime(5000)
  isTouched = true
  playSound('tick')
  await settled()
  expect(played).toEqual(['running 0'])
})

test('after a time in the background the next sound has a context of its own', async () => {
  playSound('pop')
  await settled()
  onHidden()
  expect(contexts[0]?.state).toBe('closed')
  playSound('pop')
  await settled()
  expect(played).toEqual(['running 0', 'running 1'])
})

test('a muted device opens no context', () => {
  store.set(soundAtom, false)
  playSound('pop')
  expect(contexts).toEqual([])
})
