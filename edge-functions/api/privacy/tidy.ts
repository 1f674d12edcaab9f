import type { Parts } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { removeLeftovers } from '../pictures/leftovers.ts'

const atOnce = 500

/** Removes what is older than it is kept, and pictures that nobody shows. Answers how many lines and pictures went. */
export async function tidy(parts: Pick<Parts, 'database' | 'storage'>): Promise<number> {
  let removed = 0
  for (;;) {
    const retired = await parts.database.retire(atOnce)
    const pictures = await removeLeftovers(parts, 100)
    removed += pictures + (retired instanceof Refusal ? 0 : retired)
    if (pictures === 0 && (retired instanceof Refusal || retired === 0)) return removed
  }
}
