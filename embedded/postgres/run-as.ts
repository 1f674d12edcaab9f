import { Problem } from '../problem.ts'

/** How to start a program as the user that may run Postgres, which refuses to run as root. */
export type RunAs = {
  /** Wraps a command line. */
  command(program: string, args: readonly string[]): { program: string; args: string[] }
  /** Makes that user the owner of a file or folder. */
  own(path: string): Promise<void>
}

const userName = 'bubblequest'

/** Not root: everything as it is. Root: a system user of its own, or `nobody` where none can be made. */
export async function runAs(reaches: readonly string[]): Promise<RunAs> {
  if (Deno.build.os === 'windows' || Deno.uid() !== 0) {
    return { command: (program, args) => ({ program, args: [...args] }), own: () => Promise.resolve() }
  }
  const user = (await lookUp(userName)) ?? (await addUser()) ?? (await lookUp('nobody'))
  if (user === undefined) {
    throw new Problem('Postgres does not run as root, and no other user could be made here. Start Bubblequest as an ordinary user.')
  }
  // Where a folder on the way is closed, as /root is, Postgres keeps one capability: it opens the way without changing permissions.
  // Postgres looks for its programs by access(2), which ignores capabilities unless no_setuid_fixup is set (capabilities(7)).
  const closed = !(await allReachable(reaches))
  return {
    command: (program, args) => ({
      program: 'setpriv',
      args: [
        `--reuid=${user.uid}`,
        `--regid=${user.gid}`,
        '--clear-groups',
        ...(closed ? ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'] : []),
        '--',
        program,
        ...args,
      ],
    }),
    own: (path) => Deno.chown(path, user.uid, user.gid),
  }
}

type User = { uid: number; gid: number }

async function lookUp(name: string): Promise<User | undefined> {
  const passwd = await Deno.readTextFile('/etc/passwd').catch(() => '')
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((line) => line[0] === name)
  if (fields === undefined) return undefined
  return { uid: Number(fields[2]), gid: Number(fields[3]) }
}

async function addUser(): Promise<User | undefined> {
  try {
    const made = await new Deno.Command('useradd', {
      args: ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', userName],
      stdout: 'null',
      stderr: 'null',
    }).output()
    // Two starts at once may both try; whoever lost finds the user the other one made.
    if (!made.success) return lookUp(userName)
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error
    return undefined
  }
  return lookUp(userName)
}

async function allReachable(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    const parts = path.split('/').filter((part) => part !== '')
    for (let depth = 1; depth <= parts.length; depth++) {
      const stat = await Deno.stat(`/${parts.slice(0, depth).join('/')}`).catch(() => undefined)
      if (stat !== undefined && ((stat.mode ?? 0) & 0o001) === 0) return false
    }
  }
  return true
}
