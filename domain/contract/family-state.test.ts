import { createHash } from 'node:crypto'
import { toJSONSchema } from 'zod/v4/core'
import { expect, test } from 'vitest'
import { familyStateVersion, ReadFamily } from './family-state.ts'

test('the version of the state is raised when a field of it changes', () => {
  const fields = JSON.stringify(toJSONSchema(ReadFamily, { io: 'output', unrepresentable: 'any' }))
  const digest = createHash('sha256').update(fields).digest('hex').slice(0, 12)
  expect([familyStateVersion, digest], 'Raise familyStateVersion, and write the new digest here').toEqual([
    '8',
    '029f0171d7ec',
  ])
})
