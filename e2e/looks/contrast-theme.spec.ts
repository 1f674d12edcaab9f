import type { Locator, Page } from '@playwright/test'
import { endAnimations, expectMoreContrast } from '../accessibility.ts'
import { addMember, newQuest, openLive, overlaysAreGone } from '../actions.ts'
import { centre, column, openBoard, startDrag } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { openBubble } from '../kid/tablet.ts'
import { intoGame } from '../games/playground.ts'

/** A control at rest, with no pointer or focus on it, as a picture. */
async function pictureOf(page: Page, control: Locator): Promise<string> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await endAnimations(page)
  return (await control.screenshot()).toString('base64')
}

/** Asserts that a control looks different once it is chosen. */
async function expectToShowChoice(page: Page, control: Locator): Promise<void> {
  const before = await pictureOf(page, control)
  await control.click()
  await expect.poll(() => pictureOf(page, control), control.toString()).not.toBe(before)
}

test('in a contrast theme a family sees what is chosen: a tab, a field, a switch, the bubble of a game, a place to drop', async ({
  family,
  openContext,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await addMember(family, 'Leo')
  await addQuest(family, 'Feed the dog')
  await openLive(page, '/parent')
  await page.emulateMedia({ forcedColors: 'none' })
  await expectMoreContrast(page)
  await page.emulateMedia({ forcedColors: 'active', contrast: 'no-preference', colorScheme: 'light' })
  await expectToShowChoice(page, page.getByRole('navigation').getByRole('link', { name: 'Quest Board' }))
  await expectToShowChoice(page, page.getByRole('tab', { name: 'Calendar View' }))
  const dialog = await newQuest(page)
  for (const role of ['radio', 'checkbox'] as const) {
    const name = role === 'radio' ? 'Daily' : 'Leo'
    await expectToShowChoice(page, dialog.locator('label', { has: page.getByRole(role, { name, exact: true }) }))
  }
  await expectToShowChoice(page, dialog.getByRole('radiogroup', { name: 'Icon' }).locator('label').nth(3))
  await page.keyboard.press('Escape')
  await overlaysAreGone(page)

  await openBoard(page)
  await startDrag(page, 'Feed the dog')
  const { x, y } = await centre(column(page, 'Done'))
  await page.mouse.move(x, y, { steps: 5 })
  await expect(column(page, 'Done')).toHaveCSS('outline-style', 'solid')
  await expect(column(page, 'To Do')).not.toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.getByRole('button', { name: 'More for Feed the dog' }).click()
  const item = page.getByRole('menuitem', { name: 'Edit Quest' })
  await expect(item).toBeVisible()
  const before = (await item.screenshot()).toString('base64')
  await item.hover()
  expect((await item.screenshot()).toString('base64')).not.toBe(before)

  await openLive(page, '/settings')
  await expectToShowChoice(page, page.locator('label', { has: page.getByRole('switch', { name: 'Sound' }) }))

  const mia = await intoGame(family, openContext, 'bubble-sort')
  const kid = await mia.tablet.newPage()
  await openBubble({ ...mia, page: kid })
  await expectMoreContrast(kid)
  await kid.close()
  await mia.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const bubble = mia.page.getByRole('list', { name: 'Bubbles' }).getByRole('button').first()
  await expectToShowChoice(mia.page, bubble)
  await expect(bubble).toHaveAttribute('aria-pressed', 'true')
})
