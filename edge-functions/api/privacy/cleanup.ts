import type { Deps } from '../call.ts'
import { removeOrphanedPictures } from '../pictures/orphaned-pictures.ts'
import { Refusal } from '../refusal.ts'

type CleanupDeps = Pick<Deps, 'database' | 'storage'>

const rowsAtOnce = 500
const picturesAtOnce = 100
/** Limits a run, so that it does not outlive its instance; the next one continues. */
const mostRounds = 40

/** Deletes expired rows and orphaned pictures; returns how many. */
export async function deleteExpired(deps: CleanupDeps): Promise<number> {
  let removed = 0
  for (let round = 0; round < mostRounds; round++) {
    const rows = await deps.database.deleteExpired(rowsAtOnce)
    const pictures = await removeOrphanedPictures(deps, picturesAtOnce)
    removed += pictures + (rows instanceof Refusal ? 0 : rows)
    if (pictures === 0 && (rows instanceof Refusal || rows === 0)) break
  }
  return removed
}

const hourMs = 3_600_000

/**
 * Creates a function that deletes expired data once an hour over all instances. It is called often: once an hour it
 * tries to claim the cleanup in the database, and returns undefined in between.
 */
export function createCleanup(deps: CleanupDeps): () => Promise<void> | undefined {
  let asksAgainAt = 0
  return () => {
    if (Date.now() < asksAgainAt && asksAgainAt <= Date.now() + hourMs) return undefined
    asksAgainAt = Date.now() + hourMs
    return cleanUpInTurn(deps)
  }
}

async function cleanUpInTurn(deps: CleanupDeps): Promise<void> {
  if ((await deps.database.claimCleanup()) === true) await deleteExpired(deps)
}
