import assert from 'node:assert/strict'
import { throughProxy } from './through-proxy.ts'

const secret = 'a-secret-of-the-proxy-with-32-characters'

Deno.test('A caller has one address, however the proxy writes it, and none without the secret of the proxy', async () => {
  const callers: (string | undefined)[] = []
  const api = {
    fetch: async (_: Request, address?: string) => {
      callers.push(address)
      return new Response()
    },
    cleanUpIfDue: () => undefined,
  }
  const from = (caller: string, said = secret) =>
    throughProxy(
      api,
      secret,
      new Request('https://function.example/api/health', {
        headers: { 'x-bubblequest-proxy': said, 'x-bubblequest-caller': caller },
      }),
    )
  for (const written of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:CB00:7107', '[::ffff:203.0.113.7]:443'])
    await from(written)
  for (const written of ['2001:DB8:0::1', '[2001:db8::1]:4711', '2001:db8::1%eth0']) await from(written)
  await from('203.0.113.7', 'another')
  assert.deepEqual(callers, [...Array(4).fill('203.0.113.7'), ...Array(3).fill('2001:db8::1'), undefined])
})
