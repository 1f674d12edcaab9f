import type { Page } from '@playwright/test'
import { gameIds, gameNames } from '#domain/games/games.ts'
import { sideways } from './accessibility.ts'
import { addMember } from './actions.ts'
import { addQuest, expect, test } from './family.ts'

/** The controls of a game that stick out of the page at a side, and those that cover another. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('section[aria-labelledby=game] :is(button, li)')].map((part) => ({
      part,
      box: part.getBoundingClientRect(),
    }))
    const isOutside = ({ left, right }: DOMRect) => left < -1 || right > document.documentElement.clientWidth + 1
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
    return parts
      .filter(
        ({ part, box }, index) =>
          isOutside(box) || parts.slice(0, index).some((other) => !other.part.contains(part) && isOver(box, other.box)),
      )
      .map(({ part }) => part.outerHTML.slice(0, 120))
  })

test('at 400 % zoom the controls of each game are on the page, and none covers another', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 256 })
  for (const game of gameIds) {
    await page.goto(`/kid/${mia.id}#playground/${game}`)
    await expect(page.getByRole('heading', { level: 1, name: gameNames[game] })).toBeAttached()
    await expect(page.locator('section[aria-labelledby=game] button').first()).toBeVisible()
    await expect.poll(() => misplaced(page), game).toEqual([])
    const paper = page.getByRole('button', { name: /: draw the next dot$/ })
    if (game === 'alphabet-bubbls') expect((await paper.boundingBox())?.width).toBeGreaterThan(180)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), game).toBe(320)
  }
})

test('with the text spacing of WCAG 1.4.12 the board and the calendar fit a phone', async ({ family, page }) => {
  await addQuest(family, 'Feed the dog')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/parent')
  for (const view of ['Calendar View', 'Kanban Board']) {
    await page.getByRole('tab', { name: view }).click()
    await expect(page.getByRole('article', { name: 'Feed the dog' })).toBeVisible()
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets = [spacing]
    })
    expect(await sideways(page), view).toEqual([])
  }
})
