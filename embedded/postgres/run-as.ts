import { ignoreMissing } from '../file-system.ts'
import { Problem } from '../problem.ts'

/** How to start a program as the user that may run Postgres, which refuses to run as root. */
export type RunAs = {
  command(program: string, args: readonly string[], options: Streams): Deno.Command
  /** Makes that user the owner of a file or folder. */
  own(path: string): Promise<void>
}

type Streams = Omit<Deno.CommandOptions, 'args'>

const userName = 'bubblequest'

/** Not root: everything as it is. Root: a system user of its own, or `nobody` where none can be made. */
export async function runAs(reaches: readonly string[]): Promise<RunAs> {
  if (Deno.uid() !== 0)
    return {
      command: (program, args, options) => new Deno.Command(program, { ...options, args: [...args] }),
      own: () => Promise.resolve(),
    }
  const user = (await lookUp(userName)) ?? (await addUser()) ?? (await lookUp('nobody'))
  if (user === undefined) {
    throw new Problem(
      'Postgres does not run as root, and no other user could be made here. Start Bubblequest as an ordinary user.',
    )
  }
  // Keeps one capability when a parent folder is closed, as /root is: Postgres can pass without a change of
  // permissions. Postgres looks for its programs by access(2), which ignores capabilities unless no_setuid_fixup is set
  // (capabilities(7)).
  const opened = (await allReachable(reaches))
    ? []
    : ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const as = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...opened]
  return {
    command: (program, args, options) =>
      new Deno.Command('setpriv', { ...options, args: [...as, '--', program, ...args] }),
    own: (path) => Deno.chown(path, user.uid, user.gid),
  }
}

type User = { uid: number; gid: number }

async function lookUp(name: string): Promise<User | undefined> {
  const passwd = await Deno.readTextFile('/etc/passwd').catch(() => '')
  const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd) ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

async function addUser(): Promise<User | undefined> {
  const args = ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', userName]
  await new Deno.Command('useradd', { args, stdout: 'null', stderr: 'null' }).output().catch(ignoreMissing)
  // Two starts at once may both try: the one that comes too late finds the user of the other.
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
