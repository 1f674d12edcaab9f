import { percentile, report } from './figures.ts'
import { end, startProcess } from './subjects.ts'

const starts = 7

/** From starting the process on data that exists to its first answer, and what its processes hold in memory at rest. */
export async function benchStart(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: 'bubblequest-start-' })
  const environment = { PORT: '0', BUBBLEQUEST_DATA: folder }
  const fresh = await startProcess(['embedded/main.ts'], environment)
  fresh.child.kill('SIGTERM')
  await fresh.child.status

  const answeredAfter: number[] = []
  let memory = { server: 0, postgres: 0 }
  for (let index = 0; index < starts; index++) {
    const begun = performance.now()
    const { url, child } = await startProcess(['embedded/main.ts'], environment)
    await (await fetch(`${url}/login`)).arrayBuffer()
    answeredAfter.push((performance.now() - begun) / 1000)
    if (index === starts - 1) {
      // At rest: every part has answered once, and what starting left behind is collected.
      await (await fetch(`${url}/api/health`)).arrayBuffer()
      memory = await settled(child.pid)
      await end(child, folder)
    } else {
      child.kill('SIGTERM')
      await child.status
    }
  }
  report('Start and memory', [
    { what: 'first start, making the data folder', ours: fresh.readyAfter / 1000, unit: 's' },
    { what: 'start on existing data, Postgres included, to the first answer (median)', ours: percentile(answeredAfter, 0.5), unit: 's', goal: 'at most 1.2' },
    { what: 'server process at rest', ours: memory.server, unit: 'MiB', goal: 'at most 100' },
    { what: 'all processes of Postgres at rest, shared pages once', ours: memory.postgres, unit: 'MiB' },
  ])
}

/** Reads until the server's memory no longer falls. */
export async function settled(pid: number): Promise<{ server: number; postgres: number }> {
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
export async function resident(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`)
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** Postgres is a child of the server, and its workers are children of it: proportional shares add up without counting twice. */
async function postgresShare(server: number): Promise<number> {
  const parents = new Map<number, number>()
  for await (const entry of Deno.readDir('/proc')) {
    const pid = Number(entry.name)
    if (!Number.isInteger(pid)) continue
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => '')
    parents.set(pid, Number(/\) \S (\d+)/.exec(stat)?.[1]))
  }
  const below = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === server || (parent > 1 && below(parent)))
  }
  let total = 0
  for (const pid of parents.keys()) {
    if (!below(pid)) continue
    const rollup = await Deno.readTextFile(`/proc/${pid}/smaps_rollup`).catch(() => '')
    total += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
  }
  return total
}
