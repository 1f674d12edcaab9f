import assert from 'node:assert/strict'
import { createRateLimiter, limitGuesses } from './rate-limits.ts'

Deno.test('A bucket never holds more than its burst, however long it rests, and is refilled call by call, in its time after the clock was put back', () => {
  let time = 5 * 3_600_000
  const take = createRateLimiter(true, () => new Date(time))
  for (const [limited, burst, refillMs] of [
    ['token', 30, 2_000],
    // A session that is renewed, and guesses at an account.
    ['renewal', 100, 1_000],
    ['password', 15, 20_000],
  ] as const) {
    assert.equal(take(limited, 'a'), undefined)
    time += 100 * 3_600_000
    const allowed = Array.from({ length: 200 }, () => take(limited, 'a')).filter((refusal) => refusal === undefined)
    assert.equal(allowed.length, burst)
    time += refillMs - 1
    assert.equal(take(limited, 'a')?.code, 'over_request_rate_limit')
    time += 1
    assert.equal(take(limited, 'a'), undefined)
    time -= 5 * 3_600_000
    assert.equal(take(limited, 'a')?.code, 'over_request_rate_limit')
    time += refillMs
    assert.equal(take(limited, 'a'), undefined)
  }
})

Deno.test('After a hundred guesses at one account, however slow, five an hour are let through', () => {
  let time = 0
  const limit = createRateLimiter(true, () => new Date(time))
  const guess = () => limitGuesses({ limit }, 'anna@family.example')?.code
  // One in 21 s is let through by the limit of some minutes.
  for (let tries = 1; tries <= 102; tries++, time += 21_000) assert.equal(guess(), undefined, String(tries))
  assert.equal(guess(), 'over_request_rate_limit')
  time += 720_000
  assert.equal(guess(), undefined)
  assert.equal(guess(), 'over_request_rate_limit')
})

Deno.test('Many addresses do not fill the memory: the one not heard of for longest is forgotten', () => {
  const take = createRateLimiter(true, () => new Date(0))
  for (let i = 0; i < 30; i++) take('token', 'first')
  assert.equal(take('token', 'first')?.status, 429)
  for (let i = 0; i < 9_999; i++) take('token', `address ${i}`)
  assert.equal(take('token', 'first')?.status, 429)
  for (let i = 0; i < 10_000; i++) take('token', `other ${i}`)
  assert.equal(take('token', 'first'), undefined)
})
