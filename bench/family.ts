import type postgres from 'postgres'
import { Device } from '../testing/device.ts'
import type { Plan } from './figures.ts'
import { addQuest, newHousehold, send } from './household.ts'
import type { Household } from './household.ts'
import { startStackWithDatabase } from './stack.ts'
import type { Build } from './stack.ts'

/** As many as calls are in flight: an account gets half of the connections at most. */
const accounts = 16

/** A family on a stack of its own: 200 quests on its board (20 in a trial), of which every tenth is daily. */
export type SeededFamily = Household & {
  url: string
  sql: postgres.Sql
  questIds: string[]
  /** Signs a further device in, with a session of its own. */
  signIn(): Promise<Device>
}

export async function startFamily(build: Build, { isTrial }: Plan): Promise<SeededFamily> {
  const { url, sql } = await startStackWithDatabase(build)
  const household = await newHousehold(url)
  const { login, memberId, columnIds } = household
  const questIds: string[] = []
  for (let number = 0; number < (isTrial ? 20 : 200); number++) {
    const quest = {
      title: `Quest number ${number}`,
      assigneeIds: [memberId],
      columnId: columnIds[0],
      recurring: number % 10 === 0 ? 'daily' : 'once',
    }
    questIds.push(await addQuest(household, quest))
  }
  // Within a minute the database does so by itself.
  await sql`analyze`
  const signIn = async () => {
    const other = new Device(url)
    await send(other, 'POST', '/api/auth/login', login)
    return other
  }
  return { ...household, url, sql, questIds, signIn }
}

/** A board of another account, with the same quests. */
export type OtherBoard = Pick<SeededFamily, 'device' | 'familyId' | 'columnIds' | 'questIds'>

/** Signs further accounts up, each with a family of its own and a copy of the quests. */
export async function addAccounts({ url, sql, familyId }: SeededFamily): Promise<OtherBoard[]> {
  const boards: OtherBoard[] = []
  for (let number = 1; number < accounts; number++) {
    const other = await newHousehold(url)
    const quests = await sql<{ id: string }[]>`
      insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring)
      select ${other.familyId}, ${other.columnIds[0] ?? ''}, title, description, icon, gem_value, array[${other.memberId}]::uuid[], recurring
      from public.quests where family_id = ${familyId} order by created_at returning id`
    boards.push({ ...other, questIds: quests.map(({ id }) => id) })
  }
  await sql`analyze`
  return boards
}

const tables = ['families', 'family_members', 'quest_columns', 'quests', 'quest_completions', 'gem_entries']

/** Adds a year of completions of the family's daily quests with their ledger, and 200 other families of 60 quests. */
export async function addYearAndOthers({ sql, familyId }: SeededFamily): Promise<void> {
  // Events of all these rows would be measured too.
  for (const table of tables) await sql`alter table public.${sql(table)} disable trigger user`
  await sql`
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    select q.id, q.assignee_ids[1], (now() at time zone 'utc')::date - n, family_id, 20
    from public.quests q, generate_series(1, 365) n where family_id = ${familyId} and recurring = 'daily'`
  await sql`
    insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, balance)
    select family_id, member_id, gems, 'completion', 'Quest', '🧹', sum(gems) over (order by completed_date, quest_id)
    from public.quest_completions order by completed_date, quest_id`
  await sql`insert into public.families (name) select 'Other Family' from generate_series(1, 200)`
  await sql`insert into public.family_members (family_id, display_name, role) select id, 'Mia', 'kid' from public.families where id <> ${familyId}`
  await sql`
    insert into public.quest_columns (family_id, title, emoji, position)
    select id, 'Column', '📋', n from public.families, generate_series(0, 3) n where id <> ${familyId}`
  await sql`
    insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids)
    select c.family_id, c.id, 'Quest number ' || n, 'A few words that say what there is to do', '🧹', 20, array[m.id]
    from public.quest_columns c join public.family_members m using (family_id), generate_series(1, 15) n where c.family_id <> ${familyId}`
  await sql`update public.quests q set api_json = private.quest_api_json(q) where api_json = ''`
  for (const table of tables) await sql`alter table public.${sql(table)} enable trigger user`
  await sql`analyze`
}
