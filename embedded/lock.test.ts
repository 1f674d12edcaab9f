import { strict as assert } from 'node:assert'
import { lockFolder } from './lock.ts'

const folder = await Deno.makeTempDir()

// A program that is just being started holds every open file of its parent for a moment.
const starter = `while (true) await new Deno.Command('true').output()`

Deno.test('A folder that was given back can be taken at once, also while programs are being started', async () => {
  const busy = new Worker(`data:text/javascript,${encodeURIComponent(starter)}`, { type: 'module' })
  try {
    for (let round = 0; round < 300; round++) {
      const lock = await lockFolder(folder)
      await assert.rejects(lockFolder(folder), /^Problem: Bubblequest is already running on .* \(process \d+\)\. /)
      await lock.release()
    }
  } finally {
    busy.terminate()
    await Deno.remove(folder, { recursive: true })
  }
})
