// The server of the stories in a browser: the very program families start, on a data folder of its own. It goes on
// between runs.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, hashOf } from './build.mjs'
import { hasRoom, memoryFolder } from './memory-folder.mjs'

const folder = 'node_modules/.cache/story-server'
const longestStartMs = 180_000

/** The sources of the running server. */
const sources = [
  'domain',
  'edge-functions',
  'embedded',
  'supabase/config.toml',
  'supabase/migrations',
  'supabase/templates',
  'package-lock.json',
  'tools/start.mjs',
  'tools/story-server.mjs',
]

/**
 * The port of this clone's stories, so that two clones run side by side. Below the ports that the system assigns, and
 * none that Chromium blocks.
 */
export const storyPort = Number(
  process.env.E2E_PORT ?? 20_000 + (createHash('sha256').update(process.cwd()).digest().readUInt16BE() % 10_000),
)

const stateFile = `${folder}/${storyPort}.json`
/** Touched by each run: an unused server ends by itself. */
const usedFile = `${folder}/${storyPort}.used`
const logFile = `${folder}/${storyPort}.log`
const program = 'tools/run-story-server.mjs'

/**
 * Builds the app and starts the server, unless it runs already and is made from the same sources. Playwright calls it
 * before a run.
 */
export default async function ensureStoryServer() {
  build()
  mkdirSync(folder, { recursive: true })
  noteUse()
  setInterval(noteUse, 60_000).unref()
  const fingerprint = hashOf([...sources, 'dist/.sources'])
  if (readState()?.fingerprint !== fingerprint || !isRunning(readState())) {
    await stopStoryServer()
    start(fingerprint)
  }
  const begun = Date.now()
  while (!(await isUp())) {
    if (!isRunning(readState()) || Date.now() - begun > longestStartMs)
      throw new Error(`The server of the stories did not start:\n${readFileSync(logFile, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function start(fingerprint) {
  const log = openSync(logFile, 'w')
  const dataFolder = mkdtempSync(join(hasRoom() ? memoryFolder : tmpdir(), 'bubblequest-stories-'))
  const server = spawn(process.execPath, [program, usedFile], {
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      PORT: String(storyPort),
      BUBBLEQUEST_DATA: dataFolder,
      BUBBLEQUEST_RATE_LIMITS: 'off',
      BUBBLEQUEST_PASSWORD_COST: '4',
    },
  })
  server.unref()
  writeFileSync(stateFile, JSON.stringify({ pid: server.pid, fingerprint, dataFolder }))
}

/** Ends it, if it runs, and waits until it has ended. */
export async function stopStoryServer() {
  const running = readState()
  rmSync(stateFile, { force: true })
  if (running !== undefined && isRunning(running)) process.kill(running.pid, 'SIGTERM')
  while (isRunning(running)) await new Promise((resolve) => setTimeout(resolve, 50))
}

const noteUse = () => writeFileSync(usedFile, '')

/** The data folder of the server that runs, for what its operator does by a command. */
export const storyDataFolder = () => readState()?.dataFolder ?? ''

/** The code that opens the mailbox in one more browser, as the terminal shows it. */
export function storyMailboxCode() {
  const codes = [...readFileSync(logFile, 'utf8').matchAll(/(?:, code|next one:) (\d{4} \d{4})$/gm)]
  return codes.at(-1)?.[1] ?? ''
}

/** @returns {{ pid: number, fingerprint: string, dataFolder: string } | undefined} */
function readState() {
  return existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : undefined
}

/** Whether the server runs. Checks the command line too, because another program may have its pid by now. */
function isRunning(state) {
  if (state === undefined) return false
  try {
    process.kill(state.pid, 0)
    return !existsSync('/proc/self') || readFileSync(`/proc/${state.pid}/cmdline`, 'utf8').includes(program)
  } catch {
    return false
  }
}

async function isUp() {
  try {
    return (await fetch(`http://127.0.0.1:${storyPort}/api/health`)).ok
  } catch {
    return false
  }
}
