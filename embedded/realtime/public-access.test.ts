import assert from 'node:assert/strict'
import { mia, openStage, publishableKey } from './testing/stage.ts'

const stage = await openStage()
const { address, wire, close } = await stage.open({ allowPublicAccess: false })
Deno.test.afterAll(async () => {
  await close()
  await stage.close()
})

const post = async (token: string, isPrivate: boolean) => {
  const response = await fetch(`${address}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ messages: [{ topic: 'family:1', event: 'hello', payload: {}, private: isPrivate }] }),
  })
  const text = await response.text()
  return [response.status, text]
}

Deno.test('without public access nobody joins a public channel, whatever they hold', async () => {
  const client = await wire()
  const refused = { status: 'error', response: { reason: 'PrivateOnly: This project only allows private channels' } }
  assert.deepEqual(await client.join('realtime:kitchen'), refused)
  assert.deepEqual(await client.join('realtime:family:1', {}, await stage.tokenOf(mia)), refused)
  assert.deepEqual(await client.join('realtime:kitchen', { private: 'false' }, stage.tokens.serviceToken), refused)
  assert.equal((await client.join('realtime:family:1', { private: true }, await stage.tokenOf(mia))).status, 'ok')
  await client.close()
})

Deno.test('without public access the key alone sends nothing over HTTP; whoever may speak on a private channel does', async () => {
  const client = await wire()
  await client.join('realtime:family:1', { private: true }, await stage.tokenOf(mia))
  for (const isPrivate of [true, false]) assert.deepEqual(await post(publishableKey, isPrivate), [401, '{"message":"Unauthorized"}'])
  assert.deepEqual(await client.settle(), [])
  for (const token of [stage.tokens.serviceToken, await stage.tokenOf(mia)]) {
    assert.deepEqual(await post(token, true), [202, ''])
    assert.equal((await client.take('broadcast')).payload['event'], 'hello')
  }
  await client.close()
})
