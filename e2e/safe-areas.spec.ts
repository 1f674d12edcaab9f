import type { Locator, Page } from '@playwright/test'
import { newQuest, openLive, overlaysAreGone, toast } from './actions.ts'
import { boxOf, card, openBoard } from './board.ts'
import { addQuest, expect, miaWithTablet, test } from './family.ts'
import { failNext } from './intercept.ts'
import { toastBehindDialog } from './members.ts'
import { devices, expectInSafeArea, turnInto } from './safe-area.ts'
import { completionDialog, openBubble, tapOn } from './kid/tablet.ts'
import { kids, openWall } from './wall/wall.ts'

test('on a tablet and on a phone, upright and on its side, the board, the wall and their dialogs end above the bar', async ({
  family,
  openContext,
  page,
}) => {
  const [leo] = await kids(family)
  await addQuest(family, 'Make the bed', 'To Do', { assigneeIds: [leo] })
  await openBoard(page)
  for (const [name, width, height, insets] of devices) {
    await turnInto(page, width, height, insets)
    await expect(card(page, 'Make the bed')).toBeVisible()
    await expectInSafeArea(page, `board on a ${name}`, insets)
    // The board ends above the bar, and the page is not longer for it, but on the smallest screens.
    const end = () =>
      page
        .getByRole('tabpanel')
        .evaluate(
          (panel) => panel.getBoundingClientRect().bottom - document.documentElement.scrollHeight + window.scrollY,
        )
    await expect.poll(end, name).toBeLessThanOrEqual(-insets.bottom)
    if (height > 600) await expectHeight(page, height)
    const dialog = await newQuest(page)
    await expect.poll(async () => (await boxOf(dialog)).x, name).toBeGreaterThanOrEqual(insets.left)
    for (const button of await dialog.getByRole('button', { name: /^(Cancel|Create Quest|Close)$/ }).all()) {
      // The dialog rises to its place.
      await expect
        .poll(() => bottomOf(button), `where a button ends on a ${name}`)
        .toBeLessThanOrEqual(height - insets.bottom)
    }
    await page.keyboard.press('Escape')
    await overlaysAreGone(page)
  }

  await openWall(page)
  for (const [name, width, height, insets] of devices) {
    await turnInto(page, width, height, insets)
    await expectInSafeArea(page, `wall on a ${name}`, insets)
    if (height > 600 && width > 640) await expectHeight(page, height)
  }

  const mia = await miaWithTablet(family, openContext)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  await tapOn(mia.page, 'Dishes').first().click()
  const notYet = completionDialog(mia.page).getByRole('button', { name: 'Not yet' })
  for (const [name, width, height, insets] of devices) {
    await turnInto(mia.page, width, height, insets)
    await notYet.scrollIntoViewIfNeeded()
    await expect.poll(() => bottomOf(notYet), name).toBeLessThanOrEqual(height - insets.bottom)
  }
})

const bottomOf = (button: Locator) => button.evaluate((element) => element.getBoundingClientRect().bottom)

const expectHeight = (page: Page, height: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)

test('a toast keeps clear of the camera and of the bar; on a phone it is told below, above a dialog over it', async ({
  family: _family,
  page,
}) => {
  const save = page.getByRole('button', { name: 'Save Family' })
  const boxAtRest = async (told = toast(page)) => {
    await expect(told).toBeVisible()
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
    )
    const { x, y, width, height } = await boxOf(told)
    return { top: y, right: x + width, bottom: y + height }
  }
  const insets = { top: 0, right: 59, bottom: 21, left: 59 }
  await turnInto(page, 844, 390, insets)
  await openLive(page, '/settings')
  await save.click()
  const wide = await boxAtRest()
  expect(wide.right).toBeLessThanOrEqual(844 - 59)
  expect(wide.bottom).toBeLessThanOrEqual(390 - 21)

  await turnInto(page, 390, 844, { top: 47, right: 0, bottom: 34, left: 0 })
  const below = await boxAtRest()
  expect(below.bottom).toBeLessThanOrEqual(844 - 34)
  expect(below.top).toBeGreaterThan(600)
  await failNext(page, '**/api/families/*')
  await page.getByLabel('Family Name').fill('The Bergs')
  await save.click()
  await expect(toast(page)).toContainText('Error')
  expect((await boxAtRest()).top).toBeGreaterThan(600)
  await page.getByRole('button', { name: 'Sign out everywhere' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const above = await boxAtRest(toastBehindDialog(page))
  expect(above.top).toBeGreaterThanOrEqual(47)
  expect(above.bottom).toBeLessThan(200)
})
