import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasRoom, memoryFolder } from './memory-folder.mjs'

const [usedFile = ''] = process.argv.splice(2)
const longestIdleMs = 15 * 60_000

const folder = mkdtempSync(join(hasRoom() ? memoryFolder : tmpdir(), 'bubblequest-stories-'))
process.env.BUBBLEQUEST_DATA = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
setInterval(() => {
  if (!existsSync(usedFile) || Date.now() - statSync(usedFile).mtimeMs > longestIdleMs) process.kill(process.pid, 'SIGTERM')
}, 10_000).unref()
await import('./start.mjs')
