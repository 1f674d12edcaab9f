import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { startStack } from '../stack.ts'
import type { Stack, StackOptions } from '../stack.ts'
import { withLog } from './log.ts'
import { migratedFolder } from './template.ts'

export type TestStack = Stack & {
  folder: string
  /** As the role that migrations and functions use. */
  sql: postgres.Sql
}

type Story = (stack: TestStack) => Promise<void>

/**
 * One stack for all stories of a file, on a folder and a port of its own. What it answers
 * registers a story: `const story = onOneStack()`.
 */
export function onOneStack(options: Partial<StackOptions> = {}): (sentence: string, tell: Story) => void {
  let running: TestStack | undefined
  Deno.test.beforeAll(async () => void (running = await openStack(options)))
  Deno.test.afterAll(async () => {
    if (running !== undefined) await closeStack(running)
  })
  return (sentence, tell) =>
    // The stack outlives each story, and opens its connections when one needs them.
    Deno.test({
      name: sentence,
      sanitizeOps: false,
      sanitizeResources: false,
      fn() {
        const stack = running ?? assert.fail('The stack is not running')
        return told(() => tell(stack))
      },
    })
}

/** What the stack writes to its log belongs to a story that fails: it may be all that is known of why. */
function told(tell: () => Promise<void>): Promise<void> {
  return withLog(async (lines) => {
    try {
      await tell()
    } catch (error) {
      if (error instanceof Error && lines.length > 0) error.message += `\n\nThe stack said meanwhile:\n${lines.slice(0, 20).join('\n')}`
      throw error
    }
  })
}

export async function openStack(options: Partial<StackOptions> = {}): Promise<TestStack> {
  const folder = options.folder ?? (await migratedFolder())
  const stack = await startStack({ port: 0, hostname: '127.0.0.1', rateLimits: false, passwordCost: 4, ...options, folder })
  return { ...stack, folder, sql: stack.postgres.connect('postgres', 4) }
}

export async function closeStack(stack: TestStack): Promise<void> {
  await stack.sql.end()
  await stack.stop()
  await Deno.remove(stack.folder, { recursive: true })
}
