import assert from 'node:assert/strict'

// After this, what is waited for hangs; on a busy machine it takes a fraction of that.
const longestWaitMs = 60_000
const pauseMs = 10

/** Asks again and again with a pause between, because asking without one takes the core that the answer needs. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + longestWaitMs
  while (!(await holds())) {
    assert.ok(Date.now() < end, `Waited in vain for ${holds.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
