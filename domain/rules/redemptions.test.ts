import { expect, test } from 'vitest'
import { MemberId } from '../contract/ids.ts'
import { Redemption } from '../contract/redemptions.ts'
import { uuid } from '#testing/builders.ts'
import { decidedRedemptions, knownRedemptionIds, pendingRedemptions } from './redemptions.ts'

const [mia, leo] = [1, 2].map((number) => MemberId.parse(uuid(3, number))) as [MemberId, MemberId]
const id = (number: number) => uuid(5, number)
const wish = (number: number, more: object = {}) =>
  Redemption.parse({
    id: id(number),
    rewardId: null,
    memberId: mia,
    title: `Wish ${number}`,
    icon: '🍦',
    gemCost: 40,
    status: 'reserved',
    createdAt: `2026-11-21T0${number}:00:00Z`,
    decidedAt: null,
    version: number,
    ...more,
  })
const answered = (status: string, more: object = {}) => ({ status, decidedAt: '2026-11-22T08:00:00Z', ...more })

test("the wishes that wait are the member's own, oldest first", () => {
  const all = [wish(3), wish(1), wish(2, answered('granted')), wish(4, { memberId: leo })]
  expect(pendingRedemptions(all, mia).map(({ title }) => title)).toEqual(['Wish 1', 'Wish 3'])
})

test('an answer is told of a wish that was seen waiting, and of no other', () => {
  const all = [wish(3, answered('declined')), wish(1, answered('granted')), wish(2, answered('granted')), wish(4)]
  expect(decidedRedemptions(all, mia, new Set([id(1), id(3), id(4)])).map(({ title }) => title)).toEqual([
    'Wish 1',
    'Wish 3',
  ])
  expect(decidedRedemptions(all, leo, new Set([id(1)]))).toEqual([])
})

test('what was put back is no answer', () => {
  const all = [wish(1, answered('declined', { putBack: true }))]
  expect(decidedRedemptions(all, mia, new Set([id(1)]))).toEqual([])
  expect(knownRedemptionIds(all, mia, new Set([id(1)]))).toEqual(new Set())
})

test("known are the member's waiting wishes, what is not told yet, and what others wait for on the same device", () => {
  const all = [wish(1), wish(2, answered('granted')), wish(3, { memberId: leo }), wish(4, { memberId: leo })]
  expect(knownRedemptionIds(all, mia, new Set([id(2), id(3), id(9)]))).toEqual(new Set([id(2), id(3), id(1)]))
})

test('nothing new leaves the same set', () => {
  const known = new Set([id(1)])
  expect(knownRedemptionIds([wish(1)], mia, known)).toBe(known)
})
