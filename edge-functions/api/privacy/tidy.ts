import type { Parts } from '../call.ts'
import { removeLeftovers } from '../pictures/leftovers.ts'
import { Refusal } from '../refusal.ts'

type TidyParts = Pick<Parts, 'database' | 'storage'>

const rowsAtOnce = 500
const picturesAtOnce = 100
/** So that no run outlives its instance; the next one goes on. */
const mostRounds = 40

/** Removes what is older than it is kept, and pictures that nobody shows. Answers how many lines and pictures went. */
export async function tidy(parts: TidyParts): Promise<number> {
  let removed = 0
  for (let round = 0; round < mostRounds; round++) {
    const retired = await parts.database.retire(rowsAtOnce)
    const pictures = await removeLeftovers(parts, picturesAtOnce)
    removed += pictures + (retired instanceof Refusal ? 0 : retired)
    if (pictures === 0 && (retired instanceof Refusal || retired === 0)) break
  }
  return removed
}

const hourMs = 3_600_000

/**
 * Tidies once an hour, over all instances of the function. What it returns is called often: it asks the database
 * once an hour whether the turn is this instance's, and returns undefined in between.
 */
export function createTidying(parts: TidyParts): () => Promise<void> | undefined {
  let asksAgainAt = 0
  return () => {
    if (Date.now() < asksAgainAt && asksAgainAt <= Date.now() + hourMs) return undefined
    asksAgainAt = Date.now() + hourMs
    return tidyInTurn(parts)
  }
}

async function tidyInTurn(parts: TidyParts): Promise<void> {
  if ((await parts.database.claimTidying()) === true) await tidy(parts)
}
