import assert from 'node:assert/strict'
import { addDemoFamily } from './demo.ts'
import { Device } from '../testing/device.ts'
import { onOwnStack } from '../testing/stack.ts'

const story = onOwnStack()
const confirmingStory = onOwnStack({ confirmations: true })

story('The demo family has a lively board, three weeks behind it and a ledger that adds up; it is added once', async (stack) => {
  const file = `${stack.folder}/demo.json`
  const said = await addDemoFamily(stack.url, stack.sql, file)
  assert.equal(await addDemoFamily(stack.url, stack.sql, file), said)
  const [, email, password] = /sign in as (\S+) with the password (\S+)$/.exec(said) ?? []
  const nora = new Device(stack.url)
  await nora.call('login', {}, { email, password })
  const families = await nora.call('myFamilies', {})
  assert.equal(families.length, 1)
  const familyId = families[0]?.family.id ?? ''

  const members = await nora.call('members', { familyId })
  assert.deepEqual(
    members.map(({ role }) => role),
    ['parent', 'parent', 'kid', 'kid', 'kid'],
  )
  const quests = await nora.call('quests', { familyId })
  const columns = await nora.call('columns', { familyId })
  assert.equal(quests.length, 25)
  for (const { id, title } of columns)
    assert.ok(
      quests.some(({ columnId }) => columnId === id),
      title,
    )

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
  assert.ok((await nora.call('rewards', { familyId })).length >= 5)
  const redemptions = await nora.call('redemptions', { familyId })
  assert.deepEqual(
    redemptions.map(({ status }) => status),
    ['reserved', 'granted'],
  )
})

confirmingStory('Where addresses are confirmed by mail the demo family comes about all the same, and no mail is waited for', async (stack) => {
  const said = await addDemoFamily(stack.url, stack.sql, `${stack.folder}/demo.json`)
  const [, email, password] = /sign in as (\S+) with the password (\S+)$/.exec(said) ?? []
  const nora = new Device(stack.url)
  await nora.call('login', {}, { email, password })
  const [membership] = await nora.call('myFamilies', {})
  assert.equal((await nora.call('quests', { familyId: membership?.family.id ?? '' })).length, 25)
})
