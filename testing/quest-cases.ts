import { z } from 'zod'
import { QuestCompletion } from '../domain/contract/completions.ts'
import type { QuestColumn } from '../domain/contract/columns.ts'
import { Day } from '../domain/contract/days.ts'
import type { WeekStart } from '../domain/contract/families.ts'
import type { ColumnId } from '../domain/contract/ids.ts'
import type { Quest } from '../domain/contract/quests.ts'
import { plusDays } from '../domain/rules/days.ts'
import table from '../domain/rules/quest-cases.json' with { type: 'json' }
import { aColumn, aQuest, uuid } from './builders.ts'

const ColumnTitle = z.enum(['Ideas', 'To Do', 'Done'])
const allColumns = { Ideas: aColumn(1, { isSomeday: true }), 'To Do': aColumn(2), Done: aColumn(4) }

const Case = z.strictObject({
  says: z.string(),
  zone: z.string().default('Europe/Berlin'),
  quest: z.strictObject({
    recurring: z.enum(['once', 'daily', 'weekly']),
    createdAt: z.string().default('2026-11-21T07:00:00Z'),
    /** Its home. */
    column: ColumnTitle.default('To Do'),
    finishedAt: z.string().nullable().default(null),
    by: z.enum(['member', 'hand']).optional(),
    weekdays: z.array(z.int()).optional(),
    timesPerWeek: z.int().optional(),
    startsOn: z.optional(Day),
    endsOn: z.optional(Day),
  }),
  columns: z.array(ColumnTitle).default(['Ideas', 'To Do', 'Done']),
  done: z.array(Day).default([]),
  /** By a second assignee, whom only a quest with these has. */
  doneBySecond: z.array(Day).optional(),
  weekStartsOn: z.union([z.literal(1), z.literal(6), z.literal(7)]).default(1),
  /** The column on each day from one to the next one named. */
  stands: z.record(Day, ColumnTitle).default({}),
  /** The due day that a day counts for; '' for none. */
  counts: z.record(Day, z.union([Day, z.literal('')])).default({}),
})

export type QuestCase = {
  says: string
  zone: string
  weekStartsOn: WeekStart
  quest: Quest
  columns: readonly QuestColumn[]
  completions: readonly QuestCompletion[]
  /** The column by day. */
  stands: readonly (readonly [Day, ColumnId])[]
  counts: readonly (readonly [Day, Day | ''])[]
}

/** The rules of days, which the screens and the database both follow. */
export const questCases: readonly QuestCase[] = z
  .array(Case)
  .parse(table)
  .map((known) => {
    const { column, by, ...fields } = known.quest
    const quest = aQuest({
      ...fields,
      columnId: allColumns[fields.recurring === 'once' && fields.finishedAt !== null ? 'Done' : column].id,
      finishedBy: by === 'member' ? uuid(3, 1) : null,
      assigneeIds: known.doneBySecond === undefined ? [uuid(3, 1)] : [uuid(3, 1), uuid(3, 2)],
    })
    return {
      says: known.says,
      zone: known.zone,
      weekStartsOn: known.weekStartsOn,
      quest,
      columns: known.columns.map((title) => allColumns[title]),
      completions: [known.done, known.doneBySecond ?? []].flatMap((days, index) =>
        days.map((completedDate) =>
          QuestCompletion.parse({ questId: quest.id, memberId: uuid(3, index + 1), completedDate }),
        ),
      ),
      stands: eachDay(Object.entries(known.stands) as [Day, z.infer<typeof ColumnTitle>][]),
      counts: Object.entries(known.counts) as [Day, Day | ''][],
    }
  })

function eachDay(named: readonly [Day, z.infer<typeof ColumnTitle>][]): [Day, ColumnId][] {
  return named.flatMap(([from, title], index) => {
    const until = named[index + 1]?.[0] ?? plusDays(from, 1)
    const days: [Day, ColumnId][] = []
    for (let day = from; day < until; day = plusDays(day, 1)) days.push([day, allColumns[title].id])
    return days
  })
}
