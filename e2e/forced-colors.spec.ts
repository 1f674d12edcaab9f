import type { Locator, Page } from '@playwright/test'
import { endAnimations } from './accessibility.ts'
import { addMember, newQuest, openLive, overlaysAreGone } from './actions.ts'
import { centre, column, openBoard, startDrag } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { intoGame } from './games/playground.ts'

/** A control at rest, with no pointer or focus on it, as a picture. */
async function pictureOf(page: Page, control: Locator): Promise<string> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await endAnimations(page)
  return (await control.screenshot()).toString('base64')
}

/** Asserts that a control looks different once it is chosen. */
async function expectToShowChoice(page: Page, control: Locator, choose = () => control.click()): Promise<void> {
  const before = await pictureOf(page, control)
  await choose()
  await expect.poll(() => pictureOf(page, control), control.toString()).not.toBe(before)
}

/** The buttons and overlays in sight that neither a border nor a fill tells from the page. */
const withoutEdge = (page: Page) =>
  page.evaluate(() => {
    const ground = getComputedStyle(document.documentElement).backgroundColor
    return [
      ...document.querySelectorAll<HTMLElement>(
        'button:is([class^=rounded], [class*=" rounded"]), [role=dialog], [role=menu], [role=region] > ol > li',
      ),
    ]
      .filter((element) => {
        const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element)
        const hasBorder = Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== backgroundColor
        return element.checkVisibility() && !hasBorder && backgroundColor === ground
      })
      .map((element) => element.outerHTML.slice(0, 150))
  })

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }))

test('in a contrast theme a parent sees what is chosen, and the edges of buttons and dialogs', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia')
  await addQuest(family, 'Feed the dog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const inSidebar = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  await openLive(page, '/parent')
  await expectToShowChoice(page, button('7 Days'))
  await expectToShowChoice(page, button('3 Days'))
  await expectToShowChoice(page, inSidebar('Quest Board'), () =>
    page.getByRole('tab', { name: 'Kanban Board' }).click(),
  )
  await expectToShowChoice(page, page.getByRole('tab', { name: 'Calendar View' }))
  expect(await withoutEdge(page)).toEqual([])

  const dialog = await newQuest(page)
  const radioOf = (name: string) => dialog.locator('label', { has: page.getByRole('radio', { name, exact: true }) })
  await expectToShowChoice(page, radioOf('Daily'))
  await expectToShowChoice(page, dialog.getByRole('radiogroup', { name: 'Icon' }).locator('label').nth(3))
  await expectToShowChoice(page, dialog.locator('label', { has: page.getByRole('checkbox', { name: 'Anna' }) }))
  expect(await withoutEdge(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await overlaysAreGone(page)

  await openBoard(page)
  await startDrag(page, 'Feed the dog')
  const { x, y } = await centre(column(page, 'Done'))
  await page.mouse.move(x, y, { steps: 5 })
  await expect(column(page, 'Done')).toHaveCSS('outline-style', 'solid')
  await expect(column(page, 'To Do')).not.toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await button('More for Feed the dog').click()
  const item = page.getByRole('menuitem', { name: 'Edit Quest' })
  await expect(item).toBeVisible()
  const before = (await item.screenshot()).toString('base64')
  await item.hover()
  expect((await item.screenshot()).toString('base64')).not.toBe(before)
  expect(await withoutEdge(page)).toEqual([])

  await openLive(page, '/rewards-store')
  await expectToShowChoice(page, page.locator('label', { has: page.getByRole('radio', { name: 'Spend' }) }))
  await openLive(page, '/settings')
  const sound = page.locator('label', { has: page.getByRole('switch', { name: 'Sound' }) })
  await expectToShowChoice(page, sound)
})

test('in a contrast theme a child sees the chosen bubble of a game, and the edges of what can be tapped', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'bubble-sort')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const bubble = page.getByRole('list', { name: 'Bubbles' }).getByRole('button').first()
  await expectToShowChoice(page, bubble)
  await expect(bubble).toHaveAttribute('aria-pressed', 'true')
  expect(await withoutEdge(page)).toEqual([])
})
