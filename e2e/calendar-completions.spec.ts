import { addKid, dayColumn, onToday, openCalendar } from './calendar.ts'
import {
  addReward,
  balanceOf,
  chooseMenuItem,
  complete,
  doQuest,
  editQuest,
  remove,
  expectText,
  toast,
  setMode,
  requestRedemption,
} from './actions.ts'
import { addQuest, expect, test } from './family.ts'
import { failNext } from './intercept.ts'

test('Anna completes a quest for Mia: the gems are counted, the kitchen screen shows it, and undoing takes it all back', async ({
  family,
  page,
  kitchen,
}) => {
  const mia = await addKid(family, 'Mia')
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await openCalendar(kitchen)
  await openCalendar(page)

  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Complete')
  for (const words of ['Quest Completed!', 'Mia earned 20 gems!']) await expectText(page, words)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expectText(page, '"Feed the dog" is open again for Mia. 20 gems went back.')
  for (const screen of [page, kitchen]) await expect(onToday(screen, 'Feed the dog')).toContainText('To do')

  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Someone else did it')
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await expect(dialog).toContainText('"Feed the dog" for 20 gems')
  await expect(dialog.getByRole('heading', { name: 'Someone else' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(['Mia', 'Anna'])
  await dialog.getByRole('button', { name: 'Mia' }).click()
  await expect(dialog).toBeHidden()
  await expectText(page, 'Mia earned 20 gems!')
  for (const screen of [page, kitchen]) await expect(onToday(screen, 'Feed the dog')).toContainText('Done')
  await expect.poll(() => balanceOf(family, mia)).toBe(20)

  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Undo')
  await expectText(page, '"Feed the dog" is back in To Do. 20 gems went back.')
  for (const screen of [page, kitchen]) await expect(onToday(screen, 'Feed the dog')).toContainText('To do')
  await expect.poll(() => balanceOf(family, mia)).toBe(0)
})

test('gems that are spent when their quest is undone are owed, and the next quest says how many went for it', async ({
  family,
  page,
}) => {
  const mia = await addKid(family, 'Mia')
  await setMode(family, 'spend')
  const cinema = await addReward(family, 'Cinema', { gemCost: 50 })
  await doQuest(family, mia, 'Rake the leaves', 50)
  await requestRedemption(family, cinema.id, mia)
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia], gemValue: 60 })
  await openCalendar(page)
  await chooseMenuItem(page, onToday(page, 'Rake the leaves'), 'Undo')
  const spent = 'The gems for it were spent: 50 will be taken from the next ones.'
  await expectText(page, `"Rake the leaves" is back in To Do. ${spent}`)
  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Complete')
  await expectText(page, 'Mia earned 60 gems! 50 of them go for a reopened quest.')
  await expect.poll(() => balanceOf(family, mia)).toBe(10)
})

test('a daily quest of two is done by one, then by both; it is asked whose completion is undone, of one it is not', async ({
  family,
  page,
  kitchen,
}) => {
  const mia = await addKid(family, 'Mia')
  const leo = await addKid(family, 'Leo')
  await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily', assigneeIds: [mia, leo], gemValue: 5 })
  await openCalendar(kitchen)
  await openCalendar(page)
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Complete')
  await dialog.getByRole('button', { name: 'Leo' }).click()
  await expect(onToday(page, 'Brush teeth')).toContainText('1 of 2 done')
  await expect(onToday(page, 'Brush teeth')).toContainText('by Leo')
  await expect(onToday(kitchen, 'Brush teeth')).toContainText('1 of 2 done')
  await expect(dayColumn(page, 1).getByRole('article', { name: 'Brush teeth' })).toContainText('Upcoming')

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Complete')
  await expect(dialog.getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Mia' }).click()
  for (const screen of [page, kitchen]) await expect(onToday(screen, 'Brush teeth')).toContainText('Done')
  await expect(onToday(page, 'Brush teeth')).not.toContainText('of 2')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([5, 5])

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Undo')
  await page.getByRole('dialog', { name: 'Undo it for whom?' }).getByRole('button', { name: 'Mia' }).click()
  await expectText(page, '"Brush teeth" is open again for Mia. 5 gems went back.')
  for (const screen of [page, kitchen]) await expect(onToday(screen, 'Brush teeth')).toContainText('1 of 2 done')
  // Now that one is left there is nothing to ask.
  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Undo')
  for (const screen of [page, kitchen]) await expect(onToday(screen, 'Brush teeth')).toContainText('To do')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 0])
})

test('a quest that another screen completes or deletes while the question is open pays nothing, and says so', async ({
  family,
  page,
}) => {
  const mia = await addKid(family, 'Mia')
  const [dog, cat] = [
    await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia] }),
    await addQuest(family, 'Feed the cat'),
  ]
  await openCalendar(page)
  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Someone else did it')
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await complete(family, dog.id, mia)
  await expect(dialog).toContainText('"Feed the dog" is already done.')
  for (const face of await dialog.getByRole('listitem').getByRole('button').all()) await expect(face).toBeDisabled()
  await page.keyboard.press('Escape')

  await chooseMenuItem(page, onToday(page, 'Feed the cat'), 'Someone else did it')
  await remove(family, `/api/quests/${cat.id}`)
  await expect(page.getByRole('article', { name: 'Feed the cat', includeHidden: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Anna' }).click()
  await expectText(page, 'Unable to complete quest. Please try again.')
})

test('a press on a card edits the quest; a completion that fails says so, and the question keeps the focus', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openCalendar(page)
  const editor = await editQuest(page, 'Feed the dog')
  await editor.getByLabel('Title').fill('Walk the dog')
  await editor.getByLabel('Target time').fill('17:00')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(onToday(page, 'Walk the dog')).toContainText('17:00')
  await addKid(family, 'Mia')
  await failNext(page, '**/api/quests/*')
  await chooseMenuItem(page, onToday(page, 'Walk the dog'), 'Someone else did it')
  const anna = page.getByRole('dialog', { name: 'Who did it?' }).getByRole('button', { name: 'Anna' })
  await anna.click()
  await expectText(page, 'Failed to update quest')
  await expect(anna).toBeFocused()
  await expect(anna).toBeEnabled()
  await anna.click()
  await expect(onToday(page, 'Walk the dog')).toContainText('Done')
})

test('a quest is completed with the keyboard alone, and the focus comes back to its card', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await openCalendar(page)
  const menu = onToday(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Someone else did it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Who did it?' }).getByRole('button', { name: 'Mia' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(onToday(page, 'Feed the dog')).toContainText('Done')
  await expect(menu).toBeFocused()
  await expect.poll(() => balanceOf(family, mia)).toBe(20)
})
