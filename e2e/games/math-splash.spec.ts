import type { Locator, Page } from '@playwright/test'
import { expectAnnounced } from '../actions.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits } from '../accessibility.ts'
import { stopClock } from '../page-clock.ts'
import { atDesk, expectDoors, inGame, expectFocus, intoGame, tabletByTouch, readSum } from './playground.ts'

const answers = (page: Page) => page.getByRole('button', { name: /^\d+$/ })
const splash = (page: Page) => inGame(page).getByText('SPLASH!', { exact: true })
const creatures = (page: Page) => page.locator('[data-creature]')

async function answerRightly(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  await press(page.getByRole('button', { name: String((await readSum(page)).right), exact: true }))
  await expect(splash(page)).toBeVisible()
  // The game has the focus while its answers are hidden.
  await expectFocus(page, 'Math Splash!')
  await page.clock.fastForward(2000)
  await expect(splash(page)).toHaveCount(0)
  await expectAnnounced(page, 'Splash! Great job!')
}

/** Six correct answers on each level up to that one. */
async function playUpTo(last: number, page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  await stopClock(page)
  for (let level = 1; level <= last; level++) {
    await expect(page.getByText(`Level ${level} of 5`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show Me' })).toHaveCount(level === 1 || level === 3 ? 1 : 0)
    for (let correct = 0; correct < 6; correct++) await answerRightly(page, press)
  }
  await expect(page.getByText(`Level ${Math.min(last + 1, 5)} of 5`)).toBeVisible()
}

test('Mia plays Math Splash! to its end with her finger, and its exit leads back to its door', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'math-splash', { ...tabletByTouch, reducedMotion: 'reduce' })
  await playUpTo(5, page, (button) => button.tap())
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'math-splash')
})

test('the first level by the keyboard alone', async ({ family, openContext }) => {
  const { page } = await intoGame(family, openContext, 'math-splash', atDesk)
  const press = async (button: Locator) => {
    for (let tab = 0; tab < 20 && !(await button.evaluate((element) => element === document.activeElement)); tab++)
      await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await playUpTo(1, page, press)
  await press(page.getByRole('button', { name: 'Exit' }))
  await expectDoors(page, 'math-splash')
})

test('a wrong answer is marked for a second; help shows as many frogs, and fish of which some swim away, and hides again', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'math-splash')
  await stopClock(page)
  const press = (button: Locator) => button.tap()
  const { right } = await readSum(page)
  await expect(answers(page)).toHaveCount(3)
  const numbers = (await answers(page).allTextContents()).map(Number)
  await answers(page)
    .nth((numbers.indexOf(right) + 1) % 3)
    .tap()
  await expect(page.getByText('Not this one')).toBeVisible()
  // Locked: even the right one does nothing yet.
  await page.getByRole('button', { name: String(right), exact: true }).tap()
  await expect(splash(page)).toHaveCount(0)
  await page.clock.fastForward(1000)
  await expectAnnounced(page, 'Not yet. Try again!')
  await expect(page.getByText('Not this one')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Me' }).tap()
  await expect(creatures(page)).toHaveCount(right)
  await page.clock.resume()
  await expectAccessibleAndFits(page)
  await stopClock(page)
  await page.getByRole('button', { name: 'Hide Help' }).tap()
  await expect(creatures(page)).toHaveCount(0)
  await page.getByRole('button', { name: String(right), exact: true }).tap()
  await expect(inGame(page).getByText('Great job!')).toBeVisible()
  // The otter that cheers is not seen over the one in the pond.
  for (const below of await page.locator('[data-cheer]').locator('xpath=preceding-sibling::*').all())
    await expect(below).toHaveCSS('opacity', '0')
  await page.clock.fastForward(1999)
  await expect(splash(page)).toBeVisible()
  await page.clock.fastForward(1)
  await expect(splash(page)).toHaveCount(0)
  await expect(page.getByText('1 of 6 correct')).toBeAttached()
  await page.setViewportSize({ width: 390, height: 844 })
  for (let correct = 0; correct < 11; correct++) await answerRightly(page, press)
  await page.getByRole('button', { name: 'Show Me' }).tap()
  const { first, second } = await readSum(page)
  await expect(page.getByText(`${first} fish, ${second} swim`)).toBeAttached()
  // All of them are there, and some are crossed out; where things may move, these swim away first.
  await expect(creatures(page)).toHaveCount(first)
  const away = page.locator('[data-away]')
  await expect(away).toHaveCount(second)
  await expect(away.locator('> span')).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide Help' }).tap()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: 'Show Me' }).tap()
  await expect(creatures(page)).toHaveCount(first)
  await expect(away.locator('> span')).toHaveCount(second)
  const swum = await away.locator('> span').evaluateAll((all) =>
    all.map((fish) => {
      for (const animation of fish.getAnimations()) animation.finish()
      return getComputedStyle(fish).opacity
    }),
  )
  expect(swum).toEqual(Array(second).fill('0'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.resume()
  await expectAccessibleAndFits(page)
})
