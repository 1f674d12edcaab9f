import assert from 'node:assert/strict'
import { onDatabase } from '../postgres/on-database.ts'
import { onOneFolder } from '../../testing/child.ts'
import { familyOn } from '../../testing/family.ts'
import { address, joining, listener, type Access } from '../../testing/listener.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

const many = 1000
const payload = 'x'.repeat(60_000)

/** A client that joins and then reads nothing more, while its connection stays open. */
async function sleeper(url: string, topic: string, access: Access): Promise<Deno.TcpConn> {
  const { hostname, port, pathname, search } = new URL(address(url, access))
  const connection = await Deno.connect({ hostname, port: Number(port) })
  const seen = new Uint8Array(4096)
  let text = ''
  const send = async (bytes: Uint8Array) => {
    for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent))
  }
  const hear = async (end: string) => {
    while (!text.includes(end))
      text += new TextDecoder().decode(seen.subarray(0, (await connection.read(seen)) ?? assert.fail('It hung up')))
  }
  await send(
    new TextEncoder().encode(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    ),
  )
  await hear('\r\n\r\n')
  const frame = new TextEncoder().encode(joining(topic, access))
  // A final text frame with a length of 16 bits, masked with zeros.
  await send(new Uint8Array([0x81, 0x80 | 126, frame.length >> 8, frame.length & 255, 0, 0, 0, 0, ...frame]))
  await hear('phx_reply')
  return connection
}

story(
  'Ten tablets that read nothing while a thousand news go by neither fill the memory nor hold up the one that listens',
  async (folder, start) => {
    const child = start()
    const url = await child.address()
    const { parent, familyId } = await familyOn(url)
    const access = await parent.call('realtimeAccess', {})
    const topic = `realtime:family:${familyId}`
    const kitchen = await listener(url, topic, access)
    const asleep = await Promise.all(Array.from({ length: 10 }, () => sleeper(url, topic, access)))
    const before = await child.memory()
    await onDatabase(folder, 'supabase_admin', 1, async (sql) => {
      for (let sent = 0; sent < many; sent += 200) {
        await sql`select realtime.send(${sql.json({ payload })}, 'quest.saved', ${`family:${familyId}`}, true) from generate_series(1, 200)`
        await until(async () => {
          await new Promise((resolve) => setTimeout(resolve))
          return kitchen.heard() === sent + 200
        })
      }
    })
    // Buffered for each of them the events would take 600 megabytes; a client is cut off at 8.
    assert.equal(kitchen.heard(), many)
    const after = await child.memory()
    assert.ok(after - before < 300, `from ${before} to ${after} MB`)
    await kitchen.close()
    for (const connection of asleep) connection.close()
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
)
