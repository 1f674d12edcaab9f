import assert from 'node:assert/strict'
import { grandma, mia, openStage, publishableKey } from './testing/stage.ts'

const stage = await openStage()
const { address, wire, close } = await stage.open({ limits: { eventsPerSecond: 20, broadcastBytes: 2000, frameBytes: 10_000 } })
Deno.test.afterAll(async () => {
  await close()
  await stage.close()
})

const post = async (path: string, body: unknown, headers: Record<string, string> = { apikey: publishableKey }) => {
  const response = await fetch(`${address}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers,
    body: body instanceof Uint8Array ? new Uint8Array(body) : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}
const accepted = [202, '']
const bearer = async (user: string) => ({ authorization: `Bearer ${await stage.tokenOf(user)}` })
const message = { topic: 'news', event: 'hello', payload: { n: 1 } }

Deno.test('a batch reaches public channels in its order', async () => {
  const client = await wire()
  await client.join('realtime:news')
  assert.deepEqual(await post('', { messages: [message, { ...message, event: 'bye' }] }), accepted)
  assert.deepEqual((await client.take('broadcast')).payload, { type: 'broadcast', event: 'hello', payload: { n: 1 } })
  assert.equal((await client.take('broadcast')).payload['event'], 'bye')
  await client.close()
})

Deno.test('a private message needs the right to speak, and is dropped without a word otherwise', async () => {
  const client = await wire({ token: await stage.tokenOf(mia) })
  await client.join('realtime:family:1', { private: true })
  const secret = { topic: 'family:1', event: 'secret', payload: {}, private: true }
  assert.deepEqual(await post('', { messages: [secret] }, await bearer(grandma)), accepted)
  assert.deepEqual(await post('', { messages: [secret] }), accepted)
  assert.deepEqual(await client.settle(), [])
  assert.deepEqual(await post('', { messages: [secret, { ...secret, topic: 'family:2' }] }, await bearer(mia)), accepted)
  assert.equal((await client.take('broadcast')).payload['event'], 'secret')
  assert.deepEqual(await post('', { messages: [secret] }, { authorization: `Bearer ${stage.tokens.serviceToken}` }), accepted)
  assert.equal((await client.take('broadcast')).payload['event'], 'secret')
  await client.close()
})

Deno.test('policies may read the x- headers of the request, without the key among them', async () => {
  await stage.asPostgres`create policy "Those who say please speak" on realtime.messages for insert to anon
    with check (current_setting('request.headers')::jsonb = '{"x-word": "please"}')`
  await stage.asPostgres`create policy "Everybody hears the gate" on realtime.messages for select to anon using (realtime.topic() = 'gate')`
  const client = await wire()
  assert.equal((await client.join('realtime:gate', { private: true })).status, 'ok')
  const knock = (event: string, word: string) =>
    post('', { messages: [{ topic: 'gate', event, payload: {}, private: true }] }, { apikey: publishableKey, 'x-api-key': publishableKey, 'x-word': word })
  assert.deepEqual(await knock('first', 'now'), accepted)
  assert.deepEqual(await knock('second', 'please'), accepted)
  assert.equal((await client.take('broadcast')).payload['event'], 'second')
  await client.close()
})

Deno.test('one message has its topic and event in the address, JSON or bytes in its body', async () => {
  const client = await wire({ token: await stage.tokenOf(mia) })
  await client.join('realtime:family:1', { private: true })
  await client.join('realtime:a b')
  assert.deepEqual(await post('/family%3A1/events/hey%20you?private=true', { n: 2 }, await bearer(mia)), accepted)
  assert.deepEqual((await client.take('broadcast')).payload, { type: 'broadcast', event: 'hey you', payload: { n: 2 } })
  assert.deepEqual(
    await post('/a%20b/events/picture', new Uint8Array([1, 2]), { apikey: publishableKey, 'content-type': 'application/octet-stream' }),
    accepted,
  )
  assert.deepEqual((await client.take('broadcast')).payload, { type: 'broadcast', event: 'picture', payload: new Uint8Array([1, 2]) })
  await client.close()
})

Deno.test('what is wrong with a message is said by its field', async () => {
  const problems = async (body: unknown) => {
    const [status, { errors }] = await post('', body)
    assert.equal(status, 422)
    return errors
  }
  assert.deepEqual(await problems('no json'), { messages: ["can't be blank"] })
  assert.deepEqual(await problems({}), { messages: ["can't be blank"] })
  assert.deepEqual(await problems({ messages: [{ event: 7 }] }), { messages: [{ topic: ['is invalid'], event: ['is invalid'], payload: ['is invalid'] }] })
  assert.deepEqual(await problems({ messages: [message, 5] }), { messages: [{ message: ['is invalid'] }] })
  assert.deepEqual(await problems({ messages: [{ ...message, payload: { long: 'x'.repeat(2000) } }] }), {
    messages: [{ payload: ['Payload size exceeds the limit'] }],
  })
  assert.deepEqual(await problems({ messages: 'x'.repeat(10_000) }), { payload: ['Payload size exceeds the limit'] })
  assert.deepEqual(await post('/a/events/b', '{"half":'), [422, { errors: { payload: ['is invalid'] } }])
  assert.deepEqual(await post('/a/events/b', { long: 'x'.repeat(2000) }), [422, { errors: { payload: ['Payload size exceeds the limit'] } }])
  assert.deepEqual(await post('/%ff/events/b', {}), [422, { errors: { topic: ['is invalid'] } }])
})

Deno.test('without a good token nothing is sent, and elsewhere there is nothing', async () => {
  const unauthorized = [401, { message: 'Unauthorized' }]
  assert.deepEqual(await post('', { messages: [] }, {}), unauthorized)
  assert.deepEqual(await post('', { messages: [] }, { authorization: 'Bearer nonsense' }), unauthorized)
  assert.equal((await post('/a', {}))[0], 404)
  const read = await fetch(`${address}/realtime/v1/api/broadcast`)
  assert.equal(read.status, 404)
  await read.body?.cancel()
})

Deno.test('too many messages on one topic in one second are refused', async () => {
  const messages = Array.from({ length: 21 }, () => ({ ...message, topic: 'flood' }))
  assert.deepEqual(await post('', { messages }), [429, { message: 'Too many messages per second' }])
})
