// npm test and npm run check, on a Node of our own: see CONTRIBUTING.md.
import { stopStoryServer } from '../story-server.mjs'
import { tourFile } from '../test-files.mjs'
import { printFailure } from './report.ts'
import { runStages } from './run-stages.ts'
import { selectTests } from './select.ts'
import { fastStages, slowStages, testKinds } from './stages.ts'
import { stories } from './stories.ts'
import { tellMissingEngines } from './tour-engines.ts'

const [scope = 'all', ...args] = process.argv.slice(2)
const stages = scope === 'fast' ? fastStages : [...fastStages, ...slowStages]
const flags = args.filter((arg) => arg.startsWith('--'))
const patterns = args.filter((arg) => !arg.startsWith('--'))
const unknown = flags.find((flag) => flag !== '--all')

const isCi = process.env['CI'] === 'true'

if (unknown === undefined) {
  const isGreen = await check()
  const isComplete = !isTourAsked() || tellMissingEngines({ isCi })
  process.exitCode = isGreen && isComplete ? 0 : 1
  // Elsewhere it goes on for the next run.
  if (isCi) await stopStoryServer()
} else {
  console.error(`There is no option ${unknown}. Usage: npm test -- [--all] [part of a file's path or of a test's name …]`)
  process.exitCode = 2
}

function check(): Promise<boolean> {
  const all = isCi || flags.includes('--all')
  const named = stages.filter(({ name }) => patterns.length === 1 && name === patterns[0])
  if (patterns.length === 0) return runStages(stages, { all })
  return named.length > 0 ? runStages(named, { all: true }) : runSelected()
}

function isTourAsked(): boolean {
  if (patterns.length === 0) return scope !== 'fast'
  return patterns[0] === stories.name || selectTests(testKinds, patterns).some(({ selection }) => selection.files.includes(tourFile))
}

async function runSelected(): Promise<boolean> {
  let passed = 0
  let failed = 0
  for (const { kind, selection } of selectTests(testKinds, patterns)) {
    const outcome = await kind.runSelected(selection, printFailure)
    if (outcome.passed + outcome.failures.length > 0) console.log(`${kind.name}: ${outcome.passed} passed, ${outcome.failures.length} failed`)
    passed += outcome.passed
    failed += outcome.failures.length
  }
  if (passed + failed === 0) console.error(`No test has ${patterns.join(' and ')} in the path of its file or in its name.`)
  return passed > 0 && failed === 0
}
