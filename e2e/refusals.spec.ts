import type { Page } from '@playwright/test'
import { addQuest, card, column, dragTo, expect, openDeafBoard, test, type SignedUp } from './family.ts'
import { intercept } from './intercept.ts'

const elsewhere = ({ context }: SignedUp) => ({
  async delete(what: 'quests' | 'quest-columns', id: string | undefined) {
    expect((await context.request.delete(`/api/${what}/${id}`)).status()).toBe(200)
  },
})
const columnId = ({ columns }: SignedUp, title: string) => columns.find((known) => known.title === title)?.id

const said = (page: Page, title: string, text: string) =>
  expect(page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true }).getByRole('listitem', { includeHidden: true })).toHaveText(
    new RegExp(`^${title}.*${text.replaceAll(/[.()]/g, String.raw`\$&`)}`),
  )

const gone = 'This does not exist any more.'

test('a quest that was deleted elsewhere: an edit and a deletion are refused with the words of the server, and what was typed stays', async ({
  family,
  page,
}) => {
  const edited = await addQuest(family.context, family, 'Feed the dog')
  const doomed = await addQuest(family.context, family, 'Old chore')
  await openDeafBoard(page)
  await card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Quest' })
  await dialog.getByLabel('Title').fill('Feed the dog twice')
  await elsewhere(family).delete('quests', edited.id)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', gone)
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed the dog twice')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await elsewhere(family).delete('quests', doomed.id)
  await card(page, 'Old chore').getByRole('button', { name: 'More for Old chore' }).click()
  await page.getByRole('menuitem', { name: 'Delete Quest' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await said(page, 'Error', gone)
})

test('a quest for a column that was deleted elsewhere is not made, and what was typed stays', async ({ family, page }) => {
  await openDeafBoard(page)
  await column(page, 'In Progress').getByRole('button', { name: 'Add quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await dialog.getByLabel('Title').fill('Tidy the desk')
  await elsewhere(family).delete('quest-columns', columnId(family, 'In Progress'))
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'Error', 'Cannot move quest to an invalid column. Please refresh the page.')
  await expect(dialog.getByLabel('Title')).toHaveValue('Tidy the desk')
})

test('a card dragged onto a column that was deleted elsewhere goes back, and says so', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openDeafBoard(page)
  await elsewhere(family).delete('quest-columns', columnId(family, 'In Progress'))
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await said(page, 'Error', 'Cannot move quest to an invalid column. Please refresh the page.')
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
})

test('a column that was deleted elsewhere, got quests elsewhere, or became the last one, is refused with the reason', async ({ family, page }) => {
  await openDeafBoard(page)
  await column(page, 'Ideas').getByRole('button', { name: 'Edit column Ideas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Column' })
  await dialog.getByLabel('Title').fill('Wishes')
  await elsewhere(family).delete('quest-columns', columnId(family, 'Ideas'))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Error', gone)
  await expect(dialog.getByLabel('Title')).toHaveValue('Wishes')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const remove = async (title: string) => {
    await column(page, title)
      .getByRole('button', { name: `Delete column ${title}` })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  }
  await addQuest(family.context, family, 'Feed the dog', 'To Do')
  await addQuest(family.context, family, 'Tidy the desk', 'To Do')
  await remove('To Do')
  await said(page, 'Cannot delete column', 'This column contains 2 quest(s). Please move or delete them first.')

  for (const title of ['Feed the dog', 'Tidy the desk']) {
    const quests: { id: string; title: string }[] = await (await family.context.request.get(`/api/families/${family.familyId}/quests`)).json()
    await elsewhere(family).delete('quests', quests.find((quest) => quest.title === title)?.id)
  }
  await elsewhere(family).delete('quest-columns', columnId(family, 'To Do'))
  await elsewhere(family).delete('quest-columns', columnId(family, 'In Progress'))
  await remove('Done')
  await said(page, 'Error', 'The last column cannot be deleted.')
})

test('without a sentence of the server each failure of quests and columns has its own words', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openDeafBoard(page)
  await intercept(page, '**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' })))
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const creator = page.getByRole('dialog', { name: 'Create a Quest' })
  await creator.getByLabel('Title').fill('Tidy the desk')
  await creator.getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'Error', 'Failed to create quest')
  await creator.getByRole('button', { name: 'Cancel' }).click()

  await card(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  await said(page, 'Error', 'Failed to update quest')
  await card(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' }).click()
  await page.getByRole('menuitem', { name: 'Delete Quest' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
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
  await column(page, 'Ideas').getByRole('button', { name: 'Delete column Ideas' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await said(page, 'Error', 'Failed to delete column')
})
