import { api } from './api.ts'
import { attack } from './attack.ts'
import type { Benchmark } from './benchmark.ts'
import { browserBenchmark } from './browser.ts'
import { bytes } from './bytes.ts'
import { calls } from './calls.ts'
import { buildCommit, buildWorkingTree, commitOf, isDirty } from './checkout.ts'
import { readCommandLine } from './command-line.ts'
import type { BenchmarkName, CommandLine } from './command-line.ts'
import { compare } from './comparison.ts'
import { live } from './live.ts'
import { load } from './load.ts'
import { memory } from './memory.ts'
import { endProcesses, stopEverything } from './processes.ts'
import { printComparison, printRows, rowsOf } from './report.ts'
import { appendResult, loadNow, machineHere, resultsFile } from './results.ts'
import { start } from './start.ts'
import { year } from './year.ts'

const benchmarks: Record<BenchmarkName, Benchmark> = {
  start,
  live,
  api,
  calls,
  interaction: browserBenchmark('interaction', 'Interaction: from the press to the frame that shows its effect'),
  paint: browserBenchmark('paint', 'Paint: the first visit, with nothing of it in the browser yet, and a long list'),
  bytes,
  memory,
  load,
  attack,
  year,
}

/** Returns the exit code: 1 where the working tree is slower in any figure. */
async function runBenchmarks({ names, against, rounds }: CommandLine): Promise<number> {
  const commit = (await commitOf('HEAD')) ?? 'unknown'
  const other = against === undefined ? undefined : await commitOf(against)
  if (against !== undefined && other === undefined) return fail(`There is no commit ${against} in this checkout.`)
  console.error('Building the app …')
  const candidate = await buildWorkingTree()
  const baseline = other === undefined ? undefined : await buildCommit(other)
  let isSlower = false
  for (const name of names) {
    const { title, columns, measure } = benchmarks[name]
    const run = { candidate, baseline, rounds, progress: (line: string) => console.error(`${name}: ${line}`) }
    const [at, begin] = [new Date().toISOString(), loadNow()]
    const measured = await measure(run)
    await endProcesses()
    const figures = measured.map((each) => ({
      ...each,
      ...(other !== undefined && each.baseline && { comparison: compare(each.figure, each.candidate, each.baseline) }),
    }))
    if (other === undefined) printRows(title, measured.flatMap(rowsOf), columns)
    else {
      const compared = figures.flatMap(({ comparison, ...each }) => (comparison ? [{ ...each, comparison }] : []))
      printComparison(title, other.slice(0, 9), compared)
      isSlower ||= compared.some(({ comparison }) => comparison.word === 'slower')
    }
    const load = { begin, end: loadNow() }
    await appendResult({ name, at, commit, isDirty: await isDirty(), ...(other !== undefined && { against: other }), machine: machineHere(), load, figures })
  }
  console.error(`\nAll samples are in ${resultsFile}.`)
  return isSlower ? 1 : 0
}

function fail(sentence: string): number {
  console.error(sentence)
  return 1
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
// What fails because its process was ended is no error of its own.
addEventListener('unhandledrejection', (event) => isInterrupted && event.preventDefault())

const commandLine = readCommandLine(Deno.args)
try {
  const code = typeof commandLine === 'string' ? fail(commandLine) : await runBenchmarks(commandLine)
  await stopEverything()
  Deno.exit(code)
} catch (error) {
  // The signal's own end is under way.
  if (!isInterrupted) {
    await stopEverything()
    throw error
  }
}
