import assert from 'node:assert/strict'
import { loadKeys } from '../keys.ts'
import { attack } from '../testing/attack.ts'
import { inFolder } from '../testing/child.ts'
import { migratedFolder } from '../testing/template.ts'

// In full, with 5,000 sockets and 50 families for a minute, it is `npm run bench -- attack`.
Deno.test('One stranger with sockets, joins, half requests, junk renewals and wrong passwords takes nothing from families who work', async () =>
  inFolder(
    async (folder, start) => {
      const child = start({ env: { BUBBLEQUEST_RATE_LIMITS: 'on' } })
      const url = await child.address()
      const { publishableKey } = await loadKeys(folder)
      const { calls, refused, memoryMib, stranger } = await attack({
        url,
        pid: child.process.pid,
        publishableKey,
        seconds: 4,
        sockets: 400,
        families: 8,
        moveEveryMs: 250,
      })
      assert.deepEqual([...new Set(refused)].slice(0, 5), [], `${refused.length} of ${calls} were refused`)
      assert.ok(memoryMib < 400, `${memoryMib} MiB`)
      for (const [what, count] of Object.entries(stranger)) assert.ok(what === 'open' || count > 0, `no ${what}`)
      assert.equal((await child.end('SIGTERM')).code, 0)
    },
    await migratedFolder(),
  ))
