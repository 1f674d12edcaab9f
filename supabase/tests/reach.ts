import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { addGems, insertPicture } from '../../testing/commands.ts'
import { seats, twoHouses } from '../../testing/seats.ts'
import type { TestFamily, Houses, Outcome, Seat } from '../../testing/seats.ts'

export const verbs = ['select', 'insert', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]
type Reach = Record<Seat, Outcome>

/** A statement on the Bergs' rows, as the table API would run it, and how many rows each seat reaches. */
export type AccessAttempt = {
  table: string
  verb: Verb
  /** The columns, when a verb is granted for some only. */
  what: string
  run(sql: postgres.TransactionSql, houses: FullHouses): Promise<{ count: number }>
  reach: Reach
}

type Shelf = { rewardId: string; redemptionId: string }
export type FullHouses = Houses & { bergs: Shelf; holms: Shelf }

/** Two families with rows in every table: an empty table would prove nothing. */
export async function fullHouses(sql: postgres.Sql): Promise<FullHouses> {
  const houses = await twoHouses(sql)
  await sql`select private.count_try('a visitor', 5, 60)`
  await insertPicture(sql, houses.berg.familyId)
  await sql`insert into private.idempotency_keys (account_id, key, fingerprint, reply) values (${houses.berg.parent.userId}, 'key', 'fingerprint', '{}')`
  await practised(sql, houses.kid.memberId, houses.berg.familyId)
  return { ...houses, bergs: await shelf(sql, houses.berg), holms: await shelf(sql, houses.holm) }
}

async function shelf(sql: postgres.Sql, { familyId, parent, questId }: TestFamily): Promise<Shelf> {
  await sql`insert into private.member_pins (member_id, salt, hash) values (${parent.memberId}, '\\x00', '\\x00')`
  await sql`update public.family_members set has_pin = true where id = ${parent.memberId}`
  await sql`insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems) values (${questId}, ${parent.memberId}, current_date, ${familyId}, 20)`
  await addGems(sql, familyId, parent.memberId, 20)
  await sql`insert into public.gem_debts (family_id, member_id, amount, title, icon) values (${familyId}, ${parent.memberId}, 20, 'Dishes', '🍽️')`
  await sql`insert into public.absences (family_id, member_id, starts_on, ends_on) values (${familyId}, ${parent.memberId}, current_date, current_date)`
  await practised(sql, parent.memberId, familyId)
  const [row] = await sql<{ reward: string; redemption: string }[]>`
    with reward as (insert into public.rewards (family_id, title, icon, gem_cost) values (${familyId}, 'Ice cream', '🍦', 10) returning id)
    insert into public.redemptions (id, family_id, member_id, reward_id, title, icon, gem_cost, status)
    select gen_random_uuid(), ${familyId}, ${parent.memberId}, id, 'Ice cream', '🍦', 10, 'reserved' from reward
    returning id as redemption, reward_id as reward`
  assert.ok(row)
  return { rewardId: row.reward, redemptionId: row.redemption }
}

async function practised(sql: postgres.Sql, memberId: string, familyId: string): Promise<void> {
  await sql`insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately) values (${memberId}, 'word-pop', 'cat', ${familyId}, 1, current_date, '{right}')`
}

/** Members can read while their session is live. */
const seen = (rows: number): Reach => ({ ...fromAll(rows), 'other family': 0, 'signed out': 0, 'bare key': 'denied' })
const closed = fromAll('denied')

function fromAll(outcome: Outcome): Reach {
  return Object.fromEntries(seats.map((seat) => [seat, outcome])) as Reach
}

const on = (table: string, verb: Verb, what: string, reach: Reach, run: AccessAttempt['run']): AccessAttempt => ({
  table,
  verb,
  what,
  reach,
  run,
})

/** Nobody writes a row of a table: commands do. */
const writes = (table: string, column: string): AccessAttempt[] => [
  on(table, 'insert', '', closed, (sql) => sql`insert into ${sql(table)} default values`),
  on(table, 'update', '', closed, (sql) => sql`update ${sql(table)} set ${sql(column)} = ${sql(column)}`),
  on(table, 'delete', '', closed, (sql) => sql`delete from ${sql(table)}`),
]

const ofFamily = (table: string, rows: number, column = 'family_id'): AccessAttempt[] => [
  on(table, 'select', '', seen(rows), (sql, { berg }) => {
    return sql`select from ${sql(`public.${table}`)} where ${sql(column)} = ${berg.familyId}`
  }),
  ...writes(`public.${table}`, column).map((attempt) => ({ ...attempt, table })),
]

export const attempts: readonly AccessAttempt[] = [
  on('profiles', 'select', '', seen(2), (sql, { berg, kid }) => {
    return sql`select from public.profiles where user_id in (${berg.parent.userId}, ${kid.userId})`
  }),
  ...writes('public.profiles', 'role').map((attempt) => ({ ...attempt, table: 'profiles' })),
  ...ofFamily('families', 1, 'id'),
  ...ofFamily('family_members', 2),
  ...ofFamily('quest_columns', 4),
  ...ofFamily('quests', 1),
  ...ofFamily('quest_completions', 1),
  ...ofFamily('absences', 1),
  ...ofFamily('gem_entries', 1),
  ...ofFamily('gem_debts', 1),
  ...ofFamily('gem_months', 1),
  ...ofFamily('rewards', 1),
  ...ofFamily('redemptions', 1),
  on('practice_items', 'select', 'of Mia', seen(1), (sql, { kid }) => {
    return sql`select from public.practice_items where member_id = ${kid.memberId}`
  }),
  on('practice_items', 'select', 'of Anna', { ...seen(0), 'acting parent': 1 }, (sql, { berg }) => {
    return sql`select from public.practice_items where member_id = ${berg.parent.memberId}`
  }),
  ...writes('public.practice_items', 'box').map((attempt) => ({ ...attempt, table: 'practice_items' })),

  // Only for commands: not even the own row is readable.
  ...Object.entries({
    announced: 'event',
    idempotency_keys: 'reply',
    member_pins: 'failures',
    devices: 'member_id',
    device_members: 'member_id',
    kept_devices: 'chosen_at',
    pairing_codes: 'expires_at',
    tries: 'count',
    pictures: 'state',
    mailed_links: 'kind',
    cleanup: 'due_at',
  }).flatMap(([name, column]) => {
    const table = `private.${name}`
    return [on(table, 'select', '', closed, (sql) => sql`select from ${sql(table)}`), ...writes(table, column)]
  }),
]
