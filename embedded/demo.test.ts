import assert from 'node:assert/strict'
import { addDemoFamily } from './demo.ts'
import { Device } from '../testing/device.ts'
import { onOwnStack } from '../testing/stack.ts'
import type { TestStack } from '../testing/stack.ts'

// Confirms addresses by mail, for which the demo family must not wait.
const story = onOwnStack({ confirmations: true })

async function signIn({ url }: TestStack, said: string): Promise<{ nora: Device; familyId: string }> {
  const [, email, password] = /sign in as (\S+) with the password (\S+)$/.exec(said) ?? []
  const nora = new Device(url)
  await nora.call('login', {}, { email, password })
  const [membership, ...others] = await nora.call('myFamilies', {})
  assert.deepEqual(others, [])
  return { nora, familyId: membership?.family.id ?? assert.fail('She has no family') }
}

story(
  'The demo family has a lively board, three weeks behind it and a ledger that adds up; it is added once',
  async (stack) => {
    const file = `${stack.folder}/demo.json`
    const said = await addDemoFamily(stack.url, stack.sql, file)
    assert.equal(await addDemoFamily(stack.url, stack.sql, file), said)
    const { nora, familyId } = await signIn(stack, said)

    const members = await nora.call('members', { familyId })
    assert.deepEqual(
      members.map(({ role }) => role),
      ['parent', 'parent', 'kid', 'kid', 'kid'],
    )
    const quests = await nora.call('quests', { familyId })
    const columns = await nora.call('columns', { familyId })
    assert.equal(quests.length, 25)
    assert.deepEqual(new Set(quests.map(({ columnId }) => columnId)), new Set(columns.map(({ id }) => id)))

    const days = await stack.sql<
      { days: number }[]
    >`select count(distinct completed_date)::int as days from public.quest_completions where family_id = ${familyId}`
    assert.equal(days[0]?.days, 21)
    for (const { id, role } of members) {
      const entries = await nora.call('gemEntries', { memberId: id })
      const { balance } = await nora.call('gems', { memberId: id })
      assert.equal(
        balance,
        entries.reduce((sum, { amount }) => sum + amount, 0),
      )
      const moments = entries.map(({ createdAt }) => createdAt)
      assert.deepEqual(moments, moments.toSorted().toReversed())
      if (role === 'kid') assert.ok(balance > 0)
    }
    const untrue = await stack.sql`
      select member_id, date_trunc('month', e.created_at at time zone f.time_zone)::date as month, sum(amount) as earned
      from public.gem_entries e join public.families f on f.id = family_id where reason = 'completion' group by 1, 2
      except select member_id, month, earned from public.gem_months`
    assert.deepEqual([...untrue], [], 'a month has what was earned in it')
    assert.ok((await nora.call('rewards', { familyId })).length >= 5)
    const redemptions = await nora.call('redemptions', { familyId })
    assert.deepEqual(
      redemptions.map(({ status }) => status),
      ['reserved', 'granted'],
    )
  },
)
