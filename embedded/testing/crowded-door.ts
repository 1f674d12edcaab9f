import assert from 'node:assert/strict'
import { listen } from '../listen.ts'
import { until } from './until.ts'

// Run with few files: says in order what came of a request that was under way when there were none left.
const said: string[] = []
console.error = (words: string) => void said.push(words)
const { promise: released, resolve: release } = Promise.withResolvers<void>()
const door = listen({ port: 0, hostname: '127.0.0.1' }, async (request) => {
  if (request.url.endsWith('/slow')) await released
  return new Response('whole')
})
const ask = (path: string) => fetch(`http://127.0.0.1:${door.port}${path}`).then((answer) => answer.text())
const knock = () => Deno.connect({ hostname: '127.0.0.1', port: door.port }).catch(() => undefined)

const slow = ask('/slow')
assert.equal(await ask('/quick'), 'whole')
const crowd = await Promise.all(Array.from({ length: 600 }, knock))
await until(async () => said.length > 0)
for (const connection of crowd) connection?.close()
await until(async () => {
  const connection = await knock()
  connection?.close()
  return connection !== undefined
})

const order: string[] = []
const shut = door.shutdown().then(() => order.push('shut'))
// A door nobody waits behind takes as long to shut.
await listen({ port: 0, hostname: '127.0.0.1' }, () => new Response()).shutdown()
order.push('answered')
release()
assert.equal(await slow, 'whole')
await shut
console.log(order.join(', '))
