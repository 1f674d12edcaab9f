import type { Measured, Plan, Probe } from './figures.ts'
import type { Build } from './stack.ts'
import { measureInTurn } from './turns.ts'

/** The builds that a benchmark compares: the working tree with another build, or with a bare floor. */
export type Run = Plan & { candidate: Build; baseline: Build | undefined; progress: (line: string) => void }

export type Benchmark = {
  title: string
  /** Headings of a plain run, candidate first. */
  columns?: [candidate: string, baseline: string]
  measure(run: Run): Promise<Measured[]>
}

/** A benchmark of probes in this process; `openFloor` opens what a plain run has as its baseline. */
export function benchmarkOf(
  title: string,
  open: (build: Build, plan: Plan) => Promise<Probe[]>,
  openFloor?: (build: Build, plan: Plan) => Promise<Probe[]>,
): Benchmark {
  return {
    title,
    async measure({ candidate, baseline, progress, ...plan }) {
      progress('preparing')
      const probes = await open(candidate, plan)
      const floor = baseline ? await open(baseline, plan) : ((await openFloor?.(candidate, plan)) ?? [])
      return measureInTurn(probes, floor, plan, progress)
    },
  }
}
