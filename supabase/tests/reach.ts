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
const added: Reach = { ...closed, 'acting parent': 1 }
const changed: Reach = { ...fromAll(0), 'acting parent': 1, 'bare key': 'denied' }

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

/** A statement on all of the Bergs' rows of a table; an update empties that column. */
const onRows = (table: string, verb: Exclude<Verb, 'insert'>, reach: Reach, column = '', what = ''): AccessAttempt =>
  on(table, verb, what, reach, (sql, { berg }) => {
    const [rows, key] = [sql(`public.${table}`), sql(table === 'families' ? 'id' : 'family_id')]
    if (verb === 'select') return sql`select from ${rows} where ${key} = ${berg.familyId}`
    if (verb === 'delete') return sql`delete from ${rows} where ${key} = ${berg.familyId}`
    return sql`update ${rows} set ${sql(column)} = null where ${key} = ${berg.familyId}`
  })

export const attempts: readonly AccessAttempt[] = [
  on(
    'profiles',
    'select',
    '',
    seen(2),
    (sql, { berg, kid }) => sql`select from public.profiles where user_id in (${berg.parent.userId}, ${kid.userId})`,
  ),
  on(
    'profiles',
    'insert',
    '',
    closed,
    (sql) =>
      sql`insert into public.profiles (user_id, first_name, last_name) values (gen_random_uuid(), 'Eve', 'Evil')`,
  ),
  on('profiles', 'update', 'names, of Anna and Mia', { ...changed, "kid's own login": 1 }, (sql, { berg, kid }) => {
    return sql`update public.profiles set first_name = 'Eve', last_name = 'Evil' where user_id in (${berg.parent.userId}, ${kid.userId})`
  }),
  on(
    'profiles',
    'update',
    'role',
    closed,
    (sql, { berg }) => sql`update public.profiles set role = 'admin' where user_id = ${berg.parent.userId}`,
  ),
  on('profiles', 'update', 'picture', closed, (sql, { berg }) => {
    return sql`update public.profiles set profile_image_url = '/objects/a.png' where user_id = ${berg.parent.userId}`
  }),
  on(
    'profiles',
    'delete',
    '',
    closed,
    (sql, { berg }) => sql`delete from public.profiles where user_id = ${berg.parent.userId}`,
  ),

  onRows('families', 'select', seen(1)),
  on('families', 'insert', '', closed, (sql) => sql`insert into public.families (name) values ('Evil Family')`),
  on('families', 'update', 'name, reward mode, practice gems and time zone', changed, (sql, { berg }) => {
    return sql`update public.families set name = 'Evil Family', reward_mode = 'spend', practice_gems = 50, time_zone = 'Europe/Berlin' where id = ${berg.familyId}`
  }),
  onRows('families', 'update', closed, 'revision', 'revision'),
  onRows('families', 'delete', closed),

  onRows('family_members', 'select', seen(2)),
  on('family_members', 'insert', '', added, (sql, { berg }) => {
    return sql`insert into public.family_members (family_id, display_name, role) values (${berg.familyId}, 'Eve', 'parent')`
  }),
  on('family_members', 'insert', 'with a login', closed, (sql, { berg, holm }) => {
    return sql`insert into public.family_members (family_id, user_id, display_name, role) values (${berg.familyId}, ${holm.parent.userId}, 'Eve', 'parent')`
  }),
  on('family_members', 'update', 'name, avatar and role', changed, (sql, { kid }) => {
    return sql`update public.family_members set display_name = 'Eve', avatar_seed = 'eve', role = 'parent' where id = ${kid.memberId}`
  }),
  onRows('family_members', 'update', closed, 'user_id', 'login'),
  onRows('family_members', 'update', closed, 'has_pin', 'has_pin'),
  onRows('family_members', 'update', closed, 'has_picture_pin', 'has_picture_pin'),
  on(
    'family_members',
    'delete',
    'the kid',
    changed,
    (sql, { kid }) => sql`delete from public.family_members where id = ${kid.memberId}`,
  ),
  on('family_members', 'delete', 'the parent', { ...changed, 'acting parent': 0 }, (sql, { berg }) => {
    return sql`delete from public.family_members where id = ${berg.parent.memberId}`
  }),

  onRows('quest_columns', 'select', seen(4)),
  on('quest_columns', 'insert', '', added, (sql, { berg }) => {
    return sql`insert into public.quest_columns (family_id, title, emoji, position) values (${berg.familyId}, 'Garden', '🌱', 4)`
  }),
  on('quest_columns', 'update', 'title, emoji and is_someday', changed, (sql, { berg }) => {
    return sql`update public.quest_columns set title = 'Garden', emoji = '🌱', is_someday = false where id = ${berg.columnId}`
  }),
  onRows('quest_columns', 'update', closed, 'position', 'position'),
  on(
    'quest_columns',
    'delete',
    '',
    changed,
    (sql, { berg }) => sql`delete from public.quest_columns where family_id = ${berg.familyId} and position = 2`,
  ),

  onRows('quests', 'select', seen(1)),
  on('quests', 'insert', '', added, (sql, { berg }) => {
    return sql`
      insert into public.quests (family_id, column_id, title, icon, gem_value, assignee_ids)
      values (${berg.familyId}, ${berg.columnId}, 'Plants', '🌱', 5, array[${berg.parent.memberId}]::uuid[])`
  }),
  on(
    'quests',
    'update',
    'gems',
    changed,
    (sql, { berg }) => sql`update public.quests set gem_value = 1000 where id = ${berg.questId}`,
  ),
  on(
    'quests',
    'update',
    'archived_at',
    changed,
    (sql, { berg }) => sql`update public.quests set archived_at = now() where id = ${berg.questId}`,
  ),
  on('quests', 'update', 'finished_at and finished_by', closed, (sql, { berg }) => {
    return sql`update public.quests set finished_at = now(), finished_by = null where id = ${berg.questId}`
  }),
  onRows('quests', 'delete', changed),

  onRows('quest_completions', 'select', seen(1)),
  on('quest_completions', 'insert', '', closed, (sql, { berg, kid }) => {
    return sql`
      insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
      values (${berg.questId}, ${kid.memberId}, current_date, ${berg.familyId}, 20)`
  }),
  onRows('quest_completions', 'update', closed, 'gems'),
  onRows('quest_completions', 'delete', closed),

  onRows('gem_entries', 'select', seen(1)),
  on('gem_entries', 'insert', '', closed, (sql, { berg, kid }) => {
    return sql`
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
      values (${berg.familyId}, ${kid.memberId}, 1000, 'completion', 'Dishes', '🍽️')`
  }),
  onRows('gem_entries', 'update', closed, 'amount'),
  onRows('gem_entries', 'delete', closed),

  onRows('gem_debts', 'select', seen(1)),
  on('gem_debts', 'insert', '', closed, (sql, { berg, kid }) => {
    return sql`insert into public.gem_debts (family_id, member_id, amount, title, icon) values (${berg.familyId}, ${kid.memberId}, 1000, 'Dishes', '🍽️')`
  }),
  onRows('gem_debts', 'update', closed, 'amount'),
  onRows('gem_debts', 'delete', closed),

  onRows('rewards', 'select', seen(1)),
  on('rewards', 'insert', '', added, (sql, { berg }) => {
    return sql`insert into public.rewards (family_id, title, icon, gem_cost) values (${berg.familyId}, 'A pony', '🐴', 0)`
  }),
  on(
    'rewards',
    'update',
    '',
    changed,
    (sql, { bergs }) => sql`update public.rewards set gem_cost = 0, is_active = true where id = ${bergs.rewardId}`,
  ),
  onRows('rewards', 'delete', changed),

  onRows('redemptions', 'select', seen(1)),
  on('redemptions', 'insert', '', closed, (sql, { berg, bergs, kid }) => {
    return sql`
      insert into public.redemptions (id, family_id, member_id, reward_id, title, icon, gem_cost, status, decided_at)
      values (gen_random_uuid(), ${berg.familyId}, ${kid.memberId}, ${bergs.rewardId}, 'Ice cream', '🍦', 0, 'granted', now())`
  }),
  onRows('redemptions', 'update', closed, 'status'),
  onRows('redemptions', 'delete', closed),

  on('practice_items', 'select', 'of Mia', seen(1), (sql, { kid }) => {
    return sql`select from public.practice_items where member_id = ${kid.memberId}`
  }),
  on('practice_items', 'select', 'of Anna', { ...seen(0), 'acting parent': 1 }, (sql, { berg }) => {
    return sql`select from public.practice_items where member_id = ${berg.parent.memberId}`
  }),
  on('practice_items', 'insert', '', closed, (sql, { berg, kid }) => {
    return sql`
      insert into public.practice_items (member_id, game, item, family_id, box, due_on, lately)
      values (${kid.memberId}, 'word-pop', 'dog', ${berg.familyId}, 5, current_date, '{right}')`
  }),
  onRows('practice_items', 'update', closed, 'box'),
  onRows('practice_items', 'delete', closed),

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
  }).flatMap(([table, column]) => [
    on(`private.${table}`, 'select', '', closed, (sql) => sql`select from ${sql(`private.${table}`)}`),
    on(`private.${table}`, 'insert', '', closed, (sql) => sql`insert into ${sql(`private.${table}`)} default values`),
    on(
      `private.${table}`,
      'update',
      '',
      closed,
      (sql) => sql`update ${sql(`private.${table}`)} set ${sql(column)} = null`,
    ),
    on(`private.${table}`, 'delete', '', closed, (sql) => sql`delete from ${sql(`private.${table}`)}`),
  ]),
]
