import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { store } from '#app/state/store.ts'
import { language, locale } from '#app/texts/page-language.ts'
import { soundAtom } from './device-settings.ts'
import { isIos } from './ios.ts'

/** Speech rates of words and of letter sounds; 1 is the voice's normal rate. */
export const wordRate = 0.9
export const letterRate = 0.8

/** Milliseconds after a cancel() in which Safari drops an utterance. */
const afterCancelMs = 80

let next: ReturnType<typeof setTimeout> | undefined

/** Speaks a text, and stops a current one. Returns false on a muted device or one without a voice: it stays silent. */
export function speak(text: string, rate = wordRate): boolean {
  return sayIn(locale, text, rate)
}

/** Speaks words that are English in every language of the app. */
export function speakEnglish(text: string, rate = wordRate): boolean {
  return sayIn(language === 'en' ? locale : 'en-US', text, rate)
}

function sayIn(lang: string, text: string, rate: number): boolean {
  if (!hasVoice() || !store.get(soundAtom)) return false
  const words = new SpeechSynthesisUtterance(text)
  words.lang = lang
  words.rate = rate
  clearTimeout(next)
  const { speechSynthesis } = window
  const say = () => speechSynthesis.speak(words)
  // Speaks synchronously if possible, because Safari allows a page's first utterance only within a tap.
  if (!speechSynthesis.speaking && !speechSynthesis.pending) {
    say()
  } else {
    speechSynthesis.cancel()
    next = setTimeout(say, afterCancelMs)
  }
  return true
}

/** Stops the current utterance. */
export function stopSpeaking(): void {
  clearTimeout(next)
  if ('speechSynthesis' in window) window.speechSynthesis.cancel()
}

/**
 * Call within a tap: allows later speech without a tap, which Safari on iPads and iPhones permits only after a first
 * utterance.
 */
export function allowSpeech(): void {
  if (isIos() && hasVoice()) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
}

/** Whether this device can speak: it has a voice, and is not muted. */
export function useVoice(): boolean {
  const has = useSyncExternalStore(onVoices, hasVoice)
  return useAtomValue(soundAtom) && has
}

const hasVoice = () => 'speechSynthesis' in window && window.speechSynthesis.getVoices().length > 0

/** Subscribes to the list of voices, because some browsers load it only after the first request. */
function onVoices(listener: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => {}
  const { speechSynthesis } = window
  speechSynthesis.addEventListener('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener('voiceschanged', listener)
}
