import { AsyncLocalStorage } from 'node:async_hooks'

// The app times out a read after 8 s and a change after 15 s; work has to end before.
const readLimitMs = 7000
const changeLimitMs = 14_000

const deadline = new AsyncLocalStorage<number>()

/** Runs a request's call with a deadline, which limits each of its steps by `msLeft`. */
export function withDeadline<Answer>(method: string, call: () => Answer): Answer {
  return deadline.run(performance.now() + (method === 'GET' ? readLimitMs : changeLimitMs), call)
}

/**
 * Returns the time left for the next step of the running call, at most `mostMs`; 0 after its deadline, `mostMs` outside
 * of a call.
 */
export const msLeft = (mostMs: number): number =>
  Math.max(0, Math.min(mostMs, (deadline.getStore() ?? Infinity) - performance.now()))
