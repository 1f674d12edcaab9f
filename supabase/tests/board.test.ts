import assert from 'node:assert/strict'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { ask, eventsOf, heardOf, heardSaved, newsOf, refusedInSilence, revisionOf } from '../../testing/commands.ts'
import { lockFamily, onOneDatabase } from '../../testing/database.ts'
import { household, twoHouses } from '../../testing/seats.ts'
import { atOnce } from './at-once.ts'

const story = onOneDatabase()

story(
  "Each change counts the family's revision up by one, is the entity's version, and is announced as answered",
  async ({ sql }) => {
    const { familyId, parent, columnId, questId } = await household(sql, 'Anna', 'Berg')
    const other = await household(sql, 'Olaf', 'Holm')
    const others = await revisionOf(sql, other.familyId)
    const start = await revisionOf(sql, familyId)
    assert.equal(start, 6, 'a member, four columns and the dishes')
    let changes = 0
    const saved = async (noun: string, command: string, args: Record<string, string | number | string[] | null>) => {
      const reply = await heardSaved(sql, familyId, parent.userId, noun, command, args)
      assert.equal(reply['version'], start + ++changes, command)
      return String(reply['id'])
    }
    const deleted = async (command: string, args: Record<string, string>) =>
      (await heardOf(sql, familyId, () => ask(sql, parent.userId, command, args))).heard
    const plants = {
      familyId,
      columnId,
      title: 'Plants',
      description: '',
      icon: '🌱',
      gemValue: 5,
      assigneeIds: [parent.memberId],
      recurring: 'once',
    }

    const gardenId = await saved('column', 'add_column', { familyId, title: 'Garden', emoji: '🌱' })
    await saved('column', 'edit_column', { columnId: gardenId, title: 'Balcony' })
    const plantsId = await saved('quest', 'add_quest', plants)
    await saved('quest', 'move_quest', { questId, columnId: gardenId, completedBy: null })
    await saved('quest', 'edit_quest', { questId: plantsId, title: 'Flowers', gemValue: 7 })
    assert.deepEqual(await deleted('delete_quest', { questId }), [['quest.deleted', { questId }]])
    assert.deepEqual(await deleted('delete_column', { columnId: gardenId }), [
      ['column.deleted', { columnId: gardenId }],
    ])
    assert.equal(await revisionOf(sql, familyId), start + 7)
    const news = await newsOf(sql, familyId, start)
    assert.ok(news.every((message) => message.private))
    assert.equal(await revisionOf(sql, other.familyId), others)
  },
)

story('A write from anywhere is announced: members, and several rows at once', async ({ sql }) => {
  const { familyId } = await household(sql, 'Anna', 'Berg')
  const start = await revisionOf(sql, familyId)
  const { reply: id, heard } = await heardOf(sql, familyId, async () => {
    const [mia] = await sql<
      { id: string }[]
    >`insert into public.family_members (family_id, display_name, role) values (${familyId}, 'Mia', 'kid') returning id`
    await sql`update public.quest_columns set title = upper(title) where family_id = ${familyId}`
    await sql`delete from public.family_members where id = ${mia?.id ?? ''}`
    return mia?.id
  })
  assert.deepEqual(eventsOf(heard), [
    'member.saved',
    'column.saved',
    'column.saved',
    'column.saved',
    'column.saved',
    'member.deleted',
  ])
  const member = {
    id,
    displayName: 'Mia',
    avatarSeed: 'default',
    userProfileImageUrl: null,
    role: 'kid',
    hasPin: false,
    hasPicturePin: false,
    version: start + 1,
  }
  assert.deepEqual([heard[0]?.[1], heard[5]?.[1]], [{ member }, { memberId: id }])
})

story(
  'A quest reads the same in the list, in the answer and in the news, whatever is written in it',
  async ({ sql }) => {
    const { familyId, parent, columnId, questId } = await household(sql, 'Anna', 'Berg')
    await sql`delete from public.quests where id = ${questId}`
    const start = await revisionOf(sql, familyId)
    const written = {
      title: 'Say "please" %s \\ 🌱',
      description: 'First\n\tsecond: {"id":"x"}, \u2028\u0001',
      icon: '🧑‍🌾',
      gemValue: 100_000,
      assigneeIds: [parent.memberId],
      columnId,
      recurring: 'weekly',
      targetTime: '08:30',
    }
    const added = await ask(sql, parent.userId, 'add_quest', { familyId, ...written })
    const { id, createdAt, version, ...rest } = added
    assert.deepEqual(rest, { ...written, finishedAt: null, finishedBy: null })
    assert.deepEqual(
      [typeof id, version, new Date(String(createdAt)).getTime() > Date.now() - 60_000],
      ['string', start + 1, true],
    )
    const edited = await ask(sql, parent.userId, 'edit_quest', {
      questId: String(id),
      targetTime: null,
      recurring: 'once',
    })
    assert.deepEqual(edited, { ...added, targetTime: null, recurring: 'once', version: start + 2 })
    const news = await newsOf(sql, familyId, start)
    assert.deepEqual([news[0]?.payload['quest'], news[1]?.payload['quest'], news.length], [added, edited, 2])
    assert.deepEqual(await ask(sql, parent.userId, 'list_quests', { familyId }), [edited])
    assert.deepEqual((await ask(sql, parent.userId, 'export_family', { familyId }))['quests'], [edited])
    assert.deepEqual(await ask(sql, parent.userId, 'delete_quest', { questId: String(id) }), edited)
  },
)

story('A quest stands in a column of its own family that exists: the database itself says so', async ({ sql }) => {
  const { parent, questId, columnId } = await household(sql, 'Anna', 'Berg')
  const stranger = await household(sql, 'Olaf', 'Holm')
  const wrong = [stranger.columnId, crypto.randomUUID()].flatMap((wrong) => [
    ask(sql, parent.userId, 'move_quest', { questId, columnId: wrong }),
    sql`update public.quests set column_id = ${wrong} where id = ${questId}`,
  ])
  for (const attempt of [...wrong, sql`delete from public.quest_columns where id = ${columnId}`])
    await assert.rejects(attempt, { code: '23503', constraint_name: 'quests_column_fkey' })
})

story('The database itself keeps titles, gems, places, roles and times within their bounds', async ({ sql }) => {
  const { familyId, parent, questId, columnId } = await household(sql, 'Anna', 'Berg')
  const stranger = await household(sql, 'Olaf', 'Holm')
  const long = 'x'.repeat(121)
  const wrong = [
    sql`update public.quests set title = ${long} where id = ${questId}`,
    sql`update public.quests set description = repeat('x', 2001) where id = ${questId}`,
    sql`update public.quests set icon = '' where id = ${questId}`,
    sql`update public.quests set gem_value = -1 where id = ${questId}`,
    sql`update public.quests set gem_value = 100001 where id = ${questId}`,
    sql`update public.quests set assignee_ids = '{}' where id = ${questId}`,
    sql`update public.quests set recurring = 'none' where id = ${questId}`,
    sql`update public.quests set target_time = '24:00' where id = ${questId}`,
    sql`update public.quest_columns set title = ${long} where id = ${columnId}`,
    sql`update public.quest_columns set position = -1 where id = ${columnId}`,
    sql`update public.quest_columns set position = 10001 where id = ${columnId}`,
    sql`update public.quest_columns set emoji = '' where id = ${columnId}`,
    sql`insert into public.family_members (family_id, display_name, role) values (${familyId}, 'Eve', 'admin')`,
    sql`update public.families set reward_mode = 'free' where id = ${familyId}`,
    sql`insert into public.rewards (family_id, title, icon, gem_cost) values (${familyId}, 'Pony', '🐴', -1)`,
    sql`insert into public.rewards (family_id, title, icon, gem_cost) values (${familyId}, 'Pony', '🐴', 100001)`,
    sql`insert into public.gem_entries (family_id, member_id, amount, reason, title, icon) values (${familyId}, ${parent.memberId}, 5, 'present', 'Pony', '🐴')`,
    sql`insert into public.gem_entries (family_id, member_id, amount, reason, title, icon) values (${familyId}, ${parent.memberId}, 5, 'undo', 'Pony', '🐴')`,
    sql`insert into public.gem_entries (family_id, member_id, amount, reason, title, icon) values (${familyId}, ${parent.memberId}, 0, 'completion', 'Pony', '🐴')`,
    sql`update public.family_members set display_name = ${long} where family_id = ${familyId}`,
    sql`update public.profiles set profile_image_url = 'https://elsewhere.example/a.png'`,
    sql`update public.profiles set role = 'king'`,
    sql`update public.quests set family_id = ${stranger.familyId}, column_id = ${stranger.columnId} where id = ${questId}`,
  ]
  for (const attempt of wrong) await assert.rejects(attempt, { code: '23514' })
  for (const assignees of [
    [parent.memberId, parent.memberId],
    [parent.memberId, stranger.parent.memberId],
  ])
    await assert.rejects(sql`update public.quests set assignee_ids = ${assignees}::uuid[] where id = ${questId}`, {
      code: 'BQ001',
      message: 'assignee_not_in_family',
    })
})

story('Columns stand one behind the other, wherever one is put in or taken out', async ({ sql }) => {
  const { familyId, parent } = await household(sql, 'Anna', 'Berg')
  const standing = async () => {
    const columns = await sql<
      { title: string; position: number }[]
    >`select title, position from public.quest_columns where family_id = ${familyId} order by position`
    for (const [at, { position }] of columns.entries()) assert.equal(position, at)
    return columns.map(({ title }) => title).join(', ')
  }
  const add = (title: string, position: number) =>
    ask(sql, parent.userId, 'add_column', { familyId, title, emoji: '🌱', position })
  const { reply: garden, heard } = await heardOf(sql, familyId, () => add('Garden', 1))
  assert.equal(await standing(), 'Ideas, Garden, To Do, In Progress, Done')
  assert.deepEqual(eventsOf(heard), ['columns.ordered', 'column.saved'], 'those that made room, and the new one')
  assert.deepEqual(titlesOf(heard[0]?.[1]), ['0 Ideas', '2 To Do', '3 In Progress', '4 Done'])
  assert.deepEqual(heard[1]?.[1], { column: garden })
  assert.equal((await add('Far away', 10_000))['position'], 5)
  const deletion = await heardOf(sql, familyId, () =>
    ask(sql, parent.userId, 'delete_column', { columnId: String(garden['id']) }),
  )
  assert.equal(await standing(), 'Ideas, To Do, In Progress, Done, Far away')
  assert.deepEqual(eventsOf(deletion.heard), ['column.deleted', 'columns.ordered'])
  assert.deepEqual(titlesOf(deletion.heard[1]?.[1]), ['0 Ideas', '1 To Do', '2 In Progress', '3 Done', '4 Far away'])
  await sql`delete from public.quest_columns where family_id = ${familyId} and title in ('To Do', 'Done')`
  assert.equal(await standing(), 'Ideas, In Progress, Far away')
  await sql`delete from public.quests where family_id = ${familyId}`
  await assert.rejects(sql`delete from public.quest_columns where family_id = ${familyId}`, {
    code: 'BQ001',
    message: 'last_column',
  })
  assert.equal(await standing(), 'Ideas, In Progress, Far away')
})

const titlesOf = (payload: Record<string, unknown> = {}) =>
  (payload['columns'] as { title: string; position: number }[]).map(({ title, position }) => `${position} ${title}`)

story('Parents put all columns in order with one revision and one event', async ({ sql }) => {
  const { berg, holm } = await twoHouses(sql)
  const { familyId, parent, columnIds } = berg
  const before = await revisionOf(sql, familyId)
  const { reply, heard } = await heardOf(sql, familyId, () =>
    ask(sql, parent.userId, 'order_columns', { familyId, columnIds: columnIds.toReversed() }),
  )
  assert.deepEqual(heard, [['columns.ordered', reply]])
  assert.deepEqual(titlesOf(reply), ['0 Done', '1 In Progress', '2 To Do', '3 Ideas'])
  assert.deepEqual(Object.values(await ask(sql, parent.userId, 'list_columns', { familyId })), reply['columns'])
  assert.deepEqual(
    [...new Set((reply['columns'] as { version: number }[]).map(({ version }) => version))],
    [before + 1],
  )

  const [first = '', second = '', third = ''] = columnIds
  const wrong = [
    [],
    [first, second, third],
    [first, second, third, third],
    [...columnIds, first],
    [first, second, third, holm.columnId],
  ]
  for (const ids of wrong)
    await refusedInSilence(
      sql,
      familyId,
      parent.userId,
      'order_columns',
      { familyId, columnIds: ids },
      'incomplete_order',
    )
  assert.deepEqual(Object.values(await ask(sql, parent.userId, 'list_columns', { familyId })), reply['columns'])
})

story('Devices that order, add and delete columns at once do so one after the other', async (database) => {
  const { sql } = database
  const { familyId, parent, columnIds } = await household(sql, 'Anna', 'Berg')
  const order = (ids: string[]) => (sql: Sql) => ask(sql, parent.userId, 'order_columns', { familyId, columnIds: ids })
  const [a = '', b = '', c = '', d = ''] = columnIds
  const orders = [
    [d, c, b, a],
    [b, a, d, c],
    [c, d, a, b],
  ]
  const before = await revisionOf(sql, familyId)
  const both = await atOnce(database, lockFamily(familyId), orders.map(order))
  assert.deepEqual([both.refusals, await revisionOf(sql, familyId)], [[], before + 3])
  const last = both.answers
    .map((answer) => answer['columns'] as { version: number }[])
    .toSorted((x, y) => (x[0]?.version ?? 0) - (y[0]?.version ?? 0))
    .at(-1)
  assert.deepEqual(Object.values(await ask(sql, parent.userId, 'list_columns', { familyId })), last)

  // Each of them changes what the next one has to name.
  const { refusals } = await atOnce(
    database,
    lockFamily(familyId),
    [
      (sql) => ask(sql, parent.userId, 'delete_column', { columnId: d }),
      order([a, b, c, d]),
      (sql) => ask(sql, parent.userId, 'order_columns', { familyId, columnIds: [c, b, a] }),
    ],
    true,
  )
  assert.deepEqual(refusals, ['incomplete_order'])
  const listed = Object.values(await ask(sql, parent.userId, 'list_columns', { familyId })) as {
    id: string
    position: number
  }[]
  assert.deepEqual(
    listed.map(({ id, position }) => [id, position]),
    [c, b, a].map((id, position) => [id, position]),
  )
})

story('The second of two devices that delete the last two columns at once waits and is refused', async (database) => {
  const { sql } = database
  const { familyId, parent, columnIds, questId } = await household(sql, 'Anna', 'Berg')
  await sql`delete from public.quests where id = ${questId}`
  await sql`delete from public.quest_columns where family_id = ${familyId} and position > 1`
  const deletions = columnIds
    .slice(0, 2)
    .map((columnId) => (sql: Sql) => ask(sql, parent.userId, 'delete_column', { columnId }))
  const { refusals } = await atOnce(database, lockFamily(familyId), deletions)
  assert.deepEqual(refusals, ['last_column'])
  assert.equal((await sql`select from public.quest_columns where family_id = ${familyId}`).count, 1)
})
