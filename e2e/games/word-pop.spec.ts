import type { Locator, Page } from '@playwright/test'
import { expectAnnounced } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits, expectNotToScroll } from '../accessibility.ts'
import { stopClock, turnAway, turnBack } from '../page-clock.ts'
import { atDesk, expectDoors, inGame, expectFocus, intoGame, tabletByTouch } from './playground.ts'

const levels = ['Letter Match', 'Word Scramble', 'Spelling Bee']

const slots = (page: Page) => page.getByRole('list', { name: 'Your word' })
const pool = (page: Page) => page.getByRole('list', { name: 'Letters' })
const letterIn = (list: Locator, letter: string) => list.getByRole('button', { name: letter, exact: true }).first()
const given = (page: Page) => slots(page).getByRole('button', { name: /give back/ })

/** Returns the word of the picture, once its letters are enabled. */
async function wordOf(page: Page): Promise<string> {
  await expect(pool(page).getByRole('button').first()).toBeEnabled()
  return (await page.locator('section[aria-labelledby="game"] svg[role="img"]').getAttribute('aria-label')) ?? ''
}

/** The success overlay is there, and goes after three seconds. */
async function expectPop(page: Page): Promise<void> {
  const pop = inGame(page).getByText('Pop!', { exact: true })
  await expect(pop).toBeVisible()
  await expectFocus(page, 'Word Pop')
  await page.clock.runFor(3000)
  await expect(pop).toBeHidden()
}

/** Taps the bubbles of a word where they are; a bubble that was taken leaves its place free. */
async function tapOut(page: Page, word: string): Promise<void> {
  const bubbles = await pool(page)
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((bubble) => ({
        letter: bubble.textContent,
        rect: bubble.getBoundingClientRect().toJSON() as DOMRect,
      })),
    )
  for (const letter of word) {
    const [bubble] = bubbles.splice(
      bubbles.findIndex((each) => each.letter === letter),
      1,
    )
    const { x = 0, y = 0, width = 0, height = 0 } = bubble?.rect ?? {}
    await page.touchscreen.tap(x + width / 2, y + height / 2)
  }
}

/** A finger that drags quickly, and taps something else with no time between. */
async function dragThenTap(page: Page, from: Locator, to: Locator, next: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const middleOf = async (place: Locator) => {
    const { x, y, width, height } = await boxOf(place)
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [begin, end, tap] = [await middleOf(from), await middleOf(to), await middleOf(next)]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  // A slow tablet: what waits for its turn there comes later than the next tap.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await touch('touchStart', begin)
  for (let step = 1; step <= 6; step++)
    await touch('touchMove', {
      x: begin.x + ((end.x - begin.x) * step) / 6,
      y: begin.y + ((end.y - begin.y) * step) / 6,
    })
  await touch('touchEnd')
  await touch('touchStart', tap)
  await touch('touchEnd')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

/** Eighteen words in three levels, each spelled by `spell`. */
async function playThrough(page: Page, spell: (word: string) => Promise<void>): Promise<void> {
  await stopClock(page)
  for (const level of levels) {
    await expect(page.getByText(level, { exact: true })).toBeVisible()
    for (let word = 1; word <= 6; word++) {
      await expect(page.getByText(`Word ${word} of 6`)).toBeAttached()
      await spell(await wordOf(page))
      await expectPop(page)
    }
  }
  await page.clock.resume()
}

test('Mia taps eighteen words together on her tablet, and stands before the doors again', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'word-pop', { ...tabletByTouch, reducedMotion: 'reduce' })
  await playThrough(page, (word) => tapOut(page, word))
  await expectDoors(page, 'word-pop')
})

test('at a desk the keyboard alone plays it: letters are typed, or chosen with arrows and Enter', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'word-pop', atDesk)
  const first = await wordOf(page)
  await expectFocus(page, 'Word Pop')
  await expectAnnounced(page, `Letter Match: ${first}`)
  await page.keyboard.type(first.slice(0, 1))
  await expect(given(page)).toHaveCount(1)
  await expectAnnounced(page, `${first.slice(0, 1)}, place 1 of ${first.length}`)
  await expectFocus(page, 'Letters')
  await page.keyboard.press('Backspace')
  await expect(given(page)).toHaveCount(0)
  await expectAnnounced(page, `${first.slice(0, 1)}, given back`)
  // Keys act where the focus is.
  await page.getByRole('button', { name: 'Exit' }).focus()
  await page.keyboard.type(first.slice(0, 1))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Exit' })).toBeFocused()
  await expect(given(page)).toHaveCount(0)
  await pool(page).getByRole('button').first().focus()
  let chosen = false
  await playThrough(page, async (word) => {
    if (chosen) return page.keyboard.type(word)
    chosen = true
    for (const letter of word) {
      await expect(async () => {
        await page.keyboard.press('ArrowRight')
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(letter)
      }).toPass({ intervals: [0] })
      await page.keyboard.press('Enter')
    }
    return undefined
  })
  await expectDoors(page)
})

test('a letter is dragged where it belongs; a wrong word stays, shows which letters are right, and gives back those that are tapped', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'word-pop')
  const word = await wordOf(page)
  const last = word.length - 1
  await dragThenTap(
    page,
    letterIn(pool(page), word.at(-1) ?? ''),
    slots(page).getByRole('listitem').nth(last),
    letterIn(pool(page), word.at(0) ?? ''),
  )
  await expect(slots(page).getByRole('listitem').nth(last).getByRole('button')).toHaveAccessibleName(
    new RegExp(`^${word.at(-1)} ?place ${word.length} of ${word.length}, give back$`),
  )
  // The tap on a second letter at once is not lost.
  await expect(given(page)).toHaveCount(2)
  await given(page).first().tap()
  await given(page).first().tap()
  await expect(given(page)).toHaveCount(0)
  await expect(pool(page).getByRole('button')).toHaveCount(word.length)

  await stopClock(page)
  await page.keyboard.type(word.slice(1) + word.slice(0, 1))
  await page.clock.runFor(900)
  await expectAnnounced(page, 'Not yet. Try again!')
  await expect(given(page)).toHaveCount(word.length)
  const rotated = word.slice(1) + word.slice(0, 1)
  const isRight = (slot: number) => rotated[slot] === word[slot]
  for (const [slot, each] of (await slots(page).getByRole('listitem').all()).entries())
    await expect(each).toContainText(isRight(slot) ? 'Right' : 'Not this one')
  await given(page).first().tap()
  await expect(given(page)).toHaveCount(word.length - 1)
  await expect(slots(page).getByRole('listitem').first()).not.toContainText('Not this one')
  // The Backspace key takes the wrong letters back, and leaves right ones.
  for (let slot = 1; slot < word.length; slot++) if (!isRight(slot)) await page.keyboard.press('Backspace')
  const right = word.split('').filter((_, slot) => isRight(slot) && slot > 0)
  await expect(given(page)).toHaveCount(right.length)
  for (const [slot, letter] of word.split('').entries())
    if (slot === 0 || !isRight(slot)) await page.keyboard.press(letter)
  await expectPop(page)
  await page.clock.resume()

  // A swipe back leaves the game as its exit does, and going forward starts it from the beginning.
  await page.goBack()
  await expectDoors(page, 'word-pop')
  await page.goForward()
  await expect(page.getByText('Word 1 of 6')).toBeAttached()
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'word-pop')
})

test('it looks well in light and dark, while spelling and when a word is done', async ({ family, openContext }) => {
  const { page } = await intoGame(family, openContext, 'word-pop', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const word = await wordOf(page)
  await page.keyboard.type(word.slice(0, 1))
  await expectAccessibleAndFits(page)
  await expectNotToScroll(page)
  await turnAway(page)
  await page.keyboard.type(word.slice(1))
  await expect(inGame(page).getByText('Pop!')).toBeVisible()
  await expectAccessibleAndFits(page)
  await page.clock.runFor(10_000)
  await expect(inGame(page).getByText('Pop!')).toBeVisible()
  await turnBack(page)
  await expectPop(page)
})
