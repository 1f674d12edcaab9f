import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { familyLimits } from '../../domain/contract/constants.ts'
import { addMember, addQuest, ask, heardOf, refusedAsk } from '../../testing/commands.ts'
import { lockFamily, onOneDatabase } from '../../testing/database.ts'
import { household } from '../../testing/seats.ts'
import type { TestFamily } from '../../testing/seats.ts'
import { atOnce, times } from './at-once.ts'

const story = onOneDatabase()

const column = { title: 'Garden', emoji: '🌱' }
const reward = { title: 'Pizza', icon: '🍕', gemCost: 5 }
const member = { displayName: 'Emil', role: 'kid', avatarSeed: 'emil' }

const insertQuests = (sql: postgres.Sql, { familyId, columnId, parent }: TestFamily, count: number) => sql`
  insert into public.quests (family_id, column_id, title, icon, gem_value, assignee_ids)
  select ${familyId}, ${columnId}, 'Dishes', '🍽️', 20, array[${parent.memberId}]::uuid[] from generate_series(1, ${count})`

const insertColumns = (sql: postgres.Sql, familyId: string, count: number) => sql`
  insert into public.quest_columns (family_id, title, emoji, position)
  select ${familyId}, 'Garden', '🌱', 3 + number from generate_series(1, ${count}) number`

const openQuests = async (sql: postgres.Sql, familyId: string) => {
  const [row] = await sql<{ counted: number; kept: number }[]>`
    select open_quests as kept, (select count(*)::int from public.quests
      where family_id = f.id and (recurring <> 'once' or finished_at is null)) as counted
    from public.families f where id = ${familyId}`
  assert.equal(row?.kept, row?.counted)
  return row?.kept
}

story(
  'A board has an end of columns, a family one of members, rewards and absences; what was deleted makes room',
  async ({ sql }) => {
    const { familyId, parent, columnIds } = await household(sql, 'Anna', 'Berg')
    const who = parent.userId
    await insertColumns(sql, familyId, familyLimits.columns - columnIds.length)
    await refusedAsk(sql, who, 'add_column', { familyId, ...column }, 'too_many_columns')
    await ask(sql, who, 'delete_column', { columnId: columnIds[1] ?? '' })
    await ask(sql, who, 'add_column', { familyId, ...column })

    await sql`insert into public.family_members (family_id, display_name, role)
    select ${familyId}, 'Emil', 'kid' from generate_series(1, ${familyLimits.members - 1})`
    await refusedAsk(sql, who, 'add_member', { familyId, ...member }, 'too_many_members')
    const [emil] = await sql<{ id: string }[]>`
    select id from public.family_members where family_id = ${familyId} and role = 'kid' limit 1`
    await ask(sql, who, 'remove_member', { memberId: emil?.id ?? '' })
    await ask(sql, who, 'add_member', { familyId, ...member })

    await sql`insert into public.rewards (family_id, title, icon, gem_cost)
    select ${familyId}, 'Pizza', '🍕', 5 from generate_series(1, ${familyLimits.rewards})`
    await refusedAsk(sql, who, 'add_reward', { familyId, ...reward }, 'too_many_rewards')

    const day = { startsOn: '2026-12-24', endsOn: '2026-12-24' }
    await sql`insert into public.absences (family_id, starts_on, ends_on)
    select ${familyId}, '2026-12-24', '2026-12-24' from generate_series(1, ${familyLimits.absences})`
    await refusedAsk(sql, who, 'add_absence', { familyId, ...day }, 'too_many_absences')
  },
)

story(
  'A board has an end of open quests: finished ones do not count, and none is reopened beyond it',
  async ({ sql }) => {
    const family = await household(sql, 'Anna', 'Berg')
    const { familyId, parent, columnIds, questId } = family
    const who = parent.userId
    const done = columnIds.at(-1) ?? ''
    await insertQuests(sql, family, familyLimits.openQuests - 1)
    assert.equal(await openQuests(sql, familyId), familyLimits.openQuests)
    await assert.rejects(addQuest(sql, family), { message: 'too_many_quests' })
    await ask(sql, who, 'move_quest', { questId, columnId: done })
    const daily = await addQuest(sql, family, { recurring: 'daily' })
    await refusedAsk(sql, who, 'move_quest', { questId, columnId: columnIds[0] ?? '' }, 'too_many_quests')
    await refusedAsk(sql, who, 'edit_quest', { questId, recurring: 'weekly' }, 'too_many_quests')
    await ask(sql, who, 'move_quest', { questId: daily, columnId: done })
    assert.equal(await openQuests(sql, familyId), familyLimits.openQuests, 'a daily one is open again tomorrow')
    await ask(sql, who, 'delete_quest', { questId: daily })
    await ask(sql, who, 'move_quest', { questId, columnId: columnIds[0] ?? '' })
    assert.equal(await openQuests(sql, familyId), familyLimits.openQuests)
  },
)

story('Devices that add the last columns at once get as many as there is room for', async (database) => {
  const { sql } = database
  const { familyId, parent, columnIds } = await household(sql, 'Anna', 'Berg')
  await insertColumns(sql, familyId, familyLimits.columns - columnIds.length - 2)
  const { refusals } = await atOnce(
    database,
    lockFamily(familyId),
    times(6, () => (sql) => ask(sql, parent.userId, 'add_column', { familyId, ...column })),
  )
  assert.deepEqual(refusals, Array(4).fill('too_many_columns'))
})

story('A command that changes many quests counts and announces a hundred of them at once', async ({ sql }) => {
  const family = await household(sql, 'Anna', 'Berg')
  const { familyId, parent, columnIds, questId } = family
  const mia = await addMember(sql, family)
  const heardOfMany = async (run: () => Promise<unknown>) => {
    const { heard } = await heardOf(sql, familyId, run)
    return heard.map(([event, payload]) => [event, (payload['quests'] as unknown[] | undefined)?.length])
  }
  await insertQuests(sql, { ...family, parent: { ...parent, memberId: mia } }, 240)
  assert.deepEqual(await heardOfMany(() => ask(sql, parent.userId, 'remove_member', { memberId: mia })), [
    ['quests.saved', 100],
    ['quests.saved', 100],
    ['quests.saved', 40],
    ['member.deleted', undefined],
  ])
  assert.equal(
    (
      await sql`select from public.quests where family_id = ${familyId} and assignee_ids <> array[${parent.memberId}]::uuid[]`
    ).count,
    0,
  )
  await sql`update public.quests set finished_at = now(), done_column_id = ${columnIds.at(-1) ?? ''}
    where family_id = ${familyId} and id <> ${questId}`
  await ask(sql, parent.userId, 'move_quest', { questId, columnId: columnIds[1] ?? '' })
  assert.deepEqual(
    (await heardOfMany(() => ask(sql, parent.userId, 'delete_column', { columnId: columnIds[0] ?? '' }))).map(
      ([event]) => event,
    ),
    ['quests.saved', 'quests.saved', 'quests.saved', 'column.deleted', 'columns.ordered'],
  )
  assert.equal(await openQuests(sql, familyId), 1)
})

story('What grows with the years is read in parts, however much of it there is', async ({ sql }) => {
  const family = await household(sql, 'Anna', 'Berg')
  const { familyId, parent, columnIds, questId } = family
  const lengthOf = async (command: string, args: Record<string, string> = {}) =>
    Object.keys(await ask(sql, parent.userId, command, { familyId, ...args })).length
  // Their triggers would announce each row.
  for (const table of ['quests', 'quest_completions', 'gem_entries'])
    await sql`alter table public.${sql(table)} disable trigger user`
  await sql`
    insert into public.quests (family_id, column_id, title, icon, gem_value, assignee_ids, done_column_id, finished_at, api_json)
    select ${familyId}, ${columnIds[0] ?? ''}, 'Dishes', '🍽️', 20, array[${parent.memberId}]::uuid[],
      ${columnIds.at(-1) ?? ''}, now(), '{}' from generate_series(1, 10000)`
  await sql`
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    select ${questId}, ${parent.memberId}, current_date - day, ${familyId}, 1 from generate_series(1, 20000) day`
  await sql`
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, balance)
    select ${familyId}, ${parent.memberId}, 1, 'given', 'Patience', '🎁', n from generate_series(1, 2000) n`
  for (const table of ['quests', 'quest_completions', 'gem_entries'])
    await sql`alter table public.${sql(table)} enable trigger user`
  assert.equal(await lengthOf('list_quests'), 5000)
  assert.equal(await lengthOf('list_completions', { startDate: '1900-01-01', endDate: '2100-01-01' }), 10_000)
  assert.equal(await lengthOf('list_gem_entries', { memberId: parent.memberId }), 1000)
  assert.equal(await lengthOf('list_archived_quests', { doneSince: '2100-01-01' }), 50)
  assert.equal(await lengthOf('search_archived_quests', { doneSince: '2100-01-01', title: 'dish' }), 20)
})
