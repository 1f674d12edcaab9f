import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { onOneDatabase } from '../../embedded/testing/database.ts'
import { claimsOf, seats, tryAs, twoHouses } from '../../embedded/testing/seats.ts'
import type { Houses, Seat } from '../../embedded/testing/seats.ts'

const story = onOneDatabase()

type Verb = 'select' | 'insert' | 'update' | 'delete'
type Attempt = (sql: postgres.TransactionSql, houses: Houses) => Promise<{ count: number }>
/** How many rows of the Bergs' a seat reaches. */
type Reach = Record<Seat, number | 'denied'>

const members = (count: number): Reach => ({ parent: count, kid: count, 'other family': 0, nobody: 'denied' })
const parentsAdd: Reach = { parent: 1, kid: 'denied', 'other family': 'denied', nobody: 'denied' }
const parentsChange: Reach = { parent: 1, kid: 0, 'other family': 0, nobody: 'denied' }
const noOne: Reach = { parent: 'denied', kid: 'denied', 'other family': 'denied', nobody: 'denied' }

const attempts: Record<string, Record<Verb, [Attempt, Reach]>> = {
  profiles: {
    select: [(sql, { berg, kid }) => sql`select from public.profiles where user_id in (${berg.parent.userId}, ${kid.userId})`, members(2)],
    insert: [(sql) => sql`insert into public.profiles (user_id, first_name, last_name) values (gen_random_uuid(), 'Eve', 'Evil')`, noOne],
    update: [(sql, { berg }) => sql`update public.profiles set role = 'admin' where user_id = ${berg.parent.userId}`, noOne],
    delete: [(sql, { berg }) => sql`delete from public.profiles where user_id = ${berg.parent.userId}`, noOne],
  },
  families: {
    select: [(sql, { berg }) => sql`select from public.families where id = ${berg.familyId}`, members(1)],
    insert: [(sql) => sql`insert into public.families (name) values ('Evil Family')`, noOne],
    update: [(sql, { berg }) => sql`update public.families set name = 'Evil Family' where id = ${berg.familyId}`, noOne],
    delete: [(sql, { berg }) => sql`delete from public.families where id = ${berg.familyId}`, noOne],
  },
  family_members: {
    select: [(sql, { berg }) => sql`select from public.family_members where family_id = ${berg.familyId}`, members(2)],
    insert: [(sql, { berg }) => sql`insert into public.family_members (family_id, display_name, role) values (${berg.familyId}, 'Eve', 'parent')`, noOne],
    update: [(sql, { kid }) => sql`update public.family_members set role = 'parent' where id = ${kid.memberId}`, noOne],
    delete: [(sql, { kid }) => sql`delete from public.family_members where id = ${kid.memberId}`, noOne],
  },
  quest_columns: {
    select: [(sql, { berg }) => sql`select from public.quest_columns where family_id = ${berg.familyId}`, members(4)],
    insert: [
      (sql, { berg }) => sql`insert into public.quest_columns (family_id, title, emoji, position) values (${berg.familyId}, 'Garden', '🌱', 4)`,
      parentsAdd,
    ],
    update: [(sql, { berg }) => sql`update public.quest_columns set title = 'Garden' where id = ${berg.columnId}`, parentsChange],
    delete: [(sql, { berg }) => sql`delete from public.quest_columns where family_id = ${berg.familyId} and position = 2`, parentsChange],
  },
  quests: {
    select: [(sql, { berg }) => sql`select from public.quests where family_id = ${berg.familyId}`, members(1)],
    insert: [
      (sql, { berg }) => sql`
        insert into public.quests (family_id, column_id, title, icon, gem_value, assignee_ids)
        values (${berg.familyId}, ${berg.columnId}, 'Plants', '🌱', 5, array[${berg.parent.memberId}]::uuid[])`,
      parentsAdd,
    ],
    update: [(sql, { berg }) => sql`update public.quests set gem_value = 1000 where id = ${berg.questId}`, parentsChange],
    delete: [(sql, { berg }) => sql`delete from public.quests where id = ${berg.questId}`, parentsChange],
  },
}

for (const [table, verbs] of Object.entries(attempts)) {
  for (const [verb, [attempt, reach]] of Object.entries(verbs)) {
    story(`${verb} on ${table}: every seat reaches what it may and no more`, async ({ sql }) => {
      const houses = await twoHouses(sql)
      for (const seat of seats) {
        assert.equal(await tryAs(sql, claimsOf(houses, seat), (transaction) => attempt(transaction, houses)), reach[seat], seat)
      }
    })
  }
}

story('These are all the tables there are', async ({ sql }) => {
  const tables = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`
  assert.deepEqual(tables.map(({ name }) => name).toSorted(), Object.keys(attempts).toSorted())
})

story('Without a filter of their own, everybody sees their own family and nothing else', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const visible = (seat: Seat, table: string) => tryAs(sql, claimsOf(houses, seat), (transaction) => transaction`select from ${transaction(`public.${table}`)}`)
  const counts = async (seat: Seat) => Object.fromEntries(await Promise.all(Object.keys(attempts).map(async (table) => [table, await visible(seat, table)])))
  assert.deepEqual(await counts('parent'), { profiles: 2, families: 1, family_members: 2, quest_columns: 4, quests: 1 })
  assert.deepEqual(await counts('kid'), { profiles: 2, families: 1, family_members: 2, quest_columns: 4, quests: 1 })
  assert.deepEqual(await counts('other family'), { profiles: 1, families: 1, family_members: 1, quest_columns: 4, quests: 1 })
})

story('A parent can neither give a column or a quest to another family nor plant one there', async ({ sql }) => {
  const { berg, holm, ...others } = await twoHouses(sql)
  const asAnna = (work: (sql: postgres.TransactionSql) => Promise<{ count: number }>) => tryAs(sql, claimsOf({ berg, holm, ...others }, 'parent'), work)
  const attempts = [
    asAnna((sql) => sql`update public.quest_columns set family_id = ${holm.familyId} where family_id = ${berg.familyId} and position = 2`),
    asAnna(
      (sql) =>
        sql`update public.quests set family_id = ${holm.familyId}, column_id = ${holm.columnId}, assignee_ids = array[${holm.parent.memberId}]::uuid[] where id = ${berg.questId}`,
    ),
    asAnna((sql) => sql`insert into public.quest_columns (family_id, title, emoji, position) values (${holm.familyId}, 'Garden', '🌱', 4)`),
  ]
  assert.deepEqual(await Promise.all(attempts), ['denied', 'denied', 'denied'])
})

story('Whoever is a parent here and a kid there carries nothing over', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const { berg, holm } = houses
  await sql`insert into public.family_members (family_id, user_id, display_name, role) values (${holm.familyId}, ${berg.parent.userId}, 'Anna', 'kid')`
  const asAnna = (work: (sql: postgres.TransactionSql) => Promise<{ count: number }>) => tryAs(sql, claimsOf(houses, 'parent'), work)
  const attempts = [
    asAnna((sql) => sql`update public.quest_columns set family_id = ${holm.familyId} where family_id = ${berg.familyId} and position = 2`),
    asAnna(
      (sql) =>
        sql`update public.quests set family_id = ${holm.familyId}, column_id = ${holm.columnId}, assignee_ids = array[${holm.parent.memberId}]::uuid[] where id = ${berg.questId}`,
    ),
    asAnna((sql) => sql`update public.quests set gem_value = 1000 where id = ${holm.questId}`),
    asAnna((sql) => sql`update public.quests set gem_value = 1000 where id = ${berg.questId}`),
  ]
  assert.deepEqual(await Promise.all(attempts), ['denied', 'denied', 0, 1])
})

story('A signed-in person without a family sees nothing, and one without a name in the token is nobody', async ({ sql }) => {
  const houses = await twoHouses(sql)
  for (const claims of [{ role: 'authenticated', sub: crypto.randomUUID() }, { role: 'authenticated' }]) {
    for (const [
      table,
      {
        select: [attempt],
      },
    ] of Object.entries(attempts)) {
      assert.equal(await tryAs(sql, claims, (transaction) => attempt(transaction, houses)), 0, table)
    }
  }
})
