import assert from 'node:assert/strict'

// Milliseconds after which what is waited for hangs; on a busy machine it takes a fraction of that.
const longestWait = 60_000
const pauseBetweenLooks = 10

/** Asks again and again with a pause between, because asking without one takes the core that the answer needs. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + longestWait
  while (!(await holds())) {
    assert.ok(Date.now() < end, `Waited in vain for ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, pauseBetweenLooks))
  }
}
