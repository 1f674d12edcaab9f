import * as z from 'zod/mini'
import { gameIds } from '../games/games.ts'
import { textLimits } from './constants.ts'
import { Day } from './days.ts'
import { messageOf } from './errors.ts'
import { PracticeRoundId } from './ids.ts'
import { keepable } from './text.ts'

const limit = textLimits.practiceItem

const ItemName = z
  .string()
  .check(
    z.minLength(1, messageOf('invalid_input', { reason: 'item_required' })),
    z.maxLength(limit, messageOf('invalid_input', { reason: 'item_too_long', limit })),
    keepable,
  )

/** Right at the first try and quick, right at the first try after long thought, or wrong at first. */
export const PracticeAnswer = z.enum(['right', 'slow', 'wrong'])
export type PracticeAnswer = z.infer<typeof PracticeAnswer>

/**
 * A letter, a time or a word that a member practises: its box from 1 (just met) to 5 (sure), its due day, and the
 * latest answers, newest last.
 */
export const PracticeItem = z.object({
  game: z.enum(gameIds),
  item: ItemName,
  box: z.int().check(z.gte(1), z.lte(5)),
  dueOn: Day,
  lately: z.array(PracticeAnswer),
})
export type PracticeItem = z.infer<typeof PracticeItem>

/**
 * One answer with the player's own calendar day, and in a round of practice with the round's id. A skip is stored as a
 * wrong answer and earns nothing. `tookMs` is the device's own measure, because offline answers arrive all at once; an
 * answer without it counts as wrong for the gems, and a right one within half a second for what is known, too.
 */
export const NewPractice = z.strictObject({
  game: z.enum(gameIds),
  item: ItemName,
  answer: z.enum([...PracticeAnswer.options, 'skipped']),
  day: Day,
  roundId: z.optional(PracticeRoundId),
  tookMs: z.optional(z.int()),
})
export type NewPractice = z.infer<typeof NewPractice>

/** A finished round. The server counts the answers that it received for it. */
export const PracticeRound = z.strictObject({ game: z.enum(gameIds), roundId: PracticeRoundId })

/**
 * The gems the round earned, and how many of these were owed (missing when none were). It earns 0 when the family pays
 * nothing for play, or for the reason given: paid today already, or less than half of it was right.
 */
export const PracticeGems = z.object({
  gems: z.int().check(z.nonnegative()),
  settled: z.optional(z.int()),
  unpaid: z.optional(z.enum(['paid_today', 'too_few_right'])),
})
export type PracticeGems = z.infer<typeof PracticeGems>
