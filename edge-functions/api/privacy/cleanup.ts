import type { Parts } from '../call.ts'
import { removeLeftovers } from '../pictures/leftovers.ts'
import { Refusal } from '../refusal.ts'

type CleanupParts = Pick<Parts, 'database' | 'storage'>

const rowsAtOnce = 500
const picturesAtOnce = 100
/** So that no run outlives its instance; the next one goes on. */
const mostRounds = 40

/** Removes what is older than it is kept, and pictures that nobody shows. Answers how many lines and pictures went. */
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
 * Deletes what has expired once an hour, over all instances of the function. What it returns is called often: it asks the database
 * once an hour whether the turn is this instance's, and returns undefined in between.
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
