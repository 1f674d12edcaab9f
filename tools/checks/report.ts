import { stripVTControlCharacters } from 'node:util'
import { commandOf } from './stage.ts'
import type { Failure } from './stage.ts'

/** More lines of a failure are in what it kept. */
const mostLines = 60

/** Without colours, and without the frames of a stack that are in packages. */
const linesOf = (message: string) =>
  stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
    .map((line) => `     ${line}`.trimEnd())

/** Says at once what failed, and how to run just that. */
export function printFailure(failure: Failure): void {
  const { stage, file, name, message, kept = [] } = failure
  const lines = linesOf(message)
  // The end of a long output says what went wrong.
  const shown = file === undefined ? lines.slice(-mostLines) : lines.slice(0, mostLines)
  console.log(`\nFAIL ${file === undefined ? stage : `${file}: ${name}`}`)
  console.log(shown.join('\n'))
  for (const path of kept) console.log(`     kept: ${path}`)
  console.log(`     again: ${commandOf(failure)}\n`)
}

type StageResult = { passed?: number; failed?: number; seconds?: number; unchanged: readonly { name: string; since: string }[] }

export function printStage(name: string, { passed = 0, failed = 0, seconds, unchanged }: StageResult): void {
  const [first] = unchanged.toSorted((a, b) => a.since.localeCompare(b.since))
  const skipped =
    first === undefined ? '' : unchanged.length === 1 ? `unchanged since ${first.since}` : `${unchanged.length} files unchanged since ${first.since}`
  if (seconds === undefined) return console.log(`same ${name}: ${skipped}`)
  return console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)${skipped === '' ? '' : `; ${skipped}`}`,
  )
}

type Summary = { passed: number; failed: readonly Failure[]; unsettled: readonly Failure[]; tooMany: boolean }

export function printSummary({ passed, failed, unsettled, tooMany }: Summary): void {
  console.log(`\n${passed} passed, ${failed.length} failed`)
  for (const failure of failed) console.log(`FAIL ${commandOf(failure)}`)
  if (unsettled.length === 0) return
  console.log(`\n${unsettled.length} unsettled: failed at first, passed when run again alone (test-results/unsettled.json)`)
  for (const failure of unsettled) console.log(`     ${commandOf(failure)}\n${linesOf(failure.message)[0] ?? ''}`)
  if (tooMany) console.log('So many are no noise: the run fails.')
}
