import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Language } from '#domain/contract/language.ts'

/** The files with texts that the compiler does not see, each with what marks a text in `language`. */
const marks: [place: string, mark: (language: Language) => string][] = [
  ['app/index.html', (language) => `lang="${language}"`],
  ['supabase/config.toml', (language) => `eq .Data.language "${language}"`],
  ['supabase/schemas', (language) => `when '${language}' then`],
  ['supabase/templates', (language) => `eq .Data.language "${language}"`],
]

test.each(marks)('%s has each text in every language', (place, mark) => {
  const files = place.includes('.') ? [place] : readdirSync(place).map((name) => `${place}/${name}`)
  const counts = files.map((file) => {
    const text = readFileSync(file, 'utf8')
    // English is what is shown for any other language.
    return Language.options.filter((language) => language !== 'en').map((each) => text.split(mark(each)).length - 1)
  })
  expect(Math.max(...counts.flat())).toBeGreaterThan(0)
  for (const ofFile of counts) expect(new Set(ofFile).size).toBe(1)
})
