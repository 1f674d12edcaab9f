import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const wantedBytes = 2 * 1024 ** 3

/**
 * The folder for temporary files, in memory where there is room: making and removing the files of databases that come
 * and go by the dozen takes a third of the time.
 */
export function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize > wantedBytes && freemem() > 2 * wantedBytes) return inMemory
  } catch {
    // Only Linux has it.
  }
  return tmpdir()
}
