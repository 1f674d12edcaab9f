import type { Locator, Page } from '@playwright/test'
import type { Glyph } from '#domain/games/alphabet-bubbls/glyphs.ts'
import { canvasSize, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import { pathOf, type Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { expectAnnounced } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits, expectNotToScroll, expectToFit, screens } from '../accessibility.ts'
import { turnAway, turnBack } from '../page-clock.ts'
import { expectDoors, inGame, intoGame, placesOf } from './playground.ts'

const paper = (page: Page) => page.getByRole('button', { name: /: draw the next dot$/ })
const skip = (page: Page) => page.getByRole('button', { name: 'Skip' })
const strokeLine = (page: Page) => inGame(page).getByText(/^Stroke \d/)
const start = (page: Page) => page.locator('[data-start]')

async function expectPlace(page: Page, glyph: Glyph, stroke = 1): Promise<void> {
  const number = glyph.toUpperCase().charCodeAt(0) - 64
  await expect(page.getByText(`Letter ${number} of 26`, { exact: true })).toBeVisible()
  await expect(strokeLine(page)).toHaveText(`Stroke ${stroke} of ${letterOf(glyph).strokes.length}`)
  await expect(paper(page)).toHaveAccessibleName(
    new RegExp(`^${glyph === glyph.toUpperCase() ? 'Capital' : 'Small'} ${glyph.toUpperCase()}:`),
  )
}

/** A finger on the paper, told in the paper's own units. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const draw = async (way: readonly Point[]) => {
    const box = await boxOf(paper(page))
    for (const [index, [x, y]] of way.entries()) {
      const touchPoints = [{ x: box.x + (x / canvasSize) * box.width, y: box.y + (y / canvasSize) * box.height }]
      await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints })
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  return {
    draw,
    /** A tap with no time before it. */
    async tapOn(target: Locator) {
      const box = await boxOf(target)
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
      })
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
    /** All strokes of a letter, as a hand draws them: seen here and there. */
    async trace(glyph: Glyph) {
      for (const [index, stroke] of letterOf(glyph).strokes.entries()) {
        await expectPlace(page, glyph, index + 1)
        await draw(placesOf(stroke))
      }
    },
    /** A stroke tapped dot by dot: it counts before its last one. */
    async tap(glyph: Glyph, index: number) {
      const stroke = letterOf(glyph).strokes[index]
      for (const dot of stroke === undefined ? [] : placesOf(stroke)) {
        if ((await strokeLine(page).textContent())?.startsWith(`Stroke ${index + 1} `) !== true) return
        await draw([dot])
      }
    },
  }
}

/** Skips letters until the one given is to be drawn. */
async function skipTo(
  page: Page,
  from: Glyph,
  to: Glyph,
  press: () => Promise<void> = () => skip(page).click(),
): Promise<void> {
  for (let letter = from.charCodeAt(0); letter < to.charCodeAt(0); letter++) await press()
  await expectPlace(page, to)
}

/** Both letters: after the capital comes its small one, after that 'Amazing!' for two seconds. */
async function writeBoth(page: Page, capital: 'A' | 'J' | 'Z', write: (glyph: Glyph) => Promise<void>): Promise<void> {
  await write(capital)
  await page.clock.runFor(900)
  await write(capital.toLowerCase() as Glyph)
  await afterAmazing(page)
}

async function afterAmazing(page: Page): Promise<void> {
  await expect(inGame(page).getByText('Amazing!')).toBeVisible()
  await page.clock.runFor(2000)
  await expect(inGame(page).getByText('Amazing!')).toBeHidden()
}

test('Mia traces letters with her finger, the last one to the end of the alphabet', async ({ family, openContext }) => {
  const { page } = await intoGame(family, openContext, 'alphabet-bubbls')
  const finger = await fingerOn(page)
  await writeBoth(page, 'A', finger.trace)

  await expectPlace(page, 'B')
  await finger.tap('B', 0)
  await expectPlace(page, 'B', 2)
  await skipTo(page, 'B', 'J')
  await writeBoth(page, 'J', finger.trace)

  await skipTo(page, 'K', 'Z')
  await writeBoth(page, 'Z', finger.trace)
  await expect(inGame(page).getByText('Congratulations!')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expectDoors(page, 'alphabet-bubbls')
})

test('the whole game by keyboard alone: arrows draw letters that are recorded, Enter leads on and records nothing', async ({
  family,
  openContext,
}) => {
  const { id, page, tablet } = await intoGame(family, openContext, 'alphabet-bubbls', {
    viewport: { width: 1440, height: 900 },
  })
  await expect(paper(page)).toBeFocused()
  const isAt = async (stroke: number) =>
    (await start(page).count()) > 0 && (await strokeLine(page).textContent())?.startsWith(`Stroke ${stroke} `)
  const write = async (glyph: Glyph) => {
    for (let stroke = 1; stroke <= letterOf(glyph).strokes.length; stroke++) {
      await expectPlace(page, glyph, stroke)
      // The first dot ends the demonstration; a stroke counts before its last one.
      do await page.keyboard.press(stroke % 2 === 0 ? 'Enter' : 'Space')
      while (await isAt(stroke))
    }
  }
  const arrows = async (glyph: Glyph) => {
    for (const [index, way] of letterOf(glyph).strokes.entries()) {
      await expectPlace(page, glyph, index + 1)
      const dots = placesOf(way)
      do {
        // The green dot is the next one; while the letter is shown, the first.
        const place = (await start(page).count()) > 0 ? await start(page).getAttribute('transform') : null
        const next = Math.max(
          1,
          dots.findIndex(([x, y]) => place === `translate(${x} ${y})`),
        )
        const [x, y] = [0, 1].map((axis) => (dots[next]?.[axis] ?? 0) - (dots[next - 1]?.[axis] ?? 0)) as [
          number,
          number,
        ]
        await page.keyboard.press(
          Math.abs(x) > Math.abs(y) ? (x > 0 ? 'ArrowRight' : 'ArrowLeft') : y > 0 ? 'ArrowDown' : 'ArrowUp',
        )
      } while (await isAt(index + 1))
    }
  }
  await expect(paper(page)).toHaveAccessibleDescription('The arrow keys draw the letter.')
  await writeBoth(page, 'A', arrows)

  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Tab')
  await expect(skip(page)).toBeFocused()
  await skipTo(page, 'B', 'Z', () => page.keyboard.press('Enter'))
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press('Shift+Tab')
  await expect(paper(page)).toBeFocused()
  await writeBoth(page, 'Z', write)
  await expect(inGame(page).getByText('Congratulations!')).toBeVisible()
  await page.keyboard.press('Enter')
  await expectDoors(page, 'alphabet-bubbls')
  const kept = async (): Promise<{ item: string }[]> =>
    (await tablet.request.get(`/api/family-members/${id}/practice`)).json()
  await expect.poll(async () => (await kept()).map(({ item }) => item)).toEqual(['A', 'a'])
})

test('a finger that misses the start takes nothing away: a hint comes, then the letter is shown again', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'alphabet-bubbls')
  const finger = await fingerOn(page)
  const demonstration = page.locator('[data-demonstration]')
  await expect(demonstration).toBeVisible()
  const [first] = letterOf('A').strokes
  const points = first?.points ?? []
  // A third of the first stroke is not enough, but stays.
  await finger.draw(points.slice(0, 8))
  await expect(demonstration).toHaveCount(0)
  await expectPlace(page, 'A')
  const begun = await start(page).getAttribute('transform')
  await finger.draw([[380, 380]])
  await expect(page.locator('[data-hint]')).toHaveCount(0)
  await finger.draw([[380, 380]])
  await expect(page.locator('[data-hint]')).toBeVisible()
  await expectAnnounced(page, 'Begin at the green dot.')
  expect(await start(page).getAttribute('transform')).toBe(begun)
  await finger.draw([[380, 380]])
  await expect(demonstration).toBeVisible()

  // A scribble is refused, and the stroke shows at once how it goes.
  await page.getByRole('button', { name: 'Reset Stroke' }).click()
  await finger.draw(points.slice(0, 8))
  await expect(demonstration).toHaveCount(0)
  await finger.draw([points[7] ?? [0, 0], [20, 380], [380, 20], [380, 380], [20, 20]])
  await expect(demonstration).toBeVisible()
  await expectAnnounced(page, 'Stroke 1 of 3. Begin at the green dot.')

  await page.getByRole('button', { name: 'Reset Stroke' }).click()
  await finger.draw([[380, 380]])
  await expect(start(page)).not.toHaveAttribute('transform', begun ?? '')
  await finger.draw(points)
  // A tap right after a quick stroke is not taken for the end of a fling.
  await finger.tapOn(skip(page))
  await expectPlace(page, 'B')

  await page.getByRole('button', { name: 'Hear and see the letter again' }).click()
  await expect(demonstration).toBeVisible()
  // A letter that is skipped while it is shown is not shown over the next one.
  for (const letter of ['C', 'D'] as const) {
    await skip(page).click()
    await expectPlace(page, letter)
    const shown = demonstration.locator('[data-ink]')
    await expect(shown).toHaveCount(letterOf(letter).strokes.length)
    await expect(shown.first()).toHaveAttribute('d', pathOf(letterOf(letter).strokes[0]?.points ?? []))
  }
  await page.getByRole('button', { name: 'Exit' }).click()
  await expectDoors(page, 'alphabet-bubbls')
})

test("a round of today's practice: what was drawn is kept, what was skipped comes again, and it ends", async ({
  family,
  openContext,
}) => {
  const { id, page, tablet } = await intoGame(family, openContext, 'alphabet-bubbls')
  await page.getByRole('button', { name: 'Exit' }).click()
  await page.getByRole('link', { name: "Today's practice: Alphabet Bubbls" }).click()
  await expect(page.getByText('0 of 8 answered')).toBeAttached()
  const finger = await fingerOn(page)
  for (const [index, stroke] of letterOf('A').strokes.entries()) {
    await expect(strokeLine(page)).toHaveText(`Stroke ${index + 1} of 3`)
    await finger.draw(placesOf(stroke))
  }
  // Time stands still while the page is hidden.
  await expect(inGame(page).getByText('Amazing!')).toBeVisible()
  await turnAway(page)
  await page.clock.runFor(5000)
  await expect(inGame(page).getByText('Amazing!')).toBeVisible()
  await turnBack(page)
  await afterAmazing(page)
  await expect(page.getByText('1 of 8 answered')).toBeAttached()
  await expect(paper(page)).toHaveAccessibleName(/^Capital B/)
  await skip(page).click()
  await expect(page.getByText('2 of 8 answered')).toBeAttached()
  const done = page.getByRole('button', { name: 'Done' })
  for (let skips = 0; skips < 14 && !(await done.isVisible()); skips++) await skip(page).click()
  // One letter of sixteen is no success.
  await expect(inGame(page).getByText("That's all!")).toBeVisible()
  await expect(done).toBeFocused()
  await page.keyboard.press('Enter')
  await expectDoors(page)
  // The first result of each letter.
  const kept: { item: string; lately: string[] }[] = await (
    await tablet.request.get(`/api/family-members/${id}/practice`)
  ).json()
  const firstOf = (letter: string) => kept.find(({ item }) => item === letter)?.lately[0]
  expect(firstOf('A')).toMatch(/right|slow/)
  expect(firstOf('B')).toBe('wrong')
})

test('the game looks well in light and dark, fits every screen, and stands still for who wants it', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'alphabet-bubbls', {
    reducedMotion: 'reduce',
    viewport: { width: 820, height: 1180 },
  })
  await expect(page.locator('[data-demonstration]')).toHaveCount(0)
  // One still picture a stroke.
  await expect(page.getByRole('list', { includeHidden: true }).locator('svg')).toHaveCount(3)
  await expectAccessibleAndFits(page)
  for (const [width, height] of [...screens, [844, 390] as const]) {
    await page.setViewportSize({ width, height })
    await expectNotToScroll(page)
    await expectToFit(page)
    expect((await boxOf(paper(page))).width).toBeGreaterThan(260)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await skipTo(page, 'A', 'Z')
  await skip(page).click()
  // A skipped alphabet is no success.
  await expect(inGame(page).getByText("That's all!")).toBeVisible()
  await expectAccessibleAndFits(page)
})
