import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

export const memoryFolder = '/dev/shm'
const wantedBytes = 2 * 1024 ** 3

/**
 * Runs `work` with a temporary folder in memory, where there is room: making and removing the files of databases that
 * come and go by the dozen takes a third of the time.
 * @template Result
 * @param {(env: NodeJS.ProcessEnv) => Promise<Result>} work
 */
export async function withMemoryFolder(work) {
  if (!hasRoom()) return work({})
  const folder = mkdtempSync(join(memoryFolder, 'bubblequest-'))
  try {
    // As open as /tmp is: some of it belongs to other users.
    chmodSync(folder, 0o1777)
    return await work({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > wantedBytes && freemem() > 2 * wantedBytes
  } catch {
    return false
  }
}
