import type { Locator, Page } from '@playwright/test'
import { categories, levels, type SortLevelId } from '#domain/games/bubble-sort/levels.ts'
import { bubbleSort } from '#texts/bubbleSort'
import { expectAnnounced } from '../actions.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits, expectNotToScroll } from '../accessibility.ts'
import { stopClock, turnAway, turnBack } from '../page-clock.ts'
import { atDesk, expectDoors, inGame, intoGame, tabletByTouch } from './playground.ts'

const bubbles = (page: Page) => page.getByRole('list', { name: 'Bubbles' }).getByRole('button')
const places = (page: Page) => page.getByRole('list', { name: 'Places' }).getByRole('button')
const score = (page: Page, points: number) => page.getByText(`Score ${points}`, { exact: true })

type Spot = { name: string; x: number; y: number }

/** Reads the positions of all bubbles at once: bubbles keep their places when others have gone. */
const spotsOf = (buttons: Locator): Promise<Spot[]> =>
  buttons.evaluateAll((all) =>
    all.map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const name = button.getAttribute('aria-label') ?? button.querySelector('.font-display')?.textContent ?? ''
      return { name, x: left + width / 2, y: top + height / 2 }
    }),
  )

/** Which of the places a bubble belongs to, from what a child sees of it. */
function placeFor(level: SortLevelId, { name }: Spot, all: readonly Spot[]): number {
  const seen =
    level === 'conceptual'
      ? categories.filter(({ accepts }) => accepts.includes(name)).map(({ id }) => bubbleSort.places[id])
      : level === 'twoattribute'
        ? [name]
        : name.split(' ')
  return all.findIndex((place) => seen.some((each) => each.toLowerCase() === place.name.toLowerCase()))
}

/** The digit of the place for the first bubble of the first level. */
async function rightKey(page: Page): Promise<string> {
  const [[first], all] = [await spotsOf(bubbles(page)), await spotsOf(places(page))]
  return String(1 + (first === undefined ? -1 : placeFor('color', first, all)))
}

/** Four levels, each bubble sorted by `sort`, with all that is shown on the way. */
async function playThrough(
  page: Page,
  sort: (bubble: Spot, place: Spot, number: number) => Promise<void>,
): Promise<void> {
  let points = 0
  await stopClock(page)
  for (const [index, level] of levels.entries()) {
    await expect(page.getByText(`Level ${index + 1} of 4`)).toBeVisible()
    const [some, all] = [await spotsOf(bubbles(page)), await spotsOf(places(page))]
    for (const bubble of some) {
      const place = placeFor(level, bubble, all)
      await sort(bubble, all[place] ?? bubble, place)
      await expect(score(page, ++points)).toBeVisible()
      await page.clock.runFor(600)
    }
    await expect(bubbles(page)).toHaveCount(0)
    await expect(inGame(page).getByText('Amazing Work!')).toBeVisible()
    await page.clock.runFor(3000)
    await expectAnnounced(page, 'Amazing Work!')
  }
  await page.clock.resume()
  expect(points).toBe(36)
}

test('Mia sorts all four levels on her tablet with two taps a bubble, and stands before the doors again', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'bubble-sort', { ...tabletByTouch, reducedMotion: 'reduce' })
  await playThrough(page, async (bubble, place) => {
    await page.touchscreen.tap(bubble.x, bubble.y)
    await page.touchscreen.tap(place.x, place.y)
  })
  await expectDoors(page, 'bubble-sort')
})

test('at a desk the keyboard alone plays it: by number, or with arrows and Enter', async ({ family, openContext }) => {
  const { page } = await intoGame(family, openContext, 'bubble-sort', atDesk)
  await expectAnnounced(page, 'Sort by color!')
  // Keys act where the focus is.
  const exit = page.getByRole('button', { name: 'Exit' })
  await exit.focus()
  for (const key of [await rightKey(page), 'ArrowDown']) await page.keyboard.press(key)
  await expect(exit).toBeFocused()
  await expect(score(page, 0)).toBeVisible()
  await bubbles(page).first().focus()
  let sorted = 0
  await playThrough(page, async (_bubble, _place, number) => {
    if (sorted++ > 4) return page.keyboard.press(String(number + 1))
    // The focus is where the next bubble is, without any Tab.
    await expect(bubbles(page).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(places(page).first()).toBeFocused()
    for (let step = 0; step < number; step++) await page.keyboard.press('ArrowRight')
    return page.keyboard.press('Enter')
  })
  await expectDoors(page)
  // A device without shortcuts has no digits; arrows remain.
  await page.evaluate(() => localStorage.setItem('shortcuts', 'false'))
  await page.reload()
  await page.getByRole('link', { name: /^Bubble Sort/ }).click()
  await expect(bubbles(page).first()).toBeFocused()
  for (const key of [await rightKey(page), 'ArrowRight']) await page.keyboard.press(key)
  await expect(bubbles(page).nth(1)).toBeFocused()
  await expect(score(page, 0)).toBeVisible()
})

test('a bubble is dragged where it belongs, and looks well in the hand; elsewhere a mark says so, and it comes back', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'bubble-sort')
  const bubble = bubbles(page).first()
  const [first] = await spotsOf(bubbles(page))
  const right = first === undefined ? -1 : placeFor('color', first, await spotsOf(places(page)))
  const wrong = places(page).nth((right + 1) % 4)
  await turnAway(page)
  await bubble.dragTo(wrong)
  await expect(wrong.getByText('Not this one')).toBeAttached()
  await expectAnnounced(page, 'Not there. Try again!')
  await expect(score(page, 0)).toBeVisible()
  await expect(bubbles(page)).toHaveCount(8)
  // While the mark stands nothing else is taken; nor does it go before Mia looks again.
  await page.clock.runFor(5000)
  await bubble.dragTo(places(page).nth(right))
  await expect(score(page, 0)).toBeVisible()
  await turnBack(page)
  await page.clock.runFor(500)
  await expect(wrong.getByText('Not this one')).toHaveCount(0)
  await bubble.dragTo(places(page).nth(right))
  await expect(score(page, 1)).toBeVisible()
  await expect(bubbles(page)).toHaveCount(7)

  await page.setViewportSize({ width: 390, height: 844 })
  await bubbles(page).first().tap()
  await expect(bubbles(page).first()).toHaveAttribute('aria-pressed', 'true')
  await expectAccessibleAndFits(page)
  await expectNotToScroll(page)
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'bubble-sort')
})
