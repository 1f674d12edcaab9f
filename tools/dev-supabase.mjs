// `npm run dev:supabase`: the app with hot reload in front of a stack that the Supabase CLI runs on this machine. See
// docs/deploy.md.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, parseEnv } from 'node:util'
import { start, stop, stopping } from './child-programs.mjs'
import { install } from './install.mjs'
import { findDeno } from './programs.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })

const cli = 'node_modules/supabase/dist/supabase.js'
const secretsFile = 'supabase/.env.functions'
const { values: options } = parseArgs({ options: { demo: { type: 'boolean' } } })
const port = Number(process.env.PORT ?? 3000)
const origin = `http://localhost:${port}`

const stack = readStack()
const functionUrl = `${stack.FUNCTIONS_URL ?? `${stack.API_URL}/functions/v1`}/api`
const secrets = keepSecrets()

if (!(await isServed())) {
  start([process.execPath, cli, 'functions', 'serve', '--env-file', secretsFile], {
    onExit: () => fail('`supabase functions serve` has ended; the lines above say why.'),
  })
  await until(isServed)
}
start([findDeno(), 'run', '-A', 'deploy/local-proxy.ts'], {
  env: {
    PORT: String(port + 1),
    BUBBLEQUEST_FUNCTION_URL: functionUrl,
    BUBBLEQUEST_PROXY_SECRET: secrets.BUBBLEQUEST_PROXY_SECRET,
  },
})
start([process.execPath, 'node_modules/vite/bin/vite.js'], {
  env: { PORT: String(port), BUBBLEQUEST_STACK: `http://127.0.0.1:${port + 1}` },
})
await until(() => fetchJson(`${origin}/api/health`))
console.log(
  `Bubblequest runs on the stack of the Supabase CLI.\n  on this machine:  ${origin}\n  function:         ${functionUrl}`,
)
if (stack.MAILPIT_URL !== undefined) console.log(`  mailbox:          ${stack.MAILPIT_URL}`)
if (stack.STUDIO_URL !== undefined) console.log(`  tables:           ${stack.STUDIO_URL}`)
console.log('Stop with Ctrl-C.')
if (options.demo === true)
  start([findDeno(), 'run', '-A', 'embedded/demo.ts', origin, stack.DB_URL, `${secretsFile}.demo`], { onExit() {} })

/** Addresses and keys of the stack that runs here, as the CLI names them. */
function readStack() {
  // The stack without Docker has another flag for the same.
  const wanted = process.env.SUPABASE_EXPERIMENTAL_STACK === '1' ? ['--env', '--output-format', 'text'] : ['-o', 'env']
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'status', ...wanted], { encoding: 'utf8' })
  const values = status === 0 ? parseEnv(stdout) : {}
  if (values.API_URL !== undefined) return values
  console.error(`${stdout}${stderr}`.trim())
  return fail(
    'No stack of Supabase runs on this machine. Start one: npx supabase start. Without Docker, set SUPABASE_EXPERIMENTAL_STACK=1 for every command (docs/deploy.md).',
  )
}

/**
 * The function's settings on this machine. Its secrets are made once: with another pepper no PIN would be right any
 * more.
 */
function keepSecrets() {
  const kept = existsSync(secretsFile) ? parseEnv(readFileSync(secretsFile, 'utf8')) : {}
  const values = {
    BUBBLEQUEST_PIN_PEPPER: randomBytes(36).toString('base64'),
    BUBBLEQUEST_PROXY_SECRET: randomBytes(36).toString('base64'),
    ...kept,
    BUBBLEQUEST_PUBLIC_URL: stack.API_URL,
    BUBBLEQUEST_ORIGINS: origin,
    BUBBLEQUEST_JWT_SECRET: stack.JWT_SECRET,
  }
  const lines = Object.entries(values)
    .toSorted()
    .map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(secretsFile, lines.join(''), { mode: 0o600 })
  return values
}

/** Whether the function is served with these secrets: only then it believes the caller's address in the header. */
async function isServed() {
  const headers = { 'x-bubblequest-proxy': secrets.BUBBLEQUEST_PROXY_SECRET, 'x-bubblequest-caller': '127.0.0.1' }
  const health = await fetchJson(`${functionUrl}/health`, headers)
  return health?.caller === '127.0.0.1'
}

/** Fetches JSON from an address; undefined when nothing answers there. */
const fetchJson = (address, headers = {}) =>
  fetch(address, { headers })
    .then((answer) => answer.json())
    .catch(() => undefined)

/** Waits until `isSo` resolves to true. Never resolves once everything is stopping, so that no later step runs. */
async function until(isSo) {
  while (stopping.signal.aborted || !(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** @returns {never} */
function fail(sentence) {
  console.error(sentence)
  stop(1)
}
