import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const node = 'node_modules/node/bin/node'
const deno = 'node_modules/deno/deno'

/**
 * What one check found. A check that is not made of tests counts as one.
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, run: () => Promise<Count> }} Step
 */

/** @type {Step[]} The fast part: no browser, no database. */
export const fastSteps = [
  { name: 'types of the app', run: () => one(node, ['node_modules/typescript/bin/tsc', '-p', '.']) },
  {
    name: 'types of the server side',
    run: () => one(deno, ['check', '--quiet', 'domain', 'edge-functions', 'embedded', 'supabase/tests', 'bench', 'tools/doctor']),
  },
  { name: 'lint', run: () => one(node, ['node_modules/oxlint/bin/oxlint', '--ignore-pattern', 'tools/lint-fixtures', '--deny-warnings']) },
  {
    name: 'lint with types',
    run: () => one(node, ['node_modules/oxlint/bin/oxlint', '--type-aware', '--ignore-pattern', 'tools/lint-fixtures', '--deny-warnings', 'app', 'domain']),
  },
  { name: 'format', run: () => one(node, ['node_modules/oxfmt/bin/oxfmt', '--check']) },
  { name: 'unused code', run: () => one(node, ['node_modules/knip/bin/knip.js']) },
  { name: 'unit tests', run: () => vitest() },
]

/** @type {Step[]} Real Postgres, real sockets, a real browser. */
export const slowSteps = [
  { name: 'build', run: () => one(node, ['tools/build.mjs']) },
  { name: 'size of the first load', run: () => one(node, ['node_modules/size-limit/bin.js']) },
  { name: 'server side', run: () => denoTests(['edge-functions', 'embedded', 'supabase/tests', 'tools/doctor']) },
  { name: 'family stories in a browser', run: () => playwright() },
]

/** Runs the steps in order, says what each found, and ends with one line. Answers whether all is well. */
export async function runSteps(steps) {
  const total = { passed: 0, failed: 0 }
  for (const { name, run } of steps) {
    const begun = Date.now()
    const { passed, failed } = await run()
    total.passed += passed
    total.failed += failed
    console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0
}

async function one(program, args) {
  const { code, output } = await command(program, args)
  if (code !== 0) console.log(output)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest() {
  return reported('report.json', async (file) => {
    const done = await command(node, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
    return { ...done, count: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }) }
  })
}

async function playwright() {
  return reported('report.json', async (file) => {
    const done = await onQuickFolder((folder) => command(node, ['node_modules/@playwright/test/cli.js', 'test'], { E2E_REPORT: file, ...folder }))
    return { ...done, count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }) }
  })
}

async function denoTests(folders) {
  const { code, output } = await onQuickFolder((folder) => command(deno, ['test', '-A', '--no-check', '--quiet', '--parallel', ...folders], folder))
  const [, passed, failed] = /(\d+) passed.*?\| (\d+) failed/.exec(stripVTControlCharacters(output)) ?? []
  if (code !== 0) console.log(output)
  return counted(code, { passed: Number(passed ?? 0), failed: Number(failed ?? 0) })
}

/** A run that broke down before it could report, or that found no test at all, is a failure too. */
async function reported(name, run) {
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-report-'))
  try {
    const { code, output, count } = await run(join(folder, name))
    if (code !== 0) console.log(output)
    return counted(code, count(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs something whose databases come and go by the dozen with a temporary folder in memory, where there is room for
 * them: a third of the time went into making and removing their files.
 */
async function onQuickFolder(run) {
  if (!hasRoom(memoryFolder)) return run({})
  const folder = mkdtempSync(join(memoryFolder, 'bubblequest-'))
  try {
    // As open as /tmp is: some of it belongs to other users.
    chmodSync(folder, 0o1777)
    return await run({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const memoryFolder = '/dev/shm'

function hasRoom(folder) {
  const wanted = 2 * 1024 ** 3
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > wanted && freemem() > 2 * wanted
  } catch {
    return false
  }
}

function counted(code, { passed, failed }) {
  const broken = (code !== 0 || passed === 0) && failed === 0
  return { passed, failed: broken ? 1 : failed }
}

function command(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
