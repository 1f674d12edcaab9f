import type { Locale } from 'date-fns'
import type { Language } from '#domain/contract/language.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { language } from './page-language.ts'
import { setTranslation, type Catalogue } from './section.ts'

const translations: Record<Exclude<Language, 'en'>, () => Promise<{ catalogue: Catalogue; dateLocale: Locale }>> = {
  de: async () => {
    const { de: catalogue, dateLocale } = await import('./de.ts')
    return { catalogue, dateLocale }
  },
  es: async () => {
    const { es: catalogue, dateLocale } = await import('./es.ts')
    return { catalogue, dateLocale }
  },
}

let loadedLocale: Locale | undefined

/** Loads the translation before the app renders. Falls back to English if it fails to load. */
export async function loadTranslation(): Promise<void> {
  if (language === 'en') return
  const loaded = await importWithRetry(translations[language]).catch(() => undefined)
  setTranslation(loaded?.catalogue ?? {})
  loadedLocale = loaded?.dateLocale
}

/** The date-fns locale of this page's language; undefined for English, the default. */
export const dateLocale = (): Locale | undefined => loadedLocale
