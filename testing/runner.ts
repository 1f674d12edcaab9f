import type { Keys } from '../embedded/keys.ts'
import type { Socket } from '../embedded/postgres/connect.ts'

/** The variable with the address of `run-tests.ts`. A file that is run alone has none and starts its own stack. */
export const runnerVariable = 'BUBBLEQUEST_TEST_RUNNER'

/** The stack of the whole run; `log` is the file with its log. */
export type SharedStack = { url: string; keys: Keys; folder: string; socket: Socket; log: string }

/** A database of one file, on the Postgres of the whole run. */
export type SharedDatabase = { socket: Socket; name: string }

type Shared = { stack: SharedStack; database: SharedDatabase }

/** Asks the runner for what it shares; undefined where there is no runner. */
export async function askRunner<What extends keyof Shared>(what: What): Promise<Shared[What] | undefined> {
  const runner = Deno.env.get(runnerVariable)
  if (runner === undefined) return undefined
  const answer = await fetch(`${runner}/${what}`)
  if (!answer.ok) throw new Error(`The runner has no ${what}: ${await answer.text()}`)
  return answer.json()
}
