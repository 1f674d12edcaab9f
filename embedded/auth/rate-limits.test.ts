import assert from 'node:assert/strict'
import { createRateLimits } from './rate-limits.ts'

Deno.test('A bucket never holds more than thirty, however long it rests', () => {
  let time = 0
  const take = createRateLimits(true, () => new Date(time))
  assert.equal(take('verify', 'a'), undefined)
  time += 3_600_000
  const allowed = Array.from({ length: 40 }, () => take('verify', 'a')).filter((refusal) => refusal === undefined)
  assert.equal(allowed.length, 30)
  // 30 in five minutes: one every ten seconds.
  time += 9_999
  assert.equal(take('verify', 'a')?.code, 'over_request_rate_limit')
  time += 1
  assert.equal(take('verify', 'a'), undefined)
})

Deno.test('A session may be renewed a hundred times in a row, an account guessed at fifteen times, and neither counts for the other', () => {
  const take = createRateLimits(true, () => new Date(0))
  for (const [limited, most] of [
    ['renewal', 100],
    ['password', 15],
  ] as const) {
    const allowed = Array.from({ length: 200 }, () => take(limited, 'a')).filter((refusal) => refusal === undefined)
    assert.equal(allowed.length, most)
  }
})

Deno.test('Many addresses do not fill the memory: the one not heard of for longest is forgotten', () => {
  const take = createRateLimits(true, () => new Date(0))
  for (let i = 0; i < 30; i++) take('token', 'first')
  assert.equal(take('token', 'first')?.status, 429)
  for (let i = 0; i < 9_999; i++) take('token', `address ${i}`)
  assert.equal(take('token', 'first')?.status, 429)
  for (let i = 0; i < 10_000; i++) take('token', `other ${i}`)
  assert.equal(take('token', 'first'), undefined)
})
