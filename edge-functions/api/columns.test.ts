import assert from 'node:assert/strict'
import { newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

story('Anna adds a column at the end, renames it, and deletes it again', async (stack) => {
  const { parent, familyId, columns } = await newFamily(stack)
  const answer = await parent.ask('addColumn', { familyId }, { body: { title: ' Garden ', emoji: ' 🌱 ' } })
  assert.equal(answer.status, 201)
  const garden = JSON.parse(answer.text)
  assert.deepEqual(garden, { id: garden.id, title: 'Garden', emoji: '🌱', position: 4, isSomeday: false, version: 6 })

  const renamed = await parent.call('editColumn', { columnId: garden.id }, { title: 'Balcony' })
  assert.deepEqual(renamed, { ...garden, title: 'Balcony', version: 7 })
  const redrawn = await parent.call('editColumn', { columnId: garden.id }, { emoji: '🪴🪴' })
  assert.deepEqual(redrawn, { ...renamed, emoji: '🪴🪴', version: 8 })
  assert.deepEqual(await parent.call('columns', { familyId }), [...columns, redrawn])

  assert.deepEqual(await parent.call('deleteColumn', { columnId: garden.id }), redrawn)
  assert.deepEqual(await parent.call('columns', { familyId }), columns)
  assert.equal((await parent.call('myFamilies', {}))[0]?.family.revision, 9)
  await parent.refused('deleteColumn', { columnId: garden.id }, 'not_found')
  await parent.refused('editColumn', { columnId: garden.id }, 'not_found', { title: 'Balcony' })
})

story('Ideas are for someday; Anna says so of another column too, but never of the last one', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const marks = async () => (await parent.call('columns', { familyId })).map(({ title, isSomeday }) => `${title} ${isSomeday}`)
  assert.deepEqual(await marks(), ['Ideas true', 'To Do false', 'In Progress false', 'Done false'])
  const toDo = family.column('To Do')
  const marked = await parent.call('editColumn', { columnId: toDo.id }, { isSomeday: true })
  assert.deepEqual(marked, { ...toDo, isSomeday: true, version: marked.version })
  assert.equal((await parent.call('editColumn', { columnId: toDo.id }, { title: 'Later' })).isSomeday, true)
  const { message } = await parent.refused('editColumn', { columnId: family.column('Done').id }, 'invalid_input', { isSomeday: true })
  assert.equal(message, 'The last column is for what is done. It cannot be for someday.')
  await parent.call('editColumn', { columnId: family.column('Done').id }, { isSomeday: false })
  await parent.call('editColumn', { columnId: toDo.id }, { isSomeday: false })
  assert.deepEqual(await marks(), ['Ideas true', 'Later false', 'In Progress false', 'Done false'])
  const kept = await parent.call('exportFamily', { familyId })
  assert.deepEqual(
    kept.columns.map(({ isSomeday }) => isSomeday),
    [true, false, false, false],
  )
})

story('A column put in the middle moves the others; the places have no gaps', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const places = async () => (await parent.call('columns', { familyId })).map(({ title, position }) => `${position} ${title}`)
  const first = await parent.call('addColumn', { familyId }, { title: 'First', emoji: '1', position: 0 })
  const middle = await parent.call('addColumn', { familyId }, { title: 'Middle', emoji: '2', position: 2 })
  const far = await parent.call('addColumn', { familyId }, { title: 'Far out', emoji: '🛰️', position: 10_000 })
  assert.deepEqual([first.position, middle.position, far.position], [0, 2, 6])
  assert.deepEqual(await places(), ['0 First', '1 Ideas', '2 Middle', '3 To Do', '4 In Progress', '5 Done', '6 Far out'])
  await parent.call('deleteColumn', { columnId: middle.id })
  assert.deepEqual(await places(), ['0 First', '1 Ideas', '2 To Do', '3 In Progress', '4 Done', '5 Far out'])
})

story('Columns added and deleted from many devices at once leave no gap and no place twice', async (stack) => {
  const { parent, familyId, columns } = await newFamily(stack)
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, index) =>
      parent.ask('addColumn', { familyId }, { body: { title: `Column ${index}`, emoji: '🌱', position: index % 4 } }),
    ),
    ...columns.slice(0, 3).map(({ id }) => parent.ask('deleteColumn', { columnId: id })),
  ])
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [200, 201])
  assert.deepEqual(
    (await parent.call('columns', { familyId })).map(({ position }) => position),
    Array.from({ length: 13 }, (_, index) => index),
  )
})

story('A column that holds quests is not deleted, and says how many they are', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const toDo = family.column('To Do')
  const dishes = await family.addQuest('Dishes')
  const plants = await family.addQuest('Plants')
  const refused = async (count: number) => {
    const { message } = await parent.refused('deleteColumn', { columnId: toDo.id }, 'column_not_empty')
    assert.equal(message, `This column contains ${count} quest(s). Please move or delete them first.`)
  }
  await refused(2)
  await parent.call('deleteQuest', { questId: dishes.id })
  await refused(1)
  await parent.call('moveOrEditQuest', { questId: plants.id }, { columnId: family.column('Done').id })
  await parent.call('deleteColumn', { columnId: toDo.id })
  assert.deepEqual(
    (await parent.call('columns', { familyId })).map(({ title }) => title),
    ['Ideas', 'In Progress', 'Done'],
  )
})

story('The last column stays', async (stack) => {
  const { parent, familyId, columns } = await newFamily(stack)
  const [last, ...others] = columns
  assert.ok(last)
  for (const { id } of others) await parent.call('deleteColumn', { columnId: id })
  const { message } = await parent.refused('deleteColumn', { columnId: last.id }, 'last_column')
  assert.equal(message, 'The last column cannot be deleted.')
  assert.deepEqual(await parent.call('columns', { familyId }), [last])
})

story('Two devices that delete the last two columns at once leave one', async (stack) => {
  for (let round = 0; round < 5; round++) {
    const { parent, familyId, columns } = await newFamily(stack)
    const [left, right, ...others] = columns
    assert.ok(left && right)
    for (const { id } of others) await parent.call('deleteColumn', { columnId: id })
    const answers = await Promise.all([left, right].map(({ id }) => parent.ask('deleteColumn', { columnId: id })))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.equal((await parent.call('columns', { familyId })).length, 1)
  }
})

story('A column that is not filled in correctly says what is wrong', async (stack) => {
  const { parent, familyId, columns } = await newFamily(stack)
  const columnId = columns[0]?.id ?? assert.fail()
  const wrong: [Record<string, unknown>, string | RegExp][] = [
    [{ title: 'x'.repeat(121) }, 'A title can have at most 120 characters'],
    [{ title: 'a\u0000b' }, 'This contains a character that cannot be saved'],
    [{ title: 7 }, /^title: /],
    [{ emoji: '' }, 'An emoji is required'],
    [{ emoji: '🌱🌱🌱' }, 'An emoji can have at most 2 characters'],
    [{ emoji: `a${'\u0301'.repeat(50)}` }, 'An emoji can have at most 2 characters'],
    [{ emoji: '\ud83c' }, 'This contains a character that cannot be saved'],
    [{ colour: 'red' }, /colour/],
  ]
  for (const [field, sentence] of wrong) {
    const replies = [
      await parent.refused('addColumn', { familyId }, 'invalid_input', { title: 'Garden', emoji: '🌱', ...field }),
      await parent.refused('editColumn', { columnId }, 'invalid_input', field),
    ]
    for (const { message } of replies) {
      if (typeof sentence === 'string') assert.equal(message, sentence)
      else assert.match(message, sentence)
    }
  }
  for (const position of [-1, 10_001, 1.5, '1', null]) {
    await parent.refused('addColumn', { familyId }, 'invalid_input', { title: 'Garden', emoji: '🌱', position })
  }
  await parent.refused('addColumn', { familyId }, 'invalid_input', { title: 'Garden' })
  await parent.refused('addColumn', { familyId }, 'invalid_input', { emoji: '🌱' })
  // Only title and emoji can be changed.
  await parent.refused('editColumn', { columnId }, 'invalid_input', { position: 2 })
  const { message } = await parent.refused('editColumn', { columnId }, 'invalid_input', {})
  assert.equal(message, 'Nothing to change was sent')
  assert.deepEqual(await parent.call('columns', { familyId }), columns)
})

story('The longest title and a flag with a family beside it fit', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const column = await parent.call('addColumn', { familyId }, { title: 'ß'.repeat(120), emoji: '👩‍👩‍👧‍👦🇩🇪' })
  assert.deepEqual([column.title, column.emoji], ['ß'.repeat(120), '👩‍👩‍👧‍👦🇩🇪'])
})
