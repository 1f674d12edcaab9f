import { afterAll, expect, test, vi } from 'vitest'
import { de } from './de.ts'
import { es } from './es.ts'

// As written, because a wrapped text does not tell the names of its parameters.
vi.resetModules()
vi.doMock('./section.ts', () => ({ section: (_name: string, texts: unknown) => texts }))
const en = await import('./en.ts')

afterAll(() => {
  vi.doUnmock('./section.ts')
  vi.resetModules()
})

const words = (list: string) => new Set(list.split(' '))

const counts = words(
  'all answered correct count done first gems level megabytes minutes most number open owed points quests result second seconds settled step sure times wishes',
)
/** Numbers that the product fixes, or that are never one. */
const limits = words('coat columns height maximum minimum side topping width')
const names = words(
  'answers color column day family file from game hands label letter member members months name names parts place quest reason reward role shape since text thing time title to zone parent weekdays',
)

/** Words behind a number that stay as they are for many. */
const unchanged = words(
  'of open more to days fish s min plus take oh MB and done earned spent mastered correct answered less will today this wird minus von mehr weniger auf bis und verdient ausgegeben offen weitere heute diese erledigt richtig beantwortet sicher das de más menos para por hoy esta y bien',
)

type Text = (...values: unknown[]) => string

function valueOf(name: string, count: number): unknown {
  if (counts.has(name)) return count
  if (limits.has(name)) return 120
  if (name === 'of') return 'title'
  if (name === 'missing') return ['digit']
  if (name === 'isLeaked') return true
  if (name === 'color') return 'blue'
  if (name === 'shape') return 'circle'
  if (names.has(name)) return 'Mia'
  throw new Error(`Is ${name} a number or a name?`)
}

/** Fills a text whose numbers are all `count`; its parameters are known by their names. */
function fill(text: Text, count: number): string {
  const [, parameters = ''] = /^(?:function )?\w*\s*\(?([^)=]*)/.exec(text.toString()) ?? []
  if (parameters.includes('{')) return text(new Proxy({}, { get: (_, name) => readingOr(String(name), count) }))
  return text(...parameters.split(',').flatMap((name) => (name.trim() === '' ? [] : [valueOf(name.trim(), count)])))
}

/** A part of a clock's reading is a number, like the most that a family can have. */
const readingOr = (name: string, count: number) =>
  ['hours', 'minutes', 'next', 'number', 'past'].includes(name) ? count : name === 'most' ? 120 : valueOf(name, count)

const textsIn = (part: unknown): Text[] =>
  typeof part === 'function'
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      [part as Text]
    : typeof part === 'object' && part !== null
      ? Object.values(part).flatMap(textsIn)
      : []

const catalogues: [language: string, catalogue: object][] = [
  ['en', en],
  ['de', de],
  ['es', es],
]

test.each(catalogues)('no text of "%s" counts one as it counts many', (_, catalogue) => {
  const plurals = textsIn(catalogue).flatMap((text) => {
    const [one, two] = [fill(text, 1), fill(text, 2)]
    const alike = [...one.matchAll(/\b1 ((\p{L}+)(?: \p{L}+)?)/gu)].filter(
      ([, phrase = '', word = '']) =>
        !unchanged.has(word) && new RegExp(String.raw`\b2 ${phrase}(?!\p{L})`, 'u').test(two),
    )
    // The specification's words.
    return alike.length === 0 || one.includes('1 quest(s)') ? [] : [one]
  })
  expect(plurals).toEqual([])
})
