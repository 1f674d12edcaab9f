import { connectTo } from '../embedded/postgres/connect.ts'
import type { Socket } from '../embedded/postgres/connect.ts'
import type { Keys } from '../embedded/keys.ts'
import type { TestDatabase } from './database.ts'
import type { TestStack } from './stack.ts'

/** The variable with the address of `run-tests.ts`. A file that is run alone has none and starts its own stack. */
export const runnerVariable = 'BUBBLEQUEST_TEST_RUNNER'

/** The shared stack of the runner; `log` is the file with the stack's log. */
export type StackAddress = { url: string; keys: Keys; folder: string; socket: Socket; log: string }
export type DatabaseAddress = { socket: Socket; name: string }

/** The stack of the whole run, or undefined where there is no runner. */
export async function joinStack(): Promise<(TestStack & { log: string }) | undefined> {
  const shared = await askRunner<StackAddress>('stack')
  if (shared === undefined) return undefined
  const { socket, ...rest } = shared
  return { ...rest, sql: connectTo(socket, 'postgres', 4), postgres: { connect: (role, max) => connectTo(socket, role, max) } }
}

/** A database of its own on the Postgres of the whole run, or undefined where there is no runner. */
export async function joinDatabase(): Promise<TestDatabase | undefined> {
  const shared = await askRunner<DatabaseAddress>('database')
  if (shared === undefined) return undefined
  const connect: TestDatabase['connect'] = (role, max) => connectTo(shared.socket, role, max, shared.name)
  return { connect, sql: connect('postgres', 4), admin: connect('supabase_admin', 4) }
}

async function askRunner<Address>(what: 'stack' | 'database'): Promise<Address | undefined> {
  const runner = Deno.env.get(runnerVariable)
  if (runner === undefined) return undefined
  const answer = await fetch(`${runner}/${what}`)
  if (!answer.ok) throw new Error(`The runner has no ${what}: ${await answer.text()}`)
  return answer.json()
}
