import {
  addReward,
  balanceOf,
  chooseMenuItem,
  complete,
  editQuest,
  expectText,
  overlaysAreGone,
  remove,
  requestRedemption,
  setMode,
  toast,
} from '../actions.ts'
import { addKid, dayColumn, onToday, openCalendar } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'
import { failNext } from '../intercept.ts'

test('Anna completes a quest for Mia; undone, it takes its gems back', async ({ family, page, kitchen }) => {
  const mia = await addKid(family, 'Mia')
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await setMode(family, 'spend')
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 15 })
  await openCalendar(kitchen)
  await openCalendar(page)
  const expectBoth = async (status: string) => {
    for (const screen of [page, kitchen]) await expect(onToday(screen, 'Feed the dog')).toContainText(status)
  }

  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Complete')
  for (const words of ['Quest Completed!', 'Mia earned 20 gems!']) await expectText(page, words)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expectText(page, '"Feed the dog" is open again for Mia. 20 gems went back.')
  await expectBoth('To do')

  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Someone else did it')
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await expect(dialog).toContainText('"Feed the dog" for 20 gems')
  await expect(dialog.getByRole('heading', { name: 'Someone else' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(['Mia', 'Anna'])
  await dialog.getByRole('button', { name: 'Mia' }).click()
  await expect(dialog).toBeHidden()
  await expectText(page, 'Mia earned 20 gems!')
  await expectBoth('Done')
  await expect.poll(() => balanceOf(family, mia)).toBe(20)

  await requestRedemption(family, iceCream.id, mia)
  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Undo')
  await expectText(page, '"Feed the dog" is back in To Do. 5 gems went back, and 15 will be taken from the next ones.')
  await expectBoth('To do')
  await chooseMenuItem(page, onToday(page, 'Feed the dog'), 'Complete')
  await expectText(page, 'Mia earned 20 gems! 15 of them go for a reopened quest.')
  await expect.poll(() => balanceOf(family, mia)).toBe(5)
})

test('a daily quest of two is done by one, then by both, and undone for one', async ({ family, page, kitchen }) => {
  const mia = await addKid(family, 'Mia')
  const leo = await addKid(family, 'Leo')
  await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily', assigneeIds: [mia, leo], gemValue: 5 })
  await openCalendar(kitchen)
  await openCalendar(page)
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  const expectBoth = async (status: string) => {
    for (const screen of [page, kitchen]) await expect(onToday(screen, 'Brush teeth')).toContainText(status)
  }

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Complete')
  await dialog.getByRole('button', { name: 'Leo' }).click()
  await expectBoth('1 of 2 done')
  await expect(onToday(page, 'Brush teeth')).toContainText('by Leo')
  // Tomorrow's card can be looked at, not done.
  await dayColumn(page, 1).getByRole('button', { name: 'More for Brush teeth' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Quest', 'Delete Quest'])
  await page.keyboard.press('Escape')

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Complete')
  await expect(dialog.getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Mia' }).click()
  await expectBoth('Done')
  await expect(onToday(page, 'Brush teeth')).not.toContainText('of 2')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([5, 5])

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Undo')
  await page.getByRole('dialog', { name: 'Undo it for whom?' }).getByRole('button', { name: 'Mia' }).click()
  await expectText(page, '"Brush teeth" is open again for Mia. 5 gems went back.')
  await expectBoth('1 of 2 done')
  // Now that one is left there is nothing to ask.
  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Undo')
  await expectBoth('To do')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 0])
})

test('who did it is answered by keys; what failed or was done elsewhere is said', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  const more = { assigneeIds: [mia] }
  const [cat, fish] = [await addQuest(family, 'Feed the cat', 'To Do', more), await addQuest(family, 'Feed the fish')]
  await addQuest(family, 'Feed the dog', 'To Do', more)
  await openCalendar(page)
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  const face = (name: string) => dialog.getByRole('button', { name })
  const editor = await editQuest(page, 'Feed the dog')
  await editor.getByLabel('Title').fill('Walk the dog')
  await editor.getByLabel('Target time').fill('17:00')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(onToday(page, 'Walk the dog')).toContainText('17:00')
  await overlaysAreGone(page)

  const menu = onToday(page, 'Walk the dog').getByRole('button', { name: 'More for Walk the dog' })
  const askByKeys = async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Someone else did it' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(face('Mia')).toBeFocused()
  }
  await menu.focus()
  await askByKeys()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await askByKeys()
  await failNext(page, '**/api/quests/*')
  await page.keyboard.press('Enter')
  await expectText(page, 'Failed to update quest')
  await expect(face('Mia')).toBeFocused()
  await expect(face('Mia')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(onToday(page, 'Walk the dog')).toContainText('Done')
  await expect(menu).toBeFocused()
  await expect.poll(() => balanceOf(family, mia)).toBe(20)

  await chooseMenuItem(page, onToday(page, 'Feed the cat'), 'Someone else did it')
  await expect(face('Mia')).toBeEnabled()
  await complete(family, cat.id, mia)
  await expect(dialog).toContainText('"Feed the cat" is already done.')
  for (const button of await dialog.getByRole('listitem').getByRole('button').all()) await expect(button).toBeDisabled()
  await page.keyboard.press('Escape')
  await chooseMenuItem(page, onToday(page, 'Feed the fish'), 'Someone else did it')
  await remove(family, `/api/quests/${fish.id}`)
  await expect(page.getByRole('article', { name: 'Feed the fish', includeHidden: true })).toHaveCount(0)
  await face('Anna').click()
  await expectText(page, 'Unable to complete quest. Please try again.')
})
