import process from 'node:process'
import { apiProbes } from './api.ts'
import { interactionProbes } from './browser/interaction.ts'
import { closeBrowser } from './browser/page.ts'
import { paintProbes } from './browser/paint.ts'
import { buildCommit, buildWorkingTree, commitOf } from './checkout.ts'
import { readCommandLine } from './command-line.ts'
import type { BenchmarkName, CommandLine } from './command-line.ts'
import type { Probe } from './figures.ts'
import { liveProbes } from './live.ts'
import { endProcesses, stopEverything } from './processes.ts'
import { printComparison, printFigures } from './report.ts'
import type { Build } from './stack.ts'
import { startProbes } from './start.ts'
import { measureInTurn } from './turns.ts'

const probesOf: Record<BenchmarkName, (build: Build) => Promise<Probe[]>> = {
  start: startProbes,
  live: liveProbes,
  api: apiProbes,
  interaction: interactionProbes,
  paint: paintProbes,
}

/** Returns the exit code: 1 where the working tree is slower in any figure. */
async function runBenchmarks({ names, against, rounds }: CommandLine): Promise<number> {
  const commit = against === undefined ? undefined : await commitOf(against)
  console.error('Building the app …')
  const candidate = await buildWorkingTree()
  const baseline = commit === undefined ? undefined : await buildCommit(commit)
  let isSlower = false
  for (const name of names) {
    const progress = (line: string) => console.error(`${name}: ${line}`)
    progress('preparing')
    const [ours, theirs] = [await probesOf[name](candidate), baseline ? await probesOf[name](baseline) : []]
    const measured = await measureInTurn(ours, theirs, rounds, progress)
    await closeBrowser()
    await endProcesses()
    if (commit === undefined) printFigures(name, measured)
    else isSlower = printComparison(name, commit.slice(0, 9), measured) || isSlower
  }
  const load = Deno.loadavg()[0]?.toFixed(1)
  console.error(`\n${navigator.hardwareConcurrency} cores; ${load} processes ran or waited during the last minute.`)
  return isSlower ? 1 : 0
}

/** Resolves with the exit code of a signal; rejects with a failure that nothing awaits. */
const interruption = new Promise<number>((resolve, reject) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) Deno.addSignalListener(name, () => resolve(130))
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    reject(event.reason)
  })
})

let code = 1
try {
  code = await Promise.race([runBenchmarks(readCommandLine(Deno.args)), interruption])
} catch (error) {
  console.error(error)
} finally {
  await stopEverything()
}
// Playwright ends its browsers as the process exits.
process.exit(code)
