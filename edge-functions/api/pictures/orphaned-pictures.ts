import type { Deps } from '../call.ts'
import { Refusal } from '../refusal.ts'

/**
 * Removes at most `most` pictures that are unused for a day: never set after the upload, replaced, or of a deleted
 * family. Returns how many. Failures are not reported, because the removal is tried again later.
 */
export async function removeOrphanedPictures(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  most: number,
): Promise<number> {
  const names = await database.expiredPictures(most)
  if (names instanceof Refusal || names.length === 0) return 0
  if ((await storage.remove(names)) instanceof Refusal) return 0
  await database.forgetPictures(names)
  return names.length
}
