import { isolated } from './isolated.ts'
import { language } from './page-language.ts'

/** The texts of one part of the app: sentences, and functions that fill names and numbers into one. */
type Section = Record<string, unknown>
export type Catalogue = Record<string, Section>

/** The loaded translation. English needs none, because it is part of the code that shows it. */
let translation: Catalogue | undefined = language === 'en' ? {} : undefined

export function setTranslation(loaded: Catalogue): void {
  translation = loaded
}

/**
 * Wraps a section of the English catalogue, so that reads return this page's language, and names filled into a text are
 * isolated.
 */
// @__NO_SIDE_EFFECTS__
export function section<English extends Section>(name: string, english: English): English {
  let texts: Section | undefined
  return new Proxy(english, {
    get: (_, key) => {
      const text = (texts ??= { ...english, ...translated(name) })[String(key)]
      return typeof text === 'function' ? (...values: unknown[]): unknown => text(...values.map(isolated)) : text
    },
  })
}

function translated(section: string): Section | undefined {
  if (translation === undefined)
    throw new Error(`Texts of ${section} are read while a module loads: read them when they are shown`)
  return translation[section]
}
