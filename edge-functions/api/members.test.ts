import assert from 'node:assert/strict'
import type { FamilyMember } from '../../domain/contract/family-members.ts'
import { dayFromNow, kidOf, newFamily, uploaded } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
import { until } from '../../testing/until.ts'

const story = onOneStack()

story('Anna adds Mia, renames her, makes her a parent, and removes her', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const answer = await parent.ask('addMember', { familyId }, { body: { displayName: ' Mia ' } })
  assert.equal(answer.status, 201)
  const mia: FamilyMember = JSON.parse(answer.text)
  assert.deepEqual(mia, { id: mia.id, displayName: 'Mia', avatarSeed: 'default', userProfileImageUrl: null, role: 'kid', hasPin: false, version: 6 })
  let known = mia
  for (const change of [{ displayName: 'Mimi' }, { role: 'parent' }, { displayName: 'Mia', role: 'kid' }] as const) {
    const changed: FamilyMember = await parent.call('editMember', { memberId: mia.id }, change)
    assert.deepEqual(changed, { ...known, ...change, version: known.version + 1 })
    known = changed
  }
  assert.deepEqual((await parent.call('members', { familyId }))[1], known)
  assert.deepEqual(await parent.call('removeMember', { memberId: mia.id }), known)
  assert.equal((await parent.call('members', { familyId })).length, 1)
  await parent.refused('removeMember', { memberId: mia.id }, 'not_found')
  await parent.refused('editMember', { memberId: mia.id }, 'not_found', { displayName: 'Mia' })
})

story('Everything that can be said of a new member is kept', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const said = { displayName: 'Olaf 李', role: 'parent', avatarSeed: 'olaf-7' } as const
  const olaf = await parent.call('addMember', { familyId }, { ...said, pin: '0000' })
  assert.deepEqual(olaf, { ...said, id: olaf.id, userProfileImageUrl: null, hasPin: true, version: olaf.version })
  assert.deepEqual((await parent.call('members', { familyId }))[1], olaf)
})

story('A family keeps a parent: nobody removes or demotes themself', async (stack) => {
  const { parent, familyId, memberId, addMember } = await newFamily(stack)
  const sentence = 'You cannot remove yourself or give up being a parent. Another parent can do it.'
  assert.equal((await parent.refused('removeMember', { memberId }, 'own_member')).message, sentence)
  assert.equal((await parent.refused('editMember', { memberId }, 'own_member', { role: 'kid' })).message, sentence)
  await addMember('Olaf', { role: 'parent' })
  await parent.refused('removeMember', { memberId }, 'own_member')
  await parent.refused('editMember', { memberId }, 'own_member', { displayName: 'Anna', role: 'kid' })
  await parent.call('editMember', { memberId }, { displayName: 'Mama', role: 'parent' })
  assert.equal((await parent.call('members', { familyId }))[0]?.displayName, 'Mama')
})

story('Two parents who demote or remove each other at the same moment: one of them stays', async (stack) => {
  for (const [name, body] of [
    ['editMember', { role: 'kid' }],
    ['removeMember', undefined],
  ] as const) {
    const family = await newFamily(stack)
    const { kid: father, memberId: fathers } = await kidOf(stack, family)
    await family.parent.call('editMember', { memberId: fathers }, { role: 'parent' })
    const sent = body === undefined ? {} : { body }
    const answers = await atTheSameMoment(stack, family.familyId, [
      () => family.parent.ask(name, { memberId: fathers }, sent),
      () => father.ask(name, { memberId: family.memberId }, sent),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join())
    const [left] = await stack.sql<{ parents: number }[]>`
      select count(*)::int as parents from public.family_members where family_id = ${family.familyId} and role = 'parent'`
    assert.deepEqual(left, { parents: 1 })
  }
})

/** Lets all of them come as far as the family's row, which somebody holds, and only then go on. */
async function atTheSameMoment<T>(stack: TestStack, familyId: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const holder = await stack.sql.reserve()
  try {
    await holder`begin`
    const [{ pid } = { pid: 0 }] = await holder<{ pid: number }[]>`select pg_backend_pid() as pid from public.families where id = ${familyId} for update`
    const answers = calls.map((call) => call())
    await until(async () => {
      // The second one waits for the first, which waits for the holder.
      const [waiting] = await stack.sql<{ count: number }[]>`
        with recursive waiting (pid) as (
          select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))
          union select a.pid from pg_stat_activity a join waiting w on w.pid = any(pg_blocking_pids(a.pid)))
        select count(*)::int from waiting`
      return waiting?.count === calls.length
    })
    await holder`rollback`
    return await Promise.all(answers)
  } finally {
    holder.release()
  }
}

story("The last parent with a login cannot be removed by another parent's device if nobody is left", async (stack) => {
  const family = await newFamily(stack)
  const { id: olaf } = await family.addMember('Olaf', { role: 'parent' })
  const tablet = await family.device(olaf)
  // It acts as Olaf, but it is Anna who is signed in.
  await tablet.refused('removeMember', { memberId: family.memberId }, 'own_member')
  await tablet.call('editMember', { memberId: olaf }, { role: 'kid' })
  await tablet.refused('editMember', { memberId: olaf }, 'not_allowed', { role: 'parent' })
  const { message } = await stack.sql`delete from public.family_members where id = ${family.memberId}`.then(
    () => assert.fail(),
    (error: Error) => error,
  )
  assert.equal(message, 'last_parent')
})

story('Whoever leaves leaves no quest behind without somebody to do it', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId: anna } = family
  const [mia, emil] = [(await family.addMember('Mia')).id, (await family.addMember('Emil')).id]
  await family.addMember('Olaf', { role: 'parent' })
  const quests = [
    await family.addQuest('Alone', { assigneeIds: [mia] }),
    await family.addQuest('Together', { assigneeIds: [emil, mia] }),
    await family.addQuest('Others', { assigneeIds: [emil] }),
  ]
  await parent.call('moveOrEditQuest', { questId: quests[2]?.id ?? '' }, { completedDate: dayFromNow(), completingMemberId: mia })
  await parent.call('removeMember', { memberId: mia })
  const assigned = async () => (await parent.call('quests', { familyId })).map(({ assigneeIds }) => assigneeIds)
  assert.deepEqual(await assigned(), [[anna], [emil], [emil]])
  await parent.call('removeMember', { memberId: emil })
  assert.deepEqual(await assigned(), [[anna], [anna], [anna]])
  assert.deepEqual(await parent.call('completions', { familyId, '?startDate': dayFromNow(-1), '?endDate': dayFromNow(1) }), [])
})

story('An avatar is a picture of the family that is there', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const mia = await family.addMember('Mia')
  const picture = await uploaded(stack, familyId, 'mia.webp')
  const theirs = await uploaded(stack, (await newFamily(stack, 'Holm')).familyId, 'olaf.webp')
  const drawn = await parent.call('setAvatar', { memberId: mia.id }, { avatarUrl: picture })
  assert.deepEqual(drawn, { ...mia, avatarSeed: picture, version: mia.version + 1 })
  for (const avatarUrl of [theirs, `/objects/${familyId}/missing.webp`, `/objects/${familyId}/..`]) {
    const { message } = await parent.refused('setAvatar', { memberId: mia.id }, 'invalid_input', { avatarUrl })
    assert.equal(message, 'This is not a picture that was uploaded here')
  }
  assert.deepEqual((await parent.call('members', { familyId }))[1], drawn)
})

story('A parent who lost the login keeps place, name and gems, and may be brought along by the others', async (stack) => {
  const family = await newFamily(stack)
  const { kid: father, memberId } = await kidOf(stack, family)
  await family.parent.call('editMember', { memberId }, { role: 'parent' })
  const { id } = await father.call('currentUser', {})
  await stack.sql`delete from auth.users where id = ${id}`
  assert.equal((await family.parent.call('members', { familyId: family.familyId })).length, 2)
  await family.parent.call('removeMember', { memberId })
})
