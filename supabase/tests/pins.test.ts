import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { activeMemberOn, ask, heardSaved, refusedAsk } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { claimsOn, insertSession, onlyDeviceOf, twoHouses } from '../../testing/seats.ts'
import type { DeviceSession } from '../../testing/seats.ts'

const story = onOneDatabase()

const [right, wrong, salt] = ['11'.repeat(32), '22'.repeat(32), '0a'.repeat(16)]

/** Mia has a PIN, and Anna's kitchen screen asks for it. */
async function kitchen(sql: postgres.Sql) {
  const houses = await twoHouses(sql)
  const { parent, familyId } = houses.berg
  const memberId = houses.kid.memberId
  const screen = await insertSession(sql, parent.userId)
  await ask(sql, parent.userId, 'set_pin', { memberId, salt, hash: right })
  return {
    ...houses,
    familyId,
    parent,
    memberId,
    screen,
    /** Runs both commands of a try like the edge function; returns `wait` when the PIN was not checked. */
    async tryPin(hash: string, of = memberId, who: DeviceSession = screen): Promise<Record<string, unknown>> {
      const begun = await ask(sql, who, 'begin_pin_try', { memberId: of })
      return 'salt' in begun ? ask(sql, who, 'finish_pin_try', { memberId: of, hash }) : begun
    },
    activeOn: (who: DeviceSession) => activeMemberOn(sql, who),
  }
}

const pass = (sql: postgres.Sql, memberId: string, time: string) => sql`
  update private.member_pins set locked_until = locked_until - ${time}::interval where member_id = ${memberId}`
const nextDay = (sql: postgres.Sql, memberId: string) => sql`
  update private.member_pins set today = today - 1, locked_until = locked_until - interval '1 day' where member_id = ${memberId}`

story(
  'Setting a PIN is heard as no more than that there is one, of digits or of pictures; taking it away as that there is none',
  async ({ sql }) => {
    const { familyId, parent, memberId } = await kitchen(sql)
    const set = await heardSaved(sql, familyId, parent.userId, 'member', 'set_pin', { memberId, salt, hash: wrong })
    assert.deepEqual([set['hasPin'], set['hasPicturePin']], [true, false])
    assert.ok(!JSON.stringify(set).includes(wrong) && !JSON.stringify(set).includes(salt))
    const pictures = { memberId, salt, hash: right, isOfPictures: true }
    const changed = await heardSaved(sql, familyId, parent.userId, 'member', 'set_pin', pictures)
    assert.deepEqual([changed['hasPin'], changed['hasPicturePin']], [true, true])
    const cleared = await heardSaved(sql, familyId, parent.userId, 'member', 'set_pin', {
      memberId,
      salt: null,
      hash: null,
    })
    assert.deepEqual([cleared['hasPin'], cleared['hasPicturePin']], [false, false])
  },
)

story('Five tries are free; then each costs more, up to an hour', async ({ sql }) => {
  const { memberId, tryPin } = await kitchen(sql)
  for (let tries = 1; tries <= 4; tries++) await tryPin(wrong)
  const waits = []
  for (const seconds of [30, 60, 120, 300, 900, 3600, 3600]) {
    assert.deepEqual(await tryPin(wrong), { verified: false })
    const [row] = await sql<{ wait: number }[]>`
      select round(extract(epoch from locked_until - now()))::int as wait from private.member_pins where member_id = ${memberId}`
    waits.push([row?.wait, seconds])
    await pass(sql, memberId, `${seconds} seconds`)
  }
  for (const [wait, seconds] of waits) assert.ok(Math.abs((wait ?? 0) - (seconds ?? 0)) <= 2, JSON.stringify(waits))
})

story('While it waits even the right PIN is not looked at, and each try counts', async ({ sql }) => {
  const { memberId, screen, parent, tryPin, activeOn } = await kitchen(sql)
  for (let tries = 1; tries <= 5; tries++) await tryPin(wrong)
  assert.deepEqual(await tryPin(right), { wait: 30, needsPassword: false })
  assert.deepEqual(await tryPin(right), { wait: 30, needsPassword: false }, 'waiting is not made longer by trying')
  assert.equal(await activeOn(screen), parent.memberId)
  const [counted] = await sql`select failures, failures_today from private.member_pins where member_id = ${memberId}`
  assert.deepEqual(counted, { failures: 7, failures_today: 7 })
  await pass(sql, memberId, '31 seconds')
  assert.deepEqual(await tryPin(right), { verified: true })
  for (let tries = 1; tries <= 5; tries++)
    assert.deepEqual(await tryPin(wrong), { verified: false }, 'five are free again')
})

story('All devices share the count, and it outlives the day but for the daily part', async ({ sql }) => {
  const { memberId, kid, screen, tryPin } = await kitchen(sql)
  for (let tries = 1; tries <= 3; tries++) await tryPin(wrong, memberId, screen)
  for (let tries = 1; tries <= 2; tries++) await tryPin(wrong, memberId, onlyDeviceOf(kid.userId))
  assert.deepEqual(await tryPin(right, memberId, onlyDeviceOf(kid.userId)), { wait: 30, needsPassword: false })
  await nextDay(sql, memberId)
  assert.deepEqual(await tryPin(wrong), { verified: false })
  const [counted] = await sql`select failures, failures_today from private.member_pins where member_id = ${memberId}`
  assert.deepEqual(counted, { failures: 7, failures_today: 1 })
})

story('After fifty wrong tries in a row the password is needed, on however many days they were', async ({ sql }) => {
  const { memberId, tryPin } = await kitchen(sql)
  const onAnotherDay = async (failures: number) => {
    await sql`update private.member_pins set failures = ${failures}, locked_until = null where member_id = ${memberId}`
    await nextDay(sql, memberId)
  }
  await tryPin(wrong)
  await onAnotherDay(49)
  assert.deepEqual(await tryPin(right), { verified: true }, 'which begins the fifty again')
  for (let tries = 1; tries <= 4; tries++) assert.deepEqual(await tryPin(wrong), { verified: false })
  await onAnotherDay(49)
  assert.deepEqual(await tryPin(wrong), { verified: false })
  await pass(sql, memberId, '1 hour')
  assert.deepEqual(await tryPin(right), { wait: 3600, needsPassword: true })
})

/** The wrong PINs that a device reads of. */
async function toldOn(sql: postgres.Sql, who: DeviceSession): Promise<unknown> {
  const [membership] = Object.values(await ask(sql, who, 'my_families', {})) as {
    wrongPins: { count: number } | null
  }[]
  return membership?.wrongPins?.count
}

story(
  'Wrong PINs at a parent are told to that parent alone, also after the right one, until they were read',
  async ({ sql }) => {
    const { parent, memberId, kid, screen, tryPin } = await kitchen(sql)
    await ask(sql, screen, 'act_as', { memberId: parent.memberId })
    assert.equal(await toldOn(sql, screen), undefined)
    await ask(sql, parent.userId, 'set_pin', { memberId: parent.memberId, salt, hash: right })
    await tryPin(right, memberId)
    for (let tries = 1; tries <= 4; tries++) await tryPin(wrong, parent.memberId)
    await sql`
      update private.member_pins set untold_since = '2026-11-25T20:00:00Z' where member_id = ${parent.memberId}`
    for (const other of [screen, onlyDeviceOf(kid.userId)]) assert.equal(await toldOn(sql, other), undefined)

    const told = { count: 4, since: '2026-11-25T20:00:00+00:00' }
    assert.deepEqual(await tryPin(right, parent.memberId), { verified: true, wrongPins: told })
    // It is told again until it was read, and what comes in between is added.
    await ask(sql, screen, 'act_as', { memberId: parent.memberId })
    await tryPin(wrong, parent.memberId)
    assert.equal(await toldOn(sql, screen), 5)
    for (let tries = 1; tries <= 2; tries++) await tryPin(wrong, memberId)
    assert.deepEqual(await tryPin(right, memberId), { verified: true }, 'nothing of it to a kid’s device')
    await refusedAsk(sql, screen, 'dismiss_wrong_pins', {}, 'not_allowed')

    assert.deepEqual(await tryPin(right, parent.memberId), { verified: true, wrongPins: { ...told, count: 5 } })
    await ask(sql, screen, 'dismiss_wrong_pins', {})
    assert.equal(await toldOn(sql, screen), undefined)
    assert.deepEqual(await tryPin(right, parent.memberId), { verified: true })
  },
)

/** Signed in again, so long ago, in that way. */
async function signIn(sql: postgres.Sql, who: DeviceSession, method: string, secondsAgo: number): Promise<void> {
  const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) - secondsAgo }]
  await sql`select private.request(${JSON.stringify({ ...claimsOn(who), amr })}, 'signed_in', ${JSON.stringify({ model: 'other', use: 'own' })}::text::jsonb)`
}

story('A parent who has just signed in with the password opens all profiles of the family again', async ({ sql }) => {
  const { memberId, kid, holm, screen, tryPin } = await kitchen(sql)
  const isClosed = async () => {
    const [row] = await sql<
      { closed: boolean }[]
    >`select needs_password as closed from private.member_pins where member_id = ${memberId}`
    return row?.closed
  }
  await sql`update private.member_pins set failures = 21, failures_today = 21, needs_password = true, locked_until = now() + interval '1 hour' where member_id = ${memberId}`
  await ask(sql, screen, 'signed_in', { model: 'other', use: 'own' })
  await signIn(sql, screen, 'password', 120)
  // Before the clock was put back.
  await signIn(sql, screen, 'password', -7200)
  await signIn(sql, screen, 'token_refresh', 0)
  await signIn(sql, onlyDeviceOf(kid.userId), 'password', 0)
  await signIn(sql, onlyDeviceOf(holm.parent.userId), 'password', 0)
  assert.equal(await isClosed(), true)
  await signIn(sql, screen, 'password', 0)
  assert.equal(await isClosed(), false)
  assert.deepEqual(await tryPin(right), { verified: true })
})

story('A new PIN forgets the wrong tries at the old one', async ({ sql }) => {
  const { memberId, parent, tryPin } = await kitchen(sql)
  await sql`update private.member_pins set failures = 21, failures_today = 21, needs_password = true where member_id = ${memberId}`
  await ask(sql, parent.userId, 'set_pin', { memberId, salt, hash: wrong })
  assert.deepEqual(await tryPin(wrong), { verified: true })
})

story('Nobody tries PINs of another family, and a kid’s own login does not become a parent by one', async ({ sql }) => {
  const { memberId, parent, kid, holm, tryPin, activeOn } = await kitchen(sql)
  for (const command of ['begin_pin_try', 'finish_pin_try']) {
    await refusedAsk(sql, holm.parent.userId, command, { memberId, hash: right }, 'not_found')
    await refusedAsk(sql, parent.userId, command, { memberId: crypto.randomUUID(), hash: right }, 'not_found')
  }
  assert.equal((await sql`select from private.member_pins where member_id = ${memberId} and failures > 0`).count, 0)
  await ask(sql, parent.userId, 'set_pin', { memberId: parent.memberId, salt, hash: right })
  const phone = onlyDeviceOf(kid.userId)
  assert.deepEqual(await tryPin(right, parent.memberId, phone), { verified: true, isActing: false })
  assert.equal(await activeOn(phone), memberId)
})
