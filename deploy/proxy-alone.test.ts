import assert from 'node:assert/strict'
import { assertRefusal } from '../testing/device.ts'
import { startFunctionsGateway } from '../testing/functions-gateway.ts'
import { proxy, readProxySettings } from './proxy.ts'
import type { ProxySettings } from './proxy.ts'

const secret = 'only the proxy and the function know it'
const withoutRegion = (functionUrl: string): ProxySettings => ({ functionUrl, secret, region: undefined })

Deno.test('Bodies go both ways piece by piece', async () => {
  const { promise: firstArrived, resolve: tellFirst } = Promise.withResolvers<string>()
  const gateway = startFunctionsGateway((request) => {
    const echo = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, out) {
        tellFirst(new TextDecoder().decode(chunk))
        out.enqueue(chunk)
      },
    })
    return Promise.resolve(new Response(request.body?.pipeThrough(echo)))
  })
  const sending = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>()
  const writer = sending.writable.getWriter()
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  const posted = new Request('https://quests.example/api/x', { method: 'POST', body: sending.readable })
  const answering = proxy(posted, '203.0.113.8', withoutRegion(gateway.url))
  await write('first ')
  // A buffered body would never arrive.
  const never = AbortSignal.timeout(30_000)
  never.addEventListener('abort', () => tellFirst('nothing for 30 seconds'))
  assert.equal(await firstArrived, 'first ')
  const answer = await answering
  await write('second')
  await writer.close()
  assert.equal(await answer.text(), 'first second')
  await gateway.close()
})

Deno.test('A function that is away is unavailable for a moment', async () => {
  const gateway = startFunctionsGateway(() => Promise.resolve(new Response()))
  await gateway.close()
  const answer = await proxy(new Request('https://quests.example/api/health'), undefined, withoutRegion(gateway.url))
  const headers = ['retry-after', 'cache-control'].map((name) => answer.headers.get(name))
  assert.deepEqual([answer.status, ...headers], [503, '1', 'no-store'])
  assertRefusal({ status: answer.status, headers: answer.headers, text: await answer.text() }, 'unavailable')
})

Deno.test('A setting that is missing or wrong is named', () => {
  const good: Record<string, string> = {
    BUBBLEQUEST_FUNCTION_URL: 'https://a.supabase.co/functions/v1/api/',
    BUBBLEQUEST_PROXY_SECRET: secret,
  }
  const read = (changed: Record<string, string>) => readProxySettings((name) => ({ ...good, ...changed })[name])
  assert.deepEqual(read({}), { functionUrl: 'https://a.supabase.co/functions/v1/api', secret, region: undefined })
  assert.deepEqual(read({ BUBBLEQUEST_DB_REGION: 'eu-central-1' }).region, 'eu-central-1')
  for (const functionUrl of ['', 'YOUR-PROJECT'])
    assert.throws(() => read({ BUBBLEQUEST_FUNCTION_URL: functionUrl }), /^Error: BUBBLEQUEST_FUNCTION_URL must/)
  for (const short of ['', 'x'.repeat(31)])
    assert.throws(() => read({ BUBBLEQUEST_PROXY_SECRET: short }), /^Error: BUBBLEQUEST_PROXY_SECRET must/)
})
