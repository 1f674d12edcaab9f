import assert from 'node:assert/strict'
import type { ApiResponse } from '../../../testing/device.ts'
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

story('Mia is added with a PIN, and a tablet becomes hers by it', async (stack) => {
  const family = await newFamily(stack)
  const mia = await family.addMember('Mia', { pin: '2468' })
  assert.deepEqual([mia.hasPin, mia.role], [true, 'kid'])
  const tablet = await family.device()
  assert.equal(
    (await tablet.refused('actAs', {}, 'pin_needed', { memberId: mia.id })).message,
    'This profile is protected by a PIN.',
  )
  assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: '2469' }), { verified: false })
  assert.equal((await tablet.call('myFamilies', {}))[0]?.activeMemberId, family.memberId)

  assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: '2468' }), { verified: true })
  assert.equal((await tablet.call('myFamilies', {}))[0]?.activeMemberId, mia.id)
  // Choosing the member it already acts as needs no PIN.
  assert.deepEqual(await tablet.call('actAs', {}, { memberId: mia.id }), { memberId: mia.id })
  assert.equal((await family.parent.call('myFamilies', {}))[0]?.activeMemberId, family.memberId)
})

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

story(
  'A parent reads of wrong PINs at their profile with the right one, and until they have read it',
  async (stack) => {
    const { parent, memberId, device } = await newFamily(stack)
    await parent.call('setPin', { memberId }, { pin: '1357' })
    const tablet = await device()
    const untold = async () => (await tablet.call('myFamilies', {}))[0]?.wrongPins
    for (let tries = 1; tries <= 3; tries++) await tablet.call('verifyPin', { memberId }, { pin: '1358' })
    const { wrongPins } = await tablet.call('verifyPin', { memberId }, { pin: '1357' })
    assert.equal(wrongPins?.count, 3)
    assert.deepEqual(await untold(), wrongPins)
    await tablet.call('dismissWrongPins', {})
    assert.equal(await untold(), null)
  },
)

story('A PIN of four pictures opens a profile as one of digits does, with the same limits', async (stack) => {
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
  await tablet.refused('actAs', {}, 'pin_needed', { memberId: mia.id })
  // Each PIN of one kind is no PIN of the other.
  for (const [of, pin] of [
    [mia, '0123'],
    [emil, 'abcd'],
  ] as const)
    assert.deepEqual(await tablet.call('verifyPin', { memberId: of.id }, { pin }), { verified: false })
  assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: 'abcd' }), { verified: true })
  assert.equal((await tablet.call('myFamilies', {}))[0]?.activeMemberId, mia.id)
  for (let tries = 1; tries <= 5; tries++)
    assert.deepEqual(await tablet.call('verifyPin', { memberId: mia.id }, { pin: 'dcba' }), { verified: false })
  await tablet.refused('verifyPin', { memberId: mia.id }, 'wrong_pins', { pin: 'abcd' })

  for (const pin of ['abcd', 'gggg']) await parent.refused('setPin', { memberId }, 'common_pin', { pin })
  await parent.refused('editMember', { memberId: mia.id }, 'common_pin', { role: 'parent' })
  assert.equal((await parent.call('setPin', { memberId }, { pin: 'dgai' })).hasPicturePin, true)
  assert.equal((await parent.call('setPin', { memberId }, { pin: '1357' })).hasPicturePin, false)
  const malformed = await parent.ask('setPin', { memberId }, { body: { pin: 'abc' } })
  assert.equal(JSON.parse(malformed.text).message, 'PIN must be exactly 4 pictures')
})

story('A PIN is left out, empty or null: then there is none', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  for (const pin of [{}, { pin: '' }, { pin: null }]) {
    const member = await parent.call('addMember', { familyId }, { displayName: 'Mia', ...pin })
    assert.equal(member.hasPin, false)
    assert.equal(await keptPin(stack, member.id), undefined)
  }
})

story('A PIN is set, changed and taken away by a parent; each change counts once for the board', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const mia = await family.addMember('Mia')
  const verify = async (pin: string) =>
    (await (await family.device()).call('verifyPin', { memberId: mia.id }, { pin })).verified

  const locked = await parent.call('setPin', { memberId: mia.id }, { pin: '1111' })
  assert.deepEqual(locked, { ...mia, hasPin: true, version: mia.version + 1 })
  const first = await keptPin(stack, mia.id)
  assert.deepEqual([await verify('1111'), await verify('2222')], [true, false])

  await parent.call('setPin', { memberId: mia.id }, { pin: '2222' })
  assert.deepEqual([await verify('1111'), await verify('2222')], [false, true])
  const second = await keptPin(stack, mia.id)
  assert.notEqual(second?.salt, first?.salt)
  await parent.call('setPin', { memberId: mia.id }, { pin: '2222' })
  assert.notEqual((await keptPin(stack, mia.id))?.hash, second?.hash)

  const open = await parent.call('setPin', { memberId: mia.id }, { pin: null })
  assert.equal(open.hasPin, false)
  assert.equal((await keptPin(stack, mia.id))?.hash, null)
  assert.deepEqual([await verify('2222'), await verify('0000')], [false, false])
  assert.deepEqual(
    (await parent.call('members', { familyId: family.familyId })).map(({ hasPin }) => hasPin),
    [false, false],
  )
  assert.deepEqual(await parent.call('actAs', {}, { memberId: mia.id }), { memberId: mia.id })
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
    const said: string[] = []
    const mia = await family.addMember('Mia', { pin: '7391' })
    const emil = await parent.ask('addMember', { familyId }, { body: { displayName: 'Emil', pin: '7391' } })
    said.push(JSON.stringify(mia), emil.text)
    const emilId: string = JSON.parse(emil.text).id
    for (const { text } of [
      await parent.ask('setPin', { memberId: mia.id }, { body: { pin: '7391' } }),
      await parent.ask('verifyPin', { memberId: mia.id }, { body: { pin: '0000' } }),
      await parent.ask('editMember', { memberId: mia.id }, { body: { displayName: 'Mimi' } }),
      await parent.ask('members', { familyId }),
      await parent.ask('verifyPin', { memberId: mia.id }, { body: { pin: '7391' } }),
      await parent.ask('myFamilies', {}),
    ]) {
      said.push(text)
    }
    const news = await stack.sql<
      { payload: string }[]
    >`select payload::text from realtime.messages where topic = ${`family:${familyId}`}`
    assert.ok(news.some(({ payload }) => payload.includes('Emil')))
    said.push(...news.map(({ payload }) => payload))
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
