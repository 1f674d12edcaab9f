import type { Locator, Page } from '@playwright/test'
import { expectAnnounced } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits, expectNotToScroll } from '../accessibility.ts'
import { stopClock, turnAway, turnBack } from '../page-clock.ts'
import { drawByFinger, expectDoors, expectFocus, expectSound, inGame, intoGame } from './playground.ts'

const slots = (page: Page) => page.getByRole('list', { name: 'Your word' })
const pool = (page: Page) => page.getByRole('list', { name: 'Letters' })
const given = (page: Page) => slots(page).getByRole('button', { name: /give back/ })
const letterIn = (page: Page, letter = '') => pool(page).getByRole('button', { name: letter, exact: true }).first()
const pop = (page: Page) => inGame(page).getByText('Pop!', { exact: true })

/** Returns the word of the picture, once its letters are enabled. */
async function wordOf(page: Page): Promise<string> {
  await expect(pool(page).getByRole('button').first()).toBeEnabled()
  return (await page.locator('section[aria-labelledby="game"] svg[role="img"]').getAttribute('aria-label')) ?? ''
}

/** The success overlay is there, and goes after three seconds. */
async function expectPop(page: Page): Promise<void> {
  await expect(pop(page)).toBeVisible()
  await expectFocus(page, 'Word Pop')
  await page.clock.runFor(3000)
  await expect(pop(page)).toBeHidden()
}

/** A finger that drags quickly, and taps something else with no time between. */
async function dragThenTap(page: Page, ...[from, to, next]: [Locator, Locator, Locator]): Promise<void> {
  const middleOf = async (place: Locator) => {
    const { x, y, width, height } = await boxOf(place)
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [begin, end, tap] = [await middleOf(from), await middleOf(to), await middleOf(next)]
  await drawByFinger(page, [
    begin,
    ...[0.3, 0.6, 1].map((way) => ({ x: begin.x + (end.x - begin.x) * way, y: begin.y + (end.y - begin.y) * way })),
  ])
  await drawByFinger(page, [tap])
}

test('Mia drags, taps, types and chooses by arrows the letters of eighteen words, and stands before the doors again', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'word-pop', { reducedMotion: 'reduce' })
  const first = await wordOf(page)
  await expectFocus(page, 'Word Pop')
  await expectAnnounced(page, `Letter Match: ${first}`)
  // The tap on a second letter at once is not lost.
  await dragThenTap(
    page,
    letterIn(page, first.at(-1)),
    slots(page).getByRole('listitem').last(),
    letterIn(page, first[0]),
  )
  await expect(slots(page).getByRole('listitem').last().getByRole('button')).toHaveAccessibleName(
    new RegExp(`^${first.at(-1)} ?place ${first.length} of ${first.length}, give back$`),
  )
  await expect(given(page)).toHaveCount(2)
  await expectAnnounced(page, `${first[0]}, place 1 of ${first.length}`)
  await expectSound(page, 'pop')
  await page.keyboard.press('Backspace')
  await expect(given(page)).toHaveCount(1)
  await expectAnnounced(page, `${first.at(-1)}, given back`)
  await given(page).tap()
  await expect(given(page)).toHaveCount(0)
  // Keys act where the focus is.
  const exit = page.getByRole('button', { name: 'Exit' })
  await exit.focus()
  await page.keyboard.type(first.slice(0, 1))
  await page.keyboard.press('ArrowRight')
  await expect(exit).toBeFocused()
  await expect(given(page)).toHaveCount(0)

  await stopClock(page)
  const ways = [
    async (word: string) => {
      for (const letter of word) await letterIn(page, letter).tap()
    },
    async (word: string) => {
      for (const letter of word) {
        for (let steps = 0; steps < 12; steps++) {
          if ((await page.evaluate(() => document.activeElement?.textContent)) === letter) break
          await page.keyboard.press('ArrowRight')
        }
        await page.keyboard.press('Enter')
      }
    },
  ]
  for (const level of ['Letter Match', 'Word Scramble', 'Spelling Bee']) {
    await expect(page.getByText(level, { exact: true })).toBeVisible()
    for (let word = 1; word <= 6; word++) {
      await expect(page.getByText(`Word ${word} of 6`)).toBeAttached()
      await (ways.shift() ?? page.keyboard.type.bind(page.keyboard))(await wordOf(page))
      await expectSound(page, 'right')
      await expectPop(page)
    }
  }
  await expectDoors(page, 'word-pop')
})

test('a wrong word stays, shows which letters are right, and gives back those that are tapped; nothing goes on unseen', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'word-pop', { viewport: { width: 390, height: 844 } })
  const word = await wordOf(page)
  const rotated = word.slice(1) + word.slice(0, 1)
  const isRight = (slot: number) => rotated[slot] === word[slot]
  await page.keyboard.type(rotated.slice(0, 1))
  await expectAccessibleAndFits(page)
  await expectNotToScroll(page)
  await stopClock(page)
  await page.keyboard.type(rotated.slice(1))
  await expectSound(page, 'oops')
  await page.clock.runFor(900)
  await expectAnnounced(page, 'Not yet. Try again!')
  await expect(given(page)).toHaveCount(word.length)
  for (const [slot, each] of (await slots(page).getByRole('listitem').all()).entries())
    await expect(each).toContainText(isRight(slot) ? 'Right' : 'Not this one')
  await given(page).first().tap()
  await expect(slots(page).getByRole('listitem').first()).not.toContainText('Not this one')
  // The Backspace key takes the wrong letters back, and leaves right ones.
  const wrong = word
    .split('')
    .map((_, slot) => slot)
    .filter((slot) => slot > 0 && !isRight(slot))
  for (const _ of wrong) await page.keyboard.press('Backspace')
  await expect(given(page)).toHaveCount(word.length - 1 - wrong.length)
  for (const slot of [0, ...wrong]) await page.keyboard.press(word.charAt(slot))
  await expect(pop(page)).toBeVisible()
  await turnAway(page)
  await page.clock.resume()
  await expectAccessibleAndFits(page)
  await page.clock.runFor(10_000)
  await expect(pop(page)).toBeVisible()
  await turnBack(page)
  await expectPop(page)

  // A swipe back leaves the game as its exit does, and going forward starts it from the beginning.
  await page.goBack()
  await expectDoors(page, 'word-pop')
  await page.goForward()
  await expect(page.getByText('Word 1 of 6')).toBeAttached()
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'word-pop')
})
