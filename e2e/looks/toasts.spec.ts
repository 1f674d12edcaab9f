import { screens } from '../accessibility.ts'
import { newQuest, openLive, toast } from '../actions.ts'
import { boxOf, openBoard } from '../board.ts'
import { expect, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { turnInto } from './conditions.ts'

test('a toast keeps clear of the camera and the bar; it is told below, and above a dialog, whose heading and buttons stay in sight', async ({
  family,
  page,
}) => {
  const boxAtRest = async (told = toast(page)) => {
    await expect(told).toBeVisible()
    await told.hover()
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
    )
    const { x, y, width, height } = await boxOf(told)
    return { top: y, right: x + width, bottom: y + height }
  }
  await turnInto(page, 844, 390, { top: 0, right: 59, bottom: 21, left: 59 })
  await openLive(page, '/settings')
  await page.getByRole('button', { name: 'Save Family' }).click()
  const wide = await boxAtRest()
  expect(wide.right).toBeLessThanOrEqual(844 - 59)
  expect(wide.bottom).toBeLessThanOrEqual(390 - 21)
  await turnInto(page, 390, 844, { top: 47, right: 0, bottom: 34, left: 0 })
  const below = await boxAtRest()
  expect(below.bottom).toBeLessThanOrEqual(844 - 34)
  expect(below.top).toBeGreaterThan(600)

  await openBoard(page)
  const dialog = await newQuest(page)
  await failNext(page, `**/api/families/${family.familyId}/quests`)
  await dialog.getByLabel('Title').fill('Rake the leaves')
  const save = dialog.getByRole('button', { name: 'Create Quest' })
  await save.click()
  await expect(toast(page)).toContainText('Failed to create quest')
  for (const [width, height] of [...screens].toReversed()) {
    await page.setViewportSize({ width, height })
    const above = await boxAtRest()
    expect(above.top).toBeGreaterThanOrEqual(47)
    await expect.poll(async () => (await boxOf(dialog)).y, `${width}`).toBeGreaterThanOrEqual(above.bottom)
    expect(above.bottom).toBeLessThan((await boxOf(save)).y)
  }
  await save.click()
  const success = page.locator('li', { hasText: 'Quest created successfully' })
  expect((await boxAtRest(success)).top).toBeGreaterThan(600)
  await page.getByRole('button', { name: 'Create Quest' }).press('Enter')
  await expect(dialog).toBeVisible()
  await expect.poll(async () => (await boxOf(success)).y).toBeLessThan(100)
})
