import type { Language } from '#domain/contract/language.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import type { LineWords } from './line-words/line-words.ts'
import { language } from './page-language.ts'

export type TitleWords = {
  /**
   * The icons to choose from, one a line: the icon, its name, and more words for it. Words after a bar fit so many
   * titles that any other word has priority.
   */
  table: string
  words: LineWords
}

const modules: Record<Language, () => Promise<TitleWords>> = {
  en: () => import('./icon-words/icon-words-en.ts'),
  de: () => import('./icon-words/icon-words-de.ts'),
  es: () => import('./icon-words/icon-words-es.ts'),
}

/** Loads what the title of a quest is read by in the page's language: 6 kB that no screen needs at first. */
export const loadTitleWords = (): Promise<TitleWords> => importWithRetry(modules[language])
