import { expect, test } from 'vitest'
import { RedemptionId } from '#domain/contract/ids.ts'
import { newId } from './new-id.ts'

test('ids are ones the contract takes, and no two are the same', () => {
  const ids = Array.from({ length: 1000 }, newId)
  for (const id of ids) expect(RedemptionId.safeParse(id).data).toBe(id)
  expect(new Set(ids).size).toBe(1000)
  expect(new Set(ids.map((id) => id[14])).size).toBe(1)
})
