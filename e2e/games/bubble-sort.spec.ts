import type { Page } from '@playwright/test'
import { categories, levels, type SortLevelId } from '#domain/games/bubble-sort/levels.ts'
import { bubbleSort } from '#texts/bubbleSort'
import { expectAnnounced } from '../actions.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits, expectNotToScroll } from '../accessibility.ts'
import { stopClock } from '../page-clock.ts'
import { expectDoors, expectSound, inGame, intoGame } from './playground.ts'

const bubbles = (page: Page) => page.getByRole('list', { name: 'Bubbles' }).getByRole('button')
const places = (page: Page) => page.getByRole('list', { name: 'Places' }).getByRole('button')
const score = (page: Page, points: number) => page.getByText(`Score ${points}`, { exact: true })

/** The index of the place to which the first bubble belongs, from what a child sees of both. */
async function placeFor(page: Page, level: SortLevelId): Promise<number> {
  const name = (await bubbles(page).first().getAttribute('aria-label')) ?? ''
  const seen =
    level === 'conceptual'
      ? categories.filter(({ accepts }) => accepts.includes(name)).map(({ id }) => bubbleSort.places[id])
      : level === 'twoattribute'
        ? [name]
        : name.split(' ')
  const names = await places(page).locator('.font-display').allTextContents()
  return names.findIndex((place) => seen.some((each) => each.toLowerCase() === place.toLowerCase()))
}

test('Mia drags bubbles to their places, taps, presses digits and arrows, level by level to the end', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'bubble-sort', { reducedMotion: 'reduce' })
  const bubble = bubbles(page).first()
  await stopClock(page)
  await expectAnnounced(page, 'Sort by color!')
  const wrong = places(page).nth(((await placeFor(page, 'color')) + 1) % 4)
  await bubble.dragTo(wrong)
  await expect(wrong.getByText('Not this one')).toBeAttached()
  await expectSound(page, 'oops')
  await expect(score(page, 0)).toBeVisible()
  await expect(bubbles(page)).toHaveCount(8)
  await page.clock.runFor(500)
  await expect(wrong.getByText('Not this one')).toHaveCount(0)
  await expectAnnounced(page, 'Not there. Try again!')

  const ways: Record<SortLevelId, (place: number) => Promise<void>> = {
    color: (place) => bubble.dragTo(places(page).nth(place)),
    async shape(place) {
      await bubble.tap()
      await places(page).nth(place).tap()
    },
    async twoattribute(place) {
      // The focus is where the next bubble is, without any Tab.
      await expect(bubble).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(places(page).first()).toBeFocused()
      for (let step = 0; step < place; step++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
    },
    conceptual: (place) => page.keyboard.press(String(place + 1)),
  }
  let points = 0
  for (const [index, level] of levels.entries()) {
    await expect(page.getByText(`Level ${index + 1} of 4`)).toBeVisible()
    for (let left = await bubbles(page).count(); left > 0; left--) {
      await ways[level](await placeFor(page, level))
      await expect(score(page, ++points)).toBeVisible()
      await expectSound(page, 'right')
      await page.clock.runFor(600)
      await expect(bubbles(page)).toHaveCount(left - 1)
    }
    await expect(inGame(page).getByText('Amazing Work!')).toBeVisible()
    await expectSound(page, 'done')
    await page.clock.runFor(3000)
    await expectAnnounced(page, 'Amazing Work!')
  }
  await expectDoors(page, 'bubble-sort')
})

test('keys act only in the game, and digits not without shortcuts; a picked bubble looks well', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'bubble-sort')
  const exit = page.getByRole('button', { name: 'Exit' })
  await exit.focus()
  for (const key of [String(1 + (await placeFor(page, 'color'))), 'ArrowDown']) await page.keyboard.press(key)
  await expect(exit).toBeFocused()
  await expect(score(page, 0)).toBeVisible()
  await exit.tap()
  await page.evaluate(() => localStorage.setItem('shortcuts', 'false'))
  await page.reload()
  await page.getByRole('link', { name: /^Bubble Sort/ }).click()
  await expect(bubbles(page).first()).toBeFocused()
  for (const key of [String(1 + (await placeFor(page, 'color'))), 'ArrowRight']) await page.keyboard.press(key)
  await expect(bubbles(page).nth(1)).toBeFocused()
  await expect(score(page, 0)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await bubbles(page).first().tap()
  await expect(bubbles(page).first()).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleAndFits(page)
  await expectNotToScroll(page)
})
