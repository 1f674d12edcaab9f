import type { Page } from '@playwright/test'
import { boxOf } from '../board.ts'
import { expectSeen, expectToFit, expectUnseen } from '../accessibility.ts'
import { addQuest, expect, tabletOf, test } from '../family.ts'
import { kidTile, openBubble, pop, tapOn } from './tablet.ts'

/** A phone, a tablet held upright and one on its side; the columns of one, three and eight tiles. */
const screens = [
  [390, 844, [1, 2, 2]],
  [820, 1180, [1, 2, 3]],
  [1024, 768, [1, 2, 4]],
] as const

const counts = [1, 3, 8] as const
const titles = ['Dishes', 'Brush teeth', 'Sweep', 'Dust', 'Homework', 'Walk the dog', 'Feed the cat', 'Make the bed']

/** Today's tiles: the first one's top, the columns, the narrowest tile, and their share of the screen. */
const tilesOf = (page: Page) =>
  page.locator('section[aria-labelledby=kid-today]').evaluate((today) => {
    const boxes = [...today.querySelectorAll('article')].map((tile) => tile.getBoundingClientRect())
    const end = document.querySelector('[role=tablist]')?.getBoundingClientRect().top ?? 0
    const bottom = end > innerHeight / 2 ? end : innerHeight
    const seen = boxes.map((box) => box.width * Math.max(0, Math.min(box.bottom, bottom) - box.top))
    return {
      top: boxes[0]?.top ?? Infinity,
      columns: new Set(boxes.map(({ left }) => Math.round(left))).size,
      narrowest: Math.min(...boxes.map(({ width }) => width)),
      share: seen.reduce((sum, area) => sum + area, 0) / (innerWidth * innerHeight),
    }
  })

test("a child's tiles fill the screen below one row with one face, with the tabs at its lower edge", async ({
  family,
  mia,
  openContext,
}) => {
  const { page } = mia
  const foreign = [
    await tabletOf(mia.id, family, openContext, { locale: 'de-DE' }),
    await tabletOf(mia.id, family, openContext, { locale: 'es-ES' }),
  ]
  await openBubble(mia)
  const pages = [page, ...foreign.map((tablet) => tablet.page)]
  for (const each of pages.slice(1)) await each.goto(`/kid/${mia.id}`)
  for (const [at, count] of counts.entries()) {
    for (const title of titles.slice(counts[at - 1] ?? 0, count))
      await addQuest(family, title, 'To Do', { assigneeIds: [mia.id], recurring: 'daily' })
    for (const each of pages) {
      await expect(kidTile(each, titles[count - 1]!).first()).toBeAttached()
      for (const [width, height, columns] of screens) {
        await each.setViewportSize({ width, height })
        const measured = () => tilesOf(each)
        await expect.poll(measured, `${count} at ${width}`).toMatchObject({ columns: columns[at] })
        const { top, narrowest, share } = await measured()
        expect(top, `${count} at ${width}`).toBeLessThanOrEqual(150)
        expect(share, `${count} at ${width}`).toBeGreaterThan(0.58)
        expect(narrowest, `${count} at ${width}`).toBeGreaterThanOrEqual(count === 3 && width > 390 ? 360 : 150)
        await expectToFit(each)
      }
    }
  }

  const title = kidTile(page, 'Dishes').getByText('Dishes').first()
  const [head, tabs] = [page.getByRole('banner'), page.getByRole('tablist')]
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    expect(await title.evaluate((words) => Number.parseFloat(getComputedStyle(words).fontSize))).toBeGreaterThan(19.9)
    const [row, bar] = [await boxOf(head), await boxOf(tabs)]
    expect(row.height).toBeGreaterThanOrEqual(56)
    expect(row.height).toBeLessThan(70)
    if (width < height) expect([bar.x, bar.y, bar.width, bar.height]).toEqual([0, height - 72, width, 72])
    else expect(bar.y + bar.height).toBeLessThanOrEqual(row.height)
    await expect(page.locator('[data-face]')).toHaveCount(1)
    await expect(page.getByRole('complementary')).toHaveCount(0)
  }
})

test('"Tap a quest to complete it!" is in sight until the tenth pop, then for screen readers alone', async ({
  family,
  mia,
}) => {
  const { page } = mia
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await page.addInitScript(
    ([id]) => localStorage.setItem('pops', Array.from({ length: 9 }, () => id).join(' ')),
    [mia.id],
  )
  await openBubble(mia)
  const hint = page.getByRole('heading', { name: 'Tap a quest to complete it!' })
  await expectSeen(hint)
  await tapOn(page, 'Dishes').click()
  await pop(page).click()
  await expect(kidTile(page, 'Dishes')).toContainText('Done!')
  await expectUnseen(hint)
  await expect(hint).toBeAttached()
})
