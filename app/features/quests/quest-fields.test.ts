import { expect, test } from 'vitest'
import { Day } from '#domain/contract/days.ts'
import { aColumn, aQuest, dayIn } from '#testing/builders.ts'
import { copyOf } from './quest-fields.ts'

const columns = [1, 2, 3].map((number) => aColumn(number))
const clock = { today: Day.parse('2026-11-28'), dayOf: dayIn('UTC') }
const [, todo, done] = columns.map(({ id }) => id)

test.each([
  ['a finished quest in its own column', { columnId: done, homeColumnId: todo }, { columnId: todo }],
  ['one that was made in the last column in the usual one', { columnId: done }, { columnId: todo }],
  ['a day that is over', { dueOn: '2026-11-27' }, { dueOn: null }],
  ['a day to come', { dueOn: '2026-11-28' }, { dueOn: '2026-11-28' }],
  [
    'a last day that is over',
    { recurring: 'daily', startsOn: '2026-11-01', endsOn: '2026-11-27' },
    { startsOn: '2026-11-01', endsOn: null },
  ],
  [
    'the weekday that a weekly quest has by itself',
    { recurring: 'weekly', createdAt: '2026-11-24T08:00:00Z' },
    { weekdays: [2] },
  ],
  ['its weekdays', { recurring: 'weekly', weekdays: [1, 4] }, { weekdays: [1, 4] }],
  ['times a week', { recurring: 'weekly', timesPerWeek: 3 }, { weekdays: null, timesPerWeek: 3 }],
])('a copy keeps or leaves %s', (_what, quest, expected) => {
  expect(copyOf(aQuest({ columnId: todo, ...quest }), columns, clock)).toMatchObject(expected)
})
