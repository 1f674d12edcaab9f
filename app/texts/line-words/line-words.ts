/**
 * The words of one language that say something about a quest, as sources of regular expressions without capturing
 * groups, for text in lower case without accents.
 */
export type LineWords = {
  and: string
  /** Between the first and the last day of a span. */
  to: string
  /** Monday first, between spaces. */
  weekdays: string
  /** A short weekday that is another word, too. */
  notAlone?: string
  /** January first, between spaces. */
  months: string
  /** Between a day and its month. */
  of: string
  /** Days from today, with the number of days until then; a longer phrase before its part. */
  days: Readonly<Record<string, number>>
  /** "in # days" */
  inDays: string
  /** Before a weekday or a part of a day: each one of it. */
  every: string
  /** Before a weekday or a date: the next one. */
  on: string
  daily: string
  weekly: string
  workdays: string
  weekends: string
  /** After a number: "times a week". */
  timesAWeek: string
  numbers: Readonly<Record<string, number>>
  /** With the time that a quest is due. */
  partsOfDay: Readonly<Record<string, string>>
  /** Before a part of the day. */
  inThe: string
  /** Before a part of the day: today's. */
  this: string
  /** With the time that a quest is due. */
  tonight?: readonly [source: string, time: string]
  /** Before a time. */
  at: string
  /** Before a time that says by itself that it is one. */
  by: string
  /** After a time. */
  oClock: string
  /** "half past #", and the minutes from that hour on. */
  half: readonly [source: string, minutes: number]
  gems: string
  /** Before a number of gems, or a name. */
  for: string
  allKids: string
  /** Words that may belong to a verb, or to a name after them: "pick up". */
  particles: string
  /** What the next word belongs to, so that neither is cut off. */
  binding: string
  /** What a number belongs to: "chapter 5". */
  numbered: string
}
