import assert from 'node:assert/strict'
import { ConnectionQueue } from './connection-queue.ts'
import type { QueuedQuery } from './connection-queue.ts'

/** Enters queries, and tells which have begun, in their order. */
function openQueue(connections: number) {
  const queue = new ConnectionQueue(connections)
  const begun: string[] = []
  const enter = (name: string, account?: string): QueuedQuery & { isTaken: boolean } => {
    const entry = { account, begin: () => void begun.push(name), isTaken: false }
    entry.isTaken = queue.enter(entry)
    return entry
  }
  return { queue, begun, enter }
}

Deno.test('An account has half of the connections; a query of another one overtakes those that wait for it', () => {
  const { queue, begun, enter } = openQueue(4)
  const first = enter('a1', 'a')
  for (const name of ['a2', 'a3', 'a4']) enter(name, 'a')
  enter('b1', 'b')
  enter('nobody')
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'nobody'])
  queue.release(first, 1)
  assert.deepEqual(begun.slice(4), ['a3'])
})

Deno.test('Of a single connection, or of three, everybody gets one', () => {
  for (const connections of [1, 3]) {
    const { queue, begun, enter } = openQueue(connections)
    const first = enter('a1', 'a')
    enter('a2', 'a')
    assert.deepEqual(begun, ['a1'])
    queue.release(first, 1)
    assert.deepEqual(begun, ['a1', 'a2'])
  }
})

Deno.test('Sixteen queries of an account may wait, each account for itself, and one that gives up makes room', () => {
  const { queue, enter } = openQueue(2)
  const waiting = Array.from({ length: 17 }, (_, number) => enter(`a${number}`, 'a'))
  assert.ok(waiting.every(({ isTaken }) => isTaken))
  assert.equal(enter('one more', 'a').isTaken, false)
  assert.equal(enter('b', 'b').isTaken, true)
  const [, second = assert.fail()] = waiting
  queue.leave(second)
  assert.equal(enter('instead', 'a').isTaken, true)
})

Deno.test('Whoever waits gets a connection in the end, in the order of coming', () => {
  const { queue, begun, enter } = openQueue(2)
  const entries = [enter('a1', 'a'), enter('b1', 'b'), enter('a2', 'a'), enter('nobody'), enter('b2', 'b')]
  for (let ended = 0; ended < entries.length; ended++) {
    const running = begun[ended]
    const entry = entries[['a1', 'b1', 'a2', 'nobody', 'b2'].indexOf(running ?? '')]
    queue.release(entry ?? assert.fail(`${ended} queries have begun`), 1)
  }
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'nobody', 'b2'])
})

Deno.test('Beside others an account that reads a lot has one connection and rests after each query; alone it has its half', async () => {
  let now = 0
  const queue = new ConnectionQueue(4, () => now)
  const begun: string[] = []
  const enter = (name: string, account: string): QueuedQuery => {
    const query = { account, begin: () => void begun.push(name) }
    queue.enter(query)
    return query
  }
  const first = enter('a1', 'a')
  queue.release(first, 7_000_000)
  const [second] = [enter('a2', 'a'), enter('a3', 'a')]
  assert.deepEqual(begun, ['a1', 'a2', 'a3'], 'nobody else is there')
  queue.release(enter('b1', 'b'), 1)
  for (const name of ['a4', 'a5']) enter(name, 'a')
  queue.release(second, 50_000)
  assert.deepEqual(begun.slice(3), ['b1'], 'it has one under way already, and one that rests')
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual(begun.slice(3), ['b1'], 'one is under way still')
  now += 10_000
  const third = enter('b2', 'b')
  assert.deepEqual(begun.slice(4), ['b2'])
  queue.release(third, 1)
  assert.deepEqual(begun.slice(5), ['a4'], 'it is not busy any more')
})
