import { expect, test } from 'vitest'
import { wordsOf } from './quest-words.ts'

test('title, description and gems are read as sentences', () => {
  expect(wordsOf({ title: 'Dishes', description: 'Two plates and the pans', gemValue: 30 })).toBe('Dishes. Two plates and the pans. 30 gems.')
  expect(wordsOf({ title: 'Teeth!', description: '', gemValue: 1 })).toBe('Teeth! 1 gem.')
})
