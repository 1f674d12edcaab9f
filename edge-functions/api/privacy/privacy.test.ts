import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { Device } from '../../../testing/device.ts'
import { newScene } from '../../../testing/every-call.ts'
import { face, kidOf, newFamily, password } from '../../../testing/family.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import { onOwnStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOwnStack()

/**
 * Returns the names of all tables that contain one of these texts, except those that the server writes about itself.
 */
async function tablesWith({ sql, postgres }: TestStack, texts: readonly string[]): Promise<string[]> {
  const admin = postgres.connect('supabase_admin', 1)
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`
    const found: string[] = []
    for (const { name } of tables) {
      const [row] = await admin.unsafe(
        `select exists (select from ${name} t where t::text like any ($1::text[])) as found`,
        [texts.map((text) => `%${text}%`)],
      )
      if (row?.['found'] === true) found.push(name)
    }
    return found.toSorted()
  } finally {
    await admin.end()
  }
}

/** Counts the rows of the family in each table that has its id. */
async function rowsOf({ sql }: TestStack, familyId: string) {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'family_id' order by table_name`
  const counts: Record<string, number> = {}
  for (const { name } of tables)
    counts[name] = (await sql`select from ${sql(`public.${name}`)} where family_id = ${familyId}`).count
  return counts
}

story('Anna takes everything along that is kept of her family, and no secret', async (stack) => {
  const scene = await newScene(stack)
  const { parent, familyId, miaId, questId, today } = scene
  const picture = await face(parent, miaId)
  await stack.sql`insert into public.gem_debts (family_id, member_id, amount, title, icon) values (${familyId}, ${miaId}, 5, 'Dishes', '🍽️')`
  await parent.call('setPin', { memberId: miaId }, { pin: '4711' })
  const taken = await parent.call('exportFamily', { familyId })
  // The same as the other calls return, row by row, and all rows.
  for (const list of ['columns', 'quests', 'rewards', 'redemptions', 'devices'] as const)
    assert.deepEqual(taken[list], await parent.call(list, { familyId }), list)
  const [membership] = await parent.call('myFamilies', {})
  assert.deepEqual(taken.family, { ...membership?.family, createdAt: taken.family.createdAt })
  const members = await parent.call('members', { familyId })
  assert.deepEqual(
    taken.members,
    members.map((member, index) => ({
      ...member,
      createdAt: taken.members[index]?.createdAt,
      hasLogin: index === 0,
    })),
  )
  assert.deepEqual(
    taken.completions.map(({ questId, memberId, completedDate, gems }) => [questId, memberId, completedDate, gems]),
    [[questId, miaId, today, 30]],
  )
  assert.deepEqual(taken.gemEntries.toReversed(), await parent.call('gemEntries', { memberId: miaId }))
  assert.deepEqual(
    [taken.members[1]?.avatarSeed, taken.practice.map(({ item, memberId }) => [item, memberId])],
    [picture, [['dog', miaId]]],
  )
  const kept = await rowsOf(stack, familyId)
  assert.deepEqual(kept, {
    absences: taken.absences.length,
    family_members: taken.members.length,
    gem_debts: taken.gemDebts.length,
    gem_entries: taken.gemEntries.length,
    // Sums of the entries.
    gem_months: 1,
    practice_items: taken.practice.length,
    quest_columns: taken.columns.length,
    quest_completions: taken.completions.length,
    quests: taken.quests.length,
    redemptions: taken.redemptions.length,
    rewards: taken.rewards.length,
  })
  assert.ok(Object.values(kept).every((count) => count > 0))
  // No secret goes along.
  const { text } = await parent.ask('exportFamily', { familyId })
  const [secrets] = await stack.sql<Record<string, string>[]>`
    select encode(p.hash, 'hex') as hash, encode(p.salt, 'hex') as salt, u.encrypted_password as password, u.email as email
    from private.member_pins p, auth.users u where p.member_id = ${miaId} and u.email = ${scene.email}`
  for (const [name, secret] of Object.entries({ ...secrets })) assert.equal(text.includes(secret), false, name)
  // Not as a part of an id or a moment.
  assert.doesNotMatch(text, /(?<![\da-f.-])4711(?![\da-f-])/)
})

story('With the password a parent deletes the family, to the last row and file', async (stack) => {
  const scene = await newScene(stack)
  const { parent, familyId, miaId, memberId, email } = scene
  const { id: userId } = await parent.call('currentUser', {})
  const { kid } = await kidOf(stack, scene)
  await parent.call('setPin', { memberId: miaId }, { pin: '4711' })
  const tablet = await scene.device(memberId)
  const path = await face(parent, miaId)
  const { parent: stranger, familyId: other } = await newFamily(stack, 'Holm')
  const olaf = await face(stranger, (await stranger.call('members', { familyId: other }))[0]?.id ?? '')
  const about = [familyId, userId, memberId, miaId, email]
  assert.ok((await tablesWith(stack, about)).length > 10)

  await parent.refused('deleteFamily', { familyId }, 'wrong_password', { currentPassword: `${password}!` })
  await kid.refused('deleteFamily', { familyId }, 'not_allowed', { currentPassword: password })
  await stranger.refused('deleteFamily', { familyId }, 'not_found', { currentPassword: password })
  assert.equal((await parent.call('members', { familyId })).length, 3)

  const gone = await parent.ask('deleteFamily', { familyId }, { body: { currentPassword: password } })
  assert.equal(gone.status, 200)
  assert.equal(JSON.parse(gone.text).deleted, true)
  assert.equal(parent.cookies.size, 0)
  // The family's last event stays for some days: its deletion.
  const left = await tablesWith(stack, about)
  assert.deepEqual(
    left.filter((name) => !name.startsWith('realtime.messages_')),
    [],
  )
  const news = await stack.sql<
    { event: string }[]
  >`select event from realtime.messages where topic = ${`family:${familyId}`}`
  assert.deepEqual(
    news.map(({ event }) => event),
    ['family.deleted'],
  )
  for (const device of [tablet, kid]) assert.equal((await device.ask('members', { familyId })).status, 404)
  await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
  const entries = await readdir(`${stack.folder}/storage`, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const kept = await stack.sql<{ version: string; name: string }[]>`select version, name from storage.objects`
  assert.deepEqual(files.toSorted(), kept.map(({ version }) => version).toSorted())
  assert.deepEqual(
    [kept.some(({ name }) => path.endsWith(name)), kept.some(({ name }) => olaf.endsWith(name))],
    [false, true],
  )
  // Nothing of anybody else was deleted.
  assert.equal((await stranger.call('columns', { familyId: other })).length, 4)
  // The address is free again for a new family.
  await new Device(stack.url).call('signup', {}, { firstName: 'Anna', lastName: 'Berg', email, password })
})

story('A member who also belongs to another family keeps the login', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const holm = await newFamily(stack, 'Holm')
  const { id: annaId } = await parent.call('currentUser', {})
  await stack.sql`insert into public.family_members (family_id, user_id, display_name, role) values (${holm.familyId}, ${annaId}, 'Anna', 'parent')`
  await holm.parent.call('deleteFamily', { familyId: holm.familyId }, { currentPassword: password })
  assert.deepEqual(
    (await parent.call('myFamilies', {})).map(({ family }) => family.id),
    [familyId],
  )
})

story('A child who is taken out of the family leaves no row and no file', async (stack) => {
  const scene = await newScene(stack)
  const { parent, miaId, familyId } = scene
  await parent.call('setPin', { memberId: miaId }, { pin: '4711' })
  const path = await face(parent, miaId)
  const once = await scene.addQuest('Shelf', { assigneeIds: [scene.memberId] })
  await parent.call('moveOrEditQuest', { questId: once.id }, { completedDate: scene.today, completingMemberId: miaId })
  await parent.call('removeMember', { memberId: miaId })
  const left = await tablesWith(stack, [miaId, path.slice('/objects/'.length)])
  assert.deepEqual(
    left.filter((name) => !name.startsWith('realtime.messages_')),
    [],
  )
  const { count } = await stack.sql`select from storage.objects where name like ${`${familyId}/%`}`
  assert.equal(count, 0)
})

story("Rows older than thirteen months are deleted, except those that the family's state depends on", async (stack) => {
  const scene = await newScene(stack)
  const { parent, familyId, miaId, rewardId, questId, today } = scene
  const once = await scene.addQuest('Shelf', { gemValue: 5, assigneeIds: [miaId] })
  await parent.call('moveOrEditQuest', { questId: once.id }, { completedDate: today, completingMemberId: miaId })
  await parent.call('decideRedemption', { redemptionId: scene.redemptionId }, { status: 'granted' })
  await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId: miaId })
  const balance = await scene.balanceOf(miaId)
  const age = (days: number) =>
    stack.sql.begin(async (sql) => {
      await sql`update public.quest_completions set created_at = created_at - ${days} * interval '1 day' where family_id = ${familyId}`
      await sql`update public.practice_items set practised_at = practised_at - ${days} * interval '1 day' where family_id = ${familyId}`
      await sql`alter table public.redemptions disable trigger redemption_changed`
      await sql`update public.redemptions set decided_at = decided_at - ${days} * interval '1 day' where family_id = ${familyId}`
      await sql`alter table public.redemptions enable trigger redemption_changed`
    })
  const visitor = new Device(stack.url)
  await age(380)
  const before = await rowsOf(stack, familyId)
  // Time away goes sooner, a month after its end, and no screen is told.
  const away = (days: number) => ({ startsOn: dayFromNow(-days), endsOn: dayFromNow(-days) })
  for (const days of [40, 20]) await parent.call('addAbsence', { familyId }, away(days))
  const revision = (await parent.call('myFamilies', {}))[0]?.family.revision
  assert.equal((await visitor.call('cleanUp', {})).removed, 1)
  assert.equal((await parent.call('myFamilies', {}))[0]?.family.revision, revision)
  before['absences'] = 2
  assert.deepEqual(await rowsOf(stack, familyId), before)
  await age(30)
  const { removed } = await visitor.call('cleanUp', {})
  assert.equal(removed, 3)
  assert.deepEqual(await rowsOf(stack, familyId), {
    ...before,
    quest_completions: 1,
    practice_items: 0,
    redemptions: 1,
  })
  assert.equal(await scene.balanceOf(miaId), balance)
  const [done] = await parent.call('completions', { familyId, '?startDate': dayFromNow(-1), '?endDate': dayFromNow(1) })
  assert.deepEqual([done?.questId, done?.questId === questId], [once.id, false])
  assert.deepEqual(await visitor.call('cleanUp', {}), { removed: 0 })
})
