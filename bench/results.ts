import { hostname } from 'node:os'
import type { Comparison } from './comparison.ts'
import type { Measured } from './figures.ts'

/** Ignored by git; one line of JSON for each benchmark of a run. */
export const resultsFile = 'bench/results/results.jsonl'

export type Result = {
  name: string
  at: string
  commit: string
  isDirty: boolean
  /** Absent in a plain run. */
  against?: string
  machine: { name: string; cpu: string; cores: number; memoryGiB: number; system: string }
  /** Processes that ran or waited, over the last minute. */
  load: { begin: number; end: number }
  figures: (Measured & { comparison?: Comparison })[]
}

export function machineHere(): Result['machine'] {
  const cpu = /model name\s*:\s*(.+)/.exec(textOf('/proc/cpuinfo'))?.[1] ?? Deno.build.arch
  const memoryGiB = Math.round(Deno.systemMemoryInfo().total / 1024 ** 3)
  return { name: hostname(), cpu, cores: navigator.hardwareConcurrency, memoryGiB, system: `${Deno.build.os} ${Deno.osRelease()}` }
}

export const loadNow = () => Deno.loadavg()[0] ?? Number.NaN

export async function appendResult(result: Result): Promise<void> {
  await Deno.mkdir('bench/results', { recursive: true })
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)
  await Deno.writeTextFile(resultsFile, `${JSON.stringify(result, rounded)}\n`, { append: true })
}

function textOf(file: string): string {
  try {
    return Deno.readTextFileSync(file)
  } catch {
    return ''
  }
}
