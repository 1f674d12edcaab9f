import type { Locator, Page } from '@playwright/test'
import { addMember, toast, expectText } from '../actions.ts'
import { addQuest, expect, test } from '../family.ts'
import {
  expectAccessibleAndFits,
  expectNotToScroll,
  expectReadable,
  expectToFit,
  expectUnseen,
  screens,
} from '../accessibility.ts'
import { columnOf, openWall, completerDialog } from './wall.ts'

/** The smallest text in pixels that is readable from across a kitchen. */
const smallest = 18

/** The number of a column's quests that its list shows whole. */
const seenWhole = (column: Locator) =>
  column.getByRole('list').evaluate((list) => {
    const edge = list.getBoundingClientRect().bottom + 1
    return [...list.children].filter((item) => item.getBoundingClientRect().bottom <= edge).length
  })

async function expectWallLooks(page: Page): Promise<void> {
  await (page.viewportSize()?.width === 820 ? expectToFit(page) : expectAccessibleAndFits(page))
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

test('eight members and sixty quests fit on every screen, with the question and what is said, in light and dark', async ({
  family,
  page,
}) => {
  const names = ['Mia', 'Leo', 'Maximilian', 'Ida', 'Ben', 'Grandmother Hannelore', 'Zoë']
  const ids = [family.memberId]
  for (const name of names) ids.push((await addMember(family, name)).id)
  for (let ten = 0; ten < 60; ten += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, one) => ten + one).map((number) =>
        addQuest(family, `Quest number ${number}`, number % 4 === 0 ? 'Done' : 'To Do', {
          assigneeIds: [ids[number % 8]],
          recurring: number % 3 === 0 ? 'daily' : 'once',
        }),
      ),
    )
  await openWall(page)
  // The badge shows only while the data may be outdated.
  await expectUnseen(page.locator('[data-live]').getByText('Live', { exact: true }))
  await expect(page.getByRole('article')).toHaveCount(60)
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    if (width > 640) {
      // The page stays; each column scrolls inside.
      await expectNotToScroll(page)
      for (const name of ['Anna', ...names])
        await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport({ ratio: 1 })
      const zoe = columnOf(page, 'Zoë')
      const tiles = zoe.getByRole('article')
      const more = zoe.getByRole('button', { name: /^\d more below$/ })
      // Counts each quest that is not seen whole, and leads to it.
      const miscounted = async () =>
        Number((await more.textContent())?.slice(1)) + (await seenWhole(zoe)) - (await tiles.count())
      await expect.poll(miscounted).toBe(0)
      await expect(async () => {
        if (await more.isVisible()) await more.click({ timeout: 500 })
        await expect(more).toHaveCount(0, { timeout: 500 })
      }).toPass({ timeout: 20_000 })
      // A column scrolls by whole pixels, and a tile may end between two.
      await expect(tiles.last()).toBeInViewport({ ratio: 0.99 })
      await zoe.getByRole('list').evaluate((list) => list.scrollTo({ top: 0 }))
      await expect(page.getByRole('heading', { name: 'Zoë' })).toBeInViewport({ ratio: 1 })
    }
    await expectWallLooks(page)
    await columnOf(page, 'Leo').getByRole('article').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Not Leo?' }).first().click()
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
