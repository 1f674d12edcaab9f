import type { Page } from '@playwright/test'
import { chooseMenuItem, confirmDeletion, editQuest, newQuest, remove } from './actions.ts'
import { card, column, dragTo, openBoardWithoutEvents } from './board.ts'
import { addQuest, expect, test, type SignedUp, columnId } from './family.ts'
import { intercept, refusal } from './intercept.ts'
import { toastBehindDialog } from './members.ts'

const deleteColumn = (family: SignedUp, title: string) =>
  remove(family, `/api/quest-columns/${columnId(family, title)}`)

const said = (page: Page, title: string, text: string) =>
  expect(toastBehindDialog(page)).toHaveText(new RegExp(`^${title}.*${text.replaceAll(/[.()]/g, String.raw`\$&`)}`))

async function clickDelete(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: `Delete column ${column}` }).click()
  await confirmDeletion(page)
}

const gone = 'This does not exist any more.'

test('an edit and a deletion of a quest that is deleted already are refused in words of the server, and what was typed stays', async ({
  family,
  page,
}) => {
  const edited = await addQuest(family, 'Feed the dog')
  const doomed = await addQuest(family, 'Old chore')
  await openBoardWithoutEvents(page)
  const dialog = await editQuest(page, 'Feed the dog')
  await dialog.getByLabel('Title').fill('Feed the dog twice')
  await remove(family, `/api/quests/${edited.id}`)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', gone)
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed the dog twice')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await remove(family, `/api/quests/${doomed.id}`)
  await chooseMenuItem(page, card(page, 'Old chore'), 'Delete Quest')
  await confirmDeletion(page)
  await said(page, 'Error', gone)
})

test('a quest for a column that was deleted elsewhere is not made, and what was typed stays; a card dragged onto it goes back', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoardWithoutEvents(page)
  await column(page, 'In Progress').getByRole('button', { name: 'Add quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await dialog.getByLabel('Title').fill('Tidy the desk')
  await deleteColumn(family, 'In Progress')
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'Error', 'Cannot move quest to an invalid column. Please refresh the page.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Tidy the desk')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close' }).click()

  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await said(page, 'Error', 'Cannot move quest to an invalid column. Please refresh the page.')
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
})

test('a column that was deleted elsewhere, got quests elsewhere, or became the last one, is refused with the reason', async ({
  family,
  page,
}) => {
  await openBoardWithoutEvents(page)
  await column(page, 'Ideas').getByRole('button', { name: 'Edit column Ideas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Column' })
  await dialog.getByLabel('Title').fill('Wishes')
  await deleteColumn(family, 'Ideas')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', gone)
  await expect(dialog.getByLabel('Title')).toHaveValue('Wishes')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const [dog, desk] = [await addQuest(family, 'Feed the dog'), await addQuest(family, 'Tidy the desk')]
  await clickDelete(page, 'To Do')
  await said(page, 'Cannot delete column', 'This column contains 2 quest(s). Please move or delete them first.')

  for (const { id } of [dog, desk]) await remove(family, `/api/quests/${id}`)
  await deleteColumn(family, 'To Do')
  await deleteColumn(family, 'In Progress')
  await clickDelete(page, 'Done')
  await said(page, 'Error', 'The last column cannot be deleted.')
})

test('without a sentence of the server each failure of quests and columns has its own words', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoardWithoutEvents(page)
  await intercept(page, '**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(refusal),
  )
  const creator = await newQuest(page)
  await creator.getByLabel('Title').fill('Tidy the desk')
  await creator.getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'Error', 'Failed to create quest')
  await creator.getByRole('button', { name: 'Cancel' }).click()

  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Done')
  await said(page, 'Error', 'Failed to update quest')
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Delete Quest')
  await confirmDeletion(page)
  await said(page, 'Error', 'Failed to delete quest')

  await page.getByRole('button', { name: 'Add Column' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Column' })
  await adding.getByRole('button', { name: 'Create Column' }).click()
  await said(page, 'Error', 'Failed to create column')
  await adding.getByRole('button', { name: 'Cancel' }).click()
  await column(page, 'Ideas').getByRole('button', { name: 'Edit column Ideas' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Column' })
  await editing.getByLabel('Title').fill('Wishes')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', 'Failed to update column')
  await editing.getByRole('button', { name: 'Cancel' }).click()
  await clickDelete(page, 'Ideas')
  await said(page, 'Error', 'Failed to delete column')
})
