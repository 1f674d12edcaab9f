import {
  addMember,
  balanceOf,
  complete,
  confirmDeletion,
  expectAnnounced,
  expectText,
  openLive,
  remove,
  toast,
} from '../actions.ts'
import { card, centre, chooseOfColumn, column, dragTo, inColumn, openBoard, startDrag } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'

test('a column is added at the end, renamed, and deleted unless full or the last', async ({ family, page }) => {
  for (const title of ['Feed the dog', 'Tidy up']) await addQuest(family, title)
  await openBoard(page)
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

  await chooseOfColumn(page, 'New Column', 'Edit column New Column')
  const editor = page.getByRole('dialog', { name: 'Edit Column' })
  await expect(editor.getByRole('switch')).toHaveCount(0)
  await editor.getByLabel('Title').fill('Archive')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(column(page, 'Archive')).toBeVisible()
  await chooseOfColumn(page, 'To Do', 'Edit column To Do')
  await editor.getByRole('switch', { name: 'Someday' }).check()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor).toBeHidden()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('button', { name: 'Someday 2' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Kanban Board' }).click()

  await chooseOfColumn(page, 'To Do', 'Delete column To Do')
  for (const words of ['Cannot delete column', 'This column contains 2 quest(s). Please move or delete them first.'])
    await expectText(page, words)
  await chooseOfColumn(page, 'Archive', 'Delete column Archive')
  await confirmDeletion(page)
  await expectText(page, 'Column deleted successfully')
  for (const title of ['Done', 'In Progress', 'Ideas'])
    await remove(family, `/api/quest-columns/${columnId(family, title)}`)
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['To Do'])
  await page.getByRole('button', { name: 'More for column To Do' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit column To Do' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Delete column/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('columns are put in order by their menus; Done stays the last', async ({ page, kitchen }) => {
  await openBoard(kitchen, page)
  const expectOrder = async (...titles: string[]) => {
    for (const screen of [page, kitchen]) await expect(screen.getByRole('heading', { level: 3 })).toHaveText(titles)
  }
  const landsIn = (title: string) => column(page, title).getByText('Finished quests land here')
  await expect(landsIn('Done')).toBeVisible()
  await expect(page.getByText('Finished quests land here')).toHaveCount(1)

  for (const title of ['Ideas', 'Ideas', 'In Progress']) {
    await chooseOfColumn(page, title, title === 'Ideas' ? 'Move right' : 'Move left')
  }
  await expectOrder('In Progress', 'To Do', 'Ideas', 'Done')
  await expect(toast(page)).toBeHidden()

  const more = column(page, 'Done').getByRole('button', { name: 'More for column Done' })
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Move right' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await expectOrder('In Progress', 'To Do', 'Done', 'Ideas')
  await expectAnnounced(page, 'Done is at place 3 of 4.')
  await expect(more).toBeFocused()
  const keepDone = async (lands: string) => {
    await expectText(toast(page), `Finished quests land in "${lands}" now.`)
    await expect(landsIn(lands)).toBeVisible()
    await toast(page).getByRole('button', { name: 'Keep Done last' }).click()
  }
  await keepDone('Ideas')
  await expectOrder('In Progress', 'To Do', 'Ideas', 'Done')

  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Garden')
  await page.getByRole('button', { name: 'Create Column' }).click()
  await expectText(page, 'Column created successfully')
  await keepDone('Garden')
  await expectOrder('In Progress', 'To Do', 'Ideas', 'Garden', 'Done')
})

test('a new column says where finished quests land, and comes before Done by one call; a deletion is undone', async ({
  page,
  kitchen,
}) => {
  await openBoard(kitchen, page)
  const expectOrder = async (...titles: string[]) => {
    for (const screen of [page, kitchen]) await expect(screen.getByRole('heading', { level: 3 })).toHaveText(titles)
  }
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /column/.test(request.url())) calls.push(request.postDataJSON())
  })
  await page.getByRole('button', { name: 'Add Column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Column' })
  await expect(dialog.getByRole('radio', { name: 'At the end' })).toBeChecked()
  await expect(dialog.getByText('Finished quests will land in this column.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Garden')
  await dialog.getByRole('radio', { name: 'Before Done' }).check()
  await expect(dialog.getByText('Finished quests land in "Done" as before.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expectOrder('Ideas', 'To Do', 'In Progress', 'Garden', 'Done')
  expect(calls).toMatchObject([{ title: 'Garden', position: 3 }])
  await expect(toast(page).getByRole('button', { name: 'Keep Done last' })).toHaveCount(0)

  const undo = async (title: string, consequence: RegExp) => {
    await chooseOfColumn(page, title, `Delete column ${title}`)
    await confirmDeletion(page)
    await expect(column(kitchen, title)).toHaveCount(0)
    await expect(toast(page)).toHaveText(consequence)
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expectOrder('Ideas', 'To Do', 'In Progress', 'Garden', 'Done')
  }
  await undo('Done', /Column deleted successfully.*Finished quests land in "Garden" now\./)
  await undo('Ideas', /Column deleted successfully(?!.*land in)/)
  await chooseOfColumn(page, 'Ideas', 'Edit column Ideas')
  await expect(page.getByRole('switch', { name: 'Someday' })).toBeChecked()
})

test('a column deleted under a drag ends the drag', async ({ family, page }) => {
  const removeColumn = (title: string) => remove(family, `/api/quest-columns/${columnId(family, title)}`)
  const mia = (await addMember(family, 'Mia')).id
  await addQuest(family, 'Dishes', 'Ideas', { assigneeIds: [mia] })
  await openBoard(page)
  await startDrag(page, 'Dishes')
  const over = await centre(column(page, 'In Progress'))
  await page.mouse.move(over.x, over.y, { steps: 8 })
  await expect(column(page, 'In Progress')).toHaveAttribute('data-over')
  await removeColumn('In Progress')
  await expect(column(page, 'In Progress')).toHaveCount(0)
  await expect(page.locator('[data-dragging]')).toHaveCount(0)
  const done = await centre(column(page, 'Done'))
  await page.mouse.move(done.x, done.y, { steps: 3 })
  await page.mouse.up()
  await expectAnnounced(page, 'Dishes stays where it was.')
  await expect(inColumn(page, 'Ideas', 'Dishes')).toBeVisible()
  expect(await balanceOf(family, mia)).toBe(0)
})

test('a quest that is done stays so when a column is added behind Done', async ({ family, page, mia }) => {
  const assigneeIds = [mia.id]
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds })
  const teeth = await addQuest(family, 'Brush teeth', 'In Progress', { assigneeIds, recurring: 'daily' })
  await addQuest(family, 'Tidy up', 'To Do', { assigneeIds })
  for (const { id } of [dishes, teeth]) await complete(family, id, mia.id)
  await openBoard(page)
  await openLive(mia.page, `/kid/${mia.id}`)
  const done = mia.page.getByText('2 of 3 done')
  await expect(done).toBeAttached()
  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByRole('dialog', { name: 'Add Column' }).getByRole('button', { name: 'Create Column' }).click()
  // A once-quest stays where it was finished; what is done for the day stands in the last column.
  await expect(column(page, 'New Column').getByRole('article')).toHaveText([/Brush teeth/])
  await expect(inColumn(page, 'Done', 'Dishes')).toBeVisible()
  await mia.page.getByText('Board', { exact: true }).click()
  const onTablet = mia.page.getByRole('region', { name: 'New Column' })
  await expect(onTablet.getByRole('article', { name: 'Brush teeth' })).toContainText('Done!')
  await expect(mia.page.getByRole('article', { name: 'Dishes' })).toContainText('Done!')

  await dragTo(page, card(page, 'Dishes'), column(page, 'New Column'))
  await expect(onTablet.getByRole('article', { name: 'Dishes' })).toContainText('Done!')
  await mia.page.getByText('Calendar', { exact: true }).click()
  await expect(done).toBeAttached()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(40)
})
