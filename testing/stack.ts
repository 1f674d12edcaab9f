import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { pinMemoryKib } from '../edge-functions/api/members/pin-hashing.ts'
import { readSettings } from '../edge-functions/api/settings.ts'
import type { Settings } from '../edge-functions/api/settings.ts'
import { connectTo } from '../embedded/postgres/connect.ts'
import type { PostgresServer } from '../embedded/postgres/server.ts'
import type { Stack, StackOptions } from '../embedded/stack.ts'
import { withLog } from './log.ts'
import { askRunner } from './runner.ts'
import { migratedFolder } from './template.ts'
import { uploadedFunction, uploadVariable } from './uploaded-function.ts'

/** The part of a stack that a story may use while others use it too. */
export type TestStack = Pick<Stack, 'url' | 'keys'> & {
  folder: string
  /** As the role that migrations and functions use. */
  sql: postgres.Sql
  postgres: Pick<PostgresServer, 'connect'>
}

/** A stack of one file alone, which may inspect all of it, break it and stop it. */
export type OwnStack = TestStack & Stack

type Registered<Running> = (sentence: string, run: (stack: Running) => Promise<void>) => void

/**
 * One stack for all stories of a file, and for all files of a run by `run-tests.ts`: each story makes its own family
 * and counts nothing of others. Returns a function that registers a story: `const story = onOneStack()`.
 */
export const onOneStack = (): Registered<TestStack> =>
  onStack<TestStack>(async () => {
    const shared = await joinStack()
    if (shared !== undefined) return { stack: shared, log: shared.log, close: () => shared.sql.end() }
    const stack = await openStack()
    return { stack, close: () => closeStack(stack) }
  })

/** The stack of the whole run, or undefined where there is no runner. */
async function joinStack(): Promise<(TestStack & { log: string }) | undefined> {
  const shared = await askRunner('stack')
  if (shared === undefined) return undefined
  const { socket, ...rest } = shared
  return {
    ...rest,
    sql: connectTo(socket, 'postgres', 4),
    postgres: { connect: (role, max) => connectTo(socket, role, max) },
  }
}

/** A stack for the stories of one file alone, on a folder and a port of its own. */
export const onOwnStack = (options: Partial<StackOptions> = {}): Registered<OwnStack> =>
  onStack(async () => {
    const stack = await openStack(options)
    return { stack, close: () => closeStack(stack) }
  })

type Opened<Running> = { stack: Running; log?: string; close: () => Promise<void> }

function onStack<Running>(open: () => Promise<Opened<Running>>): Registered<Running> {
  let opened: Opened<Running> | undefined
  Deno.test.beforeAll(async () => void (opened = await open()))
  Deno.test.afterAll(() => opened?.close())
  return (sentence, run) =>
    Deno.test(sentence, () => {
      const { stack, log } = opened ?? assert.fail('The stack is not running')
      return withStackLog(() => run(stack), log)
    })
}

/**
 * Adds the stack's log lines to the error of a failed story, from this process or from `log`: they may name the only
 * cause.
 */
function withStackLog(run: () => Promise<void>, log: string | undefined): Promise<void> {
  return withLog(async (lines) => {
    const begun = log === undefined ? 0 : (await Deno.stat(log)).size
    try {
      await run()
    } catch (error) {
      const said = log === undefined ? lines : [...lines, ...(await linesAfter(log, begun))]
      if (said.length === 0) throw error
      // The message of an error that is thrown already is not shown when it changes.
      throw new Error(`The stack said meanwhile:\n${said.slice(0, 20).join('\n')}`, { cause: error })
    }
  })
}

async function linesAfter(log: string, begun: number): Promise<string[]> {
  const bytes = await Deno.readFile(log)
  return new TextDecoder()
    .decode(bytes.subarray(begun))
    .split('\n')
    .filter((line) => line !== '')
}

/**
 * Lower than the product's, because the families of the tests have hundreds of PINs; an uploaded function has no such
 * setting.
 */
export const testPinMemoryKib = Deno.env.has(uploadVariable) ? pinMemoryKib : 64

export async function openStack(options: Partial<StackOptions> = {}): Promise<OwnStack> {
  const folder = options.folder ?? (await migratedFolder())
  // Loads the stack only where one is started, because most files join that of the run.
  const { startStack } = await import('../embedded/stack.ts')
  const stack = await startStack({
    port: 0,
    hostname: '127.0.0.1',
    rateLimits: false,
    passwordCost: 4,
    pinMemoryKib: testPinMemoryKib,
    // Tests send X-Forwarded-For, as a proxy does.
    trustedProxies: 1,
    ...(await uploadedFunction()),
    ...options,
    folder,
  })
  return { ...stack, folder, sql: stack.postgres.connect('postgres', 4) }
}

/** The settings of one more instance of the function on that stack. */
export const settingsFor = ({ url, keys }: TestStack, environment: Record<string, string> = {}): Settings =>
  readSettings({
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
    BUBBLEQUEST_PIN_PEPPER: keys.pinPepper,
    BUBBLEQUEST_JWT_SECRET: keys.jwtSecret,
    ...environment,
  })

export async function closeStack(stack: OwnStack): Promise<void> {
  await stack.sql.end()
  await stack.stop()
  await Deno.remove(stack.folder, { recursive: true })
}
