// npm run dev: the page with hot reload on PORT, the stack behind it on the next port.
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { start } from './child-programs.mjs'
import { install } from './install.mjs'
import { findDeno } from './programs.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })

const port = Number(process.env.PORT ?? 3000)
const stackPort = port + 1
let isStale = false
let stack = startStack()

/** A change restarts it; when it has ended by itself, it waits for the next change. */
function startStack() {
  isStale = false
  return start([findDeno(), 'run', '-A', 'embedded/main.ts'], {
    env: {
      PORT: String(stackPort),
      BUBBLEQUEST_TRUSTED_PROXIES: '1',
      BUBBLEQUEST_APP: 'off',
      BUBBLEQUEST_STOP_WITH_STDIN: '1',
    },
    onExit: () => (stack = isStale ? startStack() : undefined),
  })
}

function restart() {
  isStale = true
  if (stack === undefined) stack = startStack()
  else stack.kill('SIGTERM')
}

let soon
for (const folder of ['domain', 'edge-functions', 'embedded', 'supabase']) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(soon)
    soon = setTimeout(restart, 200)
  })
}

start([process.execPath, 'node_modules/vite/bin/vite.js'], {
  env: { PORT: String(port), BUBBLEQUEST_STACK: `http://127.0.0.1:${stackPort}` },
})
