import assert from 'node:assert/strict'
import { UnreadBodies } from './unread-bodies.ts'

const megabyte = (content: number) => new Uint8Array(1_000_000).fill(content)

Deno.test('A large body arrives whole, a small one is given as it is', async () => {
  const unread = new UnreadBodies()
  const small = new Uint8Array(1000)
  assert.equal(unread.bodyOf(small), small)
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const large = new Uint8Array(180_000)
  for (const at of [0, 60_000, 120_000]) large.set(bytes, at)
  assert.deepEqual(await new Response(unread.bodyOf(large)).bytes(), large)
})

Deno.test('Beyond the limit the client that has read nothing for the longest is cut off; whoever reads is not', async () => {
  let now = 0
  const unread = new UnreadBodies(3_500_000, () => now)
  const open = (content: number) => new Response(unread.bodyOf(megabyte(content))).body?.getReader() ?? assert.fail()
  const [first, second] = [open(1), open(2)]
  now = 1
  await first.read()
  open(3)
  now = 2
  const fourth = open(4)
  await assert.rejects(second.read(), /reads too slowly/)
  for (const [reader, content] of [
    [first, 1],
    [fourth, 4],
  ] as const)
    assert.equal((await reader.read()).value?.[0], content)
  // Both were read to their end or given up: there is room again.
  await first.cancel()
  await fourth.cancel()
  for (const content of [5, 6]) assert.equal((await open(content).read()).value?.[0], content)
})

Deno.test('A single body that is larger than the limit is not cut off', async () => {
  const unread = new UnreadBodies(500_000)
  assert.equal((await new Response(unread.bodyOf(megabyte(1))).bytes()).length, 1_000_000)
})
