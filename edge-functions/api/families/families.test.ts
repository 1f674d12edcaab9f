import assert from 'node:assert/strict'
import { newFamily } from '../../../testing/family.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

/**
 * The entities of a family: the calls that add, change, delete and list each, the sent body, the expected result, and
 * the change.
 */
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
    sent: ({ memberId, column }: SignedUpFamily) => ({
      title: ' Dishes ',
      icon: '🍽️',
      gemValue: 30,
      assigneeIds: [memberId],
      columnId: column('To Do').id,
    }),
    made: ({ memberId, column }: SignedUpFamily) => ({
      ...{
        title: 'Dishes',
        description: '',
        icon: '🍽️',
        gemValue: 30,
        assigneeIds: [memberId],
        columnId: column('To Do').id,
      },
      ...{ recurring: 'once', targetTime: null, finishedAt: null, finishedBy: null, isArchived: false },
    }),
    changes: [
      { title: 'Plates' },
      { description: 'And the pans.\nAll of them.' },
      { icon: '🧹' },
      { gemValue: 0 },
      { recurring: 'weekly' },
      { targetTime: '07:30' },
      { targetTime: null },
      { title: '🧹'.repeat(60), gemValue: 100_000 },
      { description: '' },
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
      displayName: 'Olaf 李',
      role: 'parent',
      avatarSeed: 'olaf-7',
      userProfileImageUrl: null,
      hasPin: false,
      hasPicturePin: false,
    }),
    changes: [{ displayName: 'Mimi' }, { role: 'kid' }, { displayName: 'Mia', role: 'parent' }],
  },
] as const

for (const { calls, sent, made, changes } of things) {
  const [add, edit, remove, list] = calls
  story(`What ${add} adds is changed one field at a time, listed, and deleted, as each answer says`, async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const before = await parent.call(list, { familyId })
    const { id, ...added } = await parent.call(add, { familyId }, sent(family))
    let known: Record<string, unknown> & { version: number } = {
      id,
      ...made(family),
      ...('createdAt' in added && { createdAt: added.createdAt }),
      version: 6,
    }
    assert.deepEqual({ id, ...added }, known)
    const ids = { columnId: id, questId: id, rewardId: id, memberId: id }
    for (const change of changes) {
      known = { ...known, ...change, version: known.version + 1 }
      assert.deepEqual(await parent.call(edit, ids, change), known)
    }
    assert.deepEqual(await parent.call(list, { familyId }), [...before, known])
    assert.deepEqual(await parent.call(remove, ids), known)
    assert.deepEqual(await parent.call(list, { familyId }), before)
    assert.equal((await parent.call('myFamilies', {}))[0]?.family.revision, known.version + 1)
  })
}

story(
  'A family is renamed, chooses what a reward costs and where it lives, one thing at a time or two',
  async (stack) => {
    const { parent, familyId } = await newFamily(stack)
    const [before] = await parent.call('myFamilies', {})
    let known = before?.family ?? assert.fail()
    for (const change of [
      { name: 'The Bergs' },
      { rewardMode: 'ask' },
      { name: 'Bergs', rewardMode: 'spend' },
      { timeZone: 'Pacific/Auckland' },
    ] as const) {
      known = { ...known, ...change, revision: known.revision + 1 }
      assert.deepEqual(await parent.call('editFamily', { familyId }, change), known)
      assert.deepEqual((await parent.call('myFamilies', {}))[0]?.family, known)
    }
    assert.equal((await parent.call('exportFamily', { familyId })).family.timeZone, 'Pacific/Auckland')
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
      for (const title of ['', ' \t ', '\u200b\u2060\ufeff']) {
        const quest = { title, icon: '🧹', gemValue: 5, assigneeIds: [memberId], columnId: columns[0]?.id }
        const added = [
          await parent.call('addQuest', { familyId }, quest),
          await parent.call('addReward', { familyId }, { title }),
          await parent.call('addColumn', { familyId }, { title, emoji: '🌱' }),
        ]
        const [questId = '', rewardId = '', columnId = ''] = added.map(({ id }) => id)
        const rename = async (title: string) => [
          await parent.call('moveOrEditQuest', { questId }, { title }),
          await parent.call('editReward', { rewardId }, { title }),
          await parent.call('editColumn', { columnId }, { title }),
        ]
        await rename('Named')
        for (const answers of [added, await rename(title)]) {
          assert.deepEqual(
            answers.map((answer) => answer.title),
            expected,
          )
        }
      }
      // A later read returns the same as the reply.
      assert.deepEqual(
        new Set((await parent.call('quests', { familyId })).map(({ title }) => title)),
        new Set(expected.slice(0, 1)),
      )
    }
  },
)

story(
  'Whatever a title says, it is kept as text, and quests stand in the order in which they were planned',
  async (stack) => {
    const family = await newFamily(stack)
    const titles = [
      "'; drop table quests; --",
      '<script>alert(1)</script>',
      '\\u0000',
      '{"a":1}',
      '%s $1 $$',
      '​a',
      '洗碗',
      '🧹'.repeat(60),
    ]
    for (const title of titles) assert.equal((await family.addQuest(title)).title, title)
    assert.deepEqual(
      (await family.parent.call('quests', { familyId: family.familyId })).map(({ title }) => title),
      titles,
    )
  },
)

story('Ideas are for someday; Anna says so of another column too', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const marks = async () =>
    (await parent.call('columns', { familyId })).map(({ title, isSomeday }) => `${title} ${isSomeday}`)
  assert.deepEqual(await marks(), ['Ideas true', 'To Do false', 'In Progress false', 'Done false'])
  const toDo = family.column('To Do')
  const marked = await parent.call('editColumn', { columnId: toDo.id }, { isSomeday: true })
  assert.deepEqual(marked, { ...toDo, isSomeday: true, version: marked.version })
  assert.equal((await parent.call('editColumn', { columnId: toDo.id }, { title: 'Later' })).isSomeday, true)
  for (const { id } of [toDo, family.column('Done')])
    await parent.call('editColumn', { columnId: id }, { isSomeday: false })
  assert.deepEqual(await marks(), ['Ideas true', 'Later false', 'In Progress false', 'Done false'])
  const kept = await parent.call('exportFamily', { familyId })
  assert.deepEqual(
    kept.columns.map(({ isSomeday }) => isSomeday),
    [true, false, false, false],
  )
})

story(
  'Changes of the family, its board and its members from many devices at once are counted one by one',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        parent.call('editFamily', { familyId }, { name: `Bergs ${index}` }).then(({ revision }) => revision),
        family.addQuest(`Quest ${index}`).then(({ version }) => version),
        family.addMember(`Kid ${index}`).then(({ version }) => version),
      ]).flat(),
    )
    assert.deepEqual(
      answers.toSorted((a, b) => a - b),
      Array.from({ length: 30 }, (_, index) => 6 + index),
    )
  },
)

story('Completing and undoing one quest from many devices at once ends with a balance that adds up', async (stack) => {
  const { parent, familyId, memberId, balanceOf, addQuest, column } = await newFamily(stack)
  const { id: questId } = await addQuest('Dishes', { gemValue: 30 })
  const today = dayFromNow()
  const bodies = [{ completedDate: today, completingMemberId: memberId }, { columnId: column('To Do').id }]
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => parent.ask('moveOrEditQuest', { questId }, { body: bodies[index % 2] })),
  )
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const left = await parent.call('completions', { familyId, '?startDate': today, '?endDate': today })
  assert.equal(await balanceOf(memberId), left.length * 30)
})
