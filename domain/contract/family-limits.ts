/** Maximum entities of one family; the database refuses the next one. Tests compare the numbers in supabase/schemas. */
export const familyLimits = {
  columns: 50,
  members: 40,
  /** Daily and weekly quests, and once-quests that are not finished. */
  openQuests: 1000,
  rewards: 300,
} as const

/** Maximum live connections of one signed-in device; the embedded Realtime refuses the next one. */
export const socketsOfSession = 50
