import { addQuest, column, expect, openBoard, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectSeen } from './looks.ts'

test('columns are added at the end, renamed, and deleted only when empty and not the last', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog', 'To Do')
  await addQuest(family.context, family, 'Tidy up', 'To Do')
  await openBoard(page)
  await page.getByRole('button', { name: 'Add Column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Column' })
  await expect(dialog.getByLabel('Title')).toHaveValue('New Column')
  await expect(dialog.getByLabel('Emoji')).toHaveValue('📋')
  await dialog.getByLabel('Emoji').fill('👨‍👩‍👧🎉🎉')
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expect(dialog.getByText('An emoji can have at most 2 characters')).toBeVisible()
  await dialog.getByLabel('Emoji').fill('👨‍👩‍👧🎉')
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expect(page.getByText('Column created successfully', { exact: true })).toBeVisible()
  await expect(
    page
      .getByRole('region')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .last(),
  ).toContainText('New Column')

  await column(page, 'New Column').getByRole('button', { name: 'Edit column New Column' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Column' })
  await expect(editor.getByRole('switch')).toHaveCount(0)
  await editor.getByLabel('Title').fill('Archive')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(column(page, 'Archive')).toBeVisible()

  await column(page, 'To Do').getByRole('button', { name: 'Edit column To Do' }).click()
  await editor.getByRole('switch', { name: 'For someday' }).check()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor).toBeHidden()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('button', { name: 'Someday 2' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Kanban Board' }).click()

  await column(page, 'To Do').getByRole('button', { name: 'Delete column To Do' }).click()
  await expect(page.getByText('Cannot delete column', { exact: true })).toBeVisible()
  await expect(page.getByText('This column contains 2 quest(s). Please move or delete them first.', { exact: true })).toBeVisible()

  for (const title of ['Archive', 'Done', 'In Progress', 'Ideas']) {
    await column(page, title)
      .getByRole('button', { name: `Delete column ${title}` })
      .click()
    await page.getByRole('alertdialog', { name: 'Delete Column' }).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(column(page, title)).toBeHidden()
  }
  await expect(page.getByText('Column deleted successfully', { exact: true })).toBeVisible()
  await expect(column(page, 'To Do').getByRole('button', { name: /^Delete column/ })).toHaveCount(0)
})

test('without a column there is nothing to put a quest into, and the board says it is loading', async ({ family, page }) => {
  await intercept(page, '**/api/families/*/quest-columns', (route) => route.fulfill({ json: [] }))
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expectSeen(page.getByRole('status').getByText('Loading quest board...'))
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expect(page.getByText('No columns available. Please create a column first.', { exact: true })).toBeVisible()
  expect(family.columns).toHaveLength(4)
})

test('beside the folded sidebar four columns fit into 1280 pixels, none narrower than 250', async ({ family, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await addQuest(family.context, family, 'Feed the dog')
  await openBoard(page)
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('complementary', { name: 'Family Hub' })).toHaveCSS('width', '48px')
  for (const title of ['Ideas', 'To Do', 'In Progress', 'Done']) {
    const box = await column(page, title).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(250)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  }
})
