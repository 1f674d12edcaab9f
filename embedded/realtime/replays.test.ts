import assert from 'node:assert/strict'
import { Broadcast, bytesOf } from './broadcasts.ts'
import { Channel } from './channel.ts'
import type { Wire } from './channel.ts'
import type { Engine } from './engine.ts'
import { defaultLimits, Rate } from './limits.ts'
import { everything } from './rights.ts'
import { createTokens } from '../tokens.ts'
import { Topics } from './topics.ts'

const row = (id: string) => ({ id, event: id, json: '{}', binary: null })
const live = (id: string) => Broadcast.ofUser('realtime:x', { event: id, encoding: 'json', bytes: bytesOf('{}') }, { id })

Deno.test('news that come while old messages are looked up wait for them, and none comes twice', async () => {
  const tokens = await createTokens('a secret that is long enough for the tests', [])
  const token = await tokens.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60 })
  const lookedUp = Promise.withResolvers<unknown[]>()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const topics = new Topics()
  // Only what a join touches is played: a database that answers when it is told to.
  const engine = {
    sql: () => (asked.resolve(), lookedUp.promise),
    tokens,
    topics,
    feed: { listening: true },
    partitions: { keep: () => Promise.resolve() },
    limits: defaultLimits,
    joins: new Rate(1, 1000, Date.now),
    now: Date.now,
  } as unknown as Engine
  const heard: (string | undefined)[] = []
  const wire = {
    bearer: { token, role: 'authenticated', claims: {}, expiresAt: Date.now() + 60_000 },
    rightsOf: { toRead: () => Promise.resolve(everything) },
    channelCount: 1,
    push: (_joinRef: unknown, _ref: unknown, _topic: string, event: string) => {
      heard.push(event)
      if (event === 'phx_reply') queueMicrotask(answered.resolve)
    },
    deliver: ({ id }: Broadcast) => heard.push(id),
    forget() {},
  } as unknown as Wire
  const payload = { config: { private: true, broadcast: { replay: { since: 0 } } } }
  const channel = new Channel(engine, wire, { joinRef: '1', ref: '1', topic: 'realtime:x', event: 'phx_join', payload, size: 0 })
  channel.start('1')
  await asked.promise
  topics.publish('x', true, live('both'))
  topics.publish('x', true, live('new'))
  assert.deepEqual(heard, [])
  lookedUp.resolve([row('both'), row('old')])
  await answered.promise
  assert.deepEqual(heard, ['phx_reply', 'old', 'both', 'new'])
  channel.end()
})
