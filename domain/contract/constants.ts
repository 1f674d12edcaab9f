/*
 * Numbers that several sides compare with. `npm run generate` writes those that the database's code calls, such as
 * `private.family_limits_columns()`, to supabase/schemas/constants.sql, and the settings to supabase/config.toml.
 */

/** Maximum entities of one family; the database refuses the next one. */
export const familyLimits = {
  columns: 50,
  members: 40,
  /** Daily and weekly quests, and once-quests that are not finished. */
  openQuests: 1000,
  rewards: 300,
  /** Those of the last month and to come. */
  absences: 500,
  /** Paired ones. */
  devices: 50,
} as const

/** Maximum lengths in UTF-16 units; in the database in characters. */
export const textLimits = { title: 120, description: 2000, emoji: 40, timeZone: 64, practiceItem: 40 } as const

export const gemLimits = {
  /** Of a quest, a reward, or a parent's gift. */
  value: 100_000,
  /** Of a day's practice: small, so that a child does not play for them. */
  practice: 50,
} as const

/**
 * The time to undo: as a toast offers it, and as the call takes it, which arrives later; `tile` as a child's tile offers
 * it for its own completion.
 */
export const undoSeconds = { screen: 10, call: 15, tile: 60, tileCall: 75 } as const

/** The days around today whose completions a page reads. A weekly quest done three days early counts for ten days. */
export const completionDays = { daysBefore: 9, daysAfter: 6 } as const

/** Days ago for which a completion still counts. */
export const lateDays = { completion: 2 } as const

/** Days since a once-quest was finished: the board shows it, and a page reads it. */
export const finishedDays = {
  shown: 14,
  /** One more, because the day of a device can be ahead. */
  read: 15,
} as const

/** Maximum rows of one reply. */
export const pageSizes = { archivedQuests: 50, foundQuests: 20, gemEntries: 1000 } as const

export const sessionLimits = {
  /** Maximum live connections of one signed-in device; the embedded Realtime refuses the next one. */
  sockets: 50,
  /** Minimum length. */
  passwordLength: 8,
} as const

/** Limits of a picture, checked before the upload, by the bucket, and when a call names the picture. */
export const pictureLimits = {
  bytes: 5 * 2 ** 20,
  /** No SVG, which can hold scripts. */
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  /** Maximum width and height of a stored picture, in pixels. */
  side: 4096,
} as const

export type PictureType = (typeof pictureLimits.types)[number]
