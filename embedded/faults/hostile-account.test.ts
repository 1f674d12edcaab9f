import assert from 'node:assert/strict'
import { familyLimits, sessionLimits } from '../../domain/contract/constants.ts'
import { onDatabase } from '../postgres/on-database.ts'
import { onOneFolder } from '../../testing/child.ts'
import type { Device } from '../../testing/device.ts'
import { familyOn } from '../../testing/family.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { listener } from '../../testing/listener.ts'
import type { Attack } from '../../testing/hostile-caller.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

const families = 20
const turnMs = 1500
const turns = 10
/** Beside other tests a sound server reaches 2.1 in its best turn; one that lets the account never rest 2.7 when alone. */
const mostTimes = 2.5

type Home = SignedUpFamily & { questId: string; moves: number }

/** Every family moves a card and reads its board, a few times a second, for one turn. Returns how long each call took. */
async function everyday(homes: readonly Home[]): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + turnMs
  const timed = async (call: () => Promise<unknown>) => {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  await Promise.all(
    homes.map(async (home, number) => {
      // Families do not begin at the same moment.
      await new Promise((resolve) => setTimeout(resolve, (number * 400) / families))
      while (performance.now() < until) {
        const columnId = home.columns[++home.moves % home.columns.length]?.id
        await timed(() =>
          home.parent.ask('moveOrEditQuest', { questId: home.questId }, { body: { columnId } }).then(assertOk),
        )
        await timed(() => home.parent.ask('quests', { familyId: home.familyId }).then(assertOk))
        await new Promise((resolve) => setTimeout(resolve, 400))
      }
    }),
  )
  return times
}

const assertOk = ({ status, text }: { status: number; text: string }) => assert.equal(status, 200, text)

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

const cookiesOf = ({ cookies }: Device) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Asks for the heaviest that an account may ask for, in a thread of its own, until it is stopped. */
function attack({ parent, familyId, columns }: SignedUpFamily) {
  const family = `/api/families/${familyId}`
  const columnIds = columns.map(({ id }) => id)
  const calls: Attack['calls'] = [
    ['PUT', `${family}/column-order`, { columnIds: columnIds.toReversed() }],
    ['POST', `${family}/quest-columns`, { title: 'Garden', emoji: '🌱' }],
    ['GET', `${family}/export`],
    ['GET', `${family}/quests`],
  ]
  const worker = new Worker(import.meta.resolve('../../testing/hostile-caller.ts'), { type: 'module' })
  worker.postMessage({ origin: parent.url, cookie: cookiesOf(parent), calls } satisfies Attack)
  return {
    /** Returns how often it was refused. */
    async stop(): Promise<number> {
      const refused = new Promise<number>((resolve) =>
        worker.addEventListener('message', ({ data }: MessageEvent<number>) => resolve(data)),
      )
      worker.postMessage('stop')
      const count = await refused
      worker.terminate()
      return count
    },
  }
}

/** Opens connections, one after the other, that ask for the whole board several times and read nothing of it. */
async function unreading(url: string, device: Device, path: string, count: number): Promise<Deno.TcpConn[]> {
  const { hostname, port, host } = new URL(url)
  const asking = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookiesOf(device)}\r\n\r\n`.repeat(4)
  const opened: Deno.TcpConn[] = []
  for (let number = 0; number < count; number++) {
    const connection = await Deno.connect({ hostname, port: Number(port) })
    await connection.write(new TextEncoder().encode(asking))
    // The first bytes of the first answer.
    await connection.read(new Uint8Array(16))
    opened.push(connection)
  }
  return opened
}

story(
  'A hostile account beside twenty families: none of them is refused or waits two and a half times as long, and the memory stays bounded',
  async (folder, start) => {
    const child = start({ env: { BUBBLEQUEST_RATE_LIMITS: 'on' } })
    const url = await child.address()
    const newHome = async (): Promise<Home> => {
      const family = await familyOn(url)
      return { ...family, questId: (await family.addQuest('Dishes')).id, moves: 0 }
    }
    const homes = await Promise.all(Array.from({ length: families }, newHome))
    const hostile = await familyOn(url, 'Hostile')
    // A board as heavy as it can be made within a minute.
    await onDatabase(
      folder,
      'postgres',
      1,
      (sql) => sql`
        insert into public.quests (family_id, column_id, title, description, icon, gem_value, assignee_ids)
        select ${hostile.familyId}, ${hostile.column('To Do').id}, repeat('x', 100), repeat('ü', 2000), '🧹', 20, array[${hostile.memberId}]::uuid[]
        from generate_series(1, 300)`,
    )
    const access = await hostile.parent.call('realtimeAccess', {})
    await everyday(homes)

    const times: { alone: number; beside: number }[] = []
    const sleepers = await unreading(url, hostile.parent, `/api/families/${hostile.familyId}/quests`, 100)
    const refused: number[] = []
    const best = () => Math.min(...times.map(({ alone, beside }) => beside / alone))
    // Judges the best of several turns, because other tests use the machine at the same time; a calm one is enough.
    while (times.length < turns && best() > mostTimes) {
      const alone = p95(await everyday(homes))
      const attacking = attack(hostile)
      times.push({ alone, beside: p95(await everyday(homes)) })
      refused.push(await attacking.stop())
    }
    let closed = 0
    for (let opened = 0; opened < sessionLimits.sockets + 10; opened++) {
      const socket = listener(url, `realtime:family:${hostile.familyId}`, access)
      void socket
        .then((one) => one.closed)
        .catch(() => {})
        .then(() => closed++)
    }
    await until(() => closed === 10)
    const columns = await hostile.parent.call('columns', { familyId: hostile.familyId })
    const memory = await child.memory()
    const log = (await Deno.stat(`${folder}/postgres.log`)).size

    assert.ok(
      refused.every((count) => count > 0),
      `refused ${refused.join()} times`,
    )
    assert.ok(columns.length <= familyLimits.columns)
    // 210 MB without the connections that wait; the unread answers may take 32, and each connection keeps the 0.4 MB
    // that Deno's HTTP server writes ahead.
    assert.ok(memory < 400, `${memory} MB`)
    assert.ok(log < 10_000, `${log} bytes of log`)
    assert.ok(best() <= mostTimes, `95th percentiles in ms: ${JSON.stringify(times)}`)
    for (const connection of sleepers) connection.close()
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
)
