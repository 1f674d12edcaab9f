import { expect, test } from 'vitest'
import type { Command } from '#domain/rules/commands.ts'
import { store } from '#app/state/store.ts'
import { toastsAtom } from '#app/state/toast.ts'
import { tellRefusal } from './use-kept-commands.ts'

const toldOf = (gemCost: number) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The fields that are read.
  tellRefusal({ name: 'redeemReward', body: { gemCost } } as Command, 'Cinema', new Error('Refused'))
  return store.get(toastsAtom).map(({ title }) => title)
}

test('a child is told of a refused wish, and not of a refused celebration', () => {
  expect(toldOf(0)).toEqual([])
  expect(toldOf(50)).toEqual(['Not this time'])
})
