import { mkdirSync, writeFileSync } from 'node:fs'
import { fingerprintOf, forgetDigests, greenSince, rememberGreen, undeclared, watchReads } from './inputs.ts'
import { printFailure, printStage, printSummary } from './report.ts'
import { commandOf } from './stage.ts'
import type { Failure, Outcome, Part, Stage } from './stage.ts'

/** More of them are no noise. */
const mostUnsettled = 3
/** When so many fail, the code is broken: to run each again would only take longer. */
const mostRepeated = 10

/** Runs the groups of stages one after the other; returns whether all are green. With `all`, none is skipped and reads are checked. */
export async function runStages(stages: readonly Stage[], { all }: { all: boolean }): Promise<boolean> {
  const failures: Failure[] = []
  let passed = 0
  for (const group of groupsOf(stages)) {
    forgetDigests()
    const readFiles = all ? watchReads() : undefined
    const runs = await Promise.all(group.map((stage) => runStage(stage, { all })))
    // Files say when they were read, and not by which stage.
    const due = runs.flatMap((run) => run.due)
    const undeclaredReads = readFiles === undefined || due.length === 0 ? [] : undeclared(readFiles(), due)
    for (const run of runs) {
      const { outcome, begun, ended, stage, unchanged } = run
      const foreign = undeclaredReads.map((file) => ({
        stage: stage.name,
        name: stage.name,
        message: `It reads ${file}, which its inputs in tools/checks do not name.`,
      }))
      foreign.forEach(printFailure)
      passed += outcome.passed
      failures.push(...outcome.failures, ...foreign)
      if (undeclaredReads.length === 0) rememberWhatIsGreen(run)
      if (run.due.length === 0) printStage(stage.name, { unchanged })
      else printStage(stage.name, { passed: outcome.passed, failed: outcome.failures.length + foreign.length, seconds: (ended - begun) / 1000, unchanged })
    }
    if (all && readFiles === undefined) console.log('     (this file system keeps no access times: what the stage reads was not checked)')
  }
  const unsettled = failures.length > mostRepeated ? [] : await settle(stages, failures)
  const failed = failures.filter((failure) => !unsettled.includes(failure))
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/unsettled.json', `${JSON.stringify(unsettled, undefined, 2)}\n`)
  const tooMany = unsettled.length > mostUnsettled
  printSummary({ passed: passed + unsettled.length, failed, unsettled, tooMany })
  return failed.length === 0 && !tooMany
}

/** Stages that follow each other and leave a core free are one group. */
export function groupsOf(stages: readonly Stage[]): Stage[][] {
  const groups: Stage[][] = []
  for (const stage of stages) {
    const last = groups.at(-1)
    if (stage.sharesCores === true && last?.[0]?.sharesCores === true) last.push(stage)
    else groups.push([stage])
  }
  return groups
}

type StageRun = Split & { stage: Stage; fingerprints: { name: string; fingerprint: string }[]; outcome: Outcome; begun: number; ended: number }

async function runStage(stage: Stage, { all }: { all: boolean }): Promise<StageRun> {
  const begun = Date.now()
  const split = splitParts(stage.parts(), all)
  const fingerprints = split.due.map((part) => ({ name: part.name, fingerprint: fingerprintOf(part) }))
  const outcome = split.due.length === 0 ? { passed: 0, failures: [] } : await stage.run(split.due, printFailure)
  return { ...split, stage, fingerprints, outcome, begun, ended: Date.now() }
}

function rememberWhatIsGreen({ due, fingerprints, outcome }: StageRun): void {
  const broken = new Set(outcome.failures.flatMap(({ file, stage }) => file ?? stage))
  // A failure outside of every part says nothing good of any.
  const known = [...broken].every((name) => due.some((part) => part.name === name))
  if (known) rememberGreen(fingerprints.filter(({ name }) => !broken.has(name)))
}

type Split = { due: Part[]; unchanged: { name: string; since: string }[] }

function splitParts(parts: readonly Part[], all: boolean): Split {
  const split: Split = { due: [], unchanged: [] }
  for (const part of parts) {
    const since = all ? undefined : greenSince(part)
    if (since === undefined) split.due.push(part)
    else split.unchanged.push({ name: part.name, since })
  }
  return split
}

/** Runs what failed again, each alone and up to twice; returns those that pass then. */
export async function settle(stages: readonly Stage[], failures: readonly Failure[]): Promise<Failure[]> {
  const unsettled: Failure[] = []
  for (const failure of failures) {
    const repeat = stages.find(({ name }) => name === failure.stage)?.repeat
    if (repeat === undefined || failure.file === undefined) continue
    for (let attempt = 1; attempt <= 2; attempt++) {
      console.log(`Again, alone: ${commandOf(failure)}`)
      const outcome = await repeat(failure)
      if (outcome.failures.length > 0 || outcome.passed === 0) continue
      unsettled.push(failure)
      break
    }
  }
  return unsettled
}
