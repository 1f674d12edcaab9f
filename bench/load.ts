import type { Benchmark } from './benchmark.ts'
import type { Figure, Measured } from './figures.ts'
import { resident, settledMemory } from './memory.ts'
import { signUp, startStack } from './stack.ts'

// A household's day, waking hours only: what is changed, and how often a device reads its board anew.
const wakingSeconds = 14 * 3600
const changesADay = 30
const boardsADay = 30
const times = 50
const devicesEach = 3

const families = Number(Deno.env.get('BENCH_FAMILIES') ?? 1000)
const minutes = Number(Deno.env.get('BENCH_MINUTES') ?? 5)

/** News that has not come after that long counts as an error. */
const lateMs = 10_000

type Home = {
  cookies: string
  familyId: string
  columns: string[]
  quests: string[]
  sockets: WebSocket[]
  /** What is told of the change under way to each of the devices. */
  heard: (device: number) => void
  turn: number
}

const once = (name: string, unit: Figure['unit'], value: number, goal = ''): Measured => ({
  figure: { name, unit, rows: [{ share: 0.5, goal }] },
  candidate: [[[value]]],
})

/**
 * Many families with three devices each, all connected, that act at a household's rhythm times 50:
 * what reaches the other devices, how late, what goes wrong, and what a connected device costs.
 */
export const load: Benchmark = {
  title: `Load: ${families} families, ${families * devicesEach} devices, a household's rhythm times ${times}, ${minutes} minutes`,
  async measure({ candidate, progress }) {
    const { url, pid } = await startStack(candidate, { BUBBLEQUEST_APP: 'off' })
    const errors: string[] = []
    progress('furnishing')
    const homes = await furnished(url)
    // At rest both times: what furnishing left behind is no device's.
    const { server: before } = await settledMemory(pid)
    for (const home of homes) await connect(url, home, errors)
    const { server: connected } = await settledMemory(pid)
    progress(`${minutes} minutes of changes and reads`)
    const { news, latencies, calls, readings } = await live(url, homes, errors, pid)
    const devices = homes.length * devicesEach
    const goneAway = homes.flatMap(({ sockets }) => sockets).filter(({ readyState }) => readyState !== WebSocket.OPEN).length
    for (const error of new Set(errors)) progress(error)
    for (const { sockets } of homes) for (const socket of sockets) socket.close()
    return [
      once('changes and reads answered', 'a second', calls / (minutes * 60)),
      once('state events delivered', 'a second', news / (minutes * 60)),
      {
        figure: { name: 'from the change to the news of it on each device', unit: 'ms', rows: [{ share: 0.5 }, { share: 0.95 }, { share: 0.99 }] },
        candidate: [[latencies]],
      },
      once('errors, late or missing news, and sockets lost', '', errors.length + goneAway, '0'),
      once('memory for a connected device', 'KiB', ((connected - before) * 1024) / devices),
      once('its slope over the last half', 'KiB/min', (slopeOf(readings.slice(readings.length >> 1)) * 1024 * 60) / devices, 'flat'),
      once('server process in the end', 'MiB', readings.at(-1)?.[1] ?? Number.NaN),
    ]
  },
}

async function furnished(url: string): Promise<Home[]> {
  const homes: Home[] = []
  const furnish = async () => {
    while (homes.length < families) {
      const home: Home = { cookies: '', familyId: '', columns: [], quests: [], sockets: [], heard: () => {}, turn: 0 }
      homes.push(home)
      home.cookies = await signUp(url)
      const [{ id: member, family }] = await ask<[{ id: string; family: { id: string } }]>(url, home, 'GET', '/families/my')
      home.familyId = family.id
      home.columns = (await ask<{ id: string }[]>(url, home, 'GET', `/families/${family.id}/quest-columns`)).map(({ id }) => id)
      for (let quest = 0; quest < 20; quest++) {
        const body = {
          title: `Quest number ${quest}`,
          description: 'What there is to do',
          icon: '🧹',
          gemValue: 20,
          assigneeIds: [member],
          columnId: home.columns[0],
        }
        home.quests.push((await ask<{ id: string }>(url, home, 'POST', `/families/${family.id}/quests`, body)).id)
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, furnish))
  return homes
}

async function ask<Reply>(url: string, home: Home, method: string, path: string, body?: unknown): Promise<Reply> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie: home.cookies, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')} was answered with ${answer.status}`)
  return JSON.parse(text)
}

async function connect(url: string, home: Home, errors: string[]): Promise<void> {
  const access = await ask<{ publishableKey: string; topic: string; devicesTopic: string; token: string }>(url, home, 'GET', '/auth/realtime')
  for (let device = 0; device < devicesEach; device++) {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${access.publishableKey}&vsn=2.0.0`)
    socket.binaryType = 'arraybuffer'
    const joins = [access.topic, access.devicesTopic].map((topic, index) =>
      JSON.stringify([`${index}`, `${index}`, `realtime:${topic}`, 'phx_join', { config: { private: true }, access_token: access.token }]),
    )
    await new Promise<void>((resolve, reject) => {
      let joined = 0
      socket.onopen = () => joins.forEach((join) => socket.send(join))
      socket.onmessage = ({ data }) => {
        if (!String(data).includes('"status":"ok"')) reject(new Error(`a join was answered with ${String(data)}`))
        else if (++joined === joins.length) resolve()
      }
      socket.onerror = () => reject(new Error('a socket failed'))
    })
    const beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify([null, '0', 'phoenix', 'heartbeat', {}])), 25_000)
    socket.onmessage = ({ data }) => typeof data === 'string' || home.heard(device)
    socket.onerror = () => void errors.push('a socket failed')
    socket.onclose = () => clearInterval(beat)
    home.sockets.push(socket)
  }
}

type Lived = { news: number; latencies: number[]; calls: number; readings: [seconds: number, mib: number][] }

async function live(url: string, homes: readonly Home[], errors: string[], pid: number): Promise<Lived> {
  const lived: Lived = { news: 0, latencies: [], calls: 0, readings: [] }
  const begun = performance.now()
  const until = begun + minutes * 60_000
  const under: Promise<void>[] = []
  // Whoever acts does so at any moment, as people do: the pauses between are random.
  const rhythm = async (home: Home, perDay: number, act: (home: Home) => Promise<void>) => {
    const mean = (wakingSeconds / times / perDay) * 1000
    for (;;) {
      const pause = -Math.log(1 - Math.random()) * mean
      if (performance.now() + pause > until) return
      await new Promise((resolve) => setTimeout(resolve, pause))
      await act(home).catch((error: unknown) => void errors.push(String(error)))
      lived.calls++
    }
  }
  const change = (home: Home) => changeOnce(url, home, lived)
  const read = async (home: Home) => {
    for (const path of ['members', 'quest-columns', 'quests']) await ask(url, home, 'GET', `/families/${home.familyId}/${path}`)
    lived.calls += 2
  }
  for (const home of homes) under.push(rhythm(home, changesADay, change), rhythm(home, boardsADay, read))
  const watch = setInterval(() => void resident(pid).then((mib) => lived.readings.push([(performance.now() - begun) / 1000, mib])), 5000)
  await Promise.all(under)
  clearInterval(watch)
  return lived
}

/** Moves a quest; counts the news of it on each device, and how late it was. */
async function changeOnce(url: string, home: Home, lived: Lived): Promise<void> {
  const begun = performance.now()
  const waiting = new Set(home.sockets.keys())
  const all = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('news did not come')), lateMs)
    home.heard = (device) => {
      lived.news++
      if (!waiting.delete(device)) return
      lived.latencies.push(performance.now() - begun)
      if (waiting.size > 0) return
      clearTimeout(late)
      resolve()
    }
  })
  home.turn++
  const quest = home.quests[home.turn % home.quests.length]
  const columnId = home.columns[((home.turn / home.quests.length + home.turn) % home.columns.length) | 0]
  await Promise.all([ask(url, home, 'PATCH', `/quests/${quest}`, { columnId }), all])
}

/** Least squares: how much the second grows with the first. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / spread
}
