import { benchmarkOf } from './benchmark.ts'
import type { Probe } from './figures.ts'
import { end, makeFolder, startProcess } from './processes.ts'
import type { Build } from './stack.ts'

async function probesOf(build: Build): Promise<Probe[]> {
  const env = { PORT: '0', BUBBLEQUEST_DATA: await makeFolder('bench') }
  await end((await startProcess(build.folder, ['embedded/main.ts'], env)).child)
  return [
    {
      name: 'server and Postgres at rest',
      figures: [
        { name: 'server process at rest', unit: 'MiB', rows: [{ share: 0.5, goal: 'at most 100' }] },
        { name: 'all processes of Postgres at rest, shared pages once', unit: 'MiB', rows: [{ share: 0.5 }] },
      ],
      async measure() {
        const { url, child } = await startProcess(build.folder, ['embedded/main.ts'], env)
        // Every part has answered once.
        for (const path of ['/login', '/api/health']) await (await fetch(url + path)).arrayBuffer()
        const { server, postgres } = await settledMemory(child.pid)
        await end(child)
        return [[server], [postgres]]
      },
    },
  ]
}

/** What the processes hold in memory once they are started and have answered. */
export const memory = benchmarkOf('Memory', probesOf)

/** Reads until the server's memory no longer falls. */
async function settledMemory(pid: number): Promise<{ server: number; postgres: number }> {
  let best = { server: Number.POSITIVE_INFINITY, postgres: 0 }
  for (let calm = 0; calm < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const server = await resident(pid)
    calm = server < best.server - 0.5 ? 0 : calm + 1
    if (server < best.server) best = { server, postgres: await postgresShare(pid) }
  }
  return best
}

/** What a process holds in memory, in MiB. */
async function resident(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`)
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Postgres is a child of the server, and its workers are children of it: proportional shares add up without counting twice. */
async function postgresShare(server: number): Promise<number> {
  let total = 0
  for (const pid of await descendantsOf(server)) {
    const rollup = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => '')
    total += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
  }
  return total
}

/** The processes that a process started, and those that they started. */
async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for await (const { name } of Deno.readDir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => '')
    parents.set(Number(name), Number(/\) \S (\d+)/.exec(stat)?.[1]))
  }
  const isBelow = (other: number): boolean => {
    const parent = parents.get(other)
    return parent !== undefined && (parent === pid || (parent > 1 && isBelow(parent)))
  }
  return [...parents.keys()].filter(isBelow)
}
