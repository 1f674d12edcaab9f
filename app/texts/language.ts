import type { Locale } from 'date-fns'
import type { Language } from '#domain/contract/language.ts'
import { restoreMailedLink } from '#app/lib/session/mailed-link.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { store } from '#app/state/store.ts'

/** The languages of the app, each with its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const satisfies Record<Language, string>

/** The texts of one part of the app: sentences, and functions that fill names and numbers into one. */
type Section = Record<string, unknown>
type Catalogue = Record<string, Section>

/** The language chosen on this device; null follows the browser. */
export const chosenLanguageAtom = storedAtom('language', (text) => (isLanguage(text) ? text : null))

// Without a page, as in tests, texts are English.
const wanted = typeof window === 'undefined' ? [] : navigator.languages

/** The language of this page; a change reloads the page. */
export const language: Language = store.get(chosenLanguageAtom) ?? wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'

/** Stores another language for this device, and reloads the page. */
export function chooseLanguage(chosen: Language): void {
  store.set(chosenLanguageAtom, chosen)
  restoreMailedLink()
  window.location.reload()
}

/** The locale of days and numbers: with the device's region if the browser lists the language. */
export const locale: string = wanted.find((tag) => tag.slice(0, 2) === language) ?? language

/** The loaded translation. English needs none, because it is part of the code that shows it. */
let spoken: Catalogue | undefined = language === 'en' ? {} : undefined

let datesIn: Locale | undefined

/** Loads the translation before the app renders. Falls back to English if it fails to load. */
export async function loadCatalogue(): Promise<void> {
  if (spoken === undefined) ({ spoken, datesIn } = await catalogueOf(language).catch(() => ({ spoken: {}, datesIn: undefined })))
}

async function catalogueOf(language: Language): Promise<{ spoken: Catalogue; datesIn: Locale | undefined }> {
  if (language === 'de') return importWithRetry(() => import('./de.ts')).then(({ de, dateLocale }) => ({ spoken: de, datesIn: dateLocale }))
  if (language === 'es') return importWithRetry(() => import('./es.ts')).then(({ es, dateLocale }) => ({ spoken: es, datesIn: dateLocale }))
  return { spoken: {}, datesIn: undefined }
}

/** The date-fns locale of this page's language; undefined for English, the default. */
export const dateLocale = (): Locale | undefined => datesIn

/** Wraps a section of the English catalogue, so that reads return this page's language. */
// @__NO_SIDE_EFFECTS__
export function section<English extends Section>(name: string, english: English): English {
  let texts: Section | undefined
  return new Proxy(english, { get: (_, key) => (texts ??= { ...english, ...translated(name) })[String(key)] })
}

function translated(section: string): Section | undefined {
  if (spoken === undefined) throw new Error(`Texts of ${section} are read while a module loads: read them when they are shown`)
  return spoken[section]
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(languages, text)
}
