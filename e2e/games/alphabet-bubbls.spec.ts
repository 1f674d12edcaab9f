import type { Page } from '@playwright/test'
import { isCapital } from '#domain/games/alphabet-bubbls/alphabet-bubbls.ts'
import type { Glyph } from '#domain/games/alphabet-bubbls/glyphs.ts'
import { canvasSize, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import type { Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { expectAnnounced } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits, expectNotToScroll, expectToFit, screens } from '../accessibility.ts'
import { drawByFinger, expectDoors, expectSound, inGame, intoGame, placesOf } from './playground.ts'

const paper = (page: Page) => page.getByRole('application', { name: /: draw the next dot$/ })
const skip = (page: Page) => page.getByRole('button', { name: 'Skip' })
const strokeLine = (page: Page) => inGame(page).getByText(/^Stroke \d/)
const start = (page: Page) => page.locator('[data-start]')
const demonstration = (page: Page) => page.locator('[data-demonstration]')

async function expectPlace(page: Page, glyph: Glyph, stroke = 1): Promise<void> {
  await expect(strokeLine(page)).toHaveText(`Stroke ${stroke} of ${letterOf(glyph).strokes.length}`)
  await expect(paper(page)).toHaveAccessibleName(
    new RegExp(`^${isCapital(glyph) ? 'Capital' : 'Small'} ${glyph.toUpperCase()}:`),
  )
}

/** Draws with a finger along points in the paper's own units. */
async function draw(page: Page, way: readonly Point[]): Promise<void> {
  const { x: left, y: top, width } = await boxOf(paper(page))
  const scale = width / canvasSize
  await drawByFinger(
    page,
    way.map(([x, y]) => ({ x: left + x * scale, y: top + y * scale })),
  )
}

/** Draws a letter by a key for each stroke, or by one for all; a stroke is drawn before its last dot. */
async function drawByKeys(page: Page, glyph: Glyph, ...keys: [string, ...string[]]): Promise<void> {
  for (let stroke = 1; stroke <= letterOf(glyph).strokes.length; stroke++) {
    await expectPlace(page, glyph, stroke)
    do await page.keyboard.press(keys[stroke - 1] ?? keys[0])
    while (
      (await start(page).count()) > 0 &&
      (await strokeLine(page).textContent())?.startsWith(`Stroke ${stroke} `) === true
    )
    await expectSound(page, stroke < letterOf(glyph).strokes.length ? 'pop' : isCapital(glyph) ? 'right' : 'done')
  }
}

async function skipUpTo(page: Page, from: Glyph, to: Glyph, press: () => Promise<void>): Promise<void> {
  for (let letter = from.charCodeAt(0); letter < to.charCodeAt(0); letter++) await press()
  await expectPlace(page, to)
}

/** Cheers for two seconds. */
async function expectAmazing(page: Page): Promise<void> {
  await expect(inGame(page).getByText('Amazing!')).toBeVisible()
  await page.clock.runFor(2000)
  await expect(inGame(page).getByText('Amazing!')).toBeHidden()
}

test('Mia draws A by arrow keys and the last letter with her finger, which is kept, and a dot by dot, which is not', async ({
  family,
  openContext,
}) => {
  const { id, page, tablet } = await intoGame(family, openContext, 'alphabet-bubbls')
  await expect(paper(page)).toBeFocused()
  await expect(paper(page)).toHaveAccessibleDescription('The arrow keys draw the letter.')
  await expect(page.getByText('Letter 1 of 26', { exact: true })).toBeVisible()
  await drawByKeys(page, 'A', 'ArrowDown', 'ArrowDown', 'ArrowRight')
  await page.clock.runFor(900)
  await drawByKeys(page, 'a', 'Enter')
  await expectAmazing(page)

  await skip(page).focus()
  await skipUpTo(page, 'B', 'Z', () => page.keyboard.press('Enter'))
  for (const glyph of ['Z', 'z'] as const) {
    for (const [index, stroke] of letterOf(glyph).strokes.entries()) {
      await expectPlace(page, glyph, index + 1)
      await draw(page, placesOf(stroke))
    }
    await page.clock.runFor(900)
  }
  await expectAmazing(page)
  await expect(inGame(page).getByText('Congratulations!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectDoors(page, 'alphabet-bubbls')
  const kept = async (): Promise<{ item: string }[]> =>
    (await tablet.request.get(`/api/family-members/${id}/practice`)).json()
  await expect.poll(async () => (await kept()).map(({ item }) => item).toSorted()).toEqual(['A', 'Z', 'z'])
})

test('a finger that misses the start gets a hint, then is shown the letter again; a skipped alphabet is no success', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'alphabet-bubbls')
  const points = letterOf('A').strokes[0]?.points ?? []
  await expect(demonstration(page)).toBeVisible()
  // A third of the first stroke is not enough, but stays.
  await draw(page, points.slice(0, 8))
  await expect(demonstration(page)).toHaveCount(0)
  await expectPlace(page, 'A')
  const begun = (await start(page).getAttribute('transform')) ?? ''
  for (let miss = 0; miss < 2; miss++) await draw(page, [[380, 380]])
  await expect(page.locator('[data-hint]')).toBeVisible()
  await expectSound(page, 'oops')
  await expectAnnounced(page, 'Begin at the green dot.')
  await expect(start(page)).toHaveAttribute('transform', begun)
  await draw(page, [[380, 380]])
  await expect(demonstration(page)).toBeVisible()

  await page.getByRole('button', { name: 'Reset Stroke' }).click()
  await draw(page, [[380, 380]])
  await expect(start(page)).not.toHaveAttribute('transform', begun)
  const { x, y, width, height } = await boxOf(skip(page))
  await draw(page, points)
  // A tap right after a quick stroke is not taken for the end of a fling.
  await drawByFinger(page, [{ x: x + width / 2, y: y + height / 2 }])
  await expectPlace(page, 'B')

  await page.getByRole('button', { name: 'Hear and see the letter again' }).click()
  await expect(demonstration(page)).toBeVisible()
  // A letter that is skipped while it is shown is not shown over the next one.
  await skip(page).click()
  await expectPlace(page, 'C')
  await expect(demonstration(page).locator('[data-ink]')).toHaveCount(letterOf('C').strokes.length)
  await skipUpTo(page, 'C', 'Z', () => skip(page).click())
  await skip(page).click()
  await expect(inGame(page).getByText("That's all!")).toBeVisible()
  await expectAccessibleAndFits(page)
})

test('where nothing may move, pictures show the letter; it fits every screen; a letter skipped in a round of practice is kept as missed', async ({
  family,
  openContext,
}) => {
  const { id, page, tablet } = await intoGame(family, openContext, 'alphabet-bubbls', { reducedMotion: 'reduce' })
  // One still picture a stroke.
  await expect(page.getByRole('list', { includeHidden: true }).locator('svg')).toHaveCount(3)
  await expect(demonstration(page)).toHaveCount(0)
  await expectAccessibleAndFits(page)
  for (const [width, height] of [...screens, [844, 390] as const]) {
    await page.setViewportSize({ width, height })
    await expectNotToScroll(page)
    await expectToFit(page)
    expect((await boxOf(paper(page))).width).toBeGreaterThan(260)
  }
  await page.getByRole('button', { name: 'Exit' }).click()

  await page.getByRole('link', { name: "Today's practice: Alphabet Bubbls" }).click()
  await expect(page.getByText('0 of 8 answered')).toBeAttached()
  await skip(page).click()
  await expect(page.getByText('1 of 8 answered')).toBeAttached()
  const done = page.getByRole('button', { name: 'Done' })
  for (let skips = 1; skips < 16 && !(await done.isVisible()); skips++) await skip(page).click()
  await expect(inGame(page).getByText("That's all!")).toBeVisible()
  await expect(done).toBeFocused()
  await page.keyboard.press('Enter')
  await expectDoors(page)
  const kept: { item: string; lately: string[] }[] = await (
    await tablet.request.get(`/api/family-members/${id}/practice`)
  ).json()
  expect(kept.find(({ item }) => item === 'A')?.lately[0]).toBe('wrong')
})
