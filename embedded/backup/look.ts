import assert from 'node:assert/strict'
import { Problem } from '../problem.ts'

/** What lies in a folder. */
export const namesIn = async (folder: string) => (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted()

/** The sentence of what must be refused. */
export const problem = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('It was done'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Problem, String(error))
  return error.message
}
