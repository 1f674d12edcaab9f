import { existsSync, rmSync, statSync } from 'node:fs'

const [usedFile = ''] = process.argv.splice(2)
const longestIdleMs = 15 * 60_000

process.on('exit', () => rmSync(process.env.BUBBLEQUEST_DATA, { recursive: true, force: true }))
setInterval(() => {
  if (!existsSync(usedFile) || Date.now() - statSync(usedFile).mtimeMs > longestIdleMs)
    process.kill(process.pid, 'SIGTERM')
}, 10_000).unref()
await import('./start.mjs')
