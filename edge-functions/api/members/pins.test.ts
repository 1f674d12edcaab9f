import assert from 'node:assert/strict'
import { assertRefusal } from '../../../testing/device.ts'
import type { ApiResponse, Device } from '../../../testing/device.ts'
import { newFamily } from '../../../testing/family.ts'
import { onOneStack, testPinMemoryKib } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import { createPinHashes } from './pin-hashing.ts'

const story = onOneStack()

/** Returns the database's row for a member's PIN. */
async function keptPin(
  stack: TestStack,
  memberId: string,
): Promise<{ salt: string; hash: string | null; failures: number } | undefined> {
  const [kept] = await stack.sql<{ salt: string; hash: string | null; failures: number }[]>`
    select encode(salt, 'hex') as salt, encode(hash, 'hex') as hash, failures from private.member_pins where member_id = ${memberId}`
  return kept
}

story('A common PIN is refused to a parent, whoever sets it and however they become one', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const sentence = 'This PIN is one of the first that anyone tries. A parent needs another one'
  const ben = { displayName: 'Ben', role: 'parent' }
  assert.equal(
    (await parent.refused('addMember', { familyId }, 'common_pin', { ...ben, pin: '1234' })).message,
    sentence,
  )
  assert.equal((await parent.refused('setPin', { memberId }, 'common_pin', { pin: '0000' })).message, sentence)
  assert.equal(await keptPin(stack, memberId), undefined)

  const { id: emil } = await family.addMember('Emil', { pin: '1234' })
  await parent.refused('editMember', { memberId: emil }, 'common_pin', { role: 'parent' })
  await parent.call('setPin', { memberId: emil }, { pin: '1357' })
  assert.equal((await parent.call('editMember', { memberId: emil }, { role: 'parent' })).role, 'parent')
  await parent.refused('setPin', { memberId: emil }, 'common_pin', { pin: '6969' })
})

story('A PIN of four pictures opens a profile as one of digits does', async (stack) => {
  const family = await newFamily(stack)
  const { parent, memberId } = family
  const mia = await family.addMember('Mia', { pin: 'abcd' })
  const emil = await family.addMember('Emil', { pin: '0123' })
  assert.deepEqual(
    [mia, emil].map(({ hasPin, hasPicturePin }) => [hasPin, hasPicturePin]),
    [
      [true, true],
      [true, false],
    ],
  )
  const tablet = await family.device()
  const { message } = await tablet.refused('actAs', {}, 'pin_needed', { memberId: mia.id })
  assert.equal(message, 'This profile is protected by a PIN.')
  // Each PIN of one kind is no PIN of the other.
  for (const [of, pin] of [
    [mia, '0123'],
    [emil, 'abcd'],
  ] as const)
    assert.deepEqual(await tablet.call('verifyPin', { memberId: of.id }, { pin }), { verified: false })
  assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: 'abcd' }), { verified: true })
  const activeOn = async (device: Device) => (await device.call('myFamilies', {}))[0]?.activeMemberId
  assert.deepEqual([await activeOn(tablet), await activeOn(parent)], [mia.id, memberId])

  await parent.refused('editMember', { memberId: mia.id }, 'common_pin', { role: 'parent' })
  await parent.refused('setPin', { memberId }, 'common_pin', { pin: 'gggg' })
  assert.equal((await parent.call('setPin', { memberId }, { pin: 'dgai' })).hasPicturePin, true)
  assert.equal((await parent.call('setPin', { memberId }, { pin: '1357' })).hasPicturePin, false)
})

story('A PIN is left out, empty or set, changed and taken away by a parent; each change counts once', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  await parent.call('addMember', { familyId }, { displayName: 'Leo', pin: '' })
  const mia = await family.addMember('Mia')
  assert.deepEqual([mia.hasPin, await keptPin(stack, mia.id)], [false, undefined])
  const setPin = (pin: string | null) => parent.call('setPin', { memberId: mia.id }, { pin })
  const verify = async (pin: string) =>
    (await (await family.device()).call('verifyPin', { memberId: mia.id }, { pin })).verified

  assert.deepEqual(await setPin('1111'), { ...mia, hasPin: true, version: mia.version + 1 })
  const first = await keptPin(stack, mia.id)
  assert.deepEqual([await verify('1111'), await verify('2222')], [true, false])
  await setPin('2222')
  assert.deepEqual([await verify('1111'), await verify('2222')], [false, true])
  const second = await keptPin(stack, mia.id)
  assert.notEqual(second?.salt, first?.salt)
  await setPin('2222')
  assert.notEqual((await keptPin(stack, mia.id))?.hash, second?.hash)

  assert.equal((await setPin(null)).hasPin, false)
  assert.equal((await keptPin(stack, mia.id))?.hash, null)
  assert.deepEqual([await verify('2222'), await verify('0000')], [false, false])
  const members = await parent.call('members', { familyId })
  assert.deepEqual([...new Set(members.map(({ hasPin }) => hasPin))], [false])
})

story('A wrong PIN and none set are one and the same answer, and count alike', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const members = [await family.addMember('Mia', { pin: '2468' }), await family.addMember('Emil')]
  for (let round = 0; round < 7; round++) {
    const answers: ApiResponse[] = []
    for (const { id } of members)
      answers.push(await parent.ask('verifyPin', { memberId: id }, { body: { pin: '0000' } }))
    const [withPin, without] = answers
    // Between the two a second may have begun.
    const textOf = (answer: ApiResponse | undefined) => answer?.text.replace(/(30|2\d) seconds/, 'some seconds')
    assert.deepEqual([withPin?.status, textOf(withPin)], [without?.status, textOf(without)])
    assert.equal(withPin?.status, round < 5 ? 200 : 429)
    const waits = answers.map(({ headers }) => Number(headers.get('retry-after') ?? 0))
    assert.ok(Math.abs((waits[0] ?? 0) - (waits[1] ?? 0)) <= 10)
  }
  assert.deepEqual(await Promise.all(members.map(async ({ id }) => (await keptPin(stack, id))?.failures)), [7, 7])
  assert.deepEqual(
    (await parent.call('members', { familyId: family.familyId })).map(({ hasPin }) => hasPin),
    [false, true, false],
  )
})

story(
  'Two members with the same PIN are kept differently, and neither PIN nor hash nor salt is ever told',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const mia = await family.addMember('Mia', { pin: '7391' })
    const { id: emilId } = await family.addMember('Emil', { pin: '7391' })
    const answers = [
      await parent.ask('setPin', { memberId: mia.id }, { body: { pin: '7391' } }),
      await parent.ask('verifyPin', { memberId: mia.id }, { body: { pin: '0000' } }),
      await parent.ask('editMember', { memberId: mia.id }, { body: { displayName: 'Mimi' } }),
      await parent.ask('members', { familyId }),
      await parent.ask('verifyPin', { memberId: mia.id }, { body: { pin: '7391' } }),
      await parent.ask('myFamilies', {}),
    ]
    const news = await stack.sql<
      { payload: string }[]
    >`select payload::text from realtime.messages where topic = ${`family:${familyId}`}`
    assert.ok(news.some(({ payload }) => payload.includes('Emil')))
    const said = [...answers.map(({ text }) => text), ...news.map(({ payload }) => payload)]
    const kept = [await keptPin(stack, mia.id), await keptPin(stack, emilId)]
    assert.notEqual(kept[0]?.hash, kept[1]?.hash)
    for (const { salt, hash } of kept.map((pin) => pin ?? assert.fail())) {
      assert.deepEqual([salt.length, hash?.length], [32, 64])
      for (const text of said) {
        assert.ok(!text.includes(salt) && !text.includes(hash ?? ''))
        assert.doesNotMatch(text.replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.+]+/g, ''), /7391|hash|salt|"pin"/)
      }
    }
  },
)

story("The hash of a PIN depends on the installation's pepper, which the database does not have", async (stack) => {
  const family = await newFamily(stack)
  const mia = await family.addMember('Mia', { pin: '2468' })
  const { salt, hash } = (await keptPin(stack, mia.id)) ?? assert.fail()
  const hashWith = (pepper: string) =>
    createPinHashes(pepper, testPinMemoryKib).withHashSlot((hashPin) => hashPin('2468', salt))
  assert.equal(await hashWith(stack.keys.pinPepper), hash)
  assert.notEqual(await hashWith(`${stack.keys.pinPepper}x`), hash)
  const [found] = await stack.sql<{ count: number }[]>`
    select count(*)::int from pg_settings where setting like ${`%${stack.keys.pinPepper}%`}`
  assert.deepEqual(found, { count: 0 })
})

story(
  'A PIN that has to wait is not looked at, and a locked one until a parent signs in with the password',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent } = family
    const { id: memberId } = await family.addMember('Mia', { pin: '2468' })
    const tryPin = (pin = '2468') => parent.ask('verifyPin', { memberId }, { body: { pin } })
    const wait = (seconds: number) =>
      stack.sql`update private.member_pins set failures = 5, locked_until = now() + make_interval(secs => ${seconds}) where member_id = ${memberId}`
    for (const [seconds, spoken] of [
      [30, /^Too many wrong PINs\. Please wait (30|2\d) seconds and try again\.$/],
      [120, /wait 2 minutes and/],
      [3600, /wait 60 minutes and/],
    ] as const) {
      await wait(seconds)
      const answer = await tryPin()
      assert.match(assertRefusal(answer, 'wrong_pins').message, spoken)
      const after = Number(answer.headers.get('retry-after'))
      assert.ok(after <= seconds && after > seconds - 10, `${after} of ${seconds} seconds`)
    }
    // After twenty wrong ones of a day, however slow, the next locks it, also for the next day.
    await wait(0)
    await stack.sql`update private.member_pins set failures_today = 20 where member_id = ${memberId}`
    for (let day = 1; day <= 2; day++) {
      const locked = await tryPin()
      assert.equal(
        assertRefusal(locked, 'pin_locked').message,
        'Too many wrong PINs. A parent can open this profile again by signing in with the password.',
      )
      assert.equal(locked.headers.get('retry-after'), '3600')
      await stack.sql`update private.member_pins set today = today - 1, locked_until = null where member_id = ${memberId}`
    }
    await family.device()
    assert.deepEqual(JSON.parse((await tryPin()).text), { verified: true, events: [] })
  },
)
