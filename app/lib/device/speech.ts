import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { allowed } from '#app/state/allowed.ts'
import { store } from '#app/state/store.ts'
import { language, locale } from '#app/texts/page-language.ts'
import { soundAtom } from './device-settings.ts'
import { isIos } from './ios.ts'

/** Speech rates of words and of letter sounds; 1 is the voice's normal rate. */
export const wordRate = 0.9
export const letterRate = 0.8

/** Milliseconds after a cancel() in which Safari drops an utterance. */
const afterCancelMs = 80

/** Milliseconds that no sound exceeds, after which a text follows it. */
const soundMs = 1000

/** Set while Safari drops utterances. */
let recovery: ReturnType<typeof setTimeout> | undefined

/** Set while an utterance waits; all of them are dropped when the speech is stopped. */
const waiting = new Set<ReturnType<typeof setTimeout>>()

/** Speaks a text, and stops a current one. Returns false on a muted device or one without a voice: it stays silent. */
export function speak(text: string, rate = wordRate): boolean {
  return sayIn(locale, text, rate)
}

/** Speaks a text by itself, once the sound with it and the texts before it are over. */
export function speakNext(text: string): boolean {
  return sayIn(locale, text, wordRate, soundMs)
}

/** Speaks words that are English in every language of the app. */
export function speakEnglish(text: string, rate = wordRate): boolean {
  return sayIn(language === 'en' ? locale : 'en-US', text, rate)
}

/** Stops what is under way, unless `afterMs` is given: the text is queued after so many milliseconds. */
function sayIn(lang: string, text: string, rate: number, afterMs?: number): boolean {
  if (!hasVoice() || !store.get(soundAtom)) return false
  const words = new SpeechSynthesisUtterance(text)
  words.lang = lang
  words.rate = rate
  if (afterMs === undefined) stopSpeaking()
  // The tablet is put away.
  document.addEventListener('visibilitychange', stopSpeaking, { once: true })
  const say = () => window.speechSynthesis.speak(words)
  const wait = Math.max(afterMs ?? 0, recovery === undefined ? 0 : afterCancelMs)
  // Speaks synchronously if possible, because Safari allows a page's first utterance only within a tap.
  if (wait === 0) {
    say()
  } else {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      say()
    }, wait)
    waiting.add(timer)
  }
  return true
}

/** Stops the current utterance, and those that wait. */
export function stopSpeaking(): void {
  for (const timer of waiting) clearTimeout(timer)
  waiting.clear()
  if (!synthesis()?.speaking && !synthesis()?.pending) return
  synthesis()?.cancel()
  clearTimeout(recovery)
  recovery = setTimeout(() => (recovery = undefined), afterCancelMs)
}

/**
 * Call within a tap: allows later speech without a tap, which Safari on iPads and iPhones permits only after a first
 * utterance.
 */
export function allowSpeech(): void {
  if (isIos() && hasVoice()) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
}

/** Whether a child who cannot read uses this device. */
let isReadAloud = false

/** While `isNeeded`, the screen speaks by itself. A layout effect, because parts that appear with it speak in effects. */
export function useReadAloud(isNeeded: boolean): void {
  useLayoutEffect(() => {
    isReadAloud = isNeeded
    if (!isNeeded) return undefined
    window.addEventListener('click', allowSpeech, { once: true })
    return () => {
      isReadAloud = false
      window.removeEventListener('click', allowSpeech)
    }
  }, [isNeeded])
}

/** Speaks a text by itself when it appears or changes, where the child cannot read and looks at the screen. */
export function useSpoken(text: string | false | undefined): void {
  useEffect(() => {
    if (text && isReadAloud && !document.hidden) speakNext(text)
  }, [text])
}

/** Whether this device can speak: it has a voice, and is not muted. */
export function useVoice(): boolean {
  const has = useSyncExternalStore(onVoices, hasVoice)
  return useAtomValue(soundAtom) && has
}

const synthesis = () => allowed(() => window.speechSynthesis)

const hasVoice = () => (synthesis()?.getVoices().length ?? 0) > 0

/** Subscribes to the list of voices, because some browsers load it only after the first request. */
function onVoices(listener: () => void): () => void {
  synthesis()?.addEventListener('voiceschanged', listener)
  return () => synthesis()?.removeEventListener('voiceschanged', listener)
}
