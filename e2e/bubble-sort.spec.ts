import type { Locator, Page } from '@playwright/test'
import { categories, levels, type Level } from '#domain/games/bubble-sort/levels.ts'
import { expect, test } from './family.ts'
import { expectGoodLooks } from './looks.ts'
import { expectDoors, intoGame, turnAway, turnBack } from './playground.ts'

const bubbles = (page: Page) => page.getByRole('list', { name: 'Bubbles' }).getByRole('button')
const places = (page: Page) => page.getByRole('list', { name: 'Places' }).getByRole('button')
const score = (page: Page, points: number) => page.getByText(`Score ${points}`, { exact: true })

/** Where a bubble belongs, from what a child sees of it: how many places from the left, and how many there are. */
async function placeFor(page: Page, level: Level, bubble: Locator): Promise<number> {
  const name = (await bubble.getAttribute('aria-label')) ?? ''
  const labels = await places(page).evaluateAll((all) => all.map((place) => place.querySelector('.font-display')?.textContent ?? ''))
  const label = level === 'conceptual' ? categories.find(({ accepts }) => accepts.includes(name))?.label : name
  return labels.findIndex((each) =>
    level === 'twoattribute' || level === 'conceptual' ? each.toLowerCase() === label?.toLowerCase() : name.split(' ').includes(each.toLowerCase()),
  )
}

/** Four levels, each bubble sorted by `sort`, with all that is shown on the way. */
async function playThrough(page: Page, sort: (bubble: Locator, place: number) => Promise<void>): Promise<void> {
  let points = 0
  for (const [index, level] of levels.entries()) {
    await expect(page.getByText(`Level ${index + 1} of 4`)).toBeVisible()
    for (let left = await bubbles(page).count(); left > 0; left--) {
      const bubble = bubbles(page).first()
      await sort(bubble, await placeFor(page, level, bubble))
      await expect(score(page, ++points)).toBeVisible()
      await expect(bubbles(page)).toHaveCount(left - 1)
      await page.clock.runFor(600)
    }
    await expect(page.getByText('Amazing Work!', { exact: true })).toBeVisible()
    await page.clock.runFor(3000)
  }
  expect(points).toBe(36)
}

async function tap(page: Page, element: Locator): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.touchscreen.tap(x + width / 2, y + height / 2)
}

test('Mia sorts all four levels on her tablet with two taps a bubble, and stands before the doors again', async ({ family, browser, baseURL }) => {
  const mia = await intoGame(family, browser, baseURL, 'bubble-sort')
  const { page } = mia
  await playThrough(page, async (bubble, place) => {
    await tap(page, bubble)
    await tap(page, places(page).nth(place))
  })
  await expectDoors(page)
  await expect(page.getByRole('link', { name: /^Bubble Sort/ })).toBeFocused()
  expect(mia.troubles).toEqual([])
  await mia.tablet.close()
})

test('at a desk the keyboard alone plays it: by number, or with arrows and Enter', async ({ family, browser, baseURL }) => {
  const mia = await intoGame(family, browser, baseURL, 'bubble-sort', { viewport: { width: 1440, height: 900 } })
  const { page } = mia
  let sorted = 0
  await playThrough(page, async (bubble, place) => {
    // The focus is where the next bubble is, without any Tab.
    await expect(bubble).toBeFocused()
    if (sorted++ > 4) return page.keyboard.press(String(place + 1))
    await page.keyboard.press('Enter')
    await expect(places(page).first()).toBeFocused()
    for (let step = 0; step < place; step++) await page.keyboard.press('ArrowRight')
    return page.keyboard.press('Enter')
  })
  await expectDoors(page)
  expect(mia.troubles).toEqual([])
  await mia.tablet.close()
})

test('a bubble is dragged where it belongs; where it does not, a mark says so, and it comes back', async ({ family, browser, baseURL }) => {
  const mia = await intoGame(family, browser, baseURL, 'bubble-sort')
  const { page } = mia
  const bubble = bubbles(page).first()
  const right = await placeFor(page, 'color', bubble)
  const wrong = places(page).nth((right + 1) % 4)
  await turnAway(page)
  await bubble.dragTo(wrong)
  await expect(wrong.getByText('Not this one')).toBeAttached()
  await expect(page.getByText('Not there. Try again!')).toBeAttached()
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

  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page)
  await expect(page.getByRole('link', { name: /^Bubble Sort/ })).toBeFocused()
  expect(mia.troubles).toEqual([])
  await mia.tablet.close()
})

test('it looks well in light and dark, with a bubble in the hand', async ({ family, browser, baseURL }) => {
  const mia = await intoGame(family, browser, baseURL, 'bubble-sort', { viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = mia
  await bubbles(page).first().tap()
  await expect(bubbles(page).first()).toHaveAttribute('aria-pressed', 'true')
  await expectGoodLooks(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  expect(mia.troubles).toEqual([])
  await mia.tablet.close()
})
