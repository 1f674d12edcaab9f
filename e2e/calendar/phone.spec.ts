import type { Page } from '@playwright/test'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { addReward, complete, openLive, overlaysAreGone, requestRedemption, setMode, toast } from '../actions.ts'
import { column, inColumn } from '../board.ts'
import { addKid, onToday, openCalendar, today } from '../calendar.ts'
import { addQuest, expect, test, type SignedUp } from '../family.ts'
import { TapCounter } from '../kid/taps.ts'

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

/** Seven quests of a day, and a wish that waits. */
async function fullDay(family: SignedUp) {
  const [mia, leo] = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  const titles = ['Make the bed', 'Brush teeth', 'Feed the dog', 'Set the table', 'Water the plants', 'Tidy up', 'Read']
  for (const [place, title] of titles.entries()) {
    await addQuest(family, title, 'To Do', {
      recurring: 'daily',
      targetTime: `1${place}:00`,
      assigneeIds: place === 1 ? [mia, leo] : [mia],
    })
  }
  return { mia, leo }
}

async function wish(family: SignedUp, memberId: string) {
  await setMode(family, 'ask')
  const { id } = await addReward(family, 'Half an hour of screen time', { gemCost: 1 })
  const { id: questId } = await addQuest(family, 'Rake the leaves', 'To Do', { assigneeIds: [memberId] })
  await complete(family, questId, memberId)
  await requestRedemption(family, id, memberId)
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
      if (isWaiting)
        await expect(
          page.getByRole('region', {
            name: { 'de-DE': de, 'es-ES': es }[locale]?.rewards.waiting ?? 'Waiting for your answer',
          }),
        ).toBeVisible()
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

test('with one thumb a day is ticked, undone and answered, and what is done sinks behind who did it', async ({
  family,
  openDevice,
}) => {
  const { mia } = await fullDay(family)
  await wish(family, mia)
  const page = await openDevice(phone)
  await openCalendar(page)
  const taps = new TapCounter()
  const tick = page.getByRole('checkbox', { name: 'Feed the dog, Mia' })
  await expect(tick).not.toBeChecked()
  await taps.tap(tick)
  await expect(tick).toBeChecked()
  expect(taps.taps, 'a tick').toBe(1)
  await expect(toast(page)).toContainText('Mia earned 20 gems!')
  // It stays below the finger as long as that offers to undo it, and sinks then.
  await expect(today(page).getByRole('button', { name: /^2 done/ })).toContainText('Mia: Feed the dog, Rake the leaves')
  await expect(onToday(page, 'Feed the dog')).toHaveCount(0)
  await page.getByRole('button', { name: /^2 done/ }).tap()
  await taps.tap(tick)
  expect(taps.taps, 'its undoing').toBe(2)
  await expect(tick).not.toBeChecked()
  await expect(today(page).getByRole('button', { name: /^1 done/ })).toBeVisible()

  await taps.tap(page.getByRole('button', { name: 'Who did Brush teeth?' }))
  await taps.tap(page.getByRole('dialog').getByRole('checkbox', { name: 'All' }))
  expect(taps.taps, 'several assignees').toBe(4)
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Leo' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(today(page).getByRole('button', { name: /^2 done/ })).toContainText('Leo: Brush teeth')

  await page.getByRole('button', { name: 'By person' }).tap()
  const ofLeo = today(page).getByRole('list', { name: 'Leo' })
  await expect(ofLeo).toHaveCount(0)
  await expect(today(page).getByRole('list', { name: 'Mia' }).getByRole('article')).toHaveCount(6)
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('group', { name: 'Only the quests of' }).getByRole('button', { name: 'Leo' }).tap()
  await expect(today(page).getByRole('article')).toHaveCount(0)
  await expect(today(page).getByRole('button', { name: /^1 done/ })).toContainText('Leo: Brush teeth')
  await page.reload()
  await expect(today(page).getByRole('list', { name: 'Mia' })).toBeVisible()

  await taps.tap(page.getByRole('button', { name: 'Yes, Mia gets Half an hour of screen time' }))
  expect(taps.taps, 'a wish').toBe(5)
  await expect(page.getByRole('region', { name: 'Waiting for your answer' })).toHaveCount(0)
})

test('the bar below leads to board, rewards and family, and Back to the view before; the board opens at what is to do', async ({
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
})
