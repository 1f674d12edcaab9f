import { fileURLToPath } from 'node:url'
import { Problem } from './problem.ts'
import { startStack } from './stack.ts'
import type { Stack } from './stack.ts'

type CommandLine = { port: number; folder: string; hostname: string; demo: boolean; postgresPort?: number }

const usage = `Usage: npm start -- [--host [address]] [--demo]

  --host   let other devices in the house join (on every address, or on the one given)
  --demo   add a demo family once and print how to sign in

  PORT              port of the app (3000)
  BUBBLEQUEST_DATA  folder of all data (.bubblequest)
`

/** Throws a Problem with a sentence for whatever cannot be understood. */
function readCommandLine(args: readonly string[]): CommandLine {
  const line: CommandLine = {
    port: portOf('PORT') ?? 3000,
    folder: absolute(Deno.env.get('BUBBLEQUEST_DATA') || '.bubblequest'),
    hostname: '127.0.0.1',
    demo: false,
  }
  const postgresPort = portOf('BUBBLEQUEST_POSTGRES_PORT')
  if (postgresPort !== undefined) line.postgresPort = postgresPort
  for (let at = 0; at < args.length; at++) {
    const next = args[at + 1]
    if (args[at] === '--demo') line.demo = true
    else if (args[at] === '--host') {
      line.hostname = next === undefined || next.startsWith('--') ? '0.0.0.0' : next
      if (line.hostname === next) at++
    } else throw new Problem(`There is no option ${args[at]}.\n\n${usage}`)
  }
  return line
}

function portOf(name: string): number | undefined {
  const text = Deno.env.get(name)
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Problem(`${name} must be a port number from 0 to 65535, not "${text}".`)
  return port
}

function absolute(path: string): string {
  return (path.startsWith('/') ? path : `${Deno.cwd()}/${path}`).replace(/\/+$/, '')
}

async function run(): Promise<number> {
  const line = readCommandLine(Deno.args)
  // Heard from the first moment on: a Ctrl-C during the start must not leave Postgres behind.
  const wanted = asked()
  const inTime = () => Deno.unrefTimer(setTimeout(() => Deno.exit(1), 4800))
  // Whoever waits for us gives up after 5 seconds; nothing that is committed can be lost by then.
  void wanted.then(inTime)
  const stack = await startStack({
    folder: line.folder,
    port: line.port,
    hostname: line.hostname,
    // While `npm run dev` serves the page itself there is no built app.
    ...(Deno.env.get('BUBBLEQUEST_APP') === 'off' ? {} : { appFolder: fileURLToPath(new URL('../dist', import.meta.url)) }),
    ...(line.postgresPort === undefined ? {} : { postgresPort: line.postgresPort }),
    rateLimits: Deno.env.get('BUBBLEQUEST_RATE_LIMITS') !== 'off',
  })
  try {
    console.log(greeting(stack, line))
    if (line.demo) {
      const { addDemoFamily } = await import('./demo.ts')
      console.log(await addDemoFamily(stack, line.folder))
    }
    const loss = await Promise.race([wanted, stack.failed])
    if (loss === 'asked') return 0
    console.error(loss)
    return 1
  } finally {
    inTime()
    await stack.stop()
  }
}

function greeting(stack: Stack, line: CommandLine): string {
  const port = new URL(stack.url).port
  const others =
    line.hostname === '0.0.0.0'
      ? Deno.networkInterfaces()
          .filter(({ family, address }) => family === 'IPv4' && !address.startsWith('127.'))
          .map(({ address }) => `\n  in the house:     http://${address}:${port}`)
      : []
  return `Bubblequest is running.\n  on this machine:  ${stack.url.replace('127.0.0.1', 'localhost')}${others.join('')}\n  data:             ${line.folder}\nStop with Ctrl-C.`
}

/** Resolves when somebody wants us to stop: by a signal, or by ending the program that started us. */
function asked(): Promise<'asked'> {
  return new Promise((resolve) => {
    const stop = () => resolve('asked')
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) Deno.addSignalListener(signal, stop)
    if (Deno.env.get('BUBBLEQUEST_STOP_WITH_STDIN') === '1') untilClosed().then(stop, stop)
  })
}

async function untilClosed(): Promise<void> {
  const buffer = new Uint8Array(64)
  while ((await Deno.stdin.read(buffer)) !== null);
}

try {
  Deno.exit(await run())
} catch (error) {
  if (!(error instanceof Problem)) throw error
  console.error(error.message)
  Deno.exit(1)
}
