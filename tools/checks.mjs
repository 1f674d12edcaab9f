// npm test and npm run check: runs the checks in order, each by its own program. Plain JavaScript, because it starts
// before anything is installed.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { missingEngines } from './engines.mjs'
import { tellReason } from './failure.mjs'
import { install } from './install.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { denoEnvironment, findDeno, findNode } from './programs.mjs'

install({ development: true })
const databases = mkdtempSync(join(temporaryFolder(), 'bubblequest-'))
// As open as /tmp is: some of it belongs to other users.
chmodSync(databases, 0o1777)
process.on('exit', () => rmSync(databases, { recursive: true, force: true }))

/**
 * @typedef {object} Check
 * @property {string[]} command
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [isTest] its output is shown as it comes; that of others when they fail
 *
 * @typedef {{ files?: string[], words?: string[] }} Selection the test files, or all, and of them the tests with all
 * words in their name
 */

/** @param {string} program @param {string[]} args */
const node = (program, ...args) => [findNode(), `node_modules/${program}`, ...args]

/** Folders whose tests Deno runs, beside a real Postgres; Vitest runs the others. */
const serverTestFolders = ['deploy', 'edge-functions', 'embedded', 'supabase/tests', 'tools/doctor']

/** TypeScript and the linter are written in Go: they end before a collection of garbage has paid off. */
const withoutCollection = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** @type {Record<string, Check>} */
const staticChecks = {
  'types of the server side': {
    command: [findDeno(), 'check', '--quiet', 'domain', 'bench', 'testing', ...serverTestFolders],
  },
  'types of the app': { command: node('typescript/bin/tsc', '-p', 'tsconfig.app.json'), env: withoutCollection },
  lint: {
    command: node('oxlint/bin/oxlint', '--type-aware', '--ignore-pattern', 'tools/lint-fixtures', '--deny-warnings'),
    env: withoutCollection,
  },
  format: { command: node('oxfmt/bin/oxfmt', '--check') },
  'unused code': { command: node('knip/bin/knip.js') },
}

const ifAny = (words, ...args) => (words.length > 0 ? args : [])
const inOrder = (words) => words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)).join('.*')

/** @param {Selection} selection @returns {Check} */
const unitTests = ({ files = [], words = [] }) => ({
  isTest: true,
  command: node('vitest/vitest.mjs', 'run', ...files, ...ifAny(words, '-t', `(?i:${inOrder(words)})`)),
})

const denoTest = (...options) => [
  ...[findDeno(), 'run', '-A', '--no-check', '--quiet', 'testing/run-tests.ts', ...options],
  ...['--quiet', '--parallel', '--permit-no-files'],
]
const testsOfFunction = (...names) => names.map((name) => `edge-functions/api/${name}.test.ts`)

/** The upload, the bundle and the connection to Postgres, each on Supabase's version of Deno already. */
const ofServerSide = testsOfFunction('deploy', 'bundle', 'database/socket')

/**
 * A whole run tests the function on Supabase's version of Deno, in `uploadedFunction`. On that of the household, whose
 * server all stories use, it tests every call, and the limits of an address, which each server learns in its own way.
 */
const wholeServerSide = [
  ...serverTestFolders.filter((folder) => folder !== 'edge-functions'),
  ...ofServerSide,
  ...testsOfFunction('every-call', 'rate-limits'),
]

/** @param {Selection} selection @returns {Check} */
const serverTests = ({ files = wholeServerSide, words = [] }) => ({
  isTest: true,
  env: { TMPDIR: databases },
  command: [...denoTest(), ...ifAny(words, `--filter=/(?i)${inOrder(words)}/`), ...files],
})

/**
 * Tests the function as the CLI uploads it. Its two database connections are too few for several files at once.
 * @type {Check}
 */
const uploadedFunction = {
  isTest: true,
  env: { TMPDIR: databases, DENO_JOBS: '1' },
  command: [...denoTest('--uploaded'), `--ignore=${ofServerSide.join()}`, 'edge-functions/api'],
}

/** @param {Selection} selection @returns {Check} */
const stories = ({ files = [], words = [] }) => ({
  isTest: true,
  command: node(
    ...['@playwright/test/cli.js', 'test', '--pass-with-no-tests'],
    ...files,
    ...ifAny(words, '--grep', inOrder(words)),
  ),
})

const storiesName = 'family stories in a browser'
const testKinds = { 'unit tests': unitTests, 'server side': serverTests, [storiesName]: stories }

function testKindOf(file) {
  if (file.endsWith('.spec.ts')) return storiesName
  if (!/\.test\.tsx?$/.test(file)) return undefined
  return serverTestFolders.some((folder) => file.startsWith(`${folder}/`)) ? 'server side' : 'unit tests'
}

const has = (text, part) => text.toLowerCase().includes(part.toLowerCase())

/**
 * Whether a test of the file may have these words in its name: a name that is put together at run time has each of them
 * in the file.
 */
function mayName(file, words) {
  const text = readFileSync(file, 'utf8')
  return words.split(/[^\p{L}\p{N}]+/u).every((word) => has(text, word))
}

/**
 * Selects the tests that `patterns` name: one that is part of a path selects files, any other is part of a test's name.
 * @returns {Record<string, Check>[]}
 */
function selectTests(patterns) {
  const files = ['app', 'bench', 'deploy', 'domain', 'e2e', 'edge-functions', 'embedded', 'supabase', 'tools']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`))
    .filter(testKindOf)
  const paths = patterns.filter((pattern) => files.some((file) => has(file, pattern)))
  const words = patterns.filter((pattern) => !paths.includes(pattern))
  const selected = files
    .filter((file) => paths.length === 0 || paths.some((path) => has(file, path)))
    .filter((file) => words.every((word) => mayName(file, word)))
  return Object.entries(testKinds).flatMap(([kind, check]) => {
    const ofKind = selected.filter((file) => testKindOf(file) === kind)
    return ofKind.length === 0 ? [] : [{ [kind]: check({ files: ofKind, words }) }]
  })
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())

/** Runs a check to its end. @param {string} name @param {Check} check */
async function run(name, { command: [program, ...args], env = {} }, { isShown }) {
  const begun = Date.now()
  const child = spawn(program, args, {
    env: { ...denoEnvironment, NO_COLOR: '1', DO_NOT_TRACK: '1', ...env },
    signal: stopping.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      if (isShown) process.stdout.write(text)
    })
  }
  child.on('error', (error) => (output += String(error)))
  const [status, signal] = await new Promise((resolve) => child.on('close', (...ended) => resolve(ended)))
  tellReason(name, { status, signal })
  if (status !== 0 && !isShown) console.log(output)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  return { name, isGreen: status === 0, passed: Number(/(\d+) passed/.exec(output)?.[1] ?? 0) }
}

/** Runs one group after the other, of a group two checks at a time. @param {Record<string, Check>[]} groups */
async function runAll(groups) {
  const results = []
  for (const group of groups) {
    const waiting = Object.entries(group)
    const shown = waiting.find(([, { isTest }]) => isTest)
    const runNext = async () => {
      for (let next = waiting.shift(); next !== undefined && !stopping.signal.aborted; next = waiting.shift())
        results.push(await run(...next, { isShown: next === shown }))
    }
    await Promise.all([runNext(), runNext()])
  }
  return results
}

const [scope = 'all', ...patterns] = process.argv.slice(2)
// A check that takes all cores is a group of its own.
const fast = [staticChecks, { 'unit tests': unitTests({}) }]
const slow = [
  { build: { command: [findNode(), 'tools/build.mjs'] } },
  {
    'oldest browsers': { command: node('eslint/bin/eslint.js', '--config', 'tools/browser-floor.mjs', 'dist') },
    'size of the first load': { command: node('size-limit/bin.js') },
    'server side': serverTests({}),
    'function as uploaded': uploadedFunction,
  },
  { [storiesName]: stories({}) },
]
const all = scope === 'fast' ? fast : [...fast, ...slow]
const named = new Map(all.flatMap(Object.entries)).get(patterns.length === 1 ? patterns[0] : undefined)
const asked = named === undefined ? selectTests(patterns) : [{ [patterns[0]]: named }]

const results = await runAll(patterns.length === 0 ? all : asked)
const failed = results.filter(({ isGreen }) => !isGreen).map(({ name }) => name)
const isNothing = patterns.length > 0 && named === undefined && results.every(({ passed }) => passed === 0)
if (failed.length > 0) console.log(`FAIL ${failed.join(', ')}`)
else if (isNothing) console.error(`No test has ${patterns.join(' and ')} in the path of its file or in its name.`)
else console.log('All green.')
const isTourAsked =
  results.some(({ name }) => name === storiesName) && (patterns.length === 0 || patterns.includes('tour'))
const missing = isTourAsked ? missingEngines() : []
for (const { sentence } of missing) console.log(sentence)
const isEngineMissing = process.env.CI === 'true' && missing.some(({ isInstallable }) => isInstallable)
process.exitCode = failed.length > 0 || isNothing || stopping.signal.aborted || isEngineMissing ? 1 : 0
