import type postgres from 'postgres'
import { connectTo } from '../embedded/postgres/connect.ts'
import { readPidFile } from '../embedded/postgres/orphan.ts'
import type { Probe } from './figures.ts'
import { newBoard, send } from './household.ts'
import type { Board } from './household.ts'
import { startStack } from './stack.ts'
import type { Build } from './stack.ts'

/** As many as calls are in flight: an account gets half of the connections at most. */
const accounts = 16
const turnMs = 500
const callsOfTurn = 15

/** Calls a second with `inFlight` of them under way at any moment. */
async function rateOf(call: (index: number) => Promise<unknown>, inFlight: number): Promise<number> {
  let calls = 0
  const begun = performance.now()
  const work = async (first: number) => {
    for (let index = first; performance.now() - begun < turnMs; index += inFlight) {
      await call(index)
      calls++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => work(index)))
  return calls / ((performance.now() - begun) / 1000)
}

/** Probes of calls to another account's board with each index. */
function rateProbes(boards: readonly Board[]): Probe[] {
  const boardAt = (index: number) => boards[index % boards.length]!
  const list = (index: number) => {
    const { device, familyId } = boardAt(index)
    return send(device, 'GET', `/api/families/${familyId}/quests`)
  }
  const move = (index: number) => boardAt(index).move()
  const probeOf = (what: string, inFlight: number, goal: string, call: (index: number) => Promise<unknown>): Probe => ({
    figures: [{ name: `${what}, ${inFlight} in flight`, unit: 'a second', isRate: true, goal }],
    measure: async () => [[await rateOf(call, inFlight)]],
  })
  return [
    probeOf('lists of 200 quests', 1, 'at least 700', list),
    probeOf('lists of 200 quests', 16, 'at least 1000', list),
    probeOf('moves', 1, 'at least 800', move),
    probeOf('moves', 16, 'at least 1500', move),
  ]
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const dailyOf = ({ questIds }: Board) => questIds.filter((_, number) => number % 10 === 1)

/** Probes of calls whose time must not grow with a family's age. */
async function yearProbes(family: Board): Promise<Probe[]> {
  const { device, familyId, kids } = family
  const [kid = ''] = kids
  const today = dayBefore(0)
  const user = '/api/auth/user'
  const state = `/api/families/${familyId}/state`
  // What a build without that read needs for the same screen.
  const lists = [
    '/api/families/my',
    `/api/families/${familyId}/members`,
    `/api/families/${familyId}/quest-columns`,
    `/api/families/${familyId}/quests?doneSince=${dayBefore(30)}`,
    `/api/families/${familyId}/quest-completions?startDate=${dayBefore(6)}&endDate=${today}`,
    `/api/families/${familyId}/rewards`,
    `/api/families/${familyId}/redemptions`,
    `/api/family-members/${kid}/gems`,
  ]
  const hasState = (await device.send('GET', state)).status === 200
  const quest = `/api/quests/${dailyOf(family)[0]}`
  const completeAndUndo = async () => {
    await send(device, 'PATCH', quest, { completedDate: today, completingMemberId: kid })
    await send(device, 'DELETE', `${quest}/completions/${kid}/${today}`)
  }
  const timeProbe = (name: string, goal: string, call: () => Promise<unknown>): Probe => ({
    figures: [{ name, unit: 'ms', goal }],
    async measure() {
      const times: number[] = []
      for (let count = 0; count < callsOfTurn; count++) {
        const begun = performance.now()
        await call()
        times.push(performance.now() - begun)
      }
      return [times]
    },
  })
  return [
    timeProbe('what a page reads when it opens, after a year', 'at most 15', () =>
      Promise.all([user, ...(hasState ? [state] : lists)].map((path) => send(device, 'GET', path))),
    ),
    timeProbe('a completion and its undo, after a year', 'at most 10', completeAndUndo),
  ]
}

/**
 * Completes the family's daily quests yesterday, and on the 364 days before by SQL, because the API refuses older days.
 */
async function addYear(dataFolder: string, family: Board): Promise<void> {
  const completion = { completedDate: dayBefore(1), completingMemberId: family.kids[0] }
  for (const questId of dailyOf(family)) await send(family.device, 'PATCH', `/api/quests/${questId}`, completion)
  const { sockets, port } = await readPidFile(`${dataFolder}/postgres`)
  const sql = connectTo({ folder: sockets, port }, 'supabase_admin', 1)
  await sql.begin(async (transaction) => {
    // Without triggers: events of all these rows would be measured too.
    await transaction`set local session_replication_role = replica`
    await repeatRows(transaction, 'quest_completions', { completed_date: 'completed_date - n' })
    await repeatRows(transaction, 'gem_entries', {
      id: 'gen_random_uuid()',
      balance: 'balance + n * (select max(balance) from public.gem_entries)',
    })
  })
  // Within a minute the database does so by itself.
  await sql`analyze`
  await sql.end()
}

/** Adds 364 copies of a table's rows, with `changed` as SQL by column: other columns an older schema may lack. */
async function repeatRows(sql: postgres.TransactionSql, table: string, changed: Record<string, string>): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? name)
  await sql.unsafe(`
    insert into public.${table} (${names.join()}) select ${values.join()}
    from public.${table}, generate_series(1, 364) n order by n, created_at`)
}

export async function apiProbes(build: Build): Promise<Probe[]> {
  const { url, dataFolder } = await startStack(build)
  const boards = await Promise.all(Array.from({ length: accounts }, () => newBoard(url)))
  await addYear(dataFolder, boards[0]!)
  return [...rateProbes(boards), ...(await yearProbes(boards[0]!))]
}
