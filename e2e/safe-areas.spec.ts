import type { Page } from '@playwright/test'
import { gameIds, gameNames } from '#domain/games/games.ts'
import { expectText, toast, openLive } from './actions.ts'
import { card, openBoard, boxOf } from './board.ts'
import { addQuest, expect, test, miaWithTablet } from './family.ts'
import { failNext } from './intercept.ts'
import { toastBehindDialog } from './members.ts'
import { openBubble, completionDialog, tapOn } from './tablet.ts'
import { kids, openWall } from './wall.ts'

type Insets = { top: number; right: number; bottom: number; left: number }

/** A tablet without a button has a bar at its lower edge; a phone on its side a camera at one end. */
const screens: readonly [name: string, width: number, height: number, insets: Insets][] = [
  ['tablet', 820, 1180, { top: 0, right: 0, bottom: 20, left: 0 }],
  ['phone', 390, 844, { top: 0, right: 0, bottom: 34, left: 0 }],
  ['phone on its side', 844, 390, { top: 0, right: 59, bottom: 21, left: 59 }],
]

async function turnInto(page: Page, width: number, height: number, insets: Insets): Promise<void> {
  await page.setViewportSize({ width, height })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride' as 'Emulation.setScrollbarsHidden', { insets } as never)
}

/** Asserts that no control is under the camera or, scrolled to the end, under the bar. */
async function expectInSafeArea(page: Page, place: string, { left, right, bottom }: Insets): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          ({ left, right, bottom }) => {
            window.scrollTo(0, document.documentElement.scrollHeight)
            const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document
            const controls = [
              ...scope.querySelectorAll<HTMLElement>(
                'a, button, input:not([type=radio], [type=checkbox]), select, textarea',
              ),
            ]
            const wrong = controls.filter((control) => {
              if (!control.checkVisibility() || control.closest('[aria-hidden=true], .sr-only')) return false
              const rect = control.getBoundingClientRect()
              // Ignores controls inside a scroller of their own: scrolling it shows them.
              const scroller = control.parentElement?.closest('[class*=overflow-x-auto], [class*=overflow-y-auto]')
              if (scroller && !scroller.matches('[role=dialog], aside')) return false
              return (
                rect.left < left || rect.right > window.innerWidth - right || rect.bottom > window.innerHeight - bottom
              )
            })
            return wrong.map((control) => control.outerHTML.slice(0, 150))
          },
          { left, right, bottom },
        ),
      place,
    )
    .toEqual([])
}

for (const [name, width, height, insets] of screens) {
  test(`on a ${name} the controls of a parent, a child and the wall lie in the safe area`, async ({
    family,
    openContext,
    page,
  }) => {
    await addQuest(family, 'Feed the dog')
    await turnInto(page, width, height, insets)
    for (const path of ['/family-members', '/rewards-store', '/settings', '/privacy', '/welcome/quests']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path !== '/privacy') await expectText(page, 'Live')
      await expectInSafeArea(page, path, insets)
    }
    await openBoard(page)
    await expect(card(page, 'Feed the dog')).toBeVisible()
    await expectInSafeArea(page, 'board', insets)
    // The board ends above the bar, and the page is not longer for it, but on the smallest screens.
    const end = await page
      .getByRole('tabpanel')
      .evaluate(
        (panel) => panel.getBoundingClientRect().bottom - document.documentElement.scrollHeight + window.scrollY,
      )
    expect(end).toBeLessThanOrEqual(-insets.bottom)
    if (height > 600) expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    await page.getByRole('button', { name: 'Create Quest' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Create Quest' })).toBeVisible()
    const dialog = await page.getByRole('dialog').boundingBox()
    expect(dialog?.x).toBeGreaterThanOrEqual(insets.left)
    for (const button of await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Cancel|Create Quest|Close)$/ })
      .all()) {
      // The dialog rises to its place.
      await expect
        .poll(() => button.evaluate((element) => element.getBoundingClientRect().bottom), 'where a button ends')
        .toBeLessThanOrEqual(height - insets.bottom)
    }

    const [leo] = await kids(family)
    await addQuest(family, 'Make the bed', 'To Do', { assigneeIds: [leo] })
    await openWall(page)
    await expectInSafeArea(page, 'wall', insets)
    if (height > 600 && width > 640)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)

    const { page: tablet, ...mia } = await miaWithTablet(family, openContext)
    await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
    await turnInto(tablet, width, height, insets)
    for (const part of ['#rewards', '#gems', '#playground', '']) {
      await openBubble({ ...mia, page: tablet }, part)
      await expectInSafeArea(tablet, `bubble ${part}`, insets)
    }
    await tapOn(tablet, 'Dishes').first().click()
    const notYet = completionDialog(tablet).getByRole('button', { name: 'Not yet' })
    await notYet.scrollIntoViewIfNeeded()
    await expect
      .poll(async () => ((await notYet.boundingBox())?.y ?? height) + ((await notYet.boundingBox())?.height ?? 0))
      .toBeLessThanOrEqual(height - insets.bottom)
    for (const game of gameIds) {
      await tablet.goto(`/kid/${mia.id}#playground/${game}`)
      await expect(tablet.getByRole('heading', { level: 1, name: gameNames[game] })).toBeAttached()
      await expect(tablet.getByRole('button', { name: 'Exit' })).toBeVisible()
      await expectInSafeArea(tablet, game, insets)
      // A game that fits the screen does not scroll for the bar.
      if (height > 1000)
        await expect.poll(() => tablet.evaluate(() => document.documentElement.scrollHeight), game).toBe(height)
    }
  })
}

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
