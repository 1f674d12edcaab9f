import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { poolOptions } from '../edge-functions/api/database/database.ts'
import { readCertificate } from './certificate.ts'
import { dataFolder, exitWithSentence } from './command-line.ts'
import { greeting } from './greeting.ts'
import { connectTo } from './postgres/connect.ts'
import { Problem } from './problem.ts'
import { startStack } from './stack.ts'

type CommandLine = {
  hostname: string
  demo: boolean
  newKeys: boolean
  tls?: { certFile: string; keyFile: string }
}

const usage = `Usage: npm start -- [--host [address]] [--tls certificate key] [--demo] [--new-keys]

  --host      let other devices in the house join (on every address, or on the one given); without --tls over plain
              http, on which everyone in the Wi-Fi can read along
  --tls       serve https with this certificate and its key, both PEM files
  --demo      add a demo family once and print how to sign in
  --new-keys  make new keys where keys.json is lost; then everybody signs in again and sets the PINs again

  PORT                         port of the app (3000)
  BUBBLEQUEST_DATA             folder of all data (.bubblequest)
  BUBBLEQUEST_TRUSTED_PROXIES  how many proxies stand in front and say who calls (0)
  SUPABASE_AUTH_SITE_URL       the address that people use: links in mails lead there (this machine's)
  SUPABASE_AUTH_EMAIL_ENABLE_CONFIRMATIONS
                               true: a new address is confirmed by mail before its first sign-in (false)
`

/** Throws a Problem with a sentence for whatever cannot be understood. */
function readCommandLine(args: readonly string[]): CommandLine {
  const line: CommandLine = { hostname: '127.0.0.1', demo: false, newKeys: false }
  for (let at = 0; at < args.length; at++) {
    const next = args[at + 1]
    if (args[at] === '--demo') line.demo = true
    else if (args[at] === '--new-keys') line.newKeys = true
    else if (args[at] === '--host') {
      line.hostname = next === undefined || next.startsWith('--') ? '::' : next
      if (line.hostname === next) at++
    } else if (args[at] === '--tls') {
      const [certFile, keyFile] = args.slice(at + 1, at + 3)
      if (
        certFile === undefined ||
        keyFile === undefined ||
        [certFile, keyFile].some((file) => file.startsWith('--'))
      ) {
        throw new Problem(`--tls needs two files, the certificate and its key.\n\n${usage}`)
      }
      line.tls = { certFile: resolve(certFile), keyFile: resolve(keyFile) }
      at += 2
    } else throw new Problem(`There is no option ${args[at]}.\n\n${usage}`)
  }
  return line
}

const portOf = (name: string) => numberOf(name, 'a port number', 0, 65_535)

function numberOf(name: string, what: string, least: number, most: number): number | undefined {
  const text = Deno.env.get(name)
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Problem(`${name} must be ${what} from ${least} to ${most}, not "${text}".`)
  return number
}

async function run(): Promise<number> {
  const line = readCommandLine(Deno.args)
  const folder = dataFolder()
  const trustedProxies = numberOf('BUBBLEQUEST_TRUSTED_PROXIES', 'a number of proxies', 0, 9)
  const certificate = line.tls === undefined ? undefined : await readCertificate(line.tls.certFile, line.tls.keyFile)
  // Listens for signals before the start: a Ctrl-C during it must not leave Postgres behind.
  const wanted = asked()
  const inTime = () => Deno.unrefTimer(setTimeout(() => Deno.exit(1), 4800))
  // The parent process kills us after 5 seconds; no committed data is lost by an earlier exit.
  void wanted.then(inTime)
  const stack = await startStack({
    folder,
    port: portOf('PORT') ?? 3000,
    hostname: line.hostname,
    newKeys: line.newKeys,
    certificate,
    // While `npm run dev` serves the page itself there is no built app.
    appFolder:
      Deno.env.get('BUBBLEQUEST_APP') === 'off' ? undefined : fileURLToPath(new URL('../dist', import.meta.url)),
    postgresPort: portOf('BUBBLEQUEST_POSTGRES_PORT'),
    trustedProxies,
    onMailboxOpened: (nextCode) =>
      console.log(`The mailbox was opened in a browser. Code for the next one: ${nextCode}`),
    // Tests alone set these two.
    rateLimits: Deno.env.get('BUBBLEQUEST_RATE_LIMITS') !== 'off',
    passwordCost: numberOf('BUBBLEQUEST_PASSWORD_COST', 'a cost of bcrypt', 4, 14),
  })
  try {
    console.log(await greeting(stack, { hostname: line.hostname, folder, certificate }))
    if (line.demo) {
      const { addDemoFamily } = await import('./demo.ts')
      const sql = connectTo(stack.postgres.socket, 'postgres', 1, 'postgres', poolOptions)
      console.log(await addDemoFamily(stack.url, sql, `${folder}/demo.json`).finally(() => sql.end()))
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

Deno.exit(await run().catch(exitWithSentence))
