import assert from 'node:assert/strict'
import { Device, assertRefusal } from '../../../testing/device.ts'
import type { ApiResponse } from '../../../testing/device.ts'
import { kidOf, newFamily, password } from '../../../testing/family.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOneStack()

async function withPin(
  stack: TestStack,
): Promise<SignedUpFamily & { miaId: string; tryPin(device: Device, pin?: string): Promise<ApiResponse> }> {
  const family = await newFamily(stack)
  const { id: miaId } = await family.addMember('Mia', { pin: '2468' })
  return {
    ...family,
    miaId,
    tryPin: (device, pin = '0000') => device.ask('verifyPin', { memberId: miaId }, { body: { pin } }),
  }
}

/** Lets so many seconds pass for the waits of that member. */
async function letPass(stack: TestStack, memberId: string, seconds: number): Promise<void> {
  await stack.sql`update private.member_pins set locked_until = locked_until - make_interval(secs => ${seconds}) where member_id = ${memberId}`
}

async function counted(stack: TestStack, memberId: string): Promise<unknown> {
  const [row] =
    await stack.sql`select failures, failures_today, needs_password from private.member_pins where member_id = ${memberId}`
  return row
}

story('While a PIN has to wait, even the right one is not looked at, and the answer says how long', async (stack) => {
  const { parent, miaId, tryPin } = await withPin(stack)
  for (const [seconds, spoken] of [
    [30, /^Too many wrong PINs\. Please wait (30|2\d) seconds and try again\.$/],
    [60, /wait (60|5\d) seconds and/],
    [120, /wait 2 minutes and/],
    [3600, /wait 60 minutes and/],
  ] as const) {
    await stack.sql`update private.member_pins set failures = 5, locked_until = now() + make_interval(secs => ${seconds}) where member_id = ${miaId}`
    const answer = await tryPin(parent, '2468')
    assert.match(assertRefusal(answer, 'wrong_pins').message, spoken)
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(wait <= seconds && wait > seconds - 10, `${wait} of ${seconds} seconds`)
  }
})

story('The 21st wrong PIN of a day locks the profile until a parent signs in with the password', async (stack) => {
  const family = await withPin(stack)
  const { parent, miaId, tryPin } = family
  for (let tries = 1; tries <= 20; tries++) {
    assert.ok([200, 429].includes((await tryPin(parent)).status))
    await letPass(stack, miaId, 4000)
  }
  const locked = await tryPin(parent, '2468')
  assert.equal(
    assertRefusal(locked, 'pin_locked').message,
    'Too many wrong PINs. A parent can open this profile again by signing in with the password.',
  )
  assert.equal(locked.headers.get('retry-after'), '3600')
  // It stays locked after an hour and after a night.
  await letPass(stack, miaId, 4000)
  await stack.sql`update private.member_pins set today = today - 1 where member_id = ${miaId}`
  assertRefusal(await tryPin(parent, '2468'), 'pin_locked')

  // The sign-in of another family, of a kid, and a failed one do not unlock it.
  await newFamily(stack, 'Holm')
  const { kid } = await kidOf(stack, family)
  const { email } = await kid.call('currentUser', {})
  await new Device(stack.url).call('login', {}, { email, password })
  await new Device(stack.url).refused('login', {}, 'invalid_credentials', {
    email: family.email,
    password: `${password}!`,
  })
  assertRefusal(await tryPin(parent, '2468'), 'pin_locked')

  await family.device()
  assert.deepEqual(await counted(stack, miaId), { failures: 0, failures_today: 0, needs_password: false })
  assert.equal((await tryPin(parent, '2468')).text, '{"verified": true,"events":[]}')
})
