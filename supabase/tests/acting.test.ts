import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { ask, heardOf, refusedAsk, today } from '../../embedded/testing/commands.ts'
import type { Asking } from '../../embedded/testing/commands.ts'
import { onOneDatabase } from '../../embedded/testing/database.ts'
import { newDevice, twoHouses } from '../../embedded/testing/seats.ts'

const story = onOneDatabase()

async function home(sql: postgres.Sql) {
  const houses = await twoHouses(sql)
  const { familyId, parent } = houses.berg
  return {
    ...houses,
    familyId,
    parent,
    mia: houses.kid.memberId,
    async activeOn(who: Asking): Promise<unknown> {
      const [family] = Object.values(await ask(sql, who, 'my_families', {})) as { activeMemberId: string | null }[]
      return family?.activeMemberId
    },
    /** Whether the device may plan: the kitchen's smallest change. */
    async manages(who: Asking): Promise<boolean> {
      return ask(sql, who, 'edit_family', { familyId, name: 'Berg Family' }).then(
        () => true,
        (error: Error) => (assert.equal(error.message, 'not_allowed'), false),
      )
    },
  }
}

story('A fresh sign-in acts as one’s own member, and each device for itself', async ({ sql }) => {
  const { parent, kid, tablet, mia, activeOn, manages } = await home(sql)
  const laptop = await newDevice(sql, parent.userId)
  assert.deepEqual([await activeOn(parent.userId), await activeOn(laptop), await activeOn(tablet)], [parent.memberId, parent.memberId, mia])
  assert.equal(await activeOn(kid.userId), mia)
  assert.deepEqual([await manages(parent.userId), await manages(laptop), await manages(tablet), await manages(kid.userId)], [true, true, false, false])
})

story('Anna hands the phone to Mia and takes it back: without a PIN one call each way, of which nobody hears', async ({ sql }) => {
  const { familyId, parent, mia, activeOn, manages } = await home(sql)
  const given = await heardOf(sql, familyId, () => ask(sql, parent.userId, 'act_as', { memberId: mia }))
  assert.deepEqual(given, { reply: { memberId: mia }, heard: [] })
  assert.deepEqual([await activeOn(parent.userId), await manages(parent.userId)], [mia, false])
  await ask(sql, parent.userId, 'act_as', { memberId: parent.memberId })
  assert.deepEqual([await activeOn(parent.userId), await manages(parent.userId)], [parent.memberId, true])
})

story('With a PIN on Anna the way back is closed, also by way of somebody without one', async ({ sql }) => {
  const { familyId, parent, mia, activeOn } = await home(sql)
  const leo = await ask(sql, parent.userId, 'add_member', { familyId, displayName: 'Leo', role: 'kid', avatarSeed: 'leo' })
  await ask(sql, parent.userId, 'set_pin', { memberId: parent.memberId, salt: '00', hash: '11' })
  assert.deepEqual(await ask(sql, parent.userId, 'act_as', { memberId: parent.memberId }), { memberId: parent.memberId }, 'she is Anna still')
  await ask(sql, parent.userId, 'act_as', { memberId: mia })
  await ask(sql, parent.userId, 'act_as', { memberId: String(leo['id']) })
  await refusedAsk(sql, parent.userId, 'act_as', { memberId: parent.memberId }, 'pin_needed')
  assert.equal(await activeOn(parent.userId), leo['id'])
})

story('A device acts only as members of its own family; a kid’s own login never as a parent', async ({ sql }) => {
  const { familyId, parent, kid, holm, mia, activeOn, manages } = await home(sql)
  await refusedAsk(sql, parent.userId, 'act_as', { memberId: holm.parent.memberId }, 'not_found')
  await refusedAsk(sql, parent.userId, 'act_as', { memberId: crypto.randomUUID() }, 'not_found')
  await refusedAsk(sql, kid.userId, 'act_as', { memberId: parent.memberId }, 'not_allowed')
  assert.deepEqual([await activeOn(parent.userId), await activeOn(kid.userId)], [parent.memberId, mia])
  // Even if a row said so.
  await sql`insert into private.device_sessions (session_id, member_id) values (${kid.userId}, ${parent.memberId})`
  assert.equal(await manages(kid.userId), false)
  await refusedAsk(sql, kid.userId, 'add_column', { familyId, title: 'Garden', emoji: '🌱' }, 'not_allowed')
})

story('Acting ends with the session: a token that outlives it acts as nobody, and becomes nobody', async ({ sql }) => {
  const { berg, familyId, tablet, mia, parent, activeOn, manages } = await home(sql)
  await sql`delete from auth.sessions where id = ${tablet.sessionId}`
  assert.equal((await sql`select from private.device_sessions where session_id = ${tablet.sessionId}`).count, 0)
  assert.equal(await activeOn(tablet), null)
  assert.equal(await manages(tablet), false)
  await refusedAsk(sql, tablet, 'act_as', { memberId: mia }, 'not_signed_in')
  await refusedAsk(sql, tablet, 'act_as', { memberId: parent.memberId }, 'not_signed_in')
  await refusedAsk(sql, tablet, 'edit_profile', { firstName: 'Eve' }, 'not_allowed')
  await refusedAsk(sql, tablet, 'edit_quest', { questId: berg.questId, completingMemberId: parent.memberId, completedDate: today() }, 'not_allowed')
  assert.equal(Object.keys(await ask(sql, tablet, 'list_members', { familyId })).length, 2, 'reading ends with the token')
})

story('When Mia is removed, her tablet does not become her mother’s', async ({ sql }) => {
  const { berg, familyId, tablet, mia, parent, activeOn, manages } = await home(sql)
  await ask(sql, parent.userId, 'remove_member', { memberId: mia })
  assert.equal(await activeOn(tablet), null)
  assert.equal(await manages(tablet), false)
  await refusedAsk(sql, tablet, 'edit_profile', { firstName: 'Eve' }, 'not_allowed')
  await refusedAsk(sql, tablet, 'may_change_password', {}, 'not_allowed')
  await refusedAsk(sql, tablet, 'edit_quest', { questId: berg.questId, completingMemberId: parent.memberId, completedDate: today() }, 'not_allowed')
  const reward = await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Pizza', icon: '🍕', gemCost: 0 })
  const wish = { rewardId: String(reward['id']), memberId: parent.memberId, redemptionId: crypto.randomUUID() }
  await refusedAsk(sql, tablet, 'redeem_reward', wish, 'not_allowed')
})

story('Her own account is Mia’s to change on her phone, but Anna’s is not on Mia’s tablet', async ({ sql }) => {
  const { kid, tablet, parent } = await home(sql)
  assert.equal((await ask(sql, kid.userId, 'edit_profile', { lastName: 'Berg' }))['lastName'], 'Berg')
  assert.equal((await ask(sql, parent.userId, 'edit_profile', { firstName: 'Annika' }))['firstName'], 'Annika')
  for (const [command, args] of [
    ['edit_profile', { firstName: 'Eve' }],
    ['set_profile_image', { profileImageUrl: '/objects/a.png' }],
    ['may_change_password', {}],
  ] as const) {
    await refusedAsk(sql, tablet, command, args, 'not_allowed')
  }
})

story('Admins see the counts while they act as themselves; nobody else does', async ({ sql }) => {
  const { kid, tablet, parent } = await home(sql)
  await sql`update public.profiles set role = 'admin' where user_id = ${parent.userId}`
  const [counted] = await sql<{ users: number; families: number }[]>`
    select (select count(*)::int from public.profiles) as users, (select count(*)::int from public.families) as families`
  assert.deepEqual(await ask(sql, parent.userId, 'admin_stats', {}), { totalUsers: counted?.users, totalFamilies: counted?.families })
  await refusedAsk(sql, tablet, 'admin_stats', {}, 'not_allowed')
  await refusedAsk(sql, kid.userId, 'admin_stats', {}, 'not_allowed')
})
