import assert from 'node:assert/strict'
import { Problem } from '../embedded/problem.ts'

/** Asserts that `work` rejects with a Problem. Returns its sentence. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('It was done'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof Problem, String(error))
  return error.message
}
