import type { Parts } from '../call.ts'
import { removeLeftovers } from '../pictures/leftovers.ts'
import { Refusal } from '../refusal.ts'

type CleanupParts = Pick<Parts, 'database' | 'storage'>

const rowsAtOnce = 500
const picturesAtOnce = 100
/** Limits a run, so that it does not outlive its instance; the next one continues. */
const mostRounds = 40

/** Deletes expired rows and orphaned pictures; returns how many. */
export async function deleteExpired(parts: CleanupParts): Promise<number> {
  let removed = 0
  for (let round = 0; round < mostRounds; round++) {
    const rows = await parts.database.deleteExpired(rowsAtOnce)
    const pictures = await removeLeftovers(parts, picturesAtOnce)
    removed += pictures + (rows instanceof Refusal ? 0 : rows)
    if (pictures === 0 && (rows instanceof Refusal || rows === 0)) break
  }
  return removed
}

const hourMs = 3_600_000

/**
 * Creates a function that deletes expired data once an hour over all instances. It is called often: once an hour it tries to claim
 * the cleanup in the database, and returns undefined in between.
 */
export function createCleanup(parts: CleanupParts): () => Promise<void> | undefined {
  let asksAgainAt = 0
  return () => {
    if (Date.now() < asksAgainAt && asksAgainAt <= Date.now() + hourMs) return undefined
    asksAgainAt = Date.now() + hourMs
    return cleanUpInTurn(parts)
  }
}

async function cleanUpInTurn(parts: CleanupParts): Promise<void> {
  if ((await parts.database.claimCleanup()) === true) await deleteExpired(parts)
}
