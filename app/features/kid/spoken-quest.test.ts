import { expect, test } from 'vitest'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { spokenQuest } from './spoken-quest.ts'

test('title, description, time and gems are read as sentences; 0 gems are not read', () => {
  expect(
    spokenQuest({ title: 'Dishes', description: 'Two plates and the pans', gemValue: 30, targetTime: '17:30' }),
  ).toBe(`Dishes. Two plates and the pans. At ${timeOfDay('17:30')}. 30 gems.`)
  expect(spokenQuest({ title: 'Books', description: '', gemValue: 0, targetTime: null })).toBe('Books.')
  expect(spokenQuest({ title: 'Teeth!', description: '', gemValue: 1, targetTime: null })).toBe('Teeth! 1 gem.')
})
