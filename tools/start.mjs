import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { reasonOf, tellReason } from './failure.mjs'
import { install } from './install.mjs'
import { denoEnvironment, findDeno } from './programs.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

// Runs first, because npm may end during the install and the build too.
stopWithNpm()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: false })
// Imported after the install, because the build uses packages.
const { build } = await import('./build.mjs')
build()

// Our end of the pipe closes with us, however we end, and the stack ends with it.
const stack = spawn(findDeno(), ['run', '-A', 'embedded/main.ts', ...process.argv.slice(2)], {
  stdio: ['pipe', 'inherit', 'inherit'],
  env: { ...denoEnvironment, BUBBLEQUEST_STOP_WITH_STDIN: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stack.kill('SIGTERM'))
stack.on('exit', (status, signal) => {
  tellReason('Bubblequest', { status, signal })
  process.exit(status ?? 1)
})
stack.on('error', (error) => {
  console.error(
    `Deno could not be started. ${reasonOf({ error }) ?? 'Remove the folder node_modules and start again.'}`,
  )
  process.exit(1)
})
