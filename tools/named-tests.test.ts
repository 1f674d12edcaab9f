import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

// `file.test.ts`: the name of a test, to the end of the cell.
const named = /`([\w./-]+\.(?:test|spec)\.tsx?)`: ([^|\n]+?) *(?:\||$)/gm

const tests = [...read('docs/security.md').matchAll(named)].map(([, file = '', name = '']) => ({ file, name }))
test('docs/security.md names tests at all', () => expect(tests.length).toBeGreaterThan(20))
test.each(tests)('docs/security.md: $file has "$name"', ({ file, name }) =>
  expect(read(file).replaceAll(String.raw`\'`, "'")).toContain(name),
)

// `file`: `what stands in it`.
const figures = [...read('docs/scaling.md').matchAll(/`([\w./-]+)`: `([^`]+)`/g)].map(([, file = '', text = '']) => ({
  file,
  text,
}))
test('docs/scaling.md names figures at all', () => expect(figures.length).toBeGreaterThan(10))
test.each(figures)('docs/scaling.md: $file has "$text"', ({ file, text }) => expect(read(file)).toContain(text))

// `folder/file.ext` in the documents that lead through the code; `fr` is the language that a recipe adds.
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
const paths = documents.flatMap((document) =>
  [...read(document).matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g)].flatMap(([, path = '']) =>
    path === 'app/texts/fr.ts' ? [] : [{ document, path }],
  ),
)
test('the documents name files at all', () => expect(paths.length).toBeGreaterThan(60))
test.each(paths)('$document: there is $path', ({ path }) =>
  expect(existsSync(new URL(path, root)) || existsSync(new URL(`app/texts/${path}`, root))).toBe(true),
)
