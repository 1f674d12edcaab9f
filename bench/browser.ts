import type { Benchmark } from './benchmark.ts'
import type { Measured } from './figures.ts'
import { run } from './processes.ts'
import { startFloorServer, startStack } from './stack.ts'

/** What is opened in the browser, beside each other. */
export type BrowserSubject = { url: string; isFloor: boolean }
export type BrowserRun = { name: string; candidate: BrowserSubject; baseline: BrowserSubject; rounds: number }

/** A benchmark whose probes run in `script`: a process of its own, since the browser's driver is made for Node. */
export function browserBenchmark(name: string, title: string): Benchmark {
  return {
    title,
    columns: ['ours', 'bare page'],
    async measure({ candidate, baseline, rounds, progress }) {
      progress('preparing')
      const { url } = await startStack(candidate)
      const beside = baseline ? await startStack(baseline) : await startFloorServer()
      const wanted: BrowserRun = { name, candidate: { url, isFloor: false }, baseline: { url: beside.url, isFloor: !baseline }, rounds }
      const measured: Measured[] = JSON.parse(await run('node', [`bench/${name}-browser.ts`, JSON.stringify(wanted)]))
      return measured
    },
  }
}
