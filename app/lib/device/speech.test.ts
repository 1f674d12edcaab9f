import { afterEach, expect, test, vi } from 'vitest'
import { store } from '#app/state/store.ts'
import { soundAtom } from './device-settings.ts'
import { allowSpeech, stopSpeaking, speak, speakNext } from './speech.ts'

/** A device with so many voices; returns a log of its utterances and its cancels. */
function deviceWith(voices: number): string[] {
  const heard: string[] = []
  const speechSynthesis = {
    speaking: false,
    getVoices: () => Array.from({ length: voices }),
    cancel: () => {
      speechSynthesis.speaking = false
      heard.push('silence')
    },
    speak: ({ text, rate }: { text: string; rate?: number }) => {
      speechSynthesis.speaking = true
      heard.push(`${text} at ${rate}`)
    },
  }
  vi.stubGlobal('window', { speechSynthesis })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  )
  return heard
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  store.set(soundAtom, true)
})

test('a new text stops the current one, and is spoken at a child’s pace', () => {
  vi.useFakeTimers()
  const heard = deviceWith(1)
  expect(speak('Dishes.')).toBe(true)
  speak('b', 0.8)
  expect(heard).toEqual(['Dishes. at 0.9', 'silence'])
  // Safari drops an utterance right after a cancel.
  vi.runAllTimers()
  expect(heard).toEqual(['Dishes. at 0.9', 'silence', 'b at 0.8'])
})

test('only the last of several texts in a row is spoken, and none after a stop', () => {
  vi.useFakeTimers()
  const heard = deviceWith(1)
  speak('a')
  speak('b')
  speak('c')
  vi.runAllTimers()
  expect(heard).toEqual(['a at 0.9', 'silence', 'c at 0.9'])
  speak('d')
  stopSpeaking()
  vi.runAllTimers()
  expect(heard.slice(3)).toEqual(['silence'])
})

test('putting the device away stops the speech', () => {
  const heard = deviceWith(1)
  speak('a')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual(['a at 0.9', 'silence'])
})

test('a text that follows waits for the sound and for other texts, until a tap asks for another one', () => {
  vi.useFakeTimers()
  const heard = deviceWith(1)
  speakNext('a')
  speakNext('b')
  vi.advanceTimersByTime(999)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['a at 0.9', 'b at 0.9'])
  speakNext('c')
  speak('d')
  vi.runAllTimers()
  expect(heard.slice(2)).toEqual(['silence', 'd at 0.9'])
})

test('a tap lets an iPad speak later by itself; other devices need no empty utterance', () => {
  const heard = deviceWith(1)
  vi.stubGlobal('navigator', { maxTouchPoints: 10 })
  allowSpeech()
  expect(heard).toEqual([])
  vi.stubGlobal('navigator', { maxTouchPoints: 5, standalone: false })
  allowSpeech()
  expect(heard).toEqual([' at undefined'])
  const voiceless = deviceWith(0)
  allowSpeech()
  expect(voiceless).toEqual([])
})

test('a text is spoken in the language of the page, a word to learn in English', async () => {
  const languagesOf = async (language: string) => {
    const said: string[] = []
    deviceWith(1)
    vi.stubGlobal('window', {
      speechSynthesis: {
        getVoices: () => [{}],
        cancel: () => {},
        speak: ({ lang }: { lang: string }) => said.push(lang),
      },
    })
    vi.stubGlobal('navigator', { languages: [language] })
    vi.resetModules()
    const speech = await import('./speech.ts')
    speech.speak('Hallo')
    speech.speakEnglish('cat')
    return said
  }
  expect(await languagesOf('de-AT')).toEqual(['de-AT', 'en-US'])
  expect(await languagesOf('en-GB')).toEqual(['en-GB', 'en-GB'])
})

test('a muted device is silent and says so, and so is one without a voice or without speech at all', () => {
  const muted = deviceWith(1)
  store.set(soundAtom, false)
  expect(speak('Dishes.')).toBe(false)
  expect(muted).toEqual([])
  store.set(soundAtom, true)
  const voiceless = deviceWith(0)
  expect(speak('Dishes.')).toBe(false)
  expect(voiceless).toEqual([])
  vi.stubGlobal('window', {})
  expect(() => speak('Dishes.')).not.toThrow()
})
