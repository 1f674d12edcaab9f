import assert from 'node:assert/strict'
import { dayFromNow } from '../../testing/builders.ts'
import { addGems, ask, eventsOf, heardOf, refusedInSilence } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

story('A balance is the sum of its lines, and each line is announced with the balance it makes', async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  const { heard } = await heardOf(sql, berg.familyId, async () => {
    for (const amount of [20, -5, 7, -22]) await addGems(sql, berg.familyId, kid.memberId, amount)
  })
  for (const [event] of heard) assert.equal(event, 'gems.changed')
  const balances = heard.map(([, payload]) => payload['balance'])
  assert.deepEqual(balances, [20, 15, 22, 0])
  const listed = Object.values(await ask(sql, kid.userId, 'list_gem_entries', { memberId: kid.memberId }))
  assert.deepEqual(listed, heard.map(([, payload]) => payload['entry']).toReversed(), 'newest first')
  assert.deepEqual(await ask(sql, kid.userId, 'gems', { memberId: kid.memberId }), { balance: 0 })
})

story('No line makes a balance negative, of several in one statement neither', async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  await addGems(sql, berg.familyId, kid.memberId, 10)
  const { heard } = await heardOf(sql, berg.familyId, async () => {
    const refusal = { code: 'BQ001', message: 'not_enough_gems' }
    await assert.rejects(addGems(sql, berg.familyId, kid.memberId, -11), refusal)
    const twice = sql`
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      select ${berg.familyId}, ${kid.memberId}, -6, 'redemption', 'Ice cream', '🍦' from generate_series(1, 2)`
    await assert.rejects(twice, refusal)
  })
  assert.deepEqual(heard, [])
  assert.deepEqual(await ask(sql, kid.userId, 'gems', { memberId: kid.memberId }), { balance: 10 })
})

story('A parent gives gems and takes some, for a reason that the ledger keeps', async ({ sql }) => {
  const { berg, kid, tablet } = await twoHouses(sql)
  const { familyId, parent } = berg
  const { memberId } = kid
  const given = await heardOf(sql, familyId, () =>
    ask(sql, parent.userId, 'add_gem_entry', { memberId, amount: 30, reason: 'Great report card' }),
  )
  const taken = await heardOf(sql, familyId, () =>
    ask(sql, parent.userId, 'add_gem_entry', { memberId, amount: -10, reason: 'Sweets at the shop' }),
  )
  const earned = [{ month: `${dayFromNow().slice(0, 7)}-01`, gems: 30 }]
  assert.deepEqual(given.heard, [['gems.changed', { balance: 30, entry: given.reply, earned }]])
  assert.deepEqual(taken.heard, [['gems.changed', { balance: 20, entry: taken.reply, earned }]])
  const listed = Object.values(await ask(sql, kid.userId, 'list_gem_entries', { memberId })) as Record<
    string,
    unknown
  >[]
  assert.deepEqual(listed, [taken.reply, given.reply])
  assert.deepEqual(
    listed.map(({ amount, reason, title, icon }) => [amount, reason, title, icon]),
    [
      [-10, 'taken', 'Sweets at the shop', '✋'],
      [30, 'given', 'Great report card', '🎁'],
    ],
  )
  await refusedInSilence(
    sql,
    familyId,
    parent.userId,
    'add_gem_entry',
    { memberId, amount: -21, reason: 'Too much' },
    'not_enough_gems',
  )
  for (const who of [tablet, kid.userId])
    await refusedInSilence(
      sql,
      familyId,
      who,
      'add_gem_entry',
      { memberId, amount: 5, reason: 'A gift' },
      'not_allowed',
    )
  assert.deepEqual(await ask(sql, kid.userId, 'gems', { memberId }), { balance: 20 })
})

story('Gems that a parent gives settle what the member owes', async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  const { memberId } = kid
  await sql`insert into public.gem_debts (family_id, member_id, amount, title, icon) values (${berg.familyId}, ${memberId}, 20, 'Dishes', '🍽️')`
  const { reply, heard } = await heardOf(sql, berg.familyId, () =>
    ask(sql, berg.parent.userId, 'add_gem_entry', { memberId, amount: 30, reason: 'A gift' }),
  )
  assert.deepEqual(eventsOf(heard), ['gems.changed', 'gems.changed'])
  assert.deepEqual([heard[0]?.[1]['entry'], heard[1]?.[1]['balance']], [reply, 10])
  assert.equal((await sql`select from public.gem_debts where member_id = ${memberId}`).count, 0)
})

story("What was ever earned is summed up by the months of the family's calendar", async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  const { memberId } = kid
  await sql`update public.families set time_zone = 'Pacific/Auckland' where id = ${berg.familyId}`
  // In Auckland it is 1 December at 11:30 UTC.
  for (const [createdAt, amount, reason] of [
    ['2026-11-30T10:30:00Z', 500, 'practice'],
    ['2026-11-30T11:30:00Z', 20, 'completion'],
    ['2026-11-30T11:31:00Z', -400, 'redemption'],
    ['2026-12-02T11:31:00Z', 400, 'refund'],
    ['2027-01-02T11:31:00Z', -20, 'undo'],
    ['2027-01-02T11:31:01Z', -5, 'taken'],
  ] as const)
    await sql`
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, created_at, practice_day)
      values (${berg.familyId}, ${memberId}, ${amount}, ${reason}, 'Dishes', '🧹', ${createdAt}, ${reason === 'practice' ? '2026-11-30' : null})`
  const months =
    await sql`select month::text, earned::int from public.gem_months where member_id = ${memberId} order by month`
  assert.deepEqual(
    months.map(({ month, earned }) => [month, earned]),
    [
      ['2026-11-01', 500],
      ['2026-12-01', 20],
      ['2027-01-01', -20],
    ],
  )
})
