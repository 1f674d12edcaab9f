import { benchmarkOf } from './benchmark.ts'
import type { Probe } from './figures.ts'
import { end, makeFolder, startProcess } from './processes.ts'
import type { Build } from './stack.ts'

async function probesOf(build: Build): Promise<Probe[]> {
  const env = { PORT: '0', BUBBLEQUEST_DATA: await makeFolder('bench') }
  await end((await startProcess(build.folder, ['embedded/main.ts'], env)).child)
  return [
    {
      figures: [
        { name: 'server process at rest', unit: 'MiB', rows: [{ share: 0.5, goal: 'at most 100' }] },
        { name: 'all processes of Postgres at rest, shared pages once', unit: 'MiB', rows: [{ share: 0.5 }] },
      ],
      async measure() {
        const { url, child } = await startProcess(build.folder, ['embedded/main.ts'], env)
        // Every part has answered once.
        for (const path of ['/login', '/api/health']) await (await fetch(url + path)).arrayBuffer()
        const server = await settledMemory(child.pid)
        const postgres = await memoryBelow(child.pid)
        await end(child)
        return [[server], [postgres]]
      },
    },
  ]
}

/** The memory of the processes after the start and the first requests. */
export const memory = benchmarkOf('Memory', probesOf)

/** Reads a process's memory, in MiB, until it no longer falls. */
async function settledMemory(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let calm = 0; calm < 5; calm++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const resident = await mebibytesIn(`/proc/${pid}/status`, 'VmRSS')
    if (resident < least - 0.5) calm = -1
    least = Math.min(least, resident)
  }
  return least
}

/** The memory of all processes below one, in MiB: proportional shares add up without counting a page twice. */
async function memoryBelow(pid: number): Promise<number> {
  let total = 0
  for await (const { name: thread } of Deno.readDir(`/proc/${pid}/task`)) {
    const children = await Deno.readTextFile(`/proc/${pid}/task/${thread}/children`)
    for (const child of children.split(' ').filter(Boolean)) {
      total += (await mebibytesIn(`/proc/${child}/smaps_rollup`, 'Pss')) + (await memoryBelow(Number(child)))
    }
  }
  return total
}

async function mebibytesIn(file: string, field: string): Promise<number> {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(await Deno.readTextFile(file)) ?? []
  return Number(kilobytes) / 1024
}
