import type { Benchmark } from './benchmark.ts'
import type { Measured, Plan } from './figures.ts'
import { run } from './processes.ts'
import { startFloorServer, startStack } from './stack.ts'

/** A page that is opened in the browser, beside the other subject's. */
export type BrowserSubject = { url: string; isFloor: boolean }
export type BrowserRun = Plan & { name: string; candidate: BrowserSubject; baseline: BrowserSubject }

/** A benchmark whose probes run in `bench/browser`, by Node: the browser's driver is made for it. */
export function browserBenchmark(name: string, title: string): Benchmark {
  return {
    title,
    columns: ['ours', 'bare page'],
    async measure({ candidate, baseline, progress, ...plan }) {
      progress('preparing')
      const wanted: BrowserRun = {
        ...plan,
        name,
        candidate: { url: await startStack(candidate), isFloor: false },
        baseline: baseline
          ? { url: await startStack(baseline), isFloor: false }
          : { url: await startFloorServer(), isFloor: true },
      }
      const measured: Measured[] = JSON.parse(await run('node', [`bench/browser/${name}.ts`, JSON.stringify(wanted)]))
      return measured
    },
  }
}
