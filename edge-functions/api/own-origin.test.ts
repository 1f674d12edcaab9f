import assert from 'node:assert/strict'
import { isOwnOrigin } from './own-origin.ts'

const isOwn = (origin: string, host: string, protocol?: string) =>
  isOwnOrigin(
    new Request('http://127.0.0.1:8000/api', {
      headers: { 'x-forwarded-host': host, ...(protocol && { 'x-forwarded-proto': protocol }) },
    }),
    origin,
  )

Deno.test("A page's origin is the own one in each spelling that a proxy passes on", () => {
  for (const host of ['quests.example', 'quests.example:443', 'QUESTS.example', 'Quests.Example:443'])
    assert.ok(isOwn('https://quests.example', host, 'https'), host)
  // A proxy that does not say that it serves https.
  assert.ok(isOwn('https://quests.example', 'quests.example'))
  assert.ok(isOwn('http://quests.example', 'quests.example:80', 'http'))
  assert.ok(isOwn('http://quests.example:8080', 'QUESTS.example:8080'))
})

Deno.test('Another host, port or protocol is another website, and so is a page of plain http', () => {
  for (const origin of [
    'https://quests.example.evil.example',
    // A page of plain http, which anybody in the network can write.
    'http://quests.example',
    'http://quests.example:443',
    'https://quests.example:8443',
    'ftp://quests.example',
    'null',
    'not a url',
  ])
    assert.equal(isOwn(origin, 'quests.example', 'https'), false, origin)
})
