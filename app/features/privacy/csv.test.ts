import { expect, test } from 'vitest'
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
