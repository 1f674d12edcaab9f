import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { emptyFamilyState } from '#domain/rules/family-state.ts'
import { aMember, uuid } from '#testing/builders.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { Reward } from '#domain/contract/rewards.ts'
import { practiceQuery } from '#app/lib/api/queries.ts'
import { serverState, updateServerState } from './family-store.ts'
import { forgetUnreadable } from './forget-unreadable.ts'

const kid = (number: number, name: string): FamilyMember => ({ ...aMember(number, name), role: 'kid' })
const [mia, leo] = [kid(2, 'Mia'), kid(3, 'Leo')]
const anna: FamilyMember = { ...aMember(1, 'Anna'), role: 'parent' }
const rewardOf = (number: number, isActive: 0 | 1) =>
  Reward.parse({ id: uuid(7, number), title: 'Pizza', icon: '🍕', gemCost: 5, isActive, version: number })

/** A parent has looked at the practice of both kids and at all rewards. */
function deviceOfParent() {
  const client = new QueryClient()
  for (const { id } of [mia, leo]) client.setQueryData(practiceQuery(id).queryKey, [])
  updateServerState(() => ({
    ...emptyFamilyState,
    members: [anna, mia, leo],
    rewards: [rewardOf(1, 1), rewardOf(2, 0)],
  }))
  const known = () => ({
    practice: [mia, leo].filter(({ id }) => client.getQueryData(practiceQuery(id).queryKey) !== undefined),
    rewards: serverState().rewards.map(({ isActive }) => isActive),
  })
  return { client, known }
}

test('a device that a kid takes forgets the practice of siblings and the hidden rewards', () => {
  const { client, known } = deviceOfParent()
  forgetUnreadable(client, mia.id)
  expect(known()).toEqual({ practice: [mia], rewards: [1] })
})
