import type { Locator, Page } from '@playwright/test'
import { addMember, toast, expectText } from './actions.ts'
import { addQuest, expect, test } from './family.ts'
import { expectAccessibleAndFits, expectNotToScroll, expectReadable, expectUnseen, screens } from './accessibility.ts'
import { columnOf, openWall, completerDialog } from './wall.ts'

/** The smallest text in pixels that is readable from across a kitchen. */
const smallest = 18

/** The sizes in pixels that titles, icons and names have. */
const sizes = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, sizeOf: (element: Element) => number) => [
      ...new Set([...document.querySelectorAll(selector)].map(sizeOf)),
    ]
    const fontSize = (element: Element) =>
      Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 1000) / 1000
    return {
      titles: all('article .font-display[style]', fontSize),
      icons: all('article svg:has(use)', (icon) => icon.getBoundingClientRect().width),
      names: all('h2', fontSize),
    }
  })

/** The number of a column's quests that its list shows whole. */
const seenWhole = (column: Locator) =>
  column.getByRole('list').evaluate((list) => {
    const edge = list.getBoundingClientRect().bottom + 1
    return [...list.children].filter((item) => item.getBoundingClientRect().bottom <= edge).length
  })

async function expectWallLooks(page: Page): Promise<void> {
  await expectAccessibleAndFits(page)
  await expectReadable(page, smallest)
}

test('the wall is accessible and fits on every screen while it is empty, and on a phone that lies on its side', async ({
  family,
  page,
}) => {
  await openWall(page)
  await expect(page.getByRole('heading', { name: 'No quests today' })).toBeVisible()
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    await expectWallLooks(page)
  }

  // On a phone that lies on its side each column shows a quest, and the page scrolls to the others.
  await addMember(family, 'Mia')
  for (const title of ['Dishes', 'Laundry', 'Homework', 'Walk the dog']) await addQuest(family, title, 'To Do')
  await page.setViewportSize({ width: 844, height: 390 })
  const tiles = columnOf(page, 'Anna').getByRole('article')
  await expect(tiles.first()).toBeInViewport({ ratio: 1 })
  await expectWallLooks(page)
  await page.getByRole('link', { name: 'Leave the wall screen' }).scrollIntoViewIfNeeded()
  await expect(tiles.last()).toBeInViewport({ ratio: 1 })
})

test('with five members two of nine quests each are in sight, the rest is counted and a few taps away', async ({
  family,
  page,
}) => {
  const ids = [family.memberId]
  for (const name of ['Mia', 'Leo', 'Ida', 'Ben']) ids.push((await addMember(family, name)).id)
  const quest = { assigneeIds: ids, recurring: 'daily', gemValue: 10, targetTime: '11:00' }
  await Promise.all(
    Array.from({ length: 9 }, (_, number) => addQuest(family, `Quest number ${number + 1}`, 'To Do', quest)),
  )
  await openWall(page)
  await expect(page.getByRole('article')).toHaveCount(45)
  for (const [width, height, atLeast] of [
    [1024, 768, 2],
    [1280, 800, 2],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNotToScroll(page)
    const mia = columnOf(page, 'Mia')
    await expect(mia.getByRole('article').nth(atLeast - 1)).toBeInViewport({ ratio: 0.9 })
    const more = mia.getByRole('button', { name: /^\d more below$/ })
    // Counts each quest that is not seen whole.
    await expect.poll(async () => `+${9 - (await seenWhole(mia))}`).toBe(await more.textContent())
    await expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 500 })
      await expect(more).toHaveCount(0, { timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await expect(mia.getByRole('article').last()).toBeInViewport({ ratio: 0.99 })
    await mia.getByRole('list').evaluate((list) => list.scrollTo({ top: 0 }))
  }
})

test('eight members and sixty quests fit on every screen, with the question and what is said, in light and dark', async ({
  family,
  page,
}) => {
  const names = ['Mia', 'Leo', 'Maximilian', 'Ida', 'Ben', 'Grandmother Hannelore', 'Zoë']
  const ids = [family.memberId]
  for (const name of names) ids.push((await addMember(family, name)).id)
  for (let number = 0; number < 60; number++)
    await addQuest(family, `Quest number ${number}`, number % 4 === 0 ? 'Done' : 'To Do', {
      assigneeIds: [ids[number % 8]],
      recurring: number % 3 === 0 ? 'daily' : 'once',
    })
  await openWall(page)
  // The badge shows only while the data may be outdated.
  await expectUnseen(page.locator('[data-live]').getByText('Live', { exact: true }))
  await expect(page.getByRole('article')).toHaveCount(60)
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    expect(await sizes(page), `${width} px wide`).toEqual({
      titles: [Math.min(Math.max(22, 0.022 * width), 40)],
      icons: [64],
      names: expect.arrayContaining([40]),
    })
    if (width > 640) {
      // The page stays; each column scrolls inside.
      await expectNotToScroll(page)
      for (const name of ['Anna', ...names])
        await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport({ ratio: 1 })
      const last = columnOf(page, 'Zoë').getByRole('article').last()
      await last.scrollIntoViewIfNeeded()
      // A column scrolls by whole pixels, and a tile may end between two.
      await expect(last).toBeInViewport({ ratio: 0.99 })
      await expect(page.getByRole('heading', { name: 'Zoë' })).toBeInViewport({ ratio: 1 })
    }
    await expectWallLooks(page)
    await columnOf(page, 'Leo').getByRole('article').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Not Leo?' }).click()
    await expect(completerDialog(page)).toBeVisible()
    await expectWallLooks(page)
    await completerDialog(page).getByRole('button', { name: 'Leo' }).click()
    await expectText(page, 'Quest Completed!')
    await expectReadable(page, smallest)
    await expect(completerDialog(page)).toBeHidden()
    // Closes the toast: the next one belongs to the next quest.
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await expect(toast(page)).toBeHidden()
  }
})
