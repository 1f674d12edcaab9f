/** The running processes, and the temporary folders of this run. */
const children = new Set<Deno.ChildProcess>()
const folders = new Set<string>()
let isStopping = false

/** Spawns a program in a process group of its own: a Ctrl-C reaches it only through `endProcesses`. */
function spawn(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): Deno.ChildProcess {
  refuseWhileStopping()
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
  if (!success) throw new Error(`${command} ${args[0]} failed`)
  return new TextDecoder().decode(stdout)
}

type Started = { url: string; child: Deno.ChildProcess; readyAfterMs: number }

/** Starts a Deno program with the Deno of its checkout; resolves when the program has said where it listens. */
export async function startProcess(
  checkout: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Started> {
  const begun = performance.now()
  const child = spawn(await Deno.realPath(`${checkout}/node_modules/deno/deno`), ['run', '-A', '--no-check', ...args], {
    cwd: checkout,
    env: { ...env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  })
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`${args[0]} ended before it was ready: ${said}`)
    said += value
    const port = /ready (\d+)\n/.exec(said)?.[1] ?? /localhost:(\d+)\n/.exec(said)?.[1]
    if (port === undefined) continue
    void reader.cancel()
    return { url: `http://127.0.0.1:${port}`, child, readyAfterMs: performance.now() - begun }
  }
}

/** Ends a process, and what it has started and not ended itself, as a build does. */
export async function end(child: Deno.ChildProcess): Promise<void> {
  if (!children.has(child)) return
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

/** Makes a temporary folder; `stopEverything` removes it. */
export async function makeFolder(purpose: string): Promise<string> {
  refuseWhileStopping()
  const folder = await Deno.makeTempDir({ prefix: `bubblequest-${purpose}-` })
  folders.add(folder)
  return folder
}

/** Ends all processes that still run, browsers included. */
export async function endProcesses(): Promise<void> {
  await Promise.all([...children].map(end))
}

/** Ends the processes of this run and removes its folders; refuses to start more. */
export async function stopEverything(): Promise<void> {
  isStopping = true
  await endProcesses()
  for (const folder of folders) await Deno.remove(folder, { recursive: true })
}

function refuseWhileStopping(): void {
  if (isStopping) throw new Error('Everything is being stopped')
}
