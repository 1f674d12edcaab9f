import assert from 'node:assert/strict'
import { onDatabase } from '../postgres/on-database.ts'
import { onOneFolder } from '../../testing/child.ts'
import { familyOn } from '../../testing/family.ts'
import { listener } from '../../testing/listener.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

story(
  'More connections than the machine has files for: who is connected stays, and when the crowd is gone everybody comes in again',
  async (folder, start) => {
    const child = start({ openFiles: 300 })
    const url = await child.address()
    const { parent, familyId } = await familyOn(url)
    const kitchen = await listener(url, `realtime:family:${familyId}`, await parent.call('realtimeAccess', {}))
    const { port } = new URL(url)
    const knocking = Array.from({ length: 600 }, () =>
      Deno.connect({ hostname: '127.0.0.1', port: Number(port) }).catch(() => undefined),
    )
    const crowd = await Promise.all(knocking)
    await child.says(/No more connections can be taken for a moment: .*Too many open files/)

    await onDatabase(
      folder,
      'supabase_admin',
      1,
      (sql) => sql`select realtime.send('{}', 'quest.saved', ${`family:${familyId}`}, true)`,
    )
    for (const connection of crowd) connection?.close()
    const isWell = async () => (await parent.send('GET', '/api/health')).status === 200
    await until(() => isWell().catch(() => false))
    // An event may arrive late when Postgres could not be reached, but none is lost.
    await until(async () => kitchen.heard() === 1)
    await kitchen.close()
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
)
