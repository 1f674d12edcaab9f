import type { Locale } from 'date-fns'
import type { Language } from '#domain/contract/language.ts'
import { giveBackMailedLink } from '#app/lib/session/mailed-link.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { store } from '#app/state/store.ts'

/** The languages we speak, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const satisfies Record<Language, string>

/** Texts of one part of the app: sentences, and functions that put names and numbers into one. */
type Section = Record<string, unknown>
type Catalogue = Record<string, Section>

/** What somebody chose on this device; null follows the browser. */
export const chosenLanguageAtom = storedAtom('language', (text) => (isLanguage(text) ? text : null))

// A program that only reads texts, as tests do, has no page to speak another language on.
const wanted = typeof window === 'undefined' ? [] : navigator.languages

/** The language of this page; another one is chosen for the next. */
export const language: Language = store.get(chosenLanguageAtom) ?? wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'

/** Takes another one from now on, on this device. */
export function chooseLanguage(chosen: Language): void {
  store.set(chosenLanguageAtom, chosen)
  giveBackMailedLink()
  window.location.reload()
}

/** How days and numbers are written: as in this device's own region where it speaks the language. */
export const locale: string = wanted.find((tag) => tag.slice(0, 2) === language) ?? language

/** What replaces the English, once it is there. English itself comes with the code that shows it. */
let spoken: Catalogue | undefined = language === 'en' ? {} : undefined

let datesIn: Locale | undefined

/** Brings the language of this page, before anything of it is shown. Where it does not arrive, English is better than nothing. */
export async function bringLanguage(): Promise<void> {
  if (spoken === undefined) ({ spoken, datesIn } = await catalogueOf(language).catch(() => ({ spoken: {}, datesIn: undefined })))
}

async function catalogueOf(language: Language): Promise<{ spoken: Catalogue; datesIn: Locale | undefined }> {
  if (language === 'de') return importWithRetry(() => import('./de.ts')).then(({ de, dateLocale }) => ({ spoken: de, datesIn: dateLocale }))
  if (language === 'es') return importWithRetry(() => import('./es.ts')).then(({ es, dateLocale }) => ({ spoken: es, datesIn: dateLocale }))
  return { spoken: {}, datesIn: undefined }
}

/** The words of date-fns for days and months in the language of this page; undefined for English, which it has by itself. */
export const dateLocale = (): Locale | undefined => datesIn

/** A part of the English catalogue, which reads as the language of this page. */
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
