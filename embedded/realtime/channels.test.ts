import assert from 'node:assert/strict'
import { grandma, max, mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'

const realtime = await openTestRealtime()
// All of them come from one address, without a session.
const { service, openClient, openClientOf } = await realtime.open({
  limits: { anonymousJoinsOfAddress: Infinity, anonymousJoinsPerSecond: Infinity },
})

Deno.test('a join is answered with an empty list of postgres changes', async () => {
  const client = await openClient()
  assert.deepEqual(await client.join('realtime:kitchen'), { status: 'ok', response: { postgres_changes: [] } })
})

Deno.test('a heartbeat is answered', async () => {
  const client = await openClient()
  assert.deepEqual(await client.reply(client.send('phoenix', 'heartbeat', {})), { status: 'ok', response: {} })
})

Deno.test('Mia may hear her family and Max may not', async () => {
  const client = await openClient()
  assert.deepEqual(await client.join('realtime:family:1', {}, await realtime.tokenOf(mia)), {
    status: 'ok',
    response: { postgres_changes: [] },
  })
  assert.deepEqual(await client.join('realtime:family:1', {}, await realtime.tokenOf(max)), {
    status: 'error',
    response: { reason: 'Unauthorized: You do not have permissions to read from this Channel topic: family:1' },
  })
  assert.deepEqual(await client.join('realtime:family:1'), {
    status: 'error',
    response: { reason: 'Unauthorized: You do not have permissions to read from this Channel topic: family:1' },
  })
})

Deno.test('a join says what is wrong with its topic or its token', async () => {
  const client = await openClient()
  const [head, body] = (await realtime.tokenOf(mia)).split('.')
  for (const [topic, token, reason] of [
    ['realtime:', undefined, 'TopicNameRequired: You must provide a topic name'],
    ['realtime:x', await realtime.tokenOf(mia, { exp: 1 }), 'InvalidJWTToken: Token has expired'],
    [
      'realtime:x',
      await realtime.tokens.sign({ sub: mia }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    ['realtime:x', 'no token', 'MalformedJWT: The token provided is not a valid JWT'],
    ['realtime:x', `${head}.${body}.AAAA`, 'JwtSignatureError: Failed to validate JWT signature'],
    ['realtime:family:1', await realtime.tokenOf(mia, { role: 'nobody_we_know' }), 'Unknown Error on Channel'],
  ] as const)
    assert.equal((await client.join(topic, {}, token)).response['reason'], reason)
})

Deno.test('a public channel cannot be joined with any key or token', async () => {
  const client = await openClient()
  const refused = { status: 'error', response: { reason: 'PrivateOnly: This project only allows private channels' } }
  const publicly = { private: false }
  assert.deepEqual(await client.join('realtime:kitchen', publicly), refused)
  assert.deepEqual(await client.join('realtime:family:1', publicly, await realtime.tokenOf(mia)), refused)
  assert.deepEqual(await client.join('realtime:kitchen', publicly, realtime.tokens.serviceToken), refused)
  assert.deepEqual(await client.reply(client.send('realtime:family:1', 'phx_join', { config: {} })), refused)
  assert.equal((await client.join('realtime:family:1', {}, await realtime.tokenOf(mia))).status, 'ok')
})

Deno.test('a join that asks for what is not spoken is refused with a sentence; what the app leaves unset may be said', async () => {
  const client = await openClient()
  const refused = {
    status: 'error',
    response: {
      reason:
        'NotImplemented: This option of a channel is not part of the embedded stack. Run Bubblequest on Supabase to use it.',
    },
  }
  for (const config of [
    { broadcast: { ack: true } },
    { broadcast: { self: true } },
    { broadcast: { replication_ready: true } },
    { broadcast: { replay: { since: 0, limit: 5 } } },
    { presence: { key: 'mia' } },
    { postgres_changes: [{ event: '*', schema: 'public', table: 'quests' }] },
    { broadcast: 7, presence: [], private: 'perhaps' },
  ]) {
    assert.deepEqual(await client.join('realtime:x', config), refused, JSON.stringify(config))
  }
  assert.deepEqual(await client.reply(client.send('realtime:x', 'phx_join', 'nonsense')), refused)
  const unset = { broadcast: { ack: false, self: false }, presence: { key: '', enabled: false }, postgres_changes: [] }
  assert.equal((await client.join('realtime:x', unset)).status, 'ok')
})

Deno.test('a key in place of a token means the token of the connection', async () => {
  const client = await openClientOf(mia)
  assert.equal((await client.join('realtime:family:1', {}, 'sb_publishable_other')).status, 'ok')
})

Deno.test('a message for no channel is answered as unmatched, and leaving twice is fine', async () => {
  const client = await openClient()
  const unmatched = { status: 'error', response: { reason: 'unmatched topic' } }
  assert.deepEqual(await client.reply(client.send('realtime:never', 'broadcast', {})), unmatched)
  assert.deepEqual(await client.reply(client.send('elsewhere', 'phx_join', {})), unmatched)
  await client.join('realtime:x')
  const ref = client.send('realtime:x', 'phx_leave', {})
  assert.deepEqual(await client.reply(ref), { status: 'ok', response: {} })
  assert.deepEqual(await client.take('phx_close'), {
    joinRef: '3',
    ref: '3',
    topic: 'realtime:x',
    event: 'phx_close',
    payload: {},
  })
  assert.deepEqual(await client.reply(client.send('realtime:x', 'phx_leave', {})), { status: 'ok', response: {} })
})

Deno.test('a second join of a topic closes the first, whose late messages are ignored', async () => {
  const [client, other] = [await openClient(), await openClient()]
  await other.join('realtime:x')
  await client.join('realtime:x')
  await client.join('realtime:x')
  assert.equal((await client.take('phx_close')).ref, '1')
  client.say('realtime:x', 'late', {}, '1')
  client.say('realtime:x', 'in time', {}, '2')
  assert.equal((await other.take('broadcast')).payload['event'], 'in time')
  assert.deepEqual([await client.settle(), await other.settle()], [[], []])
  assert.equal(service.stats().channels, 2)
})

Deno.test('frames that are none harm nobody', async () => {
  const [client, other] = [await openClient(), await openClient()]
  for (const each of [client, other]) await each.join('realtime:x')
  for (const frame of [
    '',
    'no json',
    '[]',
    '{}',
    'null',
    '[1,2,3,4,5]',
    '[{},null,"a","b",{}]',
    '[null,7,"a","b",{}]',
    '{"topic":"a"}',
  ])
    client.socket.send(frame)
  for (const frame of [
    [],
    [3],
    [3, 9, 9, 9, 9, 9, 1],
    [3, 9, 9, 9, 9, 9, 0],
    [4, 0, 0, 0, 0],
    [3, 0, 0, 0, 0, 0, 7],
    [3, 0, 0, 1, 0, 0, 1, 255],
  ])
    client.socket.send(new Uint8Array(frame))
  client.say('realtime:x', 'broken', '{"half":')
  client.send('realtime:x', 'broadcast', { type: 'broadcast', event: 'as text', payload: {} })
  client.say('realtime:x', 'whole')
  assert.equal((await other.take('broadcast')).payload['event'], 'whole')
  assert.deepEqual([await client.settle(), await other.settle()], [[], []])
})

Deno.test('a broadcast reaches the others as it was said, and neither comes back to its sender nor is acknowledged', async () => {
  const [sender, other] = [await openClient(), await openClient()]
  await other.join('realtime:x')
  await sender.join('realtime:x')
  sender.say('realtime:x', 'wave', { to: 'Zoë 🧼' })
  assert.deepEqual((await other.take('broadcast')).payload, {
    type: 'broadcast',
    event: 'wave',
    payload: { to: 'Zoë 🧼' },
  })
  assert.deepEqual(await sender.settle(), [])
})

Deno.test('Mia may speak; Grandma may only listen, and is not told why', async () => {
  const [speaker, listener] = [await openClientOf(mia), await openClientOf(grandma)]
  await speaker.join('realtime:family:1')
  await listener.join('realtime:family:1')
  speaker.say('realtime:family:1', 'a')
  await listener.take('broadcast')
  listener.say('realtime:family:1', 'b')
  // The reply to the leave comes after the broadcast was decided about.
  assert.equal((await listener.reply(listener.send('realtime:family:1', 'phx_leave', {}))).status, 'ok')
  assert.deepEqual(
    (await listener.settle()).map(({ event }) => event),
    ['phx_close'],
  )
  assert.deepEqual(await speaker.settle(), [])
})

Deno.test('a new token is judged anew, in silence while it is good', async () => {
  const [client, other] = [await openClientOf(mia), await openClientOf(mia)]
  await other.join('realtime:family:1')
  await client.join('realtime:family:1')
  const say = (event: string) => client.say('realtime:family:1', event)
  const renew = (token: unknown) => client.send('realtime:family:1', 'access_token', { access_token: token })
  for (const token of [null, 'sb_publishable_stage', await realtime.tokenOf(mia, { session_id: 'b' })]) renew(token)
  say('as Mia')
  assert.equal((await other.take('broadcast')).payload['event'], 'as Mia')
  // Grandma may not send: the right is queried again.
  renew(await realtime.tokenOf(grandma))
  say('as Grandma')
  renew(await realtime.tokenOf(max))
  assert.equal(
    await client.assertEnded('family:1', 'You no longer have permission to read from this Channel topic: family:1'),
    '1',
  )
  assert.equal(service.stats().channels, 1)
  assert.deepEqual(await other.settle(), [])
  assert.deepEqual(await client.settle(), [])
})

Deno.test('a bad new token ends the channel with its reason', async () => {
  const client = await openClientOf(mia)
  const cases: [string, RegExp][] = [
    [await realtime.tokenOf(mia, { exp: 1 }), /^Token has expired$/],
    ['no token', /not a valid JWT/],
    [await realtime.tokens.sign({ sub: mia }), /Fields `role` and `exp`/],
  ]
  for (const [token, message] of cases) {
    await client.join('realtime:family:1')
    client.send('realtime:family:1', 'access_token', { access_token: token })
    assert.match(String((await client.take('system')).payload['message']), message)
    await client.take('phx_close')
  }
})

Deno.test('a channel ends when its token does', async () => {
  const client = await openClient()
  await client.join('realtime:family:1', {}, await realtime.tokenOf(mia, { exp: Math.floor(Date.now() / 1000) + 1 }))
  assert.equal((await client.take('system')).payload['message'], 'Token has expired')
  await client.take('phx_close')
})
