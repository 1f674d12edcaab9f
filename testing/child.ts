import { fileURLToPath } from 'node:url'
import assert from 'node:assert/strict'
import { ignoreMissing } from '../embedded/file-system.ts'
import { readPidFile } from '../embedded/postgres/orphan.ts'
import { migratedFolder } from './template.ts'
import { until } from './until.ts'

const mainFile = fileURLToPath(new URL('../embedded/main.ts', import.meta.url))
const projectFolder = fileURLToPath(new URL('..', import.meta.url))

// After this, a process hangs; a start on a busy machine takes a fraction of that.
const longestLifeMs = 120_000

type How = {
  folder: string
  env?: Record<string, string>
  args?: string[]
  uid?: number
  stdin?: 'piped'
  /** How many files, connections included, it may have open; as many as we may, without. */
  openFiles?: number
  /** As in a container, which numbers its processes from 1 and ends them all with the first. */
  inContainer?: boolean
  /** Through npm, which installs and builds first; else the program itself. */
  npm?: boolean
}

/** Bubblequest as its own process, as `npm start` runs it. */
export class Child {
  readonly process: Deno.ChildProcess
  readonly folder: string
  /** Its output so far, of both streams. */
  output = ''
  readonly #spoken: Promise<void>
  #heard = Promise.withResolvers<void>()
  over = false

  constructor({ folder, env = {}, args = [], uid, stdin, openFiles, inContainer = false, npm = false }: How) {
    this.folder = folder
    const program = [...(inContainer ? container : []), ...(npm ? ['npm', 'start', '--'] : denoOn(mainFile, openFiles))]
    const [command = '', ...rest] = uid === undefined ? program : [...asUser(uid), ...program]
    this.process = new Deno.Command(command, {
      args: [...rest, ...args],
      cwd: projectFolder,
      env: {
        BUBBLEQUEST_DATA: folder,
        PORT: '0',
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
        BUBBLEQUEST_RATE_LIMITS: 'off',
        BUBBLEQUEST_PASSWORD_COST: '4',
        BUBBLEQUEST_APP: 'off',
        ...env,
      },
      stdin: stdin ?? 'null',
      stdout: 'piped',
      stderr: 'piped',
    }).spawn()
    // A test that waits in vain fails instead of hanging.
    const tooLong = setTimeout(() => this.process.kill('SIGKILL'), longestLifeMs)
    this.#spoken = Promise.all([this.#listen(this.process.stdout), this.#listen(this.process.stderr)]).then(() => {
      clearTimeout(tooLong)
      this.over = true
      this.#heard.resolve()
    })
  }

  async #listen(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      this.output += decoder.decode(chunk, { stream: true })
      this.#heard.resolve()
      this.#heard = Promise.withResolvers()
    }
  }

  /** Waits until its output matches; fails when it ends without. */
  async says(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.output)
      if (found !== null) return found[1] ?? found[0]
      if (this.over) assert.fail(`It ended without saying ${pattern}: ${this.output}`)
      await this.#heard.promise
    }
  }

  /** The address it serves, once it is ready. */
  async address(): Promise<string> {
    const url = await this.says(/on this machine: +(http:\S+)\n[^]*Stop with Ctrl-C/)
    return url.replace('localhost', '127.0.0.1')
  }

  /** Megabytes of memory that its process holds. */
  async memory(): Promise<number> {
    const status = await Deno.readTextFile(`/proc/${this.process.pid}/status`)
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? []
    return Number(kilobytes) / 1000
  }

  /** Code, and how many milliseconds it took from now. */
  async end(signal?: Deno.Signal): Promise<{ code: number; took: number }> {
    const from = performance.now()
    if (signal !== undefined) this.process.kill(signal)
    const { code } = await this.process.status
    const took = performance.now() - from
    await this.#spoken
    return { code, took }
  }
}

/** The command that runs a file as its own process, with a limit of open files, or with ours. */
function denoOn(file: string, openFiles?: number): string[] {
  const run = [Deno.execPath(), 'run', '-A', '--no-check', file]
  return openFiles === undefined ? run : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...run]
}

/** Starts it and expects that it ends by itself, with code 1 and a sentence instead of a stack. */
export async function refusedStart(how: How): Promise<string> {
  const child = new Child(how)
  const { code } = await child.end()
  assert.equal(code, 1, child.output)
  assert.doesNotMatch(child.output, /at file:|Uncaught|Bubblequest is running\./)
  return child.output.trim()
}

type Start = (how?: Omit<How, 'folder'>) => Child

/**
 * Runs `work` with a data folder of its own, an empty one or `folder`, and leaves no process and no folder behind,
 * however it ends.
 */
export async function inFolder(work: (folder: string, start: Start) => Promise<void>, folder?: string): Promise<void> {
  folder ??= await Deno.makeTempDir()
  try {
    await onFolder(folder, work)
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
}

/**
 * One data folder for all stories of a file, each of which ends what it starts. Its database exists already, because
 * a first start takes longer than all the others. Returns a function that registers a story.
 */
export function onOneFolder(): (sentence: string, run: (folder: string, start: Start) => Promise<void>) => void {
  let folder = ''
  Deno.test.beforeAll(async () => void (folder = await migratedFolder()))
  Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }))
  return (sentence, run) => Deno.test(sentence, () => onFolder(folder, run))
}

async function onFolder(folder: string, work: (folder: string, start: Start) => Promise<void>): Promise<void> {
  const children: Child[] = []
  try {
    await work(folder, (how = {}) => {
      const child = new Child({ folder, ...how })
      children.push(child)
      return child
    })
  } finally {
    for (const child of children) if (!child.over) await child.end('SIGKILL').catch(() => {})
    for (const pid of processesOf(folder)) {
      try {
        Deno.kill(pid, 'SIGKILL')
      } catch (error) {
        // Processes of a container end by themselves when its first has ended.
        ignoreMissing(error)
      }
    }
    await until(() => processesOf(folder).length === 0)
  }
}

/**
 * Prefix that runs a command as a user who may read everything, also this project in a closed folder, but write only
 * own files.
 */
const asUser = (uid: number) => [
  'setpriv',
  ...[`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
  ...['--securebits=+no_setuid_fixup', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search', '--'],
]

const isRoot = Deno.uid() === 0

/** Prefix that runs a command with its own process numbers. */
const container = [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-current-user']),
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
]

const somebodyElse = 65_534

/** Another user cannot write into the cache of ours; to fill theirs takes longer than a start. */
let cacheOfOthers: string | undefined

function makeCacheOfOthers(): string {
  const cache = Deno.makeTempDirSync()
  Deno.chownSync(cache, somebodyElse, somebodyElse)
  globalThis.addEventListener('unload', () => Deno.removeSync(cache, { recursive: true }))
  return cache
}

/** How to start it as an ordinary user on a folder of theirs: as ourselves, unless we are root. */
export async function asOrdinaryUser(folder: string): Promise<Pick<How, 'uid' | 'env'>> {
  if (!isRoot) return {}
  await giveAway(folder, somebodyElse)
  return { uid: somebodyElse, env: { DENO_DIR: (cacheOfOthers ??= makeCacheOfOthers()) } }
}

/** Gives the folder, with all that is in it, to a user. */
async function giveAway(folder: string, uid: number): Promise<void> {
  const { success } = await new Deno.Command('chown', { args: ['-R', `${uid}:${uid}`, folder] }).output()
  assert.ok(success)
}

type Process = { pid: number; parent: number; command: string }

/** The processes of this machine. */
export function processes(): Process[] {
  const found: Process[] = []
  for (const { name } of Deno.readDirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(Deno.readTextFileSync(`/proc/${name}/status`)) ?? []
      found.push({ pid: Number(name), parent: Number(parent), command: Deno.readTextFileSync(`/proc/${name}/cmdline`) })
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

/** The processes whose command line names the folder; a Postgres' does. */
export const processesOf = (folder: string): number[] =>
  processes()
    .filter(({ command }) => command.includes(folder))
    .map(({ pid }) => pid)

export async function isLocked(folder: string): Promise<boolean> {
  const file = await Deno.open(`${folder}/lock`, { read: true, write: true })
  try {
    return !(await file.tryLock(true))
  } finally {
    file.close()
  }
}

/** The process of the Postgres that runs on the folder, or 0. */
export const postmasterOf = async (folder: string): Promise<number> => (await readPidFile(`${folder}/postgres`)).pid
