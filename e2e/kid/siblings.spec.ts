import { addMember, balanceOf, change, complete, expectText, textInSight } from '../actions.ts'
import { expectAccessible } from '../accessibility.ts'
import { addQuest, expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { completionDialog, kidTile, openBubble, pop, tapOn } from './tablet.ts'

test('the slower of two siblings is told kindly who was faster, after the gems of another quest have landed', async ({
  family,
  mia,
}) => {
  const { id: leo } = await addMember(family, 'Leo')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  const { id } = await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id, leo] })
  await openBubble(mia)
  await intercept(mia.page, `**/api/quests/${id}`, async (route) => {
    await complete(family, id, leo)
    await route.continue()
  })
  for (const title of ['Dishes', 'Feed the dog']) {
    await tapOn(mia.page, title).click()
    await pop(mia.page).click()
  }
  await expect(mia.page.locator('[data-burst]')).toHaveCount(0)
  await expectText(mia.page, 'Leo was faster!')
  await expect(completionDialog(mia.page)).toBeHidden()
  await expect(mia.page.locator('[data-gem-target]')).toHaveText('2020 gems')
  await expect.poll(() => Promise.all([balanceOf(family, mia.id), balanceOf(family, leo)])).toEqual([20, 20])
})

test('the open question follows its quest: it has the new words, and says that Leo has done it; then it is a quiet row', async ({
  family,
  mia,
}) => {
  const { page } = mia
  const { id: leo } = await addMember(family, 'Leo')
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id, leo] })
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id], recurring: 'daily' })
  await openBubble(mia)
  await expect(page.getByText('0 of 2 done')).toBeAttached()
  await tapOn(page, 'Dishes').click()
  await expect(pop(page)).toHaveAccessibleName('Complete! 20 gems')
  await change(family, `/api/quests/${dishes.id}`, { title: 'All the dishes', gemValue: 75 })
  await expect(pop(page)).toHaveAccessibleName('Complete! 75 gems')
  await expect(completionDialog(page)).toContainText('All the dishes')
  await expect(pop(page)).toBeFocused()
  await complete(family, dishes.id, leo)
  await expect(page.getByRole('dialog', { name: 'Leo was faster!' })).toContainText('"All the dishes" is done.')
  await expect(pop(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(kidTile(page, 'All the dishes')).toContainText('Leo did it')
  await expect(textInSight(page, '0 of 1 done')).toBeAttached()
  await expectAccessible(page)

  // A quest that was done on another device today says that its gems are in the jar.
  await complete(family, teeth.id, mia.id)
  await expect(page.getByRole('heading', { name: 'All done today!' })).toBeVisible()
  await tapOn(page, 'Brush teeth').click()
  const already = page.getByRole('dialog', { name: 'Already done' })
  await expect(already).toContainText('The gems for "Brush teeth" are in the jar.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  const done = page.getByRole('region', { name: 'Done', exact: true })
  await expect(done.getByRole('article', { name: 'All the dishes' })).toContainText('Leo did it')
})
