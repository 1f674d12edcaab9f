import type { Language } from '#domain/contract/language.ts'
import { restoreMailedLink } from '#app/lib/session/mailed-link.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { focusAfterLoadAtom } from '#app/lib/state/focus-after-load.ts'
import { store } from '#app/state/store.ts'

/** The languages of the app, each with its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const satisfies Record<Language, string>

/** The language chosen on this device; null follows the browser. */
export const chosenLanguageAtom = storedAtom('language', (text) => (isLanguage(text) ? text : null))

// Without a page, as in tests, texts are English.
const wanted = typeof window === 'undefined' ? [] : navigator.languages

/** The language of this page; a change reloads the page. */
export const language: Language =
  store.get(chosenLanguageAtom) ?? wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'

/** Stores another language for this device, and reloads the page. */
export function chooseLanguage(chosen: Language): void {
  store.set(chosenLanguageAtom, chosen)
  store.set(focusAfterLoadAtom, 'language')
  restoreMailedLink()
  window.location.reload()
}

/** The locale of days and numbers: with the device's region if the browser lists the language. */
export const locale: string = wanted.find((tag) => tag.slice(0, 2) === language) ?? language

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(languages, text)
}
