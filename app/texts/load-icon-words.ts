import type { Language } from '#domain/contract/language.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { language } from './page-language.ts'

/**
 * The icons to choose from, one a line: the icon, its name, and more words for it. Words after a bar fit so many titles
 * that any other word has priority.
 */
const tables: Record<Language, () => Promise<{ table: string }>> = {
  en: () => import('./icon-words/icon-words-en.ts'),
  de: () => import('./icon-words/icon-words-de.ts'),
  es: () => import('./icon-words/icon-words-es.ts'),
}

/** Loads the table of the page's language: 4 kB that no screen needs at first. */
export async function loadIconWords(): Promise<string> {
  const { table } = await importWithRetry(tables[language])
  return table
}
