import { expect, test, vi } from 'vitest'
import { csvOf } from './csv.ts'

const linesOf = (text: string) => text.split('\r\n')

test('a table starts with a byte order mark, names its columns, and ends each line', () => {
  expect(csvOf(['title', 'gems'], [{ title: 'Geschirr spülen 🍽️', gems: 20 }])).toBe(
    '\uFEFFtitle,gems\r\nGeschirr spülen 🍽️,20\r\n',
  )
  expect(csvOf(['title'], [])).toBe('\uFEFFtitle\r\n')
})

test('commas, quotes and line breaks stay in their cell', () => {
  const [, first] = linesOf(csvOf(['a', 'b', 'c'], [{ a: 'one, two', b: 'say "hi"', c: '' }]))
  expect(first).toBe('"one, two","say ""hi""",')
  expect(csvOf(['a'], [{ a: 'up\r\ndown' }])).toContain('"up\r\ndown"\r\n')
})

test('what a spreadsheet would take for a formula is defused, a number is not', () => {
  const texts = ['=1+1', '+49 30', '-2', '@home', ' =1', '\t=1', '\n=1']
  for (const text of texts) expect(csvOf(['a'], [{ a: text }])).toContain(`'${text}`)
  for (const harmless of ['a=1', '2-1', 'me@home']) expect(csvOf(['a'], [{ a: harmless }])).toContain(`\n${harmless}\r`)
  expect(csvOf(['amount'], [{ amount: -40 }])).toContain('\n-40\r')
  expect(csvOf(['a'], [{ a: ['=1', 'b'] }])).toContain("'=1; b")
})

test('empty values, booleans and lists have their own format', () => {
  expect(linesOf(csvOf(['none', 'missing', 'yes', 'list'], [{ none: null, yes: true, list: ['Mia', 'Leo'] }]))[1]).toBe(
    ',,true,Mia; Leo',
  )
})

test.each([
  ['de', 'title;createdAt;dueOn;place;list', '"one; two";21.11.2026 15:05:09;22.11.2026;0,5;"Mia; Leo"'],
  ['de-CH', 'title;createdAt;dueOn;place;list', '"one; two";21.11.2026 15:05:09;22.11.2026;0.5;"Mia; Leo"'],
  ['es-ES', 'title;createdAt;dueOn;place;list', '"one; two";21/11/2026 15:05:09;22/11/2026;0,5;"Mia; Leo"'],
  ['es-MX', 'title,createdAt,dueOn,place,list', 'one; two,21/11/2026 15:05:09,22/11/2026,0.5,Mia; Leo'],
  ['en-GB', 'title,createdAt,dueOn,place,list', 'one; two,2026-11-21T14:05:09Z,2026-11-22,0.5,Mia; Leo'],
])('a table for %s has the separator, the decimals and the local dates of its spreadsheets', (of, header, line) => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const row = { title: 'one; two', createdAt: '2026-11-21T14:05:09Z', dueOn: '2026-11-22', place: 0.5 }
  const text = csvOf(['title', 'createdAt', 'dueOn', 'place', 'list'], [{ ...row, list: ['Mia', 'Leo'] }], of)
  vi.unstubAllEnvs()
  expect(text).toBe(`\uFEFF${header}\r\n${line}\r\n`)
})

test('a date that is missing, or stands in a text, is left as it is', () => {
  expect(csvOf(['dueOn', 'title'], [{ dueOn: null, title: '2026-11-22' }], 'de')).toContain('\r\n;2026-11-22\r\n')
  expect(csvOf(['dueOn'], [{ dueOn: '' }], 'de')).toBe('\uFEFFdueOn\r\n\r\n')
})
