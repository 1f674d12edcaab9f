import assert from 'node:assert/strict'
import { Backlog, Outbox } from './outbox.ts'
import { mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'
import { openUnread } from '../../testing/realtime/unread-socket.ts'
import { until } from '../../testing/until.ts'

const realtime = await openTestRealtime()

const frame = (bytes: number) => 'x'.repeat(bytes)

/** A socket that keeps what it is sent until it is read. */
function fakeSocket() {
  const sent: number[] = []
  const socket = {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send({ length }: string) {
      sent.push(length)
      socket.bufferedAmount += length
    },
  }
  return { socket, sent, as: socket as unknown as WebSocket }
}

Deno.test('a socket is handed no more than it has room for; the rest follows in its order once that is read', async () => {
  const backlog = new Backlog({ bufferedBytes: 100, bufferedBytesOfAll: 1000, socketBytes: 10 })
  const { socket, sent, as } = fakeSocket()
  const outbox = new Outbox(as, backlog, () => assert.fail('It was cut off'))
  for (const bytes of [8, 7, 6, 5, 4]) outbox.send(frame(bytes))
  assert.deepEqual([sent, outbox.bytes], [[8, 7], 15])
  socket.bufferedAmount = 0
  await until(async () => sent.length === 4)
  socket.bufferedAmount = 0
  // There is room now, but earlier frames are waiting.
  outbox.send(frame(3))
  assert.deepEqual([sent, outbox.bytes], [[8, 7, 6, 5], 7])
  await until(async () => sent.length === 6)
  assert.deepEqual([sent, outbox.bytes], [[8, 7, 6, 5, 4, 3], 0])
})

Deno.test('when too much waits for one it is cut off, for all the slowest first, and whoever keeps up never', () => {
  const backlog = new Backlog({ bufferedBytes: 100, bufferedBytesOfAll: 120, socketBytes: 10 })
  const cutOff: string[] = []
  const reader = (name: string) => new Outbox(fakeSocket().as, backlog, () => cutOff.push(name))
  const [slow, slower, quick, slowest] = [reader('slow'), reader('slower'), reader('quick'), reader('slowest')]
  for (const outbox of [slow, slower, slowest]) outbox.send(frame(10))
  slowest.send(frame(101))
  assert.deepEqual(cutOff, ['slowest'])
  slow.send(frame(50))
  slower.send(frame(70))
  slow.send(frame(10))
  assert.deepEqual([cutOff.slice(1), slow.bytes, slower.bytes], [['slower'], 60, 0])
  quick.send(frame(9))
  slow.send(frame(50))
  assert.deepEqual(cutOff.slice(2), ['slow'])
})

Deno.test('forty sockets that read nothing do not each hold what they were sent, and the one that reads hears all of it', async () => {
  const { address, openClient, service } = await realtime.open()
  const token = await realtime.tokenOf(mia)
  const asleep = []
  for (let count = 0; count < 40; count++) {
    const tablet = await openUnread(address, token)
    await tablet.join('realtime:family:1')
    asleep.push(tablet)
  }
  // Reads on the last socket: of equally slow ones, as all are in the first moment, the first is cut off.
  const kitchen = await openClient({ token })
  await kitchen.join('realtime:family:1')
  const before = Deno.memoryUsage().rss
  // Sends few frames at a time, so that the reader is never further behind than the others, even on a busy machine.
  for (let round = 0; round < 50; round++) {
    await realtime.asPostgres`select realtime.send(jsonb_build_object('text', repeat('x', 40000)), 'long', 'family:1') from generate_series(1, 10)`
    for (let count = 0; count < 10; count++) await kitchen.take('broadcast')
  }
  // Copied for each of them it would be 800 megabytes. The process is shared with the other test files, which grow
  // meanwhile.
  const grown = (Deno.memoryUsage().rss - before) / 1e6
  assert.ok(grown < 300, `${grown} megabytes more`)
  assert.deepEqual(service.stats(), { sockets: 1, channels: 1 }, 'who reads too slowly is cut off')
  for (const tablet of asleep) tablet.close()
})
