import assert from 'node:assert/strict'
import type { Quest } from '../../domain/contract/quests.ts'
import { newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

story('Anna plans the dishes, changes her mind about everything, and deletes them', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const toDo = family.column('To Do').id
  const answer = await parent.ask(
    'addQuest',
    { familyId },
    {
      body: { title: ' Dishes ', icon: '🍽️', gemValue: 30, assigneeIds: [memberId], columnId: toDo },
    },
  )
  assert.equal(answer.status, 201)
  const dishes: Quest = JSON.parse(answer.text)
  assert.deepEqual(dishes, {
    id: dishes.id,
    title: 'Dishes',
    description: '',
    icon: '🍽️',
    gemValue: 30,
    assigneeIds: [memberId],
    columnId: toDo,
    recurring: 'once',
    targetTime: null,
    createdAt: dishes.createdAt,
    finishedAt: null,
    finishedBy: null,
    isTidied: false,
    version: 6,
  })

  let known: Quest = JSON.parse(answer.text)
  const changes: Record<string, unknown>[] = [
    { title: 'Plates' },
    { description: 'And the pans.\nAll of them.' },
    { icon: '🧹' },
    { gemValue: 0 },
    { recurring: 'weekly' },
    { targetTime: '07:30' },
    { targetTime: null },
    { columnId: family.column('Done').id },
    { title: 'Dishes', gemValue: 100_000 },
    { description: '' },
  ]
  for (const change of changes) {
    const changed: Quest = await parent.call('moveOrEditQuest', { questId: dishes.id }, change)
    // Only a move to the last column says when.
    const finishedAt = 'columnId' in change ? changed.finishedAt : known.finishedAt
    assert.equal(finishedAt === null, changed.columnId === toDo)
    assert.deepEqual(changed, { ...known, ...change, finishedAt, version: known.version + 1 })
    known = changed
  }
  assert.deepEqual(await parent.call('quests', { familyId }), [known])
  assert.deepEqual(await parent.call('deleteQuest', { questId: dishes.id }), known)
  assert.deepEqual(await parent.call('quests', { familyId }), [])
  assert.equal((await parent.call('myFamilies', {}))[0]?.family.revision, known.version + 1)
  await parent.refused('deleteQuest', { questId: dishes.id }, 'not_found')
  await parent.refused('moveOrEditQuest', { questId: dishes.id }, 'not_found', { title: 'Dishes' })
})

story('Quests stand in the order in which they were planned', async (stack) => {
  const family = await newFamily(stack)
  for (const title of ['Dishes', 'Plants', 'Teeth']) await family.addQuest(title)
  const quests = await family.parent.call('quests', { familyId: family.familyId })
  assert.deepEqual(
    quests.map(({ title }) => title),
    ['Dishes', 'Plants', 'Teeth'],
  )
})

story('A quest that is not filled in correctly says what is wrong', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const dishes = await family.addQuest('Dishes')
  const body = { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds: [memberId], columnId: family.column('To Do').id }
  const wrong: [Record<string, unknown>, string | RegExp][] = [
    [{ title: 'x'.repeat(121) }, 'A title can have at most 120 characters'],
    [{ title: null }, /^title: /],
    [{ description: 'x'.repeat(2001) }, 'A description can have at most 2000 characters'],
    [{ description: 'a\u0000b' }, 'This contains a character that cannot be saved'],
    [{ icon: '' }, 'An emoji is required'],
    [{ icon: '🧹🧹🧹' }, 'An emoji can have at most 2 characters'],
    [{ gemValue: -1 }, 'Gems cannot be below 0'],
    [{ gemValue: 100_001 }, 'At most 100000 gems'],
    [{ gemValue: 1.5 }, 'Gems are a whole number'],
    [{ gemValue: '50' }, /gem/i],
    [{ gemValue: 1e300 }, /gem/i],
    [{ assigneeIds: [] }, 'At least one family member must be assigned'],
    [{ assigneeIds: [memberId, memberId] }, 'A family member can be assigned only once'],
    [{ assigneeIds: ['me'] }, /^assigneeIds\.0: /],
    [{ assigneeIds: memberId }, /^assigneeIds: /],
    [{ columnId: 'todo' }, /^columnId: /],
    [{ columnId: null }, /^columnId: /],
    [{ recurring: 'none' }, /^recurring: /],
    [{ targetTime: '7:30' }, 'A time looks like 07:30'],
    [{ targetTime: '24:00' }, 'A time looks like 07:30'],
    [{ targetTime: '12:60' }, 'A time looks like 07:30'],
    [{ targetTime: '07:30\n' }, 'A time looks like 07:30'],
    [{ version: 1 }, /version/],
    [{ familyId }, /familyId/],
  ]
  for (const [field, sentence] of wrong) {
    const replies = [
      await parent.refused('addQuest', { familyId }, 'invalid_input', { ...body, ...field }),
      await parent.refused('moveOrEditQuest', { questId: dishes.id }, 'invalid_input', field),
    ]
    for (const { message } of replies) {
      if (typeof sentence === 'string') assert.equal(message, sentence)
      else assert.match(message, sentence)
    }
  }
  for (const missing of Object.keys(body)) {
    await parent.refused('addQuest', { familyId }, 'invalid_input', Object.fromEntries(Object.entries(body).filter(([name]) => name !== missing)))
  }
  assert.equal((await parent.refused('moveOrEditQuest', { questId: dishes.id }, 'invalid_input', {})).message, 'Nothing to change was sent')
  assert.deepEqual(await parent.call('quests', { familyId }), [dishes])
})

story("A quest goes neither into a column that is gone nor into another family's", async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const dishes = await family.addQuest('Dishes')
  const gone = family.column('Ideas').id
  await parent.call('deleteColumn', { columnId: gone })
  const foreign = (await newFamily(stack, 'Holm')).column('To Do').id
  for (const columnId of [gone, foreign, crypto.randomUUID()]) {
    const { message } = await parent.refused('moveOrEditQuest', { questId: dishes.id }, 'invalid_column', { columnId })
    assert.equal(message, 'Cannot move quest to an invalid column. Please refresh the page.')
    await parent.refused('addQuest', { familyId }, 'invalid_column', { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds: [memberId], columnId })
  }
  assert.deepEqual(await parent.call('quests', { familyId }), [dishes])
})

story('A quest is assigned to members of the family only', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const dishes = await family.addQuest('Dishes')
  const stranger = (await newFamily(stack, 'Holm')).memberId
  for (const assigneeIds of [[stranger], [memberId, stranger], [crypto.randomUUID()]]) {
    const { message } = await parent.refused('moveOrEditQuest', { questId: dishes.id }, 'invalid_input', { assigneeIds })
    assert.equal(message, 'A quest can only be assigned to members of the family.')
    await parent.refused('addQuest', { familyId }, 'invalid_input', { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds, columnId: dishes.columnId })
  }
  const [mia] = await stack.sql<{ id: string }[]>`
    insert into public.family_members (family_id, display_name, role) values (${familyId}, 'Mia', 'kid') returning id`
  const shared = await parent.call('moveOrEditQuest', { questId: dishes.id }, { assigneeIds: [mia?.id, memberId] })
  assert.deepEqual(shared.assigneeIds, [mia?.id, memberId])
})

story('Whatever a title says, it is kept as text', async (stack) => {
  const family = await newFamily(stack)
  for (const title of ["'; drop table quests; --", '<script>alert(1)</script>', '\\u0000', '{"a":1}', '%s $1 $$', '​a', '洗碗', '🧹'.repeat(60)]) {
    assert.equal((await family.addQuest(title)).title, title)
  }
})

story('Many devices move one card at once: every move counts once, and the last one stays', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const dishes = await family.addQuest('Dishes')
  const moves = Array.from({ length: 20 }, (_, index) => family.columns[index % 4]?.id)
  const answers = await Promise.all(moves.map((columnId) => parent.call('moveOrEditQuest', { questId: dishes.id }, { columnId })))
  const inOrder = answers.toSorted((a, b) => a.version - b.version)
  assert.deepEqual(
    inOrder.map(({ version }) => version),
    moves.map((_, index) => dishes.version + 1 + index),
  )
  assert.deepEqual(await parent.call('quests', { familyId: family.familyId }), [inOrder.at(-1)])
})
