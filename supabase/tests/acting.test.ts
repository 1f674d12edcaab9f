import assert from 'node:assert/strict'
import type postgres from 'postgres'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { activeMemberOn, addMember, ask, heardOf, refusedAsk } from '../../testing/commands.ts'
import type { Asking } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { insertSession, onlyDeviceOf, twoHouses } from '../../testing/seats.ts'
import type { DeviceSession } from '../../testing/seats.ts'

const story = onOneDatabase()

async function home(sql: postgres.Sql) {
  const houses = await twoHouses(sql)
  const { familyId, parent } = houses.berg
  return {
    ...houses,
    familyId,
    parent,
    mia: houses.kid.memberId,
    activeOn: (who: Asking) => activeMemberOn(sql, who),
    /** Whether the device may plan: the kitchen's smallest change. */
    async manages(who: Asking): Promise<boolean> {
      return ask(sql, who, 'edit_family', { familyId, name: 'Berg Family' }).then(
        () => true,
        (error: Error) => (assert.equal(error.message, 'not_allowed'), false),
      )
    },
  }
}

story(
  'A fresh sign-in acts as one’s own member, each device for itself; without a PIN one call gives it to Mia and back',
  async ({ sql }) => {
    const { familyId, parent, kid, tablet, mia, activeOn, manages } = await home(sql)
    const laptop = await insertSession(sql, parent.userId)
    const ofAll = async () => {
      const devices = [parent.userId, laptop, tablet, kid.userId]
      return [await Promise.all(devices.map(activeOn)), await Promise.all(devices.map(manages))]
    }
    const anna = parent.memberId
    const before = [
      [anna, anna, mia, mia],
      [true, true, false, false],
    ]
    assert.deepEqual(await ofAll(), before)
    const given = await heardOf(sql, familyId, () => ask(sql, parent.userId, 'act_as', { memberId: mia }))
    assert.deepEqual(given, { reply: { memberId: mia }, heard: [] })
    assert.deepEqual(await ofAll(), [
      [mia, anna, mia, mia],
      [false, true, false, false],
    ])
    await ask(sql, parent.userId, 'act_as', { memberId: anna })
    assert.deepEqual(await ofAll(), before)
  },
)

story('With a PIN on Anna the way back is closed, also by way of somebody without one', async ({ sql }) => {
  const { berg, parent, mia, activeOn } = await home(sql)
  const leo = await addMember(sql, berg)
  await ask(sql, parent.userId, 'set_pin', { memberId: parent.memberId, salt: '00', hash: '11' })
  assert.deepEqual(
    await ask(sql, parent.userId, 'act_as', { memberId: parent.memberId }),
    { memberId: parent.memberId },
    'she is Anna still',
  )
  await ask(sql, parent.userId, 'act_as', { memberId: mia })
  await ask(sql, parent.userId, 'act_as', { memberId: leo })
  await refusedAsk(sql, parent.userId, 'act_as', { memberId: parent.memberId }, 'pin_needed')
  assert.equal(await activeOn(parent.userId), leo)
})

story('A device acts only as members of its own family; a kid’s own login never as a parent', async ({ sql }) => {
  const { familyId, parent, kid, holm, mia, activeOn, manages } = await home(sql)
  await refusedAsk(sql, parent.userId, 'act_as', { memberId: holm.parent.memberId }, 'not_found')
  await refusedAsk(sql, kid.userId, 'act_as', { memberId: parent.memberId }, 'not_allowed')
  assert.deepEqual([await activeOn(parent.userId), await activeOn(kid.userId)], [parent.memberId, mia])
  // Even if a row said so.
  await sql`insert into private.devices (id, member_id) values (${onlyDeviceOf(kid.userId).sessionId}, ${parent.memberId})`
  assert.equal(await manages(kid.userId), false)
  await refusedAsk(sql, kid.userId, 'add_column', { familyId, title: 'Garden', emoji: '🌱' }, 'not_allowed')
})

/** Checks that a session has ended: its token is still valid but refused. */
async function assertEnded(
  sql: Sql,
  device: DeviceSession,
  familyId: string,
  memberIds: readonly string[],
): Promise<void> {
  for (const table of ['auth.sessions', 'private.devices', 'auth.refresh_tokens'])
    assert.equal(
      (
        await sql`select from ${sql(table)} where ${sql(table === 'auth.sessions' ? 'id' : 'session_id')} = ${device.sessionId}`
      ).count,
      0,
      table,
    )
  for (const memberId of memberIds) await refusedAsk(sql, device, 'act_as', { memberId }, 'not_signed_in')
  for (const command of ['my_families', 'list_members', 'list_quests', 'may_change_password'])
    await refusedAsk(sql, device, command, { familyId }, 'not_signed_in')
}

story(
  'A session that has expired, or whose account is banned, is answered nothing and hears nothing',
  async ({ sql }) => {
    const { familyId, tablet } = await home(sql)
    const { userId, sessionId } = tablet
    const listens = async () => {
      const [row] = await sql<{ may: boolean }[]>`
      select private.can_subscribe(${familyId}) as may
      from set_config('request.jwt.claim.sub', ${sessionId}, false)`
      return row?.may
    }
    assert.equal(await listens(), true)
    await sql`update auth.sessions set not_after = now() where id = ${sessionId}`
    await refusedAsk(sql, tablet, 'list_members', { familyId }, 'not_signed_in')
    assert.equal(await listens(), false)
    await sql`update auth.sessions set not_after = now() + interval '1 day' where id = ${sessionId}`
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${userId}`
    await refusedAsk(sql, tablet, 'list_members', { familyId }, 'not_signed_in')
    assert.equal(await listens(), false)
    await sql`update auth.users set banned_until = now() where id = ${userId}`
    assert.equal(await listens(), true)
  },
)

story('With Mia go all sessions that acted as her, on tablets and on her own phone, and no other', async ({ sql }) => {
  const { berg, familyId, kid, tablet, mia, parent, activeOn, manages } = await home(sql)
  const [second, leos] = [await insertSession(sql, parent.userId, mia), await insertSession(sql, parent.userId)]
  const leo = await addMember(sql, berg)
  await ask(sql, leos, 'act_as', { memberId: leo })
  // Signed in with Mia's own login, but handed to Leo.
  const lent = await insertSession(sql, kid.userId, leo)
  await ask(sql, parent.userId, 'remove_member', { memberId: mia })
  for (const device of [tablet, second, onlyDeviceOf(kid.userId)])
    await assertEnded(sql, device, familyId, [mia, leo, parent.memberId])
  assert.deepEqual(
    [await activeOn(parent.userId), await activeOn(leos), await manages(parent.userId)],
    [parent.memberId, leo, true],
  )
  assert.equal((await sql`select from auth.sessions where id = ${lent.sessionId}`).count, 1)
})

story('A parent who removes the profile that the device acts as stays signed in, as nobody', async ({ sql }) => {
  const { berg, familyId, parent, activeOn, manages } = await home(sql)
  const ben = await addMember(sql, berg, { role: 'parent' })
  const [phone, other] = [await insertSession(sql, parent.userId, ben), await insertSession(sql, parent.userId, ben)]
  await ask(sql, phone, 'remove_member', { memberId: ben })
  assert.deepEqual([await activeOn(phone), await manages(phone)], [null, false])
  await assertEnded(sql, other, familyId, [parent.memberId])
})
