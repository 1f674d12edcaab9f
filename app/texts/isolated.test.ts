import { expect, test } from 'vitest'
import { isolated, listed } from './isolated.ts'
import { section } from './section.ts'

test.each(['مريم', 'מרים', 'Lily مريم', '\u{10d00}'])('%s is isolated', (name) =>
  expect(isolated(name)).toBe(`\u2068${name}\u2069`),
)

test.each(['Mia', 'Ælfgifu', '李', 'Мария', '📋', '', '12'])('%s stays as it is', (name) =>
  expect(isolated(name)).toBe(name),
)

const texts = section('test', {
  has: (name: string, gems: number) => `${name}: ${gems} gems`,
  days: ['Sunday', 'Monday'],
  plain: 'Save',
})

test('a text isolates what is filled into it, and nothing else changes', () => {
  expect(texts.has('مريم', 5)).toBe('\u2068مريم\u2069: 5 gems')
  expect([texts.has('Mia', 5), texts.plain, texts.days[1]]).toEqual(['Mia: 5 gems', 'Save', 'Monday'])
})

test('the names of a list are isolated each, and not the list', () => {
  const names = listed(['Mia', 'مريم', 'יוסי'])
  expect(names).toBe('Mia, \u2068مريم\u2069, \u2068יוסי\u2069')
})
