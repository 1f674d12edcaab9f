import { useSyncExternalStore } from 'react'
import { language, locale } from '#app/texts/language.ts'
import { sound } from './device-settings.ts'
import { useStored } from './stored.ts'

/** How fast words and the sounds of letters are spoken; 1 is the voice's own pace. */
export const wordRate = 0.9
export const letterRate = 0.8

/** Says a text aloud in place of whatever is being said; a muted device, or one without a voice, stays silent. */
export function speak(text: string, rate = wordRate): void {
  sayIn(locale, text, rate)
}

/** The same for words that are English on a page of any language. */
export function speakEnglish(text: string, rate = wordRate): void {
  sayIn(language === 'en' ? locale : 'en-US', text, rate)
}

function sayIn(lang: string, text: string, rate: number): void {
  if (!hasVoice() || !sound.get()) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = lang
  words.rate = rate
  window.speechSynthesis.cancel()
  window.speechSynthesis.speak(words)
}

/** Ends what is being said. */
export function hush(): void {
  if ('speechSynthesis' in window) window.speechSynthesis.cancel()
}

/** Whether this device can say something: it has a voice, and is not muted. */
export function useVoice(): boolean {
  const has = useSyncExternalStore(onVoices, hasVoice)
  return useStored(sound) && has
}

const hasVoice = () => 'speechSynthesis' in window && window.speechSynthesis.getVoices().length > 0

/** Some browsers load their voices only once they were asked for. */
function onVoices(listener: () => void): () => void {
  if (!('speechSynthesis' in window)) return () => {}
  const { speechSynthesis } = window
  speechSynthesis.addEventListener('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener('voiceschanged', listener)
}
