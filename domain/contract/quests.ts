import * as z from 'zod/mini'
import { familyLimits, textLimits } from './constants.ts'
import { Day } from './days.ts'
import { messageOf } from './errors.ts'
import { Gems } from './gems.ts'
import { chosenId, ColumnId, MemberId, QuestId, Version } from './ids.ts'
import { Completed, RevokedCompletion } from './completions.ts'
import { Emoji, keepable, Moment, optionalTitle, SentMoment, withoutIsolates } from './text.ts'

export const Recurring = z.enum(['once', 'daily', 'weekly'])
export type Recurring = z.infer<typeof Recurring>

/** The ten icons of the quest creator. */
export const questIcons = ['🧹', '📚', '🦷', '🍽️', '🛏️', '🎨', '⚽', '🐕', '🌱', '💪'] as const

export const questDefaults = { gemValue: 50, recurring: 'once', icon: questIcons[0] } as const

export const Quest = z.object({
  id: QuestId,
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  gemValue: z.int(),
  assigneeIds: z.array(MemberId),
  /** The column it is in at the time of the read. */
  columnId: ColumnId,
  /**
   * The column it is in while not done, if another one: a daily or weekly quest returns on its next due day, a
   * once-quest when it is undone.
   */
  homeColumnId: z.optional(ColumnId),
  recurring: Recurring,
  /** HH:MM on the family's own clock. */
  targetTime: z.nullable(z.string()),
  /** The weekdays of a weekly quest, 1 for Monday to 7; missing for that of the day on which it was made. */
  weekdays: z.optional(z.nullable(z.array(z.int()))),
  /** How often a week a weekly quest is to be done, on any day, in place of `weekdays`. */
  timesPerWeek: z.optional(z.nullable(z.int())),
  /** The first day of a once-quest; missing for any day. */
  dueOn: z.optional(z.nullable(Day)),
  /** The first and the last day of a daily or weekly quest. */
  startsOn: z.optional(z.nullable(Day)),
  endsOn: z.optional(z.nullable(Day)),
  /** When its weekdays, times a week, first or last day were last changed; missing for never. */
  scheduledAt: z.optional(Moment),
  createdAt: Moment,
  /**
   * When a once-quest was finished, in any column, or when a daily or weekly one last came to the last column. Null
   * once it was moved out.
   */
  finishedAt: z.nullable(Moment),
  /** The member whose completion brought it to the last column; null when it was moved there by hand. */
  finishedBy: z.nullable(MemberId),
  version: Version,
})
export type Quest = z.infer<typeof Quest>

const Title = optionalTitle('title')
const Description = z
  .string()
  .check(
    withoutIsolates,
    z.trim(),
    z.maxLength(textLimits.description, messageOf('description_too_long', { maximum: textLimits.description })),
    keepable,
  )
const Assignees = z.array(MemberId).check(
  z.minLength(1, messageOf('assignee_required')),
  z.maxLength(familyLimits.members),
  z.refine((ids) => new Set(ids).size === ids.length, messageOf('assignee_repeated')),
)
const TargetTime = z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messageOf('malformed_time'))))

/** Sorted, each once. */
const Weekdays = z.array(z.int().check(z.gte(1), z.lte(7))).check(
  z.overwrite((weekdays) => [...new Set(weekdays)].toSorted((one, other) => one - other)),
  z.minLength(1, messageOf('invalid_input', { reason: 'weekday_required' })),
)

/** When a quest is due, beside `recurring`; null removes it. */
const schedule = {
  weekdays: z.optional(z.nullable(Weekdays)),
  timesPerWeek: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(7)))),
  dueOn: z.optional(z.nullable(Day)),
  startsOn: z.optional(z.nullable(Day)),
  endsOn: z.optional(z.nullable(Day)),
}

export const NewQuest = z.strictObject({
  id: chosenId(QuestId),
  title: Title,
  description: z._default(Description, ''),
  icon: Emoji,
  gemValue: Gems,
  assigneeIds: Assignees,
  columnId: ColumnId,
  recurring: z._default(Recurring, 'once'),
  targetTime: z._default(TargetTime, null),
  ...schedule,
})
export type NewQuest = z.infer<typeof NewQuest>

/** The quest; after a completion also the recorded one, after a move out of the last column also the revoked ones. */
export const EditedQuest = z.extend(Quest, {
  completed: z.optional(Completed),
  takenBack: z.optional(z.array(RevokedCompletion)),
})
export type EditedQuest = z.infer<typeof EditedQuest>

/**
 * A move; the server decides its day. Into the last column it completes the quest for its only assignee, unless nobody
 * did it: `completedBy: null`.
 */
const QuestMove = z.strictObject({ columnId: ColumnId, completedBy: z.optional(z.null()) })

/**
 * Completed on a day of the family's calendar: today or one of the two days before. The quest goes to the column that
 * is the last by then.
 */
const QuestDone = z.strictObject({ columnId: z.optional(ColumnId), completedDate: Day, completingMemberId: MemberId })

const QuestEdit = z
  .strictObject({
    title: z.optional(Title),
    description: z.optional(Description),
    icon: z.optional(Emoji),
    gemValue: z.optional(Gems),
    assigneeIds: z.optional(Assignees),
    columnId: z.optional(ColumnId),
    recurring: z.optional(Recurring),
    targetTime: z.optional(TargetTime),
    ...schedule,
  })
  .check(
    z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })),
  )

/** By its fields a patch is a completion, a move, or any other change. */
export const QuestPatch = z.union([QuestDone, QuestMove, QuestEdit])
export type QuestPatch = z.infer<typeof QuestPatch>

/** Returns the command that runs a patch, and the schema that validates it. */
export function questCommand(patch: object): {
  command: 'complete_quest' | 'move_quest' | 'edit_quest'
  schema: z.ZodMiniType
} {
  if ('completedDate' in patch || 'completingMemberId' in patch) return { command: 'complete_quest', schema: QuestDone }
  return 'columnId' in patch && Object.keys(patch).every((name) => name === 'columnId' || name === 'completedBy')
    ? { command: 'move_quest', schema: QuestMove }
    : { command: 'edit_quest', schema: QuestEdit }
}

/** Without `doneSince` asks for all quests; with it, not for once-quests that were finished before that day of UTC. */
export const QuestsQuery = z.strictObject({ doneSince: z.optional(Day) })

/** Asks for once-quests finished before `doneSince`; with `before`, for the page after the quest finished then. */
export const ArchivedQuestsQuery = z
  .strictObject({ doneSince: Day, before: z.optional(SentMoment), beforeId: z.optional(QuestId) })
  .check(
    z.refine(
      ({ before, beforeId }) => (before === undefined) === (beforeId === undefined),
      messageOf('invalid_input', { reason: 'half_of_page' }),
    ),
  )
export type ArchivedQuestsQuery = z.infer<typeof ArchivedQuestsQuery>

/** Asks for those of them whose titles have all words of `title`. */
export const ArchivedQuestsSearch = z.strictObject({ title: Title, doneSince: Day })
