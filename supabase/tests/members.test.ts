import assert from 'node:assert/strict'
import {
  addGems,
  addMember,
  addQuest,
  ask,
  eventsOf,
  heardOf,
  heardSaved,
  refusedAsk,
  refusedInSilence,
  insertPicture,
} from '../../testing/commands.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { household, insertSession, secondParent, twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

const mia = { displayName: 'Mia', role: 'kid', avatarSeed: 'mia' }

story('Members without a chosen face have one that nobody else in the family has', async ({ sql }) => {
  const { familyId, parent } = await household(sql, 'Anna', 'Berg')
  const add = () => ask(sql, parent.userId, 'add_member', { familyId, ...mia, avatarSeed: 'default' })
  assert.equal((await add())['avatarSeed'], 'default')
  await add()
  await sql`insert into public.family_members (family_id, display_name, role) values (${familyId}, 'Leo', 'kid')`
  const seeds = await sql`select avatar_seed from public.family_members where family_id = ${familyId}`
  assert.equal(new Set(seeds.map(({ avatar_seed }) => avatar_seed)).size, 4)
})

story('A kid who cannot read yet reads as a parent, also as a kid again', async ({ sql }) => {
  const { familyId, parent } = await household(sql, 'Anna', 'Berg')
  const added = await ask(sql, parent.userId, 'add_member', { familyId, ...mia, cannotRead: true })
  const edit = async (change: object) =>
    (await ask(sql, parent.userId, 'edit_member', { memberId: String(added['id']), ...change }))['cannotRead']
  assert.equal(added['cannotRead'], true)
  assert.equal(await edit({ displayName: 'Mimi' }), true)
  assert.equal(await edit({ role: 'parent' }), undefined)
  assert.equal(await edit({ cannotRead: true }), undefined)
  assert.equal(await edit({ role: 'kid' }), undefined)
  assert.equal(await edit({ cannotRead: true }), true)
  assert.equal(await edit({ cannotRead: false }), undefined)
})

story('A family keeps a parent, and nobody removes or lowers themself', async ({ sql }) => {
  const { familyId, parent } = await household(sql, 'Anna', 'Berg')
  const { memberId } = parent
  await refusedInSilence(sql, familyId, parent.userId, 'remove_member', { memberId }, 'own_member')
  await refusedInSilence(sql, familyId, parent.userId, 'edit_member', { memberId, role: 'kid' }, 'own_member')
  // Without a login there is nobody it could be oneself: the rule about the last parent stands by itself.
  for (const attempt of [
    sql`delete from public.family_members where id = ${memberId}`,
    sql`update public.family_members set role = 'kid' where id = ${memberId}`,
    sql`update public.family_members set role = 'kid' where family_id = ${familyId}`,
  ])
    await assert.rejects(attempt, { code: 'BQ001', message: 'last_parent' })
})

story('Each of two parents may remove the other, who then reaches nothing, or make them a kid', async ({ sql }) => {
  const { familyId, parent } = await household(sql, 'Anna', 'Berg')
  const olaf = await secondParent(sql, familyId)
  await ask(sql, olaf.userId, 'edit_member', { memberId: parent.memberId, role: 'kid' })
  await refusedAsk(sql, parent.userId, 'add_member', { familyId, ...mia }, 'not_allowed')
  await ask(sql, olaf.userId, 'edit_member', { memberId: parent.memberId, role: 'parent' })
  await ask(sql, parent.userId, 'remove_member', { memberId: olaf.memberId })
  await refusedAsk(sql, olaf.userId, 'list_members', { familyId }, 'not_signed_in')
  const again = await insertSession(sql, olaf.userId)
  await refusedAsk(sql, again, 'list_members', { familyId }, 'not_found')
  assert.deepEqual(Object.values(await ask(sql, again, 'my_families', {})), [])
})

story(
  'A leaving member is removed from all quests; one without assignees goes to the first parent',
  async ({ sql }) => {
    const { berg, kid } = await twoHouses(sql)
    const { familyId, parent, questId } = berg
    const later = await addMember(sql, berg, { role: 'parent' })
    const alone = await addQuest(sql, berg, { assigneeIds: [kid.memberId] })
    const shared = await addQuest(sql, berg, { assigneeIds: [kid.memberId, later] })
    const { heard } = await heardOf(sql, familyId, () =>
      ask(sql, parent.userId, 'remove_member', { memberId: kid.memberId }),
    )
    // One says that the member's own tablet went along, before or after the member: the order of triggers is Postgres'.
    assert.deepEqual(new Set(eventsOf(heard)), new Set(['quests.saved', 'member.deleted', 'devices.changed']))
    const quests = Object.values(await ask(sql, parent.userId, 'list_quests', { familyId })) as {
      id: string
      assigneeIds: string[]
    }[]
    const assigned = { [questId]: [parent.memberId], [alone]: [parent.memberId], [shared]: [later] }
    assert.deepEqual(Object.fromEntries(quests.map(({ id, assigneeIds }) => [id, assigneeIds])), assigned)
    const [, { quests: saved }] = heard.find(([event]) => event === 'quests.saved') ?? assert.fail()
    assert.deepEqual(new Set(saved as unknown[]), new Set(quests.filter(({ id }) => id !== questId)))
  },
)

story(
  'A year of completions goes with its quest or its member in silence: only they are announced',
  async ({ sql }) => {
    const { berg, kid, paired } = await twoHouses(sql)
    const { familyId, parent, questId } = berg
    const year = (of: string) => sql`
    insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems)
    select ${of}, ${kid.memberId}, current_date - day, ${familyId}, 1 from generate_series(1, 365) day`
    await year(questId)
    await addGems(sql, familyId, kid.memberId, 365)
    const gone = await heardOf(sql, familyId, () => ask(sql, parent.userId, 'delete_quest', { questId }))
    assert.deepEqual(gone.heard, [['quest.deleted', { questId }]])
    assert.deepEqual(
      await ask(sql, parent.userId, 'gems', { memberId: kid.memberId }),
      { balance: 365 },
      'what was earned stays',
    )
    await year(await addQuest(sql, berg, { recurring: 'daily' }))
    const left = await heardOf(sql, familyId, () =>
      ask(sql, parent.userId, 'remove_member', { memberId: kid.memberId }),
    )
    assert.deepEqual(
      new Map(left.heard),
      new Map<string, unknown>([
        ['member.deleted', { memberId: kid.memberId }],
        ['devices.changed', { endedId: paired.sessionId }],
      ]),
    )
    assert.equal(left.heard.length, 2)
    for (const table of ['quest_completions', 'gem_entries', 'gem_months', 'redemptions']) {
      assert.equal((await sql`select from ${sql(`public.${table}`)} where member_id = ${kid.memberId}`).count, 0, table)
    }
    assert.deepEqual(
      Object.values(
        await ask(sql, parent.userId, 'list_completions', {
          familyId,
          startDate: dayFromNow(-400),
          endDate: dayFromNow(),
        }),
      ),
      [],
    )
  },
)

story(
  'A picture has to lie in the family’s own folder, as avatar and as profile picture; then the member is announced',
  async ({ sql }) => {
    const { berg, kid, holm } = await twoHouses(sql)
    const { familyId, parent } = berg
    const [ours, theirs] = [await insertPicture(sql, familyId), await insertPicture(sql, holm.familyId)]
    const set = await heardSaved(sql, familyId, parent.userId, 'member', 'set_avatar', {
      memberId: kid.memberId,
      avatarUrl: ours,
    })
    assert.equal(set['avatarSeed'], ours)
    const show = () =>
      heardOf(sql, familyId, () => ask(sql, parent.userId, 'set_profile_image', { profileImageUrl: ours }))
    const face = await show()
    assert.equal(face.reply['profileImageUrl'], ours)
    const members = Object.values(await ask(sql, parent.userId, 'list_members', { familyId })) as {
      id: string
      userProfileImageUrl: string | null
    }[]
    const anna = members.find(({ id }) => id === parent.memberId)
    assert.equal(anna?.userProfileImageUrl, ours)
    assert.deepEqual(face.heard, [['member.saved', { member: anna }]])
    assert.deepEqual((await show()).heard, [])
    for (const wrong of [
      theirs,
      `/objects/${familyId}/missing.png`,
      `/objects/${familyId}/../${theirs.slice('/objects/'.length)}`,
      '/objects/',
    ]) {
      const [avatar, face] = [{ memberId: kid.memberId, avatarUrl: wrong }, { profileImageUrl: wrong }]
      await refusedInSilence(sql, familyId, parent.userId, 'set_avatar', avatar, 'unknown_picture')
      await refusedInSilence(sql, familyId, parent.userId, 'set_profile_image', face, 'unknown_picture')
    }
    // The table API is open for the seed too.
    await assert.rejects(sql`update public.family_members set avatar_seed = ${theirs} where id = ${kid.memberId}`, {
      code: 'BQ001',
      message: 'unknown_picture',
    })
  },
)

story('Names and the family’s name change where a parent says so', async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  const { familyId, parent } = berg
  const profile = await ask(sql, kid.userId, 'edit_profile', { firstName: 'Mia Maria' })
  assert.deepEqual([profile['firstName'], profile['lastName']], ['Mia Maria', 'Alone'])
  const { revision: _, ...family } = await heardSaved(sql, familyId, parent.userId, 'family', 'edit_family', {
    familyId,
    name: 'The Bergs',
    rewardMode: 'ask',
  })
  assert.deepEqual(family, {
    id: familyId,
    name: 'The Bergs',
    rewardMode: 'ask',
    practiceGems: 0,
    timeZone: 'UTC',
    weekStartsOn: 1,
  })
})
