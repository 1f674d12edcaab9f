import assert from 'node:assert/strict'
import { grandma, max, mia, openTestRealtime } from '../../testing/realtime/realtime-service.ts'

const realtime = await openTestRealtime()
// All of them come from one address, without a session.
const { service, openClient, openClientOf } = await realtime.open({
  limits: { anonymousJoinsOfAddress: Infinity, anonymousJoinsPerSecond: Infinity },
})

const family = 'realtime:family:1'
const joined = { status: 'ok', response: { postgres_changes: [] } }
const refused = (reason: string) => ({ status: 'error', response: { reason } })

Deno.test('a join is decided by its topic and its token, or that of the connection, and a refusal says why', async () => {
  const [stranger, member] = [await openClient(), await openClientOf(mia)]
  const hers = await realtime.tokenOf(mia)
  const [head, body] = hers.split('.')
  const noRight = 'Unauthorized: You do not have permissions to read from this Channel topic: family:1'
  for (const [topic, token, reason] of [
    ['realtime:kitchen', undefined, undefined],
    [family, hers, undefined],
    [family, await realtime.tokenOf(max), noRight],
    [family, undefined, noRight],
    ['realtime:', undefined, 'TopicNameRequired: You must provide a topic name'],
    ['realtime:x', await realtime.tokenOf(mia, { exp: 1 }), 'InvalidJWTToken: Token has expired'],
    [
      'realtime:x',
      await realtime.tokens.sign({ sub: mia }),
      'InvalidJWTToken: Fields `role` and `exp` are required in JWT',
    ],
    ['realtime:x', 'no token', 'MalformedJWT: The token provided is not a valid JWT'],
    ['realtime:x', `${head}.${body}.AAAA`, 'JwtSignatureError: Failed to validate JWT signature'],
    [family, await realtime.tokenOf(mia, { role: 'nobody_we_know' }), 'Unknown Error on Channel'],
  ] as const)
    assert.deepEqual(await stranger.join(topic, {}, token), reason === undefined ? joined : refused(reason))
  assert.deepEqual(await member.join(family, {}, 'sb_publishable_other'), joined)
})

Deno.test('a public channel cannot be joined with any key or token', async () => {
  const client = await openClient()
  const publicOnly = refused('PrivateOnly: This project only allows private channels')
  for (const token of [undefined, await realtime.tokenOf(mia), realtime.tokens.serviceToken])
    assert.deepEqual(await client.join(family, { private: false }, token), publicOnly)
  assert.deepEqual(await client.reply(client.send(family, 'phx_join', { config: {} })), publicOnly)
})

Deno.test('a join that asks for what is not spoken is refused with a sentence; what the app leaves unset may be said', async () => {
  const client = await openClient()
  const notSpoken = refused(
    'NotImplemented: This option of a channel is not part of the embedded stack. Run Bubblequest on Supabase to use it.',
  )
  for (const config of [
    { broadcast: { ack: true } },
    { broadcast: { self: true } },
    { broadcast: { replay: { since: 0, limit: 5 } } },
    { presence: { key: 'mia' } },
    { postgres_changes: [{ event: '*', schema: 'public', table: 'quests' }] },
    { broadcast: 7, presence: [], private: 'perhaps' },
  ]) {
    assert.deepEqual(await client.join('realtime:x', config), notSpoken, JSON.stringify(config))
  }
  assert.deepEqual(await client.reply(client.send('realtime:x', 'phx_join', 'nonsense')), notSpoken)
  const unset = { broadcast: { ack: false, self: false }, presence: { key: '', enabled: false }, postgres_changes: [] }
  assert.deepEqual(await client.join('realtime:x', unset), joined)
})

Deno.test('a channel is left once, joined anew it closes the one before, and no late or broken frame is passed on', async () => {
  const [client, other] = [await openClient(), await openClient()]
  const unmatched = refused('unmatched topic')
  assert.deepEqual(await client.reply(client.send('realtime:never', 'broadcast', {})), unmatched)
  assert.deepEqual(await client.reply(client.send('elsewhere', 'phx_join', {})), unmatched)
  await other.join('realtime:x')
  // The third and the fourth message of this client.
  for (const _ of ['3', '4']) await client.join('realtime:x')
  const close = await client.take('phx_close')
  assert.deepEqual(close, { joinRef: '3', ref: '3', topic: 'realtime:x', event: 'phx_close', payload: {} })
  client.say('realtime:x', 'late', {}, '3')
  for (const frame of [
    '',
    'no json',
    '{}',
    '[1,2,3,4,5]',
    '[{},null,"a","b",{}]',
    new Uint8Array(),
    new Uint8Array([3, 9, 9, 9, 9, 9, 1]),
    new Uint8Array([4, 0, 0, 0, 0]),
    new Uint8Array([3, 0, 0, 1, 0, 0, 1, 255]),
  ])
    client.socket.send(frame)
  client.say('realtime:x', 'broken', '{"half":')
  client.send('realtime:x', 'broadcast', { type: 'broadcast', event: 'as text', payload: {} })
  client.say('realtime:x', 'wave', { to: 'Zoë 🧼' }, '4')
  assert.deepEqual((await other.take('broadcast')).payload, {
    type: 'broadcast',
    event: 'wave',
    payload: { to: 'Zoë 🧼' },
  })
  // It does not come back to its sender, and is not acknowledged.
  assert.deepEqual([await client.settle(), await other.settle()], [[], []])
  assert.equal(service.stats().channels, 2)
  for (const left of [1, 1]) {
    assert.deepEqual(await client.reply(client.send('realtime:x', 'phx_leave', {})), { status: 'ok', response: {} })
    assert.equal(service.stats().channels, left)
  }
})

Deno.test('Mia may speak; Grandma may only listen, and is not told why', async () => {
  const [speaker, listener] = [await openClientOf(mia), await openClientOf(grandma)]
  await speaker.join(family)
  await listener.join(family)
  speaker.say(family, 'a')
  await listener.take('broadcast')
  listener.say(family, 'b')
  // The reply to the leave comes after the broadcast was decided about.
  assert.equal((await listener.reply(listener.send(family, 'phx_leave', {}))).status, 'ok')
  assert.deepEqual(
    (await listener.settle()).map(({ event }) => event),
    ['phx_close'],
  )
  assert.deepEqual(await speaker.settle(), [])
})

Deno.test('a new token is judged anew, in silence while it is good', async () => {
  const [client, other] = [await openClientOf(mia), await openClientOf(mia)]
  await other.join(family)
  await client.join(family)
  const say = (event: string) => client.say(family, event)
  const renew = (token: unknown) => client.send(family, 'access_token', { access_token: token })
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
  assert.deepEqual([await client.settle(), await other.settle()], [[], []])
})

Deno.test('a channel ends when its token does, and by a new one that is bad', async () => {
  const client = await openClientOf(mia)
  for (const [token, message] of [
    [await realtime.tokenOf(mia, { exp: 1 }), /^Token has expired$/],
    ['no token', /not a valid JWT/],
  ] as const) {
    await client.join(family)
    client.send(family, 'access_token', { access_token: token })
    await assertEnds(message)
  }
  // A second, or longer where the join itself took as long.
  for (let seconds = 1; !(await joinFor(seconds)); seconds *= 2);
  await assertEnds(/^Token has expired$/)

  async function joinFor(seconds: number): Promise<boolean> {
    const exp = Math.floor(Date.now() / 1000) + seconds
    return (await client.join(family, {}, await realtime.tokenOf(mia, { exp }))).status === 'ok'
  }
  async function assertEnds(message: RegExp): Promise<void> {
    assert.match(String((await client.take('system')).payload['message']), message)
    await client.take('phx_close')
  }
})
