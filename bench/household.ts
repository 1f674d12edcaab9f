import type postgres from 'postgres'
import { signUp, startStackWithDatabase } from './stack.ts'
import type { Build } from './stack.ts'

/** A family on a stack of its own: 8 members, 200 quests, a year of completions and their ledger. */
export type Household = {
  /** Makes a call as its parent; fails on anything but a success. */
  ask<Reply = unknown>(method: string, path: string, body?: unknown): Promise<Reply>
  /** Reads to the last byte, and makes nothing of it. */
  read(path: string): Promise<void>
  familyId: string
  members: string[]
  columns: string[]
  quests: string[]
  rewards: string[]
  /** First and last day of the year of completions, yyyy-MM-dd. */
  year: [string, string]
  /** Adds that many other families, of two members, four columns and 60 quests each. */
  addFamilies(count: number): Promise<void>
}

export async function startHousehold(build: Build): Promise<Household> {
  const { url, sql } = await startStackWithDatabase(build)
  const cookies = await signUp(url)
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { cookie: cookies, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const ask = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => (await send(method, path, body)).json()
  const [{ family }] = await ask<[{ family: { id: string } }]>('GET', '/families/my')
  const familyId = family.id
  for (let kid = 1; kid <= 7; kid++) await ask('POST', `/families/${familyId}/members`, { displayName: `Kid ${kid}` })
  for (let reward = 1; reward <= 10; reward++) await ask('POST', `/families/${familyId}/rewards`, { title: `Reward ${reward}`, gemCost: 1 })
  await ask('PATCH', `/families/${familyId}`, { rewardMode: 'spend' })
  await withoutTriggers(sql, () => fill(sql, familyId))
  const ids = async (path: string) => (await ask<{ id: string }[]>('GET', `/families/${familyId}/${path}`)).map(({ id }) => id)
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return {
    ask,
    read: async (path) => void (await (await send('GET', path)).arrayBuffer()),
    familyId,
    members: await ids('members'),
    columns: await ids('quest-columns'),
    quests: await ids('quests'),
    rewards: await ids('rewards'),
    year: [day(365), day(1)],
    addFamilies: (count) => withoutTriggers(sql, () => addFamilies(sql, count)),
  }
}

const tables = ['families', 'family_members', 'quest_columns', 'quests', 'quest_completions', 'gem_entries']

/** News of a million rows would be measured too. */
async function withoutTriggers(sql: postgres.Sql, work: () => Promise<void>): Promise<void> {
  for (const table of tables) await sql`alter table public.${sql(table)} disable trigger user`
  await work()
  await sql`update public.quests q set answer = private.quest_answer(q) where answer = ''`
  for (const table of tables) await sql`alter table public.${sql(table)} enable trigger user`
  await sql`analyze`
}

async function fill(sql: postgres.Sql, familyId: string): Promise<void> {
  await sql`
    insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring)
    select ${familyId}, (select id from public.quest_columns where family_id = ${familyId} and position = n % 3), 'Quest number ' || n,
      'A few words that say what there is to do', '🧹', 20, array[(select id from public.family_members where family_id = ${familyId} order by id offset (n + n / 10) % 8 limit 1)],
      case when n % 10 = 0 then 'daily' else 'once' end
    from generate_series(1, 200) n`
  await sql`
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    select q.id, q.assignee_ids[1], (now() at time zone 'utc')::date - n, ${familyId}, 20
    from public.quests q, generate_series(1, 365) n where q.family_id = ${familyId} and q.recurring = 'daily'`
  await addEarned(sql, familyId)
}

/** A line of the ledger for each completion. Where lines carry a balance, which older versions do not, they get it here: the trigger is off. */
async function addEarned(sql: postgres.Sql, familyId: string): Promise<void> {
  const [carried] = await sql`select from information_schema.columns where table_schema = 'public' and table_name = 'gem_entries' and column_name = 'balance'`
  const [column, balance] =
    carried === undefined ? [sql``, sql``] : [sql`, balance`, sql`, sum(gems) over (partition by member_id order by completed_date, quest_id)`]
  await sql`
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon ${column})
    select family_id, member_id, gems, 'completion', 'Quest', '🧹' ${balance} from public.quest_completions where family_id = ${familyId}
    order by member_id, completed_date, quest_id`
}

async function addFamilies(sql: postgres.Sql, count: number): Promise<void> {
  await sql`create temp table others as select gen_random_uuid() as id from generate_series(1, ${count})`
  await sql`insert into public.families (id, name) select id, 'Other Family' from others`
  await sql`insert into public.family_members (family_id, display_name, role) select id, name, role from others, (values ('Anna', 'parent'), ('Mia', 'kid')) as who (name, role)`
  await sql`insert into public.quest_columns (family_id, title, emoji, position) select id, 'Column', '📋', n from others, generate_series(0, 3) n`
  await sql`
    insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids)
    select c.family_id, c.id, 'Quest number ' || n, 'A few words that say what there is to do', '🧹', 20, array[m.id]
    from public.quest_columns c join others o on o.id = c.family_id
    join public.family_members m on m.family_id = c.family_id and m.role = 'kid', generate_series(1, 15) n`
  await sql`drop table others`
}
