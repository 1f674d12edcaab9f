import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Language } from '#domain/contract/language.ts'

const filesIn = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`)

/** The files with texts that the compiler does not see, each with the mark of a text in `language`. */
const files: [file: string, mark: (language: Language) => string][] = [
  ['app/index.html', (language) => `lang="${language}"`],
  ...filesIn('supabase/schemas').map((file): (typeof files)[number] => [file, (language) => `when '${language}' then`]),
  ['supabase/config.toml', (language) => `eq .Data.language "${language}"`],
  ...filesIn('supabase/templates').map((file): (typeof files)[number] => [
    file,
    (language) => `eq .Data.language "${language}"`,
  ]),
]

// English is what is shown for any other language.
const others = Language.options.filter((language) => language !== 'en')
const counts = files.map(([file, mark]) => ({
  file,
  ofEach: others.map((language) => readFileSync(file, 'utf8').split(mark(language)).length - 1),
}))
const translated = counts.filter(({ ofEach }) => ofEach.some((count) => count > 0))

test('the database, the mails and the page of old browsers have texts in other languages', () => {
  expect(translated.map(({ file }) => file.split('/').slice(0, 2).join('/'))).toEqual(
    expect.arrayContaining(['app/index.html', 'supabase/config.toml', 'supabase/schemas', 'supabase/templates']),
  )
})

test.each(translated)('$file has each text in every language', ({ ofEach }) => expect(new Set(ofEach).size).toBe(1))
