// Runs the Deno of the product with these arguments. `node_modules/.bin/deno` may be the older one that Supabase has:
// both packages bring a program of that name, and npm keeps either.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { reasonOf, tellReason } from './failure.mjs'
import { denoEnvironment, findDeno } from './programs.mjs'

const child = spawn(findDeno(), process.argv.slice(2), { stdio: 'inherit', env: denoEnvironment })
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A terminal sends this signal to the child too.
process.on('SIGINT', () => {})
child.on('exit', (status, signal) => {
  tellReason('Deno', { status, signal })
  process.exitCode = status ?? 128 + constants.signals[signal]
})
child.on('error', (error) => {
  console.error(`Deno could not be started. ${reasonOf({ error }) ?? error.message}`)
  process.exitCode = 1
})
