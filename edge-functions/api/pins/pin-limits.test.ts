import assert from 'node:assert/strict'
import { Device, refusal } from '../../../testing/device.ts'
import type { Answer } from '../../../testing/device.ts'
import { kidOf, newFamily, password } from '../../../testing/family.ts'
import type { Family } from '../../../testing/family.ts'
import { closeStack, onOneStack, openStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import { migratedFolder } from '../../../testing/template.ts'

const story = onOneStack()

const wrongPin = { body: { pin: '0000' } }

async function withPin(stack: TestStack): Promise<Family & { miaId: string; tryPin(device: Device, pin?: string): Promise<Answer> }> {
  const family = await newFamily(stack)
  const { id: miaId } = await family.addMember('Mia', { pin: '2468' })
  return { ...family, miaId, tryPin: (device, pin = '0000') => device.ask('verifyPin', { memberId: miaId }, { body: { pin } }) }
}

/** As if so many seconds had gone by for everything that waits at that member. */
async function letPass(stack: TestStack, memberId: string, seconds: number): Promise<void> {
  await stack.sql`update private.member_pins set locked_until = locked_until - make_interval(secs => ${seconds}) where member_id = ${memberId}`
}

async function counted(stack: TestStack, memberId: string): Promise<unknown> {
  const [row] = await stack.sql`select failures, failures_today, needs_password from private.member_pins where member_id = ${memberId}`
  return row
}

function assertWait(answer: Answer, seconds: number, spoken: RegExp): void {
  const { message } = refusal(answer, 'too_many_tries')
  const wait = Number(answer.headers.get('retry-after'))
  assert.ok(wait <= seconds && wait > seconds - 10, `${wait} of ${seconds} seconds`)
  assert.match(message, spoken)
}

story('Five tries are free; from then on each wrong one costs a longer wait', async (stack) => {
  const { parent, miaId, tryPin } = await withPin(stack)
  for (let tries = 1; tries <= 5; tries++) assert.equal((await tryPin(parent)).text, '{"verified": false}')
  const waits: [seconds: number, spoken: RegExp][] = [
    [30, /^Too many wrong PINs\. Please wait (30|2\d) seconds and try again\.$/],
    [60, /wait (60|5\d) seconds and/],
    [120, /wait 2 minutes and/],
    [300, /wait 5 minutes and/],
    [900, /wait 15 minutes and/],
    [3600, /wait 60 minutes and/],
    [3600, /wait 60 minutes and/],
  ]
  for (const [seconds, spoken] of waits) {
    const [kept] = await stack.sql<{ wait: number }[]>`
      select extract(epoch from locked_until - now())::int as wait from private.member_pins where member_id = ${miaId}`
    assert.ok((kept?.wait ?? 0) > seconds - 10 && (kept?.wait ?? 0) <= seconds)
    // While it waits, even the right one is not looked at; asking makes the count higher, not the wait longer.
    const before = await stack.sql`select locked_until from private.member_pins where member_id = ${miaId}`
    assertWait(await tryPin(parent, '2468'), seconds, spoken)
    assert.deepEqual(await stack.sql`select locked_until from private.member_pins where member_id = ${miaId}`, before)
    await stack.sql`update private.member_pins set failures = failures - 1 where member_id = ${miaId}`
    await letPass(stack, miaId, seconds)
    assert.equal((await tryPin(parent)).text, '{"verified": false}')
  }
})

story('The right PIN makes the count begin anew', async (stack) => {
  const { parent, miaId, tryPin } = await withPin(stack)
  for (let tries = 1; tries <= 4; tries++) await tryPin(parent)
  assert.equal((await tryPin(parent, '2468')).text, '{"verified": true}')
  assert.deepEqual(await counted(stack, miaId), { failures: 0, failures_today: 0, needs_password: false })
  for (let tries = 1; tries <= 5; tries++) assert.equal((await tryPin(parent)).status, 200)
  refusal(await tryPin(parent), 'too_many_tries')
  await letPass(stack, miaId, 31)
  assert.equal((await tryPin(parent, '2468')).text, '{"verified": true}')
})

story('Tries at one member are counted over all devices, and cost the others of the family nothing', async (stack) => {
  const family = await withPin(stack)
  const { parent, tryPin } = family
  const [tablet, { kid }] = [await family.device(), await kidOf(stack, family)]
  for (const device of [parent, tablet, kid, tablet, parent]) assert.equal((await tryPin(device)).status, 200)
  for (const device of [parent, tablet, kid]) refusal(await tryPin(device), 'too_many_tries')
  const emil = await family.addMember('Emil', { pin: '1357' })
  assert.deepEqual(await tablet.call('verifyPin', { memberId: emil.id }, { pin: '1357' }), { verified: true })
})

story('The 21st wrong PIN of a day locks the profile until a parent signs in with the password', async (stack) => {
  const family = await withPin(stack)
  const { parent, miaId, tryPin } = family
  for (let tries = 1; tries <= 20; tries++) {
    assert.ok([200, 429].includes((await tryPin(parent)).status))
    await letPass(stack, miaId, 4000)
  }
  const locked = await tryPin(parent, '2468')
  assert.equal(refusal(locked, 'pin_locked').message, 'Too many wrong PINs today. A parent can open this profile again by signing in with the password.')
  assert.equal(locked.headers.get('retry-after'), '3600')
  // Neither an hour nor a night opens it.
  await letPass(stack, miaId, 4000)
  await stack.sql`update private.member_pins set today = today - 1 where member_id = ${miaId}`
  refusal(await tryPin(parent, '2468'), 'pin_locked')

  // Another family's sign-in, a kid's, and one that failed, open nothing.
  await newFamily(stack, 'Holm')
  const { kid } = await kidOf(stack, family)
  const { email } = await kid.call('currentUser', {})
  await new Device(stack.url).call('login', {}, { email, password })
  await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email: family.email, password: `${password}!` })
  refusal(await tryPin(parent, '2468'), 'pin_locked')

  await family.device()
  assert.deepEqual(await counted(stack, miaId), { failures: 0, failures_today: 0, needs_password: false })
  assert.equal((await tryPin(parent, '2468')).text, '{"verified": true}')
})

story('A new day forgets how many wrong ones there were, but not the wait', async (stack) => {
  const { parent, miaId, tryPin } = await withPin(stack)
  for (let tries = 1; tries <= 18; tries++) await tryPin(parent)
  await stack.sql`update private.member_pins set today = today - 1 where member_id = ${miaId}`
  refusal(await tryPin(parent), 'too_many_tries')
  assert.deepEqual(await counted(stack, miaId), { failures: 19, failures_today: 1, needs_password: false })
})

story('A parent may also give a locked member a new PIN', async (stack) => {
  const { parent, miaId, tryPin } = await withPin(stack)
  for (let tries = 1; tries <= 22; tries++) await tryPin(parent)
  assert.match(refusal(await tryPin(parent), 'pin_locked').message, /signing in with the password/)
  await parent.call('setPin', { memberId: miaId }, { pin: '1357' })
  assert.equal((await tryPin(parent, '1357')).text, '{"verified": true}')
})

story('Fifty wrong PINs at the same moment are each counted, or turned away because too many wait in line', async (stack) => {
  const family = await withPin(stack)
  const devices = [family.parent, await family.device(), await family.device()]
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => family.tryPin(devices[index % 3] ?? assert.fail())))
  const looked = answers.filter(({ status }) => status === 200)
  assert.ok(looked.length >= 1 && looked.length <= 5, `${looked.length} were looked at`)
  for (const { text } of looked) assert.equal(text, '{"verified": false}')
  for (const answer of answers.filter((answer) => !looked.includes(answer))) {
    assert.ok([429, 503].includes(answer.status))
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  const failures = answers.filter(({ status }) => status !== 503).length
  assert.ok(failures >= 24, `${failures} were counted`)
  assert.deepEqual(await counted(stack, family.miaId), { failures, failures_today: failures, needs_password: true })
})

Deno.test({ name: 'Starting anew makes nobody forget the wrong PINs', sanitizeOps: false, sanitizeResources: false }, async () => {
  const folder = await migratedFolder()
  const before = await openStack({ folder })
  const family = await newFamily(before)
  const { id: memberId } = await family.addMember('Mia', { pin: '2468' })
  for (let tries = 1; tries <= 5; tries++) await family.parent.ask('verifyPin', { memberId }, wrongPin)
  await before.sql.end()
  await before.stop()

  const after = await openStack({ folder })
  try {
    const parent = family.parent.copy(after.url)
    refusal(await parent.ask('verifyPin', { memberId }, { body: { pin: '2468' } }), 'too_many_tries')
    await letPass(after, memberId, 31)
    assert.deepEqual(await parent.call('verifyPin', { memberId }, { pin: '2468' }), { verified: true })
  } finally {
    await closeStack(after)
  }
})
