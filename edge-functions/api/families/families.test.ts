import assert from 'node:assert/strict'
import { dayFromNow } from '../../../testing/builders.ts'
import type { Device } from '../../../testing/device.ts'
import { newScene } from '../../../testing/every-call.ts'
import { newFamily } from '../../../testing/family.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

/** Each entity: the calls that add, change, delete and list it, a sent body, what is made of it, and changes. */
const things = [
  {
    calls: ['addColumn', 'editColumn', 'deleteColumn', 'columns'],
    sent: () => ({ title: ' Garden ', emoji: ' 🌱 ' }),
    made: () => ({ title: 'Garden', emoji: '🌱', position: 4, isSomeday: false }),
    // The longest title, and a flag with a family beside it.
    changes: [{ title: 'Balcony' }, { emoji: '🪴🪴' }, { title: 'ß'.repeat(120), emoji: '👩‍👩‍👧‍👦🇩🇪' }],
  },
  {
    calls: ['addQuest', 'moveOrEditQuest', 'deleteQuest', 'quests'],
    sent: quest,
    made: (family: SignedUpFamily) => ({
      ...{ ...quest(family), title: 'Dishes', description: '', recurring: 'once', targetTime: null },
      ...{ finishedAt: null, finishedBy: null },
    }),
    changes: [
      ...[
        { title: '<script>alert(1)</script>' },
        { description: 'And the pans.\nAll of them.' },
        { icon: '🧹' },
        { gemValue: 0 },
      ],
      ...[{ recurring: 'weekly' }, { targetTime: '07:30' }, { targetTime: null }, { description: '' }],
      { title: '🧹'.repeat(60), gemValue: 100_000 },
    ],
  },
  {
    calls: ['addReward', 'editReward', 'deleteReward', 'rewards'],
    sent: () => ({ title: ' Ice cream ', icon: '🍦', gemCost: 150 }),
    made: () => ({ title: 'Ice cream', icon: '🍦', gemCost: 150, isActive: 1 }),
    changes: [{ title: 'Gelato' }, { icon: '🍨' }, { gemCost: 0 }, { isActive: 0 }, { isActive: 1, gemCost: 100_000 }],
  },
  {
    calls: ['addMember', 'editMember', 'removeMember', 'members'],
    sent: () => ({ displayName: ' Olaf 李 ', role: 'parent', avatarSeed: 'olaf-7' }),
    made: () => ({
      ...{ displayName: 'Olaf 李', role: 'parent', avatarSeed: 'olaf-7' },
      ...{ userProfileImageUrl: null, hasPin: false, hasPicturePin: false },
    }),
    changes: [{ displayName: 'Mimi' }, { displayName: 'Mia', role: 'parent' }, { role: 'kid' }, { cannotRead: true }],
  },
] as const

function quest({ memberId, column }: SignedUpFamily) {
  return { title: ' Dishes ', icon: '🍽️', gemValue: 30, assigneeIds: [memberId], columnId: column('To Do').id }
}

story('What is added is changed one field at a time, listed, and deleted, as each answer says', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  let revision = 5
  for (const { calls, sent, made, changes } of things) {
    const [add, edit, remove, list] = calls
    const before = await parent.call(list, { familyId })
    const { id, ...added } = await parent.call(add, { familyId }, sent(family))
    const ids = { columnId: id, questId: id, rewardId: id, memberId: id }
    let known: Record<string, unknown> = {
      id,
      ...made(family),
      ...('createdAt' in added && { createdAt: added.createdAt }),
      version: ++revision,
    }
    assert.deepEqual({ id, ...added }, known)
    for (const change of changes) {
      known = { ...known, ...change, version: ++revision }
      assert.deepEqual(await parent.call(edit, ids, change), known)
    }
    assert.deepEqual(await parent.call(list, { familyId }), [...before, known])
    assert.deepEqual(await parent.call(remove, ids), known)
    assert.deepEqual(await parent.call(list, { familyId }), before)
    revision++
  }
  let known = (await parent.call('myFamilies', {}))[0]?.family ?? assert.fail()
  assert.equal(known.revision, revision)
  for (const change of [{ name: 'The Bergs' }, { rewardMode: 'ask' }, { timeZone: 'Pacific/Auckland' }] as const) {
    known = { ...known, ...change, revision: ++revision }
    assert.deepEqual(await parent.call('editFamily', { familyId }, change), known)
  }
  assert.deepEqual((await parent.call('myFamilies', {}))[0]?.family, known)
})

story(
  'One read has what the reads of each list have, as each seat may see it, and says when it is known',
  async (stack) => {
    const scene = await newScene(stack)
    const { parent, familyId, miaId, rewardId } = scene
    const tablet = await scene.device(miaId)
    await parent.call('editReward', { rewardId }, { isActive: 0 })
    const read = async (device: Device, known = '') => {
      const state = await device.call('familyState', { familyId, ...(known !== '' && { '?known': known }) })
      return 'unchanged' in state ? undefined : state
    }
    for (const device of [parent, tablet]) {
      const state = (await read(device)) ?? assert.fail()
      const [{ family, ...membership } = assert.fail()] = await device.call('myFamilies', {})
      const { startDate, endDate } = state.days
      assert.deepEqual([startDate, endDate], [dayFromNow(-9), dayFromNow(6)])
      const paid = await device.call('completions', { familyId, '?startDate': startDate, '?endDate': endDate })
      assert.deepEqual(state, {
        ...{ revision: family.revision, seat: state.seat, family, membership, days: state.days },
        columns: await device.call('columns', { familyId }),
        members: await device.call('members', { familyId }),
        quests: await device.call('quests', { familyId }),
        completions: paid.map(({ gems: _gems, ...completion }) => completion),
        absences: (await parent.call('exportFamily', { familyId })).absences,
        rewards: device === parent ? await device.call('rewards', { familyId }) : [],
        redemptions: await device.call('redemptions', { familyId }),
        balances: { [scene.memberId]: 0, [miaId]: await scene.balanceOf(miaId) },
        earned: { [miaId]: [{ month: `${scene.today.slice(0, 7)}-01`, gems: 30 }] },
      })
      assert.deepEqual([state.completions.length, state.absences.length, state.redemptions.length], [1, 1, 1])
    }

    const knownBy = async (device: Device) => {
      const { revision, seat } = (await read(device)) ?? assert.fail()
      return `${revision}.${seat}`
    }
    const known = await knownBy(parent)
    assert.equal(await read(parent, known), undefined)
    // The same revision means something else on another seat, on another day, and after a wrong PIN.
    assert.notEqual(await read(tablet, known), undefined)
    await parent.call('actAs', {}, { memberId: miaId })
    assert.notEqual(await read(parent, known), undefined)
    await parent.call('actAs', {}, { memberId: scene.memberId })
    assert.equal(await read(parent, known), undefined)
    await stack.sql`update public.families set time_zone = 'Pacific/Kiritimati' where id = ${familyId}`
    const zones = await knownBy(parent)
    await stack.sql`alter table public.families disable trigger family_changed`
    await stack.sql`update public.families set time_zone = 'Pacific/Pago_Pago' where id = ${familyId}`
    await stack.sql`alter table public.families enable trigger family_changed`
    assert.notEqual(await read(parent, zones), undefined)
    const later = await knownBy(parent)
    await scene.addQuest('Plants')
    assert.notEqual(await read(parent, later), undefined)
    await (
      await newFamily(stack)
    ).parent
      .send('GET', `/api/families/${familyId}/state`, {})
      .then(({ status }) => assert.equal(status, 404))
  },
)

story(
  "Without a title a quest, a reward and a column are saved under a friendly one in the family's language",
  async (stack) => {
    const names = {
      en: ['New quest', 'New reward', 'New Column'],
      de: ['Neue Quest', 'Neue Belohnung', 'Neue Spalte'],
      es: ['Nueva misión', 'Nueva recompensa', 'Nueva columna'],
    }
    for (const [language, expected] of Object.entries(names)) {
      const { parent, familyId, memberId, columns } = await newFamily(stack, 'Berg', { language })
      const quest = { title: '', icon: '🧹', gemValue: 5, assigneeIds: [memberId], columnId: columns[0]?.id }
      const added = [
        await parent.call('addQuest', { familyId }, quest),
        await parent.call('addReward', { familyId }, { title: '' }),
        await parent.call('addColumn', { familyId }, { title: '', emoji: '🌱' }),
      ]
      const [questId = '', rewardId = '', columnId = ''] = added.map(({ id }) => id)
      const rename = async (title: string) => [
        await parent.call('moveOrEditQuest', { questId }, { title }),
        await parent.call('editReward', { rewardId }, { title }),
        await parent.call('editColumn', { columnId }, { title }),
      ]
      await rename('Named')
      for (const answers of [added, await rename('')])
        assert.deepEqual(
          answers.map(({ title }) => title),
          expected,
        )
      // A later read returns the same as the reply.
      assert.deepEqual(
        new Set((await parent.call('quests', { familyId })).map(({ title }) => title)),
        new Set(expected.slice(0, 1)),
      )
    }
  },
)
