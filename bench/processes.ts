/** The running processes. */
const children = new Set<Deno.ChildProcess>()
const root = await Deno.makeTempDir({ prefix: 'bubblequest-bench-' })
// When we are root, Postgres runs as another user, who has to read checkouts and data in it.
await Deno.chmod(root, 0o755)
let isStopping = false

/** Makes a temporary folder; `stopEverything` removes it. */
export const makeFolder = () => Deno.makeTempDir({ dir: root })

/** Spawns a program in a process group of its own: a Ctrl-C reaches it only through `stopEverything`. */
export function spawn(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Deno.ChildProcess {
  if (isStopping) throw new Error('Everything is being stopped')
  const child = new Deno.Command(command, {
    ...options,
    args: [...args],
    detached: true,
    stdin: 'null',
    stdout: 'piped',
    stderr: 'inherit',
  }).spawn()
  children.add(child)
  return child
}

/** Runs a program to its end; returns what it wrote to its standard output. */
export async function run(command: string, args: readonly string[], cwd = '.'): Promise<string> {
  const child = spawn(command, args, { cwd })
  const { success, stdout } = await child.output()
  children.delete(child)
  if (!success) throw new Error(`${command} ${args.join(' ')} failed`)
  return new TextDecoder().decode(stdout)
}

/** Ends a process, and what it has started and not ended itself, as a build does. */
export async function end(child: Deno.ChildProcess): Promise<void> {
  send(child.pid, 'SIGTERM')
  await child.status
  send(-child.pid, 'SIGKILL')
  children.delete(child)
}

function send(pid: number, signal: Deno.Signal): void {
  try {
    Deno.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error
  }
}

/** Ends all processes that still run. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...children].map(end))
}

/** Ends the processes of this run and removes its folders; refuses to start more. */
export async function stopEverything(): Promise<void> {
  isStopping = true
  await endProcesses()
  await Deno.remove(root, { recursive: true })
}
