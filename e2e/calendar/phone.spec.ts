import type { Page } from '@playwright/test'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { complete, openLive, overlaysAreGone } from '../actions.ts'
import { column, inColumn } from '../board.ts'
import { addKid, fullDay, openCalendar, today, wish, wishOf } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Runs in the page: how many quests of today are wholly in sight, and can be ticked there. */
const questsInSight = () => {
  const [bar, head] = [document.querySelector('[data-bottom-bar]'), document.querySelector('header')]
  const [top, bottom] = [head?.getBoundingClientRect().bottom ?? 0, bar?.getBoundingClientRect().top ?? 0]
  return [...document.querySelectorAll('section[aria-current=date] article')].filter((row) => {
    const box = row.getBoundingClientRect()
    const tick = row.querySelector('[role=checkbox], [aria-haspopup=dialog]')
    const { x, y, width, height } = tick?.getBoundingClientRect() ?? box
    const isFree = tick?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) === true
    return box.height >= 64 && box.top >= top && box.bottom <= bottom && isFree
  }).length
}

const letters = async (page: Page, size: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: size } })
}

test('a phone shows seven quests of today whatever waits, and one with letters of 200 %, in three languages', async ({
  family,
  openDevice,
}) => {
  const { mia } = await fullDay(family)
  const pages = []
  for (const locale of ['en-GB', 'de-DE', 'es-ES']) {
    const page = await openDevice({ ...phone, locale })
    await page.goto('/parent')
    await expect(today(page).or(page.locator('section[aria-current=date]'))).toBeVisible()
    pages.push([locale, page] as const)
  }
  for (const isWaiting of [false, true]) {
    if (isWaiting) await wish(family, mia)
    for (const [locale, page] of pages) {
      if (isWaiting) await expect(wishOf(page, locale)).toBeVisible()
      for (const [width, height, size, least] of [
        [390, 844, 16, 7],
        [360, 640, 16, 4],
        [390, 844, 32, 1],
      ] as const) {
        await page.setViewportSize({ width, height })
        await letters(page, size)
        await expect
          .poll(() => page.evaluate(questsInSight), `${locale}, ${width}, ${size}`)
          .toBeGreaterThanOrEqual(least)
      }
    }
  }
})

test('what is done sinks behind who did it; a day is by time or by person, of all or of one, and a wish takes one tap', async ({
  family,
  openDevice,
}) => {
  const { mia, leo, brush } = await fullDay(family)
  await wish(family, mia)
  const page = await openDevice(phone)
  await openCalendar(page)
  const tick = page.getByRole('checkbox', { name: 'Feed the dog, Mia' })
  const done = (count: number) => today(page).getByRole('button', { name: new RegExp(`^${count} done`) })
  await tick.tap()
  // It stays below the finger as long as a toast offers to undo it, and sinks then.
  await expect(tick).toBeChecked()
  await expect(done(2)).toContainText('Mia: Feed the dog, Rake the leaves')
  await expect(tick).toHaveCount(0)
  await done(2).tap()
  await tick.tap()
  await expect(tick).not.toBeChecked()
  for (const id of [mia, leo]) await complete(family, brush, id)
  await expect(done(2)).toContainText('Leo: Brush teeth')

  await page.getByRole('button', { name: 'By person' }).tap()
  await expect(today(page).getByRole('list', { name: 'Mia' }).getByRole('article')).toHaveCount(6)
  await expect(today(page).getByRole('list', { name: 'Leo' })).toHaveCount(0)
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('group', { name: 'Only the quests of' }).getByRole('button', { name: 'Leo' }).tap()
  await expect(today(page).getByRole('article')).toHaveCount(0)
  await expect(done(1)).toContainText('Leo: Brush teeth')
  await page.reload()
  await expect(today(page).getByRole('list', { name: 'Mia' })).toBeVisible()

  await page.getByRole('button', { name: 'Yes, Mia gets Half an hour of screen time' }).tap()
  await expect(page.getByRole('region', { name: 'Waiting for your answer' })).toHaveCount(0)
})

test('the bar below leads to board and rewards, Back to the view before, the account to a profile; the board opens at what is to do', async ({
  family,
  openDevice,
}) => {
  const leo = await addKid(family, 'Leo')
  await addQuest(family, 'Feed the dog', 'In Progress', { assigneeIds: [leo] })
  const page = await openDevice(phone)
  await openLive(page, '/parent')
  const bar = page.getByRole('navigation', { name: 'Family Hub' })
  await page.getByRole('tab', { name: 'Kanban Board' }).tap()
  await expect(page).toHaveURL(/#board$/)
  const quest = inColumn(page, 'In Progress', 'Feed the dog')
  await expect(quest).toBeInViewport({ ratio: 1 })
  await expect.poll(async () => (await quest.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(200)
  await bar.getByRole('link', { name: 'Rewards' }).tap()
  await expect(page.getByRole('heading', { name: 'Rewards Store' })).toBeVisible()
  await bar.getByRole('link', { name: 'Board' }).tap()
  await expect(quest).toBeInViewport({ ratio: 1 })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Rewards Store' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Kanban Board' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: /^Ideas/ }).tap()
  await expect(column(page, 'Ideas')).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('button', { name: /^Ideas/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'More for column Ideas' }).tap()
  await page.getByRole('menuitem', { name: 'Edit column Ideas' }).tap()
  await expect(page.getByRole('dialog', { name: 'Edit Column' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create Quest' }).tap()
  await expect(page.getByRole('dialog', { name: 'Create a Quest' })).toBeVisible()
  await page.keyboard.press('Escape')
  await overlaysAreGone(page)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Calendar View' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: /, Anna, switch profile$/ }).tap()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'Leo' }).tap()
  await expect(page).toHaveURL(new RegExp(`/kid/${leo}$`))
})
