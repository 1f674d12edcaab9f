import * as z from 'zod/mini'
import { messageOf } from './errors.ts'
import { chosenId, ColumnId, Version } from './ids.ts'
import { Emoji, optionalTitle } from './text.ts'

export const columnDefaults = { emoji: '📋' } as const

export const QuestColumn = z.object({
  id: ColumnId,
  title: z.string(),
  emoji: z.string(),
  /** Columns are in ascending order; the one with the highest position is for done quests. */
  position: z.int(),
  /** Its quests are for someday and appear on no day. The last column ignores it. */
  isSomeday: z.boolean(),
  version: Version,
})
export type QuestColumn = z.infer<typeof QuestColumn>

const Position = z.int().check(z.gte(0), z.lte(10_000))

export const NewColumn = z.strictObject({
  id: chosenId(ColumnId),
  title: optionalTitle('title'),
  emoji: Emoji,
  /** The last column's position plus 1 when missing. */
  position: z.optional(Position),
})
export type NewColumn = z.infer<typeof NewColumn>

/** All of the family's columns, from left to right. */
export const ColumnOrder = z.strictObject({ columnIds: z.array(ColumnId) })

export const OrderedColumns = z.object({ columns: z.array(QuestColumn) })

export const ColumnPatch = z
  .strictObject({
    title: z.optional(optionalTitle('title')),
    emoji: z.optional(Emoji),
    isSomeday: z.optional(z.boolean()),
  })
  .check(
    z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })),
  )
export type ColumnPatch = z.infer<typeof ColumnPatch>
