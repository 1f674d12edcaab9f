import assert from 'node:assert/strict'
import { Refusal } from '../refusal.ts'
import { createPinHashes, newSalt } from './pin-hashing.ts'
import type { HashPin } from './pin-hashing.ts'

const pepper = 'a pepper that is used in tests alone'

const assertHash = (answer: string | Refusal) => assert.ok(typeof answer === 'string' && /^[\da-f]{64}$/.test(answer))

Deno.test('PINs are hashed one after the other, and a hash says nothing about the order', async () => {
  const hashes = createPinHashes(pepper, 64)
  const salt = newSalt()
  const hashOf = (pin: string) => hashes.withHashSlot((hash) => hash(pin, salt))
  const [first, other, again] = await Promise.all([hashOf('1234'), hashOf('4321'), hashOf('1234')])
  assertHash(first)
  assert.equal(first, again)
  assert.notEqual(first, other)
})

Deno.test('Twenty-four wait at most; who comes then is told to come again, and later there is room', async () => {
  const hashes = createPinHashes(pepper, 64)
  const opened = Promise.withResolvers<void>()
  const ran: number[] = []
  const work = (index: number) => async (hash: HashPin) => {
    await opened.promise
    ran.push(index)
    return hash('1234', newSalt())
  }
  const waiting = Array.from({ length: 30 }, (_, index) => hashes.withHashSlot(work(index)))
  const refused = await Promise.all(waiting.slice(24))
  for (const answer of refused) {
    assert.ok(answer instanceof Refusal)
    const response = answer.response()
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '2'])
  }
  opened.resolve()
  for (const answer of await Promise.all(waiting.slice(0, 24))) assertHash(answer)
  assert.deepEqual(
    ran,
    Array.from({ length: 24 }, (_, index) => index),
  )
  assertHash(await hashes.withHashSlot((hash) => hash('1234', newSalt())))
})

Deno.test('A hash that fails holds up nobody', async () => {
  const hashes = createPinHashes(pepper, 64)
  await assert.rejects(hashes.withHashSlot((hash) => hash('1234', 'ab')))
  assertHash(await hashes.withHashSlot((hash) => hash('1234', newSalt())))
})
