import type { Locator, Page } from '@playwright/test'
import { expectAnnounced } from '../actions.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits } from '../accessibility.ts'
import { stopClock } from '../page-clock.ts'
import { expectDoors, expectFocus, expectSound, inGame, intoGame, readSum, tabTo } from './playground.ts'

const answers = (page: Page) => page.getByRole('button', { name: /^\d+$/ })
const help = (page: Page) => page.getByRole('button', { name: 'Show Me' })
const splash = (page: Page) => inGame(page).getByText('SPLASH!', { exact: true })
const creatures = (page: Page) => page.locator('[data-creature]')

async function answerRightly(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  await press(page.getByRole('button', { name: String((await readSum(page)).right), exact: true }))
  await expect(splash(page)).toBeVisible()
  // The game has the focus while its answers are hidden.
  await expectFocus(page, 'Math Splash!')
  await page.clock.fastForward(1999)
  await expect(splash(page)).toBeVisible()
  await page.clock.fastForward(1)
  await expect(splash(page)).toHaveCount(0)
  await expectAnnounced(page, 'Splash! Great job!')
}

test('Mia does sums with her finger and by keys, is told what is wrong, and counts frogs, and fish of which some swim away', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'math-splash', { reducedMotion: 'reduce' })
  await stopClock(page)
  const { right } = await readSum(page)
  const numbers = (await answers(page).allTextContents()).map(Number)
  expect(numbers).toHaveLength(3)
  await answers(page)
    .nth((numbers.indexOf(right) + 1) % 3)
    .tap()
  await expect(page.getByText('Not this one')).toBeVisible()
  await expectSound(page, 'oops')
  await page.clock.fastForward(1000)
  await expectAnnounced(page, 'Not yet. Try again!')
  await expect(page.getByText('Not this one')).toHaveCount(0)
  await help(page).tap()
  await expect(creatures(page)).toHaveCount(right)
  await page.clock.resume()
  await expectAccessibleAndFits(page)
  await stopClock(page)
  await page.getByRole('button', { name: 'Hide Help' }).tap()
  await expect(creatures(page)).toHaveCount(0)
  await page.getByRole('button', { name: String(right), exact: true }).tap()
  await expectSound(page, 'right')
  await expect(inGame(page).getByText('Great job!')).toBeVisible()
  // The otter that cheers is not seen over the one in the pond.
  for (const below of await page.locator('[data-cheer]').locator('xpath=preceding-sibling::*').all())
    await expect(below).toHaveCSS('opacity', '0')
  await page.clock.fastForward(2000)
  await expect(page.getByText('1 of 6 correct')).toBeAttached()
  for (let correct = 1; correct < 6; correct++) await answerRightly(page, (button) => button.tap())
  await expectSound(page, 'done')

  await expect(page.getByText('Level 2 of 5')).toBeVisible()
  await expect(help(page)).toHaveCount(0)
  for (let correct = 0; correct < 6; correct++)
    await answerRightly(page, async (button) => {
      await tabTo(page, button)
      await page.keyboard.press('Enter')
    })
  await expect(page.getByText('Level 3 of 5')).toBeVisible()
  await help(page).tap()
  const { first, second } = await readSum(page)
  await expect(page.getByText(`${first} fish, ${second} swim`)).toBeAttached()
  // All of them are there, and some are crossed out; where things may move, these swim away first.
  const away = page.locator('[data-away]')
  await expect(creatures(page)).toHaveCount(first)
  await expect(away).toHaveCount(second)
  await expect(away.locator('> span')).toHaveCount(0)
  await page.clock.resume()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleAndFits(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(away.locator('> span')).toHaveCount(second)
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'math-splash')
})
