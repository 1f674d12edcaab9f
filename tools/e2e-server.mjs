import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The very program families start, on a data folder of its own that goes with it.
const folder = mkdtempSync(join(tmpdir(), 'bubblequest-e2e-'))
process.env.BUBBLEQUEST_DATA = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await import('./start.mjs')
