import { expectAccessible } from '../accessibility.ts'
import {
  addReward,
  balanceOf,
  chooseMenuItem,
  complete,
  dayFromNow,
  editQuest,
  expectText,
  openMore,
  overlaysAreGone,
  remove,
  requestRedemption,
  setMode,
  toast,
} from '../actions.ts'
import { addKid, dayColumn, onToday, openCalendar } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'
import { failNext, interceptState } from '../intercept.ts'
import { TapCounter } from '../kid/taps.ts'

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
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Quest', 'Duplicate', 'Delete Quest'])
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

test('a tick takes one tap and so does taking it back, today and for two days before; of several each has a box', async ({
  family,
  page,
  kitchen,
}) => {
  const [mia, leo] = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  await addQuest(family, 'Feed the dog', 'To Do', { recurring: 'daily', assigneeIds: [mia] })
  await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily', assigneeIds: [mia, leo], gemValue: 5 })
  // As if they had been there for a month.
  await interceptState(page, ({ quests }) => ({
    quests: (quests as object[]).map((quest) => ({ ...quest, createdAt: `${dayFromNow(-30)}T08:00:00Z` })),
  }))
  await openCalendar(kitchen)
  await page.setViewportSize({ width: 390, height: 844 })
  await openCalendar(page)
  const dog = (offset = 0) => dayColumn(page, offset).getByRole('checkbox', { name: 'Feed the dog, Mia' })
  const [tick, undo, several] = [new TapCounter(), new TapCounter(), new TapCounter()]
  await tick.tap(dog())
  await expect(dog()).toBeChecked()
  await expect(onToday(kitchen, 'Feed the dog')).toContainText('Done')
  await expect.poll(() => balanceOf(family, mia)).toBe(20)
  await undo.tap(dog())
  await expect(dog()).not.toBeChecked()
  await expectText(page, '"Feed the dog" is open again for Mia. 20 gems went back.')

  await several.tap(onToday(page, 'Brush teeth').getByRole('button', { name: 'Who did Brush teeth?' }))
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await several.tap(dialog.getByRole('checkbox', { name: 'Leo' }))
  await expect(onToday(kitchen, 'Brush teeth')).toContainText('1 of 2 done')
  expect([tick.taps, undo.taps, several.taps]).toEqual([1, 1, 2])
  await dialog.getByRole('checkbox', { name: 'All' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeChecked()
  await expect.poll(() => balanceOf(family, mia)).toBe(5)
  await dialog.getByRole('checkbox', { name: 'All' }).click()
  for (const name of ['All', 'Mia', 'Leo']) await expect(dialog.getByRole('checkbox', { name })).not.toBeChecked()
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 0])
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await openCalendar(page)
  await page.getByRole('button', { name: '7 Days', exact: true }).click()
  await expect(dog(-3)).toHaveCount(0)
  await expect(dog(1)).toHaveCount(0)
  await dog(-2).press('Space')
  await expect(dog(-2)).toBeChecked()
  await expect(dog(-2)).toBeFocused()
  await expect.poll(() => balanceOf(family, mia)).toBe(20)
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
  await openMore(editor)
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
