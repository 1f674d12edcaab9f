import { Problem } from '../problem.ts'

/**
 * After a kill -9 of ours, the old server may still hold the cluster; whoever holds our lock may
 * end it. Answers the process number of a pid file that names somebody else's program by now.
 */
export async function endOrphan(cluster: string): Promise<number | undefined> {
  const file = `${cluster}/postmaster.pid`
  const pid = Number((await Deno.readTextFile(file).catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  if (!(await serves(pid, cluster))) return pid
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      Deno.kill(pid, signal)
    } catch {
      return undefined
    }
    for (let waited = 0; waited < 3000; waited += 20) {
      if (!(await serves(pid, cluster))) return undefined
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  throw new Problem(`An older Postgres (process ${pid}) still holds ${cluster} and does not stop. End it and start again.`)
}

/** The numbers of the dead are given to others: the process may be another program, or another folder's Postgres. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (Deno.build.os !== 'linux') {
    const listed = await new Deno.Command('ps', { args: ['-p', String(pid), '-o', 'args='], stdout: 'piped', stderr: 'null' }).output()
    return new TextDecoder().decode(listed.stdout).includes(`postgres -D ${cluster} `)
  }
  // A process that has ended and was not waited for has no command line any more.
  const [program, ...args] = (await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => '')).split('\0')
  return program?.endsWith('/postgres') === true && args[args.indexOf('-D') + 1] === cluster
}
