import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { addGems, addMember, ask, eventsOf, heardOf, refusedInSilence } from '../../testing/commands.ts'
import type { Asking } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { insertSession, twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

/** Mia has 50 gems, and ice cream costs 20. */
async function shop(sql: postgres.Sql, mode: 'celebrate' | 'spend' | 'ask') {
  const houses = await twoHouses(sql)
  const { familyId, parent } = houses.berg
  const memberId = houses.kid.memberId
  await addGems(sql, familyId, memberId, 50)
  await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode: mode })
  const rewardId = String(
    (await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Ice cream', icon: '🍦', gemCost: 20 }))['id'],
  )
  const wish = (more: Record<string, string> = {}) => ({
    rewardId,
    memberId,
    redemptionId: crypto.randomUUID(),
    ...more,
  })
  const ledger = async () => {
    const lines = await sql<{ amount: number; reason: string }[]>`
      select amount, reason from public.gem_entries where member_id = ${memberId} order by entry_number offset 1`
    return lines.map(({ amount, reason }) => [amount, reason])
  }
  const refuse = (who: Asking, command: string, args: Record<string, string>, code: string) =>
    refusedInSilence(sql, familyId, who, command, args, code)
  return { ...houses, familyId, parent, memberId, rewardId, wish, ledger, refuse }
}

story('In a family that spends the gems are gone at once', async ({ sql }) => {
  const { familyId, tablet, wish, ledger, memberId, rewardId } = await shop(sql, 'spend')
  const wished = wish()
  const { reply, heard } = await heardOf(sql, familyId, () => ask(sql, tablet, 'redeem_reward', wished))
  const { createdAt, decidedAt, version, ...fields } = reply
  assert.deepEqual(fields, {
    id: wished.redemptionId,
    rewardId,
    memberId,
    title: 'Ice cream',
    icon: '🍦',
    gemCost: 20,
    status: 'granted',
  })
  assert.ok(createdAt && decidedAt && version)
  assert.deepEqual(heard[0], ['redemption.saved', { redemption: reply }])
  assert.deepEqual([heard.length, heard[1]?.[0], heard[1]?.[1]['balance']], [2, 'gems.changed', 30])
  assert.deepEqual(await ledger(), [[-20, 'redemption']])
})

story('In a family that asks a parent says yes or no; a no gives the gems back', async ({ sql }) => {
  const { familyId, parent, tablet, wish, ledger, refuse } = await shop(sql, 'ask')
  for (const [status, after, events] of [
    ['granted', 30, ['redemption.saved']],
    ['declined', 30, ['redemption.saved', 'gems.changed']],
  ] as const) {
    const { redemptionId, ...wished } = wish()
    const reserved = await heardOf(sql, familyId, () => ask(sql, tablet, 'redeem_reward', { redemptionId, ...wished }))
    assert.deepEqual([reserved.reply['status'], reserved.reply['decidedAt']], ['reserved', null])
    assert.deepEqual(eventsOf(reserved.heard), ['redemption.saved', 'gems.changed'])
    const decided = await heardOf(sql, familyId, () =>
      ask(sql, parent.userId, 'decide_redemption', { redemptionId, status }),
    )
    assert.equal(decided.reply['status'], status)
    assert.deepEqual(decided.heard[0], ['redemption.saved', { redemption: decided.reply }])
    assert.deepEqual(eventsOf(decided.heard), events)
    assert.deepEqual(await ask(sql, parent.userId, 'gems', { memberId: wished.memberId }), { balance: after })
    const again = await heardOf(sql, familyId, () =>
      ask(sql, parent.userId, 'decide_redemption', { redemptionId, status }),
    )
    assert.deepEqual(again, { reply: decided.reply, heard: [] })
    const other = status === 'granted' ? 'declined' : 'granted'
    await refuse(parent.userId, 'decide_redemption', { redemptionId, status: other }, 'already_decided')
  }
  assert.deepEqual(await ledger(), [
    [-20, 'redemption'],
    [-20, 'redemption'],
    [20, 'refund'],
  ])
})

story('The same wish sent again is the same wish, also when the family pays otherwise by then', async ({ sql }) => {
  const { familyId, parent, tablet, wish, ledger, refuse } = await shop(sql, 'ask')
  const wished = wish()
  const first = await ask(sql, tablet, 'redeem_reward', wished)
  for (const mode of ['ask', 'spend', 'celebrate']) {
    await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode: mode })
    const again = await heardOf(sql, familyId, () => ask(sql, tablet, 'redeem_reward', wished))
    assert.deepEqual(again, { reply: first, heard: [] })
  }
  assert.deepEqual(await ledger(), [[-20, 'redemption']])
  const other = await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Pizza', icon: '🍕', gemCost: 1 })
  for (const changed of [
    { ...wished, rewardId: String(other['id']) },
    { ...wished, memberId: parent.memberId },
  ]) {
    await refuse(parent.userId, 'redeem_reward', changed, 'invalid_input')
  }
})

story('Nobody spends more than there is, or what is somebody else’s', async ({ sql }) => {
  const { parent, tablet, kid, holm, wish, ledger, rewardId, refuse } = await shop(sql, 'spend')
  const anna = parent.memberId
  await refuse(parent.userId, 'redeem_reward', wish({ memberId: anna }), 'not_enough_gems')
  await refuse(tablet, 'redeem_reward', wish({ memberId: anna }), 'not_own_gems')
  await refuse(kid.userId, 'redeem_reward', wish({ memberId: anna }), 'not_own_gems')
  await refuse(parent.userId, 'redeem_reward', wish({ memberId: holm.parent.memberId }), 'redeemer_not_in_family')
  await refuse(parent.userId, 'redeem_reward', wish({ rewardId: crypto.randomUUID() }), 'not_found')
  await refuse(holm.parent.userId, 'redeem_reward', wish({ memberId: holm.parent.memberId }), 'not_found')
  assert.equal(
    await refuse(tablet, 'redeem_reward', wish({ gemCost: '15' }), 'price_changed'),
    '{"gems": 20, "title": "Ice cream"}',
  )
  await ask(sql, parent.userId, 'edit_reward', { rewardId, isActive: 0 })
  await refuse(tablet, 'redeem_reward', wish(), 'not_found')
  const gift = await ask(sql, parent.userId, 'redeem_reward', wish({ gemCost: '20' }))
  assert.equal(gift['status'], 'granted', 'a parent still can')
  assert.deepEqual(await ledger(), [[-20, 'redemption']])
})

story('A celebrated reward takes no gems and waits, once, until a parent has seen it', async ({ sql }) => {
  const { familyId, parent, tablet, kid, holm, wish, ledger, memberId, refuse } = await shop(sql, 'celebrate')
  const celebrate = () => heardOf(sql, familyId, () => ask(sql, tablet, 'redeem_reward', wish({ gemCost: '0' })))
  const listed = async (who: Asking) => Object.values(await ask(sql, who, 'list_redemptions', { familyId }))
  const first = await celebrate()
  assert.deepEqual(first.heard, [['redemption.saved', { redemption: first.reply }]])
  assert.partialDeepStrictEqual(first.reply, {
    memberId,
    title: 'Ice cream',
    gemCost: 0,
    status: 'granted',
    unseen: true,
  })
  assert.deepEqual(await celebrate(), { reply: first.reply, heard: [] })
  assert.deepEqual(await listed(parent.userId), [first.reply])
  await refuse(holm.parent.userId, 'list_redemptions', { familyId }, 'not_found')
  await refuse(kid.userId, 'redeem_reward', wish({ memberId: parent.memberId }), 'not_own_gems')

  const redemptionId = String(first.reply['id'])
  const see = (who: Asking) => ask(sql, who, 'decide_redemption', { redemptionId, status: 'granted' })
  await refuse(tablet, 'decide_redemption', { redemptionId, status: 'granted' }, 'not_allowed')
  await refuse(parent.userId, 'decide_redemption', { redemptionId, status: 'declined' }, 'already_decided')
  const seen = await heardOf(sql, familyId, () => see(parent.userId))
  assert.deepEqual([seen.reply['unseen'], eventsOf(seen.heard)], [undefined, ['redemption.saved']])
  assert.deepEqual(await heardOf(sql, familyId, () => see(parent.userId)), { reply: seen.reply, heard: [] })

  const next = await celebrate()
  assert.equal(next.reply['unseen'], true)
  const putBack = { redemptionId: String(next.reply['id']) }
  const back = await heardOf(sql, familyId, () => ask(sql, tablet, 'put_back_redemption', putBack))
  assert.deepEqual([back.reply['unseen'], eventsOf(back.heard)], [undefined, ['redemption.saved']])
  assert.deepEqual(await ledger(), [])
  // One that arrives when the family pays: the child was told that it takes nothing.
  await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode: 'spend' })
  await refuse(tablet, 'redeem_reward', wish({ gemCost: '0' }), 'price_changed')
})

const day = 86_400

/** How a wish was decided and how many seconds ago it was made: the refusal of a child who puts it back, and a parent's. */
const lateReturns = [
  ['spend', undefined, 0, undefined, undefined],
  ['spend', undefined, 16, 'put_back_too_late', undefined],
  ['spend', undefined, 40 * day, 'put_back_too_late', undefined],
  // As if the clock was put back since.
  ['spend', undefined, -day, 'put_back_too_late', undefined],
  ['ask', undefined, 0, undefined, undefined],
  ['ask', undefined, 16, 'put_back_too_late', 'put_back_too_late'],
  ['ask', 'granted', 0, 'granted_by_parent', undefined],
  ['ask', 'declined', 0, 'put_back_too_late', 'put_back_too_late'],
] as const

story(
  'A wish is put back by its child within 15 seconds while no parent has decided; a granted one a parent gives back at any time',
  async ({ sql }) => {
    const { familyId, parent, tablet, berg, wish, memberId, refuse } = await shop(sql, 'spend')
    await addGems(sql, familyId, memberId, 500)
    const leos = await insertSession(sql, parent.userId, await addMember(sql, berg))
    const balance = async () => (await ask(sql, parent.userId, 'gems', { memberId }))['balance']
    for (const [mode, status, seconds, ofChild, ofParent] of lateReturns) {
      await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode: mode })
      for (const [who, refusal] of [
        [tablet, ofChild],
        [parent.userId, ofParent],
      ] as const) {
        const before = await balance()
        const wished = wish()
        const { redemptionId } = wished
        await ask(sql, tablet, 'redeem_reward', wished)
        if (status) await ask(sql, parent.userId, 'decide_redemption', { redemptionId, status })
        await sql`
          update public.redemptions set created_at = created_at - make_interval(secs => ${seconds}) where id = ${redemptionId}`
        await refuse(leos, 'put_back_redemption', { redemptionId }, 'not_own_redemption')
        if (refusal) {
          await refuse(who, 'put_back_redemption', { redemptionId }, refusal)
          continue
        }
        const putBack = () => heardOf(sql, familyId, () => ask(sql, who, 'put_back_redemption', { redemptionId }))
        const { reply, heard } = await putBack()
        assert.deepEqual(
          [reply['status'], reply['putBack'], eventsOf(heard), await balance()],
          ['declined', true, ['redemption.saved', 'gems.changed'], before],
        )
        assert.deepEqual(await putBack(), { reply, heard: [] })
        for (const status of ['granted', 'declined'])
          await refuse(parent.userId, 'decide_redemption', { redemptionId, status }, 'already_decided')
      }
    }
  },
)

story('A redemption keeps its title and price when the reward changes or is deleted', async ({ sql }) => {
  const { familyId, parent, tablet, rewardId, wish } = await shop(sql, 'ask')
  const { redemptionId, ...wished } = wish()
  await ask(sql, tablet, 'redeem_reward', { redemptionId, ...wished })
  await ask(sql, parent.userId, 'edit_reward', { rewardId, title: 'Sorbet', gemCost: 45 })
  const { heard } = await heardOf(sql, familyId, () => ask(sql, parent.userId, 'delete_reward', { rewardId }))
  assert.deepEqual(
    heard.map(([event, payload]) => [
      event,
      payload['rewardId'] ?? (payload['redemption'] as { rewardId: string | null }).rewardId,
    ]),
    [
      ['reward.deleted', rewardId],
      ['redemption.saved', null],
    ],
  )
  const declined = await ask(sql, parent.userId, 'decide_redemption', { redemptionId, status: 'declined' })
  assert.deepEqual([declined['title'], declined['gemCost'], declined['rewardId']], ['Ice cream', 20, null])
  assert.deepEqual(await ask(sql, parent.userId, 'gems', { memberId: wished.memberId }), { balance: 50 })
})

story('The list has the newest first, and whatever still waits or is unseen however old it is', async ({ sql }) => {
  const { familyId, parent, kid, tablet, wish } = await shop(sql, 'ask')
  const waiting = wish()
  await ask(sql, tablet, 'redeem_reward', waiting)
  await sql`update public.redemptions set created_at = created_at - interval '1 year' where id = ${waiting.redemptionId}`
  await sql`
    insert into public.redemptions (id, family_id, member_id, title, icon, gem_cost, status, created_at, decided_at)
    select gen_random_uuid(), ${familyId}, ${kid.memberId}, number::text, '🍦', 0, 'granted', now() - make_interval(hours => number), now() from generate_series(1, 205) number`
  await sql`
    insert into public.redemptions (id, family_id, member_id, title, icon, gem_cost, status, created_at, decided_at, is_unseen)
    values (gen_random_uuid(), ${familyId}, ${kid.memberId}, 'unseen', '🍦', 0, 'granted', now() - interval '1 month', now(), true)`
  const listed = Object.values(await ask(sql, parent.userId, 'list_redemptions', { familyId })) as {
    id: string
    title: string
  }[]
  assert.deepEqual(
    [listed.length, listed[0]?.title, listed[199]?.title, listed[200]?.title, listed[201]?.id],
    [202, '1', '200', 'unseen', waiting.redemptionId],
  )
})
