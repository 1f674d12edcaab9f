import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tellReason } from './failure.mjs'
import { install } from './install.mjs'
import { denoEnvironment, findDeno } from './programs.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

stopWithNpm()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })

// The page with hot reload on PORT, the stack behind it on the next port.
const port = Number(process.env.PORT ?? 3000)
const stackPort = port + 1
let stopping = false
let stack = startStack()

function startStack() {
  const child = spawn(findDeno(), ['run', '-A', 'embedded/main.ts'], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: {
      ...denoEnvironment,
      PORT: String(stackPort),
      BUBBLEQUEST_TRUSTED_PROXIES: '1',
      BUBBLEQUEST_APP: 'off',
      BUBBLEQUEST_STOP_WITH_STDIN: '1',
    },
  })
  // A change restarts it; when it has ended by itself, it waits for the next change.
  child.on('exit', (status, signal) => {
    tellReason('The stack', { status, signal })
    if (stopping) process.exit()
    if (child.restart) stack = startStack()
    else child.over = true
  })
  return child
}

function restart() {
  if (stack.over) stack = startStack()
  else {
    stack.restart = true
    stack.kill('SIGTERM')
  }
}

let soon
for (const folder of ['domain', 'edge-functions', 'embedded', 'supabase']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(soon)
    soon = setTimeout(restart, 200)
  })
}

const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(port), BUBBLEQUEST_STACK: `http://127.0.0.1:${stackPort}` },
})
const stop = () => {
  stopping = true
  vite.kill('SIGTERM')
  if (stack.over) process.exit()
  stack.kill('SIGTERM')
}
vite.on('exit', (status, signal) => {
  tellReason('Vite', { status, signal })
  stop()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
