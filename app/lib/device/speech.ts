import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { store } from '#app/state/store.ts'
import { language, locale } from '#app/texts/language.ts'
import { soundAtom } from './device-settings.ts'
import { isIos } from './ios.ts'

/** How fast words and the sounds of letters are spoken; 1 is the voice's own pace. */
export const wordRate = 0.9
export const letterRate = 0.8

/** Safari drops what is said too soon after a cancel(). */
const afterCancelMs = 80

let next: ReturnType<typeof setTimeout> | undefined

/** Says a text aloud in place of whatever is being said; a muted device, or one without a voice, stays silent. */
export function speak(text: string, rate = wordRate): void {
  sayIn(locale, text, rate)
}

/** The same for words that are English on a page of any language. */
export function speakEnglish(text: string, rate = wordRate): void {
  sayIn(language === 'en' ? locale : 'en-US', text, rate)
}

function sayIn(lang: string, text: string, rate: number): void {
  if (!hasVoice() || !store.get(soundAtom)) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = lang
  words.rate = rate
  clearTimeout(next)
  const { speechSynthesis } = window
  const say = () => speechSynthesis.speak(words)
  // At once where it can be: Safari lets a page speak for the first time only within a tap.
  if (!speechSynthesis.speaking && !speechSynthesis.pending) return say()
  speechSynthesis.cancel()
  next = setTimeout(say, afterCancelMs)
}

/** Ends what is being said. */
export function hush(): void {
  clearTimeout(next)
  if ('speechSynthesis' in window) window.speechSynthesis.cancel()
}

/** Within a tap: lets what that tap leads to speak by itself, which Safari on iPads and iPhones allows only after a first utterance. */
export function allowSpeech(): void {
  if (isIos() && hasVoice()) window.speechSynthesis.speak(new SpeechSynthesisUtterance(''))
}

/** Whether this device can say something: it has a voice, and is not muted. */
export function useVoice(): boolean {
  const has = useSyncExternalStore(onVoices, hasVoice)
  return useAtomValue(soundAtom) && has
}

const hasVoice = () => 'speechSynthesis' in window && window.speechSynthesis.getVoices().length > 0

/** Some browsers load their voices only once they were asked for. */
function onVoices(listener: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => {}
  const { speechSynthesis } = window
  speechSynthesis.addEventListener('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener('voiceschanged', listener)
}
