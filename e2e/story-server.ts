import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../tools/temporary-folder.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * The port of this clone's stories, so that two clones run side by side. Below the ports that the system assigns, and
 * none that Chromium blocks.
 */
export const storyPort = Number(
  process.env['E2E_PORT'] ?? 20_000 + (createHash('sha256').update(root).digest().readUInt16BE() % 10_000),
)

/** The data folder of the server, for what its operator does by a command. The workers learn it by the environment. */
export const storyDataFolder = (process.env['E2E_DATA'] ??= newDataFolder())

const logFile = `${storyDataFolder}.log`

function newDataFolder(): string {
  const folder = mkdtempSync(join(temporaryFolder(), 'bubblequest-stories-'))
  process.on('exit', () => {
    for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true })
  })
  return folder
}

/** The code that opens the mailbox in one more browser, as the terminal shows it. */
export function storyMailboxCode(): string {
  const codes = [...readFileSync(logFile, 'utf8').matchAll(/(?:, code|next one:) (\d{4} \d{4})$/gm)]
  return codes.at(-1)?.[1] ?? ''
}

/**
 * Has Playwright run the very program that families start, on a data folder of its own. `exec`, so that Playwright waits
 * until the server has ended, and not only its shell.
 */
export const storyServer = {
  command: `exec "${process.execPath}" tools/start.mjs >"${logFile}"`,
  cwd: root,
  url: `http://127.0.0.1:${storyPort}/api/health`,
  timeout: 300_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 } as const,
  env: {
    PORT: String(storyPort),
    BUBBLEQUEST_DATA: storyDataFolder,
    BUBBLEQUEST_RATE_LIMITS: 'off',
    BUBBLEQUEST_PASSWORD_COST: '4',
  },
}
