import type { Benchmark } from './benchmark.ts'
import type { Measured, Plan } from './figures.ts'
import { run } from './processes.ts'
import { startStack } from './stack.ts'

/** The addresses that are compared. */
export type BrowserRun = Plan & { name: string; candidate: string; baseline: string | undefined }

/** A benchmark whose probes run in `bench/browser`, by Node: the browser's driver is made for it. */
export function browserBenchmark(name: string, title: string): Benchmark {
  return {
    title,
    async measure({ candidate, baseline, progress, ...plan }) {
      progress('preparing')
      const wanted: BrowserRun = {
        ...plan,
        name,
        candidate: (await startStack(candidate)).url,
        baseline: baseline && (await startStack(baseline)).url,
      }
      const measured: Measured[] = JSON.parse(await run('node', [`bench/browser/${name}.ts`, JSON.stringify(wanted)]))
      return measured
    },
  }
}
