import { AsyncLocalStorage } from 'node:async_hooks'

// The app gives up on a read after 8 s and on a change after 15 s: work has to end before.
const readLimitMs = 7000
const changeLimitMs = 14_000

const deadline = new AsyncLocalStorage<number>()

/** Runs the call of a request: each of its steps may take no longer than what is left of the whole. */
export function withDeadline<Answer>(method: string, call: () => Answer): Answer {
  return deadline.run(performance.now() + (method === 'GET' ? readLimitMs : changeLimitMs), call)
}

/** How long the next step of the running call may take, at most `mostMs`; 0 once its time is over. Outside of a call `mostMs`. */
export const msLeft = (mostMs: number): number => Math.max(0, Math.min(mostMs, (deadline.getStore() ?? Infinity) - performance.now()))
