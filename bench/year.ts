import postgres from 'postgres'
import type { FamilyId, MemberId, QuestId } from '#domain/contract/ids.ts'
import { Device } from '../embedded/testing/device.ts'
import type { Benchmark } from './benchmark.ts'
import type { Figure, Measured } from './figures.ts'
import { addEarned, withoutTriggers } from './household.ts'
import { descendantsOf } from './memory.ts'
import { end, makeFolder, run, startProcess } from './processes.ts'
import { freePort } from './stack.ts'
import type { Build } from './stack.ts'

const zone = 'Europe/Berlin'
const [hour, day] = [3600, 86_400]
/** A screen that is looked at exchanges its token 90 s before its end. */
const renewalSeconds = 810
/** A wall's month over the night in which the clocks go forward, and half a month over the one in which they go back. */
const [spring, autumn] = ['2027-03-10T20:00:00Z', '2027-10-24T20:00:00Z']
const gems = 10
/** What is not heard after that long, in milliseconds, is missing. */
const lateMs = 5000
const mostTries = 10
const turns = 30

/** The time of day of the server and of Postgres; their timers go on as they are. */
type Clock = { env: Record<string, string>; now(): number; advance(seconds: number): Promise<void>; set(moment: string): Promise<void> }

async function makeClock(): Promise<Clock> {
  const folder = await makeFolder('clock')
  // Postgres may run as a user of its own.
  await Deno.chmod(folder, 0o755)
  const [library, path] = [`${folder}/clock.so`, `${folder}/offset`]
  await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, 'bench/year-clock.c']).catch(() => {
    throw new Error('The year needs a C compiler for the clock of its server, and Linux: apt-get install gcc')
  })
  await Deno.writeFile(path, new Uint8Array(8), { mode: 0o644 })
  // Written in place: the processes have the file mapped.
  const file = await Deno.open(path, { write: true })
  let offset = 0
  const move = async (seconds: number) => {
    offset = Math.round(seconds)
    await file.seek(0, Deno.SeekMode.Start)
    await file.write(new Uint8Array(new BigInt64Array([BigInt(offset)]).buffer))
  }
  return {
    env: { LD_PRELOAD: library, BENCH_CLOCK: path },
    now: () => Date.now() + offset * 1000,
    advance: (seconds) => move(offset + seconds),
    set: (moment) => move((Date.parse(moment) - Date.now()) / 1000),
  }
}

type Stack = { url: string; child: Deno.ChildProcess; sql: postgres.Sql }

async function start(build: Build, clock: Clock, dataFolder: string): Promise<Stack> {
  const port = freePort()
  const { url, child } = await startProcess(build.folder, ['embedded/main.ts'], {
    ...clock.env,
    PORT: '0',
    BUBBLEQUEST_DATA: dataFolder,
    BUBBLEQUEST_APP: 'off',
    BUBBLEQUEST_RATE_LIMITS: 'off',
    BUBBLEQUEST_POSTGRES_PORT: String(port),
  })
  const { databasePassword: password } = JSON.parse(await Deno.readTextFile(`${dataFolder}/keys.json`))
  return { url, child, sql: postgres({ host: '127.0.0.1', port, username: 'postgres', password, database: 'postgres', max: 1, onnotice() {} }) }
}

type Home = { device: Device; familyId: FamilyId; kid: MemberId; daily: QuestId[] }

async function newHome(url: string, quests: number): Promise<Home> {
  const device = new Device(url)
  await device.call('signup', {}, { firstName: 'Anna', lastName: 'Berg', email: `anna-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' })
  const [membership] = await device.call('myFamilies', {})
  if (membership === undefined) throw new Error('A sign-up made no family')
  const familyId = membership.family.id
  const { id: kid } = await device.call('addMember', { familyId }, { displayName: 'Mia' })
  const columns = await device.call('columns', { familyId })
  const daily: QuestId[] = []
  for (let number = 1; number <= quests; number++) {
    const quest = { title: `Daily ${number}`, icon: '🧹', gemValue: gems, assigneeIds: [kid], columnId: columns[1]?.id, recurring: 'daily' }
    daily.push((await device.call('addQuest', { familyId }, quest)).id)
  }
  return { device, familyId, kid, daily }
}

/** What has gone wrong, each sentence once for each time. */
type Year = { clock: Clock; home: Home; wrong: string[]; paidDays: Set<string>; renewals: number; midnights: number }

const dayOf = (moment: number) => new Date(moment).toLocaleDateString('sv', { timeZone: zone })

/** Lives on in steps, as a wall does that nobody touches but once a day: right after midnight the daily quest is done, twice. */
async function live(year: Year, days: number, stepSeconds: number): Promise<void> {
  const { clock, home, wrong } = year
  const until = clock.now() + days * day * 1000
  let today = dayOf(clock.now())
  while (clock.now() < until) {
    await clock.advance(stepSeconds)
    const answer = await home.device.ask('realtimeAccess', {})
    year.renewals++
    const left = answer.status === 200 ? (Date.parse(JSON.parse(answer.text).expiresAt) - clock.now()) / 1000 : undefined
    if (left === undefined || Math.abs(left - 900) > 5) wrong.push(`a token was answered with ${answer.status}, and ends in ${left} s`)
    if (dayOf(clock.now()) === today) continue
    today = dayOf(clock.now())
    year.midnights++
    await completeToday(year)
  }
}

/** Two screens do the same quest of today: one is paid, the news of it comes, and the day has it once. */
async function completeToday({ clock, home, wrong, paidDays }: Year): Promise<void> {
  const { device, familyId, kid } = home
  const questId = home.daily[0] ?? ''
  const today = dayOf(clock.now())
  const line = await listen(home)
  const done = { completedDate: today, completingMemberId: kid }
  const [first, second] = [await device.ask('moveOrEditQuest', { questId }, { body: done }), await device.ask('moveOrEditQuest', { questId }, { body: done })]
  if (first.status !== 200 || second.status !== 200) wrong.push(`on ${today} a completion was answered with ${first.status} and ${second.status}`)
  if (!(await line.hears('completion.saved'))) wrong.push(`on ${today} the news did not come`)
  line.close()
  paidDays.add(today)
  const completions = await device.call('completions', { familyId, '?startDate': today, '?endDate': today })
  if (completions.length !== 1) wrong.push(`${today} has ${completions.length} completions`)
  const { balance } = await device.call('gems', { memberId: kid })
  if (balance !== paidDays.size * gems) wrong.push(`after ${paidDays.size} days the balance is ${balance}`)
}

type Line = { hears(event: string): Promise<boolean>; close(): void }

/** A line to the family's topic that hears. Postgres ends its stream of changes when the time jumps by more than a minute: whoever joined before joins again. */
async function listen({ device, daily }: Home): Promise<Line> {
  for (let tries = 0; tries < mostTries; tries++) {
    const line = await join(device)
    if (line === undefined) continue
    const probed = line.hears('quest.saved')
    await device.call('moveOrEditQuest', { questId: daily[0] ?? '' }, { description: `Looked at ${crypto.randomUUID()}` })
    if (await probed) return line
    line.close()
  }
  throw new Error('No line to the family heard anything')
}

async function join(device: Device): Promise<Line | undefined> {
  const { publishableKey, topic, token } = await device.call('realtimeAccess', {})
  const socket = new WebSocket(`${device.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`)
  socket.binaryType = 'arraybuffer'
  const said: string[] = []
  let onMessage = () => {}
  socket.onmessage = ({ data }) => {
    said.push(typeof data === 'string' ? data : new TextDecoder().decode(data))
    onMessage()
  }
  socket.onopen = () => socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: { private: true }, access_token: token }]))
  /** Whether somebody says it in time, and before the server closes the topic. */
  const hears = async (text: string) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const late = setTimeout(() => resolve(false), lateMs)
    socket.onclose = () => resolve(false)
    onMessage = () => {
      if (said.some((message) => message.includes(text))) resolve(true)
      else if (said.some((message) => message.includes('phx_close'))) resolve(false)
    }
    onMessage()
    const came = await promise
    clearTimeout(late)
    return came
  }
  if (await hears('"status":"ok"')) return { hears, close: () => socket.close() }
  socket.close()
  return undefined
}

/** Everything that runs stands still while a week goes by. */
async function freeze({ child }: Stack, clock: Clock): Promise<void> {
  const pids = [child.pid, ...(await descendantsOf(child.pid))]
  for (const pid of pids) Deno.kill(pid, 'SIGSTOP')
  await clock.advance(7 * day)
  for (const pid of pids.toReversed()) Deno.kill(pid, 'SIGCONT')
}

/** What two years leave: 500 quests that are done, 25,000 completions and 30,000 lines of the ledger. */
async function addTwoYears(sql: postgres.Sql, { familyId, kid }: Home, share: number): Promise<void> {
  const [days, done, others] = [Math.round(700 * share), Math.round(500 * share), Math.round(5000 * share)]
  await withoutTriggers(sql, async () => {
    await sql`
      insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids, recurring, created_at)
      select ${familyId}, (select id from public.quest_columns where family_id = ${familyId} order by position desc limit 1), 'Done number ' || n,
        'A few words that say what there was to do', '🧹', ${gems}, array[${kid}::uuid], 'once', now() - make_interval(days => 31 + (n * ${days} / ${done}))
      from generate_series(1, ${done}) n`
    await sql`
      insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
      select q.id, ${kid}::uuid, (q.created_at at time zone 'utc')::date, q.family_id, ${gems}::int from public.quests q where q.family_id = ${familyId} and q.recurring = 'once'
      union all
      select q.id, ${kid}::uuid, (now() at time zone 'utc')::date - n - 1, q.family_id, ${gems}::int
      from public.quests q, generate_series(1, ${days}) n where q.family_id = ${familyId} and q.recurring = 'daily'`
    await addEarned(sql, familyId)
    await sql`
      insert into public.gem_entries (family_id, member_id, amount, reason, title, icon, balance)
      select ${familyId}::uuid, ${kid}::uuid, -1, 'redemption', 'Sweets', '🍬', private.balance_of(${kid}) - n from generate_series(1, ${others}) n`
  })
}

/** The bytes that a screen asks for when it is opened: the board, the calendar, the wall and a child's page ask for the same. */
async function bytesOfScreen({ device, familyId, kid }: Home, clock: Clock): Promise<number> {
  const around = (days: number) => dayOf(clock.now() + days * day * 1000)
  const answers = [
    await device.ask('currentUser', {}),
    await device.ask('myFamilies', {}),
    await device.ask('members', { familyId }),
    await device.ask('columns', { familyId }),
    await device.ask('quests', { familyId, '?doneSince': around(-30) }),
    await device.ask('completions', { familyId, '?startDate': around(-6), '?endDate': around(6) }),
    await device.ask('gems', { memberId: kid }),
  ]
  for (const { status, text } of answers) if (status !== 200) throw new Error(`A screen was answered with ${status}: ${text}`)
  return answers.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0)
}

/** Milliseconds of completions in each home, in turn, of one quest each. */
async function timeCompletions(homes: readonly Home[], clock: Clock): Promise<number[][]> {
  const times: number[][] = homes.map(() => [])
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { device, daily, kid }] of homes.entries()) {
      const body = { completedDate: dayOf(clock.now()), completingMemberId: kid }
      const begun = performance.now()
      const { status, text } = await device.ask('moveOrEditQuest', { questId: daily[turn] ?? '' }, { body })
      if (status !== 200) throw new Error(`A completion was answered with ${status}: ${text}`)
      times[index]?.push(performance.now() - begun)
    }
  }
  return times
}

/** Refresh tokens that are left of more than a day ago, once the start has tidied; it does so beside everything else. */
async function leftTokens(sql: postgres.Sql): Promise<number> {
  let before = Infinity
  for (;;) {
    const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from auth.refresh_tokens where revoked and updated_at < now() - interval '1 day'`
    const rows = row?.rows ?? 0
    if (rows === before) return rows
    before = rows
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

const once = (name: string, unit: Figure['unit'], value: number, goal = ''): Measured => ({
  figure: { name, unit, rows: [{ share: 0.5, goal }] },
  candidate: [[[value]]],
})
const median = (samples: readonly number[]) => samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN

/** One stack through a year of its own: midnights, both changes of the clock, renewals, a week frozen; then a family of two years beside a young one. */
export const year: Benchmark = {
  title: 'A year: 31 midnights with a month of renewals, both changes of the clock, a week frozen, two years of data',
  async measure({ candidate, progress }) {
    const clock = await makeClock()
    await clock.set(spring)
    const dataFolder = await makeFolder('bench')
    let stack = await start(candidate, clock, dataFolder)
    const state: Year = { clock, home: await newHome(stack.url, 1), wrong: [], paidDays: new Set(), renewals: 0, midnights: 0 }
    progress('a month of renewals, and the night in which the clocks go forward')
    await live(state, 31, renewalSeconds)
    const { midnights, renewals } = state
    progress('the night in which they go back')
    await clock.set(autumn)
    await live(state, 14, hour)
    progress('a week frozen')
    await freeze(stack, clock)
    await live(state, 2, hour)
    progress('a new start')
    await stack.sql.end()
    await end(stack.child)
    stack = await start(candidate, clock, dataFolder)
    state.home = { ...state.home, device: state.home.device.copy(stack.url) }
    const usedUp = await leftTokens(stack.sql)
    await live(state, 2, hour)
    for (const sentence of new Set(state.wrong)) progress(sentence)

    progress('two years of data')
    const homes = [await newHome(stack.url, 35), await newHome(stack.url, 35)] as const
    const [young, old] = homes
    await addTwoYears(stack.sql, young, 60 / 700)
    await addTwoYears(stack.sql, old, 1)
    const [youngBytes, oldBytes] = [await bytesOfScreen(young, clock), await bytesOfScreen(old, clock)]
    const [youngTimes = [], oldTimes = []] = await timeCompletions(homes, clock)
    await stack.sql.end()
    return [
      once('midnights of the month', '', midnights, '31'),
      once('renewals of the month', '', renewals),
      once('days that were paid', '', state.paidDays.size),
      once('tokens refused or of a wrong length, days paid twice or not, missing news', '', state.wrong.length, '0'),
      once('refresh tokens used up more than a day ago, once tidied', '', usedUp, 'at most 3'),
      once('bytes of a screen of a family of two months', 'kB', youngBytes / 1000),
      once('bytes of a screen of a family of two years', 'kB', oldBytes / 1000),
      once('the second to the first', '', oldBytes / youngBytes, 'at most 1.2'),
      once('a completion in a family of two months', 'ms', median(youngTimes)),
      once('a completion in a family of two years', 'ms', median(oldTimes)),
      once('the second to the first', '', median(oldTimes) / median(youngTimes), 'at most 1.2'),
    ]
  },
}
