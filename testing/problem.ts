import assert from 'node:assert/strict'
import { Problem } from '../embedded/problem.ts'

/** The sentence of what must be refused. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('It was done'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Problem, String(error))
  return error.message
}
