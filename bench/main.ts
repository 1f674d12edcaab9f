import { api } from './api.ts'
import type { Benchmark } from './benchmark.ts'
import { browserBenchmark } from './browser.ts'
import { buildCommit, buildWorkingTree, commitOf } from './checkout.ts'
import { readCommandLine } from './command-line.ts'
import type { BenchmarkName, CommandLine } from './command-line.ts'
import { live } from './live.ts'
import { memory } from './memory.ts'
import { endProcesses, stopEverything } from './processes.ts'
import { printComparison, printRows } from './report.ts'
import { start } from './start.ts'

const benchmarks: Record<BenchmarkName, Benchmark> = {
  start,
  live,
  api,
  interaction: browserBenchmark('interaction', 'Interaction: from the press to the frame that shows its effect'),
  paint: browserBenchmark('paint', 'Paint: the first visit, with nothing of it in the browser yet, and a long list'),
  memory,
}

/** Returns the exit code: 1 where the working tree is slower in any figure. */
async function runBenchmarks({ names, against, ...plan }: CommandLine): Promise<number> {
  const commit = against === undefined ? undefined : await commitOf(against)
  console.error('Building the app …')
  const candidate = await buildWorkingTree()
  const baseline = commit === undefined ? undefined : await buildCommit(commit)
  let isSlower = false
  for (const name of names) {
    const { title, columns, measure } = benchmarks[name]
    const measured = await measure({
      ...plan,
      candidate,
      baseline,
      progress: (line) => console.error(`${name}: ${line}`),
    })
    await endProcesses()
    if (commit === undefined) printRows(title, measured, columns)
    else isSlower = printComparison(title, commit.slice(0, 9), measured) || isSlower
  }
  const load = Deno.loadavg()[0]?.toFixed(1)
  console.error(`\n${navigator.hardwareConcurrency} cores; ${load} processes ran or waited during the last minute.`)
  return isSlower ? 1 : 0
}

let isInterrupted = false
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  Deno.addSignalListener(name, () => {
    if (isInterrupted) return
    isInterrupted = true
    console.error('\nStopping …')
    void stopEverything().finally(() => Deno.exit(130))
  })
}
// A process that was ended by the signal makes calls fail: no error of the bench.
addEventListener('unhandledrejection', (event) => isInterrupted && event.preventDefault())

function commandLine(): CommandLine {
  try {
    return readCommandLine(Deno.args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    Deno.exit(1)
  }
}

try {
  const code = await runBenchmarks(commandLine())
  await stopEverything()
  Deno.exit(code)
} catch (error) {
  // The signal's own end is under way.
  if (!isInterrupted) {
    await stopEverything()
    throw error
  }
}
