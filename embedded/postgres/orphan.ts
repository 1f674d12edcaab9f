import { ignoreMissing } from '../file-system.ts'
import { Problem } from '../problem.ts'

type PidFile = { pid: number; port: number; sockets: string; isReady: boolean }

/** Reads the pid file of a Postgres, which lies beside its data. `pid` is 0 when there is none. */
export async function readPidFile(cluster: string): Promise<PidFile> {
  // Its lines: process, data folder, start time, port, folder of the socket, address, shared memory, status.
  const [pid, , , port, sockets = '', , , status = ''] = (
    await Deno.readTextFile(`${cluster}/postmaster.pid`).catch(() => '')
  ).split('\n')
  return { pid: Number(pid) || 0, port: Number(port), sockets, isReady: status.trim() === 'ready' }
}

/**
 * Ends a Postgres that outlived its Bubblequest (after SIGKILL), for a caller that holds the lock of the data folder.
 * Removes its pid file, because in a container the next process can get the same number.
 */
export async function endOrphan(cluster: string): Promise<void> {
  const { pid, port } = await readPidFile(cluster)
  // No file, or an empty one, whose owner is unknown: it stays.
  if (pid <= 0) return
  if (await serves(pid, cluster)) await end(pid, cluster)
  // A server of another container has no process here, and would end without its pid file; two servers would ruin the
  // cluster.
  else if (await acceptsConnections(`${cluster}/../run/.s.PGSQL.${port}`)) {
    throw new Problem(
      `A Postgres of another container still runs on ${cluster}. Stop that container and start again; nothing was changed.`,
    )
  }
  await Deno.remove(`${cluster}/postmaster.pid`).catch(ignoreMissing)
}

async function acceptsConnections(socket: string): Promise<boolean> {
  try {
    // The folder of the socket may be a link, because its own path is too long to connect to.
    ;(await Deno.connect({ transport: 'unix', path: await Deno.realPath(socket) })).close()
    return true
  } catch {
    return false
  }
}

async function end(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      Deno.kill(pid, signal)
    } catch {
      return
    }
    for (let waited = 0; waited < 3000; waited += 20) {
      if (!(await serves(pid, cluster))) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  throw new Problem(
    `An older Postgres (process ${pid}) still holds ${cluster} and does not stop. End it and start again.`,
  )
}

/**
 * Whether the process is the Postgres of that cluster. Pids are reused: it may be another program, or another folder's
 * Postgres.
 */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (Deno.build.os !== 'linux') {
    const listed = await new Deno.Command('ps', {
      args: ['-p', String(pid), '-o', 'args='],
      stdout: 'piped',
      stderr: 'null',
    }).output()
    return new TextDecoder().decode(listed.stdout).includes(`postgres -D ${cluster} `)
  }
  // A process that has ended and was not waited for has no command line any more.
  const [program, ...args] = (await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => '')).split('\0')
  if (program?.endsWith('/postgres') !== true) return false
  // Postgres works in its folder, which may have been named by another path.
  const [folder, own] = await Promise.all(
    [`/proc/${pid}/cwd`, cluster].map((path) => Deno.stat(path).catch(() => undefined)),
  )
  return (
    args[args.indexOf('-D') + 1] === cluster ||
    (folder !== undefined && folder.ino === own?.ino && folder.dev === own.dev)
  )
}
