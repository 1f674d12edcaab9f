import { expectAnnounced, complete, confirmDeletion, openLive, expectText, toast } from './actions.ts'
import { column, dragTo, openBoard, boxOf } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectSeen } from './accessibility.ts'

test('columns fit beside each other, are added at the end, renamed, and deleted only when empty and not the last', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog', 'To Do')
  await addQuest(family, 'Tidy up', 'To Do')
  await openBoard(page)
  // Beside the folded sidebar four columns fit into 1280 pixels.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('complementary', { name: 'Family Hub' })).toHaveCSS('width', '48px')
  for (const title of ['Ideas', 'To Do', 'In Progress', 'Done']) {
    const { x, width } = await boxOf(column(page, title))
    expect(width).toBeGreaterThanOrEqual(250)
    expect(x + width).toBeLessThanOrEqual(1280)
  }

  await expect(column(page, 'To Do').getByText('2 quests', { exact: true })).toBeAttached()

  await page.getByRole('button', { name: 'Add Column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Column' })
  await expect(dialog.getByLabel('Title')).toHaveValue('New Column')
  await expect(dialog.getByLabel('Emoji')).toHaveValue('📋')
  await dialog.getByLabel('Emoji').fill('👨‍👩‍👧🎉🎉')
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expect(dialog.getByText('An emoji can have at most 2 characters')).toBeVisible()
  await dialog.getByLabel('Emoji').fill('👨‍👩‍👧🎉')
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expectText(page, 'Column created successfully')
  await expect(page.getByRole('heading', { level: 3 }).last()).toHaveText('New Column')

  await page.getByRole('button', { name: 'Edit column New Column' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Column' })
  await expect(editor.getByRole('switch')).toHaveCount(0)
  await editor.getByLabel('Title').fill('Archive')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(column(page, 'Archive')).toBeVisible()

  await page.getByRole('button', { name: 'Edit column To Do' }).click()
  await editor.getByRole('switch', { name: 'Someday' }).check()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor).toBeHidden()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('button', { name: 'Someday 2' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Kanban Board' }).click()

  await column(page, 'To Do').getByRole('button', { name: 'Delete column To Do' }).click()
  for (const words of ['Cannot delete column', 'This column contains 2 quest(s). Please move or delete them first.'])
    await expectText(page, words)

  for (const title of ['Archive', 'Done', 'In Progress', 'Ideas']) {
    await page.getByRole('button', { name: `Delete column ${title}` }).click()
    await confirmDeletion(page)
    await expect(column(page, title)).toBeHidden()
  }
  await expectText(page, 'Column deleted successfully')
  await expect(column(page, 'To Do').getByRole('button', { name: /^Delete column/ })).toHaveCount(0)
})

test('columns are put in order by head, by keys and by menu; whatever becomes last is named, and Done can stay there', async ({
  family,
  page,
}) => {
  await openBoard(page)
  const titles = page.getByRole('heading', { level: 3 })
  const lands = page.getByText('Finished quests land here')
  await expect(column(page, 'Done').getByText('Finished quests land here')).toBeVisible()
  await expect(lands).toHaveCount(1)
  const saved = async () => {
    const columns: { title: string }[] = await (
      await family.context.request.get(`/api/families/${family.familyId}/quest-columns`)
    ).json()
    return columns.map(({ title }) => title)
  }

  await dragTo(page, column(page, 'Ideas').getByRole('heading', { level: 3 }), column(page, 'In Progress'))
  await expect(titles).toHaveText(['To Do', 'In Progress', 'Ideas', 'Done'])
  await expect(toast(page)).toBeHidden()

  const grip = column(page, 'In Progress').getByRole('button', { name: 'Move column In Progress' })
  await expect(grip).toHaveAccessibleDescription('Space lifts the column. Or use More.')
  await grip.press('Space')
  await expectAnnounced(page, 'Lifted In Progress.')
  await page.keyboard.press('ArrowLeft')
  await expectAnnounced(page, 'In Progress is at place 1 of 4.')
  await page.keyboard.press('Space')
  await expect(titles).toHaveText(['In Progress', 'To Do', 'Ideas', 'Done'])
  await expect(grip).toBeFocused()

  const more = column(page, 'Done').getByRole('button', { name: 'More for column Done' })
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Move right' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await expect(titles).toHaveText(['In Progress', 'To Do', 'Done', 'Ideas'])
  await expectAnnounced(page, 'Done is at place 3 of 4.')
  await expect(more).toBeFocused()
  await expect(toast(page)).toContainText('Finished quests land in "Ideas" now.')
  await expect(column(page, 'Ideas').getByText('Finished quests land here')).toBeVisible()
  await toast(page).getByRole('button', { name: 'Keep Done last' }).click()
  await expect(titles).toHaveText(['In Progress', 'To Do', 'Ideas', 'Done'])

  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Garden')
  await page.getByRole('button', { name: 'Create Column' }).click()
  await expectText(page, 'Column created successfully')
  await expectText(page, 'Finished quests land in "Garden" now.')
  await toast(page).getByRole('button', { name: 'Keep Done last' }).click()
  await expect(titles).toHaveText(['In Progress', 'To Do', 'Ideas', 'Garden', 'Done'])

  await page.getByRole('button', { name: 'Delete column Done' }).click()
  await confirmDeletion(page)
  await expectText(page, 'Column deleted successfully')
  await expectText(page, 'Finished quests land in "Garden" now.')
  await toast(page).getByRole('button', { name: 'Keep Done last' }).click()
  await expect(titles).toHaveText(['In Progress', 'To Do', 'Ideas', 'Garden', 'Done'])
  await expect.poll(saved).toEqual(['In Progress', 'To Do', 'Ideas', 'Garden', 'Done'])
})

test('an order of the columns, and one that is put in between, reach an open board by themselves', async ({
  family,
  page,
}) => {
  await openBoard(page)
  const titles = page.getByRole('heading', { level: 3 })
  const { request } = family.context
  const columns: { id: string }[] = await (await request.get(`/api/families/${family.familyId}/quest-columns`)).json()
  const [ideas, toDo, inProgress, done] = columns.map(({ id }) => id)
  const order = await request.put(`/api/families/${family.familyId}/column-order`, {
    data: { columnIds: [toDo, ideas, inProgress, done] },
  })
  expect(order.status()).toBe(200)
  await expect(titles).toHaveText(['To Do', 'Ideas', 'In Progress', 'Done'])
  await request.post(`/api/families/${family.familyId}/quest-columns`, {
    data: { title: 'Garden', emoji: '🌱', position: 1 },
  })
  await expect(titles).toHaveText(['To Do', 'Garden', 'Ideas', 'In Progress', 'Done'])
  await request.delete(`/api/quest-columns/${toDo}`)
  await expect(titles).toHaveText(['Garden', 'Ideas', 'In Progress', 'Done'])
})

test('without a column there is nothing to put a quest into, and the board says it is loading', async ({
  family,
  page,
}) => {
  await intercept(page, '**/api/families/*/quest-columns', (route) => route.fulfill({ json: [] }))
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expectSeen(page.getByText('Loading quest board...'))
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page, 'No columns available. Please create a column first.')
  expect(family.columns).toHaveLength(4)
})

test('a quest that a child has done stays done, on the tablet as on the board, when a parent adds a column behind Done', async ({
  family,
  page,
  mia,
}) => {
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  const teeth = await addQuest(family, 'Brush teeth', 'In Progress', { assigneeIds: [mia.id], recurring: 'daily' })
  await addQuest(family, 'Tidy up', 'To Do', { assigneeIds: [mia.id] })
  for (const { id } of [dishes, teeth]) await complete(family, id, mia.id)
  await openBoard(page)
  await openLive(mia.page, `/kid/${mia.id}`)
  const done = mia.page.getByText('2 of 3 done')
  await expect(done).toBeAttached()
  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByRole('dialog', { name: 'Add Column' }).getByRole('button', { name: 'Create Column' }).click()
  const added = column(page, 'New Column')
  // A once-quest stays where it was finished; what is done for the day stands in the last column.
  await expect(added.getByRole('article')).toHaveCount(1)
  await expect(added.getByRole('article', { name: 'Brush teeth' })).toBeVisible()
  await expect(column(page, 'Done').getByRole('article', { name: 'Dishes' })).toBeVisible()
  await mia.page.getByText('Board', { exact: true }).click()
  const onTablet = mia.page.getByRole('region', { name: 'New Column' })
  await expect(onTablet.getByRole('article', { name: 'Brush teeth' })).toContainText('Done!')
  await expect(mia.page.getByRole('article', { name: 'Dishes' })).toContainText('Done!')
  await mia.page.getByText('Calendar', { exact: true }).click()
  await expect(done).toBeAttached()
})
