import assert from 'node:assert/strict'
import { grandma, max, mia, openStage } from './testing/stage.ts'

const stage = await openStage()
// All of them come from one address, without a session.
const { service, wire, close } = await stage.open({ limits: { joinsOfStrangersAddress: Infinity, joinsOfStrangers: Infinity } })
Deno.test.afterAll(async () => {
  await close()
  await stage.close()
})
const privately = { private: true }

Deno.test('a join without configuration is answered with an empty list of postgres changes', async () => {
  const client = await wire()
  assert.deepEqual(await client.join('realtime:kitchen'), { status: 'ok', response: { postgres_changes: [] } })
  await client.close()
})

Deno.test('a heartbeat is answered in both protocols', async () => {
  for (const vsn of ['1.0.0', '2.0.0'] as const) {
    const client = await wire({ vsn })
    assert.deepEqual(await client.reply(client.send('phoenix', 'heartbeat', {})), { status: 'ok', response: {} })
    await client.close()
  }
})

Deno.test('Mia may hear her family and Max may not', async () => {
  const client = await wire()
  assert.deepEqual(await client.join('realtime:family:1', privately, await stage.tokenOf(mia)), { status: 'ok', response: { postgres_changes: [] } })
  assert.deepEqual(await client.join('realtime:family:1', privately, await stage.tokenOf(max)), {
    status: 'error',
    response: { reason: 'Unauthorized: You do not have permissions to read from this Channel topic: family:1' },
  })
  assert.deepEqual(await client.join('realtime:family:1', { private: 'true' }), {
    status: 'error',
    response: { reason: 'Unauthorized: You do not have permissions to read from this Channel topic: family:1' },
  })
  await client.close()
})

Deno.test('a join says what is wrong with its topic, its token or its wish for old messages', async () => {
  const client = await wire()
  const reason = async (topic: string, config: object, token?: string) => (await client.join(topic, { ...config }, token)).response['reason']
  const [head, body] = (await stage.tokenOf(mia)).split('.')
  assert.equal(await reason('realtime:', {}), 'TopicNameRequired: You must provide a topic name')
  assert.equal(await reason('realtime:x', {}, await stage.tokenOf(mia, { exp: 1 })), 'InvalidJWTToken: Token has expired')
  assert.equal(await reason('realtime:x', {}, await stage.tokens.sign({ sub: mia })), 'InvalidJWTToken: Fields `role` and `exp` are required in JWT')
  assert.equal(await reason('realtime:x', {}, 'no token'), 'MalformedJWT: The token provided is not a valid JWT')
  assert.equal(await reason('realtime:x', {}, `${head}.${body}.AAAA`), 'JwtSignatureError: Failed to validate JWT signature')
  const replay = { since: 0, limit: 5 }
  assert.equal(await reason('realtime:x', { broadcast: { replay } }), 'UnableToReplayMessages: Replay is not allowed for public channels')
  assert.equal(
    await reason('realtime:family:1', { private: true, broadcast: { replay: { since: 'yesterday' } } }, await stage.tokenOf(mia)),
    'UnableToReplayMessages: Replay params are not valid',
  )
  assert.equal(await reason('realtime:family:1', { private: true }, await stage.tokenOf(mia, { role: 'nobody_we_know' })), 'Unknown Error on Channel')
  await client.close()
})

Deno.test('a join with senseless configuration gets the defaults', async () => {
  const client = await wire()
  assert.equal((await client.reply(client.send('realtime:x', 'phx_join', { config: { broadcast: 7, presence: [], private: 'perhaps' } }))).status, 'ok')
  assert.equal((await client.reply(client.send('realtime:x', 'phx_join', 'nonsense'))).status, 'ok')
  await client.close()
})

Deno.test('changes of tables are refused with a reason, and asking for none is no wish for them', async () => {
  const client = await wire()
  const asking = (changes: unknown) => client.reply(client.send('realtime:x', 'phx_join', { config: { postgres_changes: changes } }))
  assert.deepEqual(await asking([{ event: '*', schema: 'public', table: 'quests' }]), {
    status: 'error',
    response: { reason: 'PostgresChangesDisabled: Changes of tables are not part of the embedded stack. Run Bubblequest on Supabase to use them.' },
  })
  assert.equal((await asking([])).status, 'ok')
  await client.close()
})

Deno.test('a key in place of a token means the token of the connection', async () => {
  const client = await wire({ token: await stage.tokenOf(mia) })
  assert.equal((await client.join('realtime:family:1', privately, 'sb_publishable_other')).status, 'ok')
  await client.close()
})

Deno.test('what no channel waits for is answered as unmatched, and leaving twice is fine', async () => {
  const client = await wire()
  const unmatched = { status: 'error', response: { reason: 'unmatched topic' } }
  assert.deepEqual(await client.reply(client.send('realtime:never', 'broadcast', {})), unmatched)
  assert.deepEqual(await client.reply(client.send('elsewhere', 'phx_join', {})), unmatched)
  await client.join('realtime:x')
  const ref = client.send('realtime:x', 'phx_leave', {})
  assert.deepEqual(await client.reply(ref), { status: 'ok', response: {} })
  assert.deepEqual(await client.take('phx_close'), { joinRef: '3', ref: '3', topic: 'realtime:x', event: 'phx_close', payload: {} })
  assert.deepEqual(await client.reply(client.send('realtime:x', 'phx_leave', {})), { status: 'ok', response: {} })
  await client.close()
})

Deno.test('a second join of a topic closes the first, whose late messages are ignored', async () => {
  const client = await wire()
  await client.join('realtime:x', { broadcast: { ack: true } })
  await client.join('realtime:x', { broadcast: { ack: true } })
  assert.equal((await client.take('phx_close')).ref, '1')
  client.send('realtime:x', 'broadcast', { type: 'broadcast', event: 'late', payload: {} }, '1')
  assert.deepEqual(await client.settle(), [])
  assert.equal(service.stats().channels, 1)
  await client.close()
})

Deno.test('frames that are none harm nobody', async () => {
  const client = await wire()
  for (const frame of ['', 'no json', '[]', '{}', 'null', '[1,2,3,4,5]', '[{},null,"a","b",{}]']) client.socket.send(frame)
  for (const frame of [[], [3], [3, 9, 9, 9, 9, 9, 1], [3, 9, 9, 9, 9, 9, 0], [4, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 7], [3, 0, 0, 1, 0, 0, 1, 255]])
    client.socket.send(new Uint8Array(frame))
  assert.deepEqual(await client.settle(), [])
  const old = await wire({ vsn: '1.0.0' })
  old.socket.send(new Uint8Array([3, 0, 0, 0, 0, 0, 1]))
  old.socket.send('{"topic":5}')
  assert.deepEqual(await old.settle(), [])
  await client.close()
  await old.close()
})

Deno.test('a broadcast reaches the others, its sender only when asked for, and is acknowledged only when asked for', async () => {
  const [sender, other] = [await wire(), await wire()]
  await other.join('realtime:x')
  await sender.join('realtime:x')
  const hello = { type: 'broadcast', event: 'hello', payload: { from: 'Mia' } }
  sender.send('realtime:x', 'broadcast', hello)
  assert.deepEqual((await other.take('broadcast')).payload, hello)
  assert.deepEqual(await sender.settle(), [])

  await sender.join('realtime:x', { broadcast: { self: true, ack: 'true' } })
  await sender.take('phx_close')
  const ref = sender.send('realtime:x', 'broadcast', hello)
  assert.deepEqual(await sender.reply(ref), { status: 'ok', response: {} })
  assert.deepEqual((await sender.take('broadcast')).payload, hello)
  await sender.close()
  await other.close()
})

Deno.test('a private and a public topic of one name are two', async () => {
  const [inside, outside] = [await wire({ token: await stage.tokenOf(mia) }), await wire()]
  await inside.join('realtime:family:1', privately)
  await outside.join('realtime:family:1')
  inside.send('realtime:family:1', 'broadcast', { type: 'broadcast', event: 'secret', payload: {} })
  await inside.settle()
  assert.deepEqual(await outside.settle(), [])
  await inside.close()
  await outside.close()
})

Deno.test('both protocols understand each other, and bytes reach those who can read them', async () => {
  const [old, modern, third] = [await wire({ vsn: '1.0.0' }), await wire(), await wire()]
  for (const client of [old, modern, third]) await client.join('realtime:x')
  const wave = { type: 'broadcast', event: 'wave', payload: { to: 'Zoë 🧼' } }
  modern.sendBinary('realtime:x', 'wave', wave.payload)
  assert.deepEqual((await old.take('broadcast')).payload, wave)
  assert.deepEqual((await third.take('broadcast')).payload, wave)
  old.send('realtime:x', 'broadcast', wave)
  assert.deepEqual((await modern.take('broadcast')).payload, wave)
  assert.deepEqual((await third.take('broadcast')).payload, wave)
  modern.sendBinary('realtime:x', 'picture', new Uint8Array([0, 255, 7]))
  assert.deepEqual((await third.take('broadcast')).payload, { type: 'broadcast', event: 'picture', payload: new Uint8Array([0, 255, 7]) })
  assert.deepEqual(await old.settle(), [])
  modern.sendBinary('realtime:x', 'broken', '{"half":')
  await modern.settle()
  assert.deepEqual(await third.settle(), [])
  for (const client of [old, modern, third]) await client.close()
})

Deno.test('Mia may speak; Grandma may only listen, and is not told why', async () => {
  const [speaker, listener] = [await wire({ token: await stage.tokenOf(mia) }), await wire({ token: await stage.tokenOf(grandma) })]
  const acknowledged = { private: true, broadcast: { ack: true } }
  await speaker.join('realtime:family:1', acknowledged)
  await listener.join('realtime:family:1', acknowledged)
  const ref = speaker.send('realtime:family:1', 'broadcast', { type: 'broadcast', event: 'a', payload: {} })
  assert.equal((await speaker.reply(ref)).status, 'ok')
  await listener.take('broadcast')
  listener.send('realtime:family:1', 'broadcast', { type: 'broadcast', event: 'b', payload: {} })
  // The leave is answered after the broadcast was decided about.
  assert.equal((await listener.reply(listener.send('realtime:family:1', 'phx_leave', {}))).status, 'ok')
  assert.deepEqual(
    (await listener.settle()).map(({ event }) => event),
    ['phx_close'],
  )
  assert.deepEqual(await speaker.settle(), [])
  await speaker.close()
  await listener.close()
})

Deno.test('a new token is judged anew, in silence while it is good', async () => {
  const [client, other] = [await wire({ token: await stage.tokenOf(mia) }), await wire({ token: await stage.tokenOf(mia) })]
  await other.join('realtime:family:1', privately)
  await client.join('realtime:family:1', privately)
  const say = (event: string) => client.send('realtime:family:1', 'broadcast', { type: 'broadcast', event, payload: {} })
  const renew = (token: unknown) => client.send('realtime:family:1', 'access_token', { access_token: token })
  for (const token of [null, 'sb_publishable_stage', await stage.tokenOf(mia, { session_id: 'b' })]) renew(token)
  say('as Mia')
  assert.equal((await other.take('broadcast')).payload['event'], 'as Mia')
  // Grandma may not speak: the right is asked for again.
  renew(await stage.tokenOf(grandma))
  say('as Grandma')
  renew(await stage.tokenOf(max))
  assert.deepEqual((await client.take('system')).payload, {
    extension: 'system',
    status: 'error',
    channel: 'family:1',
    message: 'You no longer have permission to read from this Channel topic: family:1',
  })
  assert.equal((await client.take('phx_close')).ref, '1')
  assert.equal(service.stats().channels, 1)
  assert.deepEqual(await other.settle(), [])
  assert.deepEqual(await client.settle(), [])
  await client.close()
  await other.close()
})

Deno.test('a bad new token ends the channel with its reason', async () => {
  const client = await wire({ token: await stage.tokenOf(mia) })
  const cases: [string, RegExp][] = [
    [await stage.tokenOf(mia, { exp: 1 }), /^Token has expired$/],
    ['no token', /not a valid JWT/],
    [await stage.tokens.sign({ sub: mia }), /Fields `role` and `exp`/],
  ]
  for (const [token, message] of cases) {
    await client.join('realtime:family:1', privately)
    client.send('realtime:family:1', 'access_token', { access_token: token })
    assert.match(String((await client.take('system')).payload['message']), message)
    await client.take('phx_close')
  }
  await client.close()
})

Deno.test('a channel ends when its token does', async () => {
  const client = await wire()
  await client.join('realtime:family:1', privately, await stage.tokenOf(mia, { exp: Math.floor(Date.now() / 1000) + 1 }))
  assert.equal((await client.take('system')).payload['message'], 'Token has expired')
  await client.take('phx_close')
  await client.close()
})
