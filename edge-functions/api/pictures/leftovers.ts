import type { Parts } from '../call.ts'
import { Refusal } from '../refusal.ts'

/**
 * Removes at most `most` pictures that nobody has shown for a day: sent and never named, replaced, or
 * of a family that is gone. Answers how many. What fails is tried again later; whoever waits for
 * something else need not know.
 */
export async function removeLeftovers({ database, storage }: Pick<Parts, 'database' | 'storage'>, most: number): Promise<number> {
  const names = await database.leavingPictures(most)
  if (names instanceof Refusal || names.length === 0) return 0
  if ((await storage.remove(names)) instanceof Refusal) return 0
  await database.forgetPictures(names)
  return names.length
}
