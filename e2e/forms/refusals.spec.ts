import type { Page } from '@playwright/test'
import { chooseMenuItem, confirmDeletion, editQuest, newQuest, remove } from '../actions.ts'
import { card, column, dragTo, openBoardWithoutEvents } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { intercept, refusal } from '../intercept.ts'
import { toastBehindDialog } from '../members.ts'

const said = (page: Page, title: string, text: string) =>
  expect(toastBehindDialog(page)).toHaveText(new RegExp(`^${title}.*${text.replaceAll(/[.()]/g, String.raw`\$&`)}`))

async function clickDelete(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: `Delete column ${column}` }).click()
  await confirmDeletion(page)
}

const gone = 'This does not exist any more.'
const invalid = 'Cannot move quest to an invalid column. Please refresh the page.'

test('what was deleted, filled or made the last one elsewhere is refused with the reason, and what was typed stays', async ({
  family,
  page,
}) => {
  const deleteQuest = ({ id }: { id: string }) => remove(family, `/api/quests/${id}`)
  const deleteColumn = (title: string) => remove(family, `/api/quest-columns/${columnId(family, title)}`)
  const cat = await addQuest(family, 'Feed the cat')
  const dog = await addQuest(family, 'Feed the dog')
  await openBoardWithoutEvents(page)
  const edited = await editQuest(page, 'Feed the cat')
  await edited.getByLabel('Title').fill('Feed the cat twice')
  await deleteQuest(cat)
  await edited.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', gone)
  await expect(edited.getByLabel('Title')).toHaveValue('Feed the cat twice')
  await edited.getByRole('button', { name: 'Cancel' }).click()

  await column(page, 'In Progress').getByRole('button', { name: 'Add quest' }).click()
  const created = page.getByRole('dialog', { name: 'Create a Quest' })
  await created.getByLabel('Title').fill('Tidy the desk')
  await deleteColumn('In Progress')
  await created.getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'Error', invalid)
  await expect(created.getByLabel('Title')).toHaveValue('Tidy the desk')
  await created.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await said(page, 'Error', invalid)
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await deleteQuest(dog)
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Delete Quest')
  await confirmDeletion(page)
  await said(page, 'Error', gone)

  await column(page, 'Ideas').getByRole('button', { name: 'Edit column Ideas' }).click()
  const ofColumn = page.getByRole('dialog', { name: 'Edit Column' })
  await ofColumn.getByLabel('Title').fill('Wishes')
  await deleteColumn('Ideas')
  await ofColumn.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', gone)
  await expect(ofColumn.getByLabel('Title')).toHaveValue('Wishes')
  await ofColumn.getByRole('button', { name: 'Cancel' }).click()
  const [desk, bed] = [await addQuest(family, 'Tidy the desk'), await addQuest(family, 'Make the bed')]
  await clickDelete(page, 'To Do')
  await said(page, 'Cannot delete column', 'This column contains 2 quest(s). Please move or delete them first.')
  for (const quest of [desk, bed]) await deleteQuest(quest)
  await deleteColumn('To Do')
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
  const dialog = page.getByRole('dialog')
  const fails = async (button: string, what: string) => {
    await dialog.getByRole('button', { name: button }).click()
    await said(page, 'Error', `Failed to ${what}`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await newQuest(page)
  await dialog.getByLabel('Title').fill('Tidy the desk')
  await fails('Create Quest', 'create quest')
  await page.getByRole('button', { name: 'Add Column' }).click()
  await fails('Create Column', 'create column')
  await page.getByRole('button', { name: 'Edit column Ideas' }).click()
  await dialog.getByLabel('Title').fill('Wishes')
  await fails('Save Changes', 'update column')
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Done')
  await said(page, 'Error', 'Failed to update quest')
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Delete Quest')
  await confirmDeletion(page)
  await said(page, 'Error', 'Failed to delete quest')
  await clickDelete(page, 'Ideas')
  await said(page, 'Error', 'Failed to delete column')
})
