import { spawn } from 'node:child_process'
import { install } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)
install({ development: true })

// The page with hot reload on PORT, the stack behind it on the next port.
const port = Number(process.env.PORT ?? 3000)
const stackPort = port + 1
const stack = spawn('node_modules/deno/deno', ['run', '-A', '--watch=edge-functions,embedded,domain,supabase', 'embedded/main.ts'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(stackPort), BUBBLEQUEST_APP: 'off', DENO_NO_UPDATE_CHECK: '1' },
})
const vite = spawn('node_modules/.bin/vite', [], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: String(port), BUBBLEQUEST_STACK: `http://127.0.0.1:${stackPort}` },
})
const stop = () => {
  stack.kill('SIGTERM')
  vite.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
for (const child of [stack, vite]) child.on('exit', stop)
