import type { Page } from '@playwright/test'
import {
  addMember,
  addReward,
  confirmDeletion,
  doQuest,
  expectAnnounced,
  overlaysAreGone,
  remove,
  requestRedemption,
  setMode,
  toast,
} from './actions.ts'
import { card, openBoard } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { failNext } from './intercept.ts'
import { openMembers } from './members.ts'
import { openStore } from './store.ts'
import { openBubble } from './kid/tablet.ts'

const focused = (page: Page) => page.locator(':focus')

/** Opens a menu and chooses its item, by keys alone. */
async function chooseByKeys(page: Page, quest: string, item: string): Promise<void> {
  const menu = card(page, quest).getByRole('button', { name: `More for ${quest}` })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: item }).focus()
  await page.keyboard.press('Enter')
}

test('after a deletion on the board the focus is on the next of its list, or on the heading', async ({
  family,
  page,
}) => {
  for (const title of ['Feed the cat', 'Feed the dog', 'Rake the leaves']) await addQuest(family, title)
  await openBoard(page)
  for (const [deleted, next] of [
    ['Feed the dog', 'More for Rake the leaves'],
    ['Rake the leaves', 'More for Feed the cat'],
    ['Feed the cat', 'To Do'],
  ] as const) {
    await chooseByKeys(page, deleted, 'Delete Quest')
    await confirmDeletion(page)
    await expect(card(page, deleted)).toHaveCount(0)
    await overlaysAreGone(page)
    await expect(focused(page)).toHaveAccessibleName(next)
  }
  await page.getByRole('button', { name: 'Delete column Ideas' }).focus()
  await page.keyboard.press('Enter')
  await confirmDeletion(page)
  await overlaysAreGone(page)
  await expect(focused(page)).toHaveAccessibleName('Delete column To Do')
})

test('a quest that another device deletes leaves the focus near it, also with its menu or its dialog open', async ({
  family,
  page,
}) => {
  const ids = new Map<string, string>()
  for (const title of ['One', 'Two', 'Three', 'Four']) ids.set(title, (await addQuest(family, title)).id)
  await openBoard(page)
  const gone = async (title: string) => {
    await remove(family, `/api/quests/${ids.get(title)}`)
    await expect(card(page, title)).toHaveCount(0)
  }
  const open = (title: string) => card(page, title).getByRole('button', { name: title, exact: true })
  await open('One').focus()
  await gone('One')
  await expect(open('Two')).toBeFocused()

  await card(page, 'Two').getByRole('button', { name: 'More for Two' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await gone('Two')
  await expect(card(page, 'Three').getByRole('button', { name: 'More for Three' })).toBeFocused()

  await open('Three').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await gone('Three')
  await overlaysAreGone(page)
  await expect(open('Four')).toBeFocused()
})

test('after deleting a reward and a member the focus is on the next one', async ({ family, page }) => {
  for (const title of ['Cinema', 'Ice cream']) await addReward(family, title)
  await openStore(page)
  await page.getByRole('button', { name: 'Delete Cinema' }).focus()
  await page.keyboard.press('Enter')
  await confirmDeletion(page)
  await overlaysAreGone(page)
  await expect(focused(page)).toHaveAccessibleName('Delete Ice cream')

  for (const name of ['Ben', 'Mia']) await addMember(family, name)
  await openMembers(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Remove Ben' }).focus()
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAccessibleName('Remove Mia')
})

test('an answer leaves the focus near it: an undo, a yes to a wish, the last gems of a child, a lifted card', async ({
  family,
  page,
  mia,
}) => {
  await doQuest(family, mia.id, 'Rake the leaves', 100)
  const rewards = await Promise.all(['Ice cream', 'Cinema'].map((title) => addReward(family, title, { gemCost: 30 })))
  await setMode(family, 'ask')
  for (const { id } of rewards) await requestRedemption(family, id, mia.id)
  await openStore(page)
  const queue = page.getByRole('region', { name: 'Waiting for your answer', exact: true })
  await queue.getByRole('button', { name: 'Yes, Mia gets Ice cream' }).focus()
  await page.keyboard.press('Enter')
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await expect(queue).toBeFocused()

  await openBubble(mia, '#rewards')
  await mia.page.getByRole('button', { name: 'Redeem Ice cream' }).focus()
  await mia.page.keyboard.press('Enter')
  await expect(mia.page.getByRole('article', { name: 'Ice cream' })).toContainText('20 gems to go')
  await expect(mia.page.getByRole('article', { name: 'Ice cream' }).getByRole('button')).toBeFocused()

  await page.goto('/parent')
  const menu = page.getByRole('button', { name: 'More for Rake the leaves' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('went back')
  await expect(menu).toBeFocused()

  const { id } = await addQuest(family, 'Feed the dog')
  await openBoard(page)
  await card(page, 'Feed the dog').getByRole('button', { name: 'Move Feed the dog' }).focus()
  await page.keyboard.press('Space')
  await expectAnnounced(page, 'Lifted Feed the dog.')
  await remove(family, `/api/quests/${id}`)
  await expect(card(page, 'Feed the dog')).toHaveCount(0)
  await expect(focused(page)).toHaveAccessibleName('Move Rake the leaves')
})

test('a toast that is closed gives the focus back', async ({ family, page }) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(page)
  await failNext(page, '**/api/quests/*')
  await chooseByKeys(page, 'Feed the dog', 'Done')
  await expect(toast(page)).toBeVisible()
  const menu = card(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' })
  for (const key of ['Escape', 'Enter']) {
    await expect(menu).toBeFocused()
    if (key === 'Enter') {
      await failNext(page, '**/api/quests/*')
      await chooseByKeys(page, 'Feed the dog', 'Done')
      await expect(toast(page)).toBeVisible()
    }
    await toast(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press(key)
    await expect(toast(page)).toHaveCount(0)
  }
  await expect(menu).toBeFocused()
})

test('a dialog gives the focus to its button, although a click has not focused that', async ({ family, page }) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(page)
  const title = card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true })
  // Safari and a screen reader in browse mode click without focusing.
  await focused(page).blur()
  await title.evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('dialog', { name: 'Edit Quest' })).toBeVisible()
  await page.keyboard.press('Escape')
  await overlaysAreGone(page)
  await expect(title).toBeFocused()
})

test('a page that a link opens is said by its heading, and a view of it by its own', async ({ family, page }) => {
  await addQuest(family, 'Feed the cat')
  await openBoard(page)
  const sidebar = page.getByRole('navigation', { name: 'Family Hub' })
  const follow = async (name: string) => {
    await sidebar.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
  }
  await follow('Rewards Store')
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards Store' })).toBeFocused()
  await follow('Dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Mission Control' })).toBeFocused()
  await page.evaluate(() => {
    const o = HTMLElement.prototype.focus
    HTMLElement.prototype.focus = function (...a) {
      console.warn('FOC', this.outerHTML.slice(0, 150), new Error().stack)
      o.apply(this, a)
    }
    document.addEventListener('focusin', (e) => console.warn('IN', (e.target as Element).outerHTML.slice(0, 100)))
  })
  await follow('Quest Board')
  await expect(page.getByRole('heading', { level: 2, name: 'Quest Board' })).toBeFocused()
  await follow('Family Members')
  await expect(page.getByRole('heading', { level: 1, name: 'Family Members' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Mission Control' })).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Berg Family' })).toBeFocused()

  await page.getByRole('radio', { name: 'Deutsch' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeFocused()

  await page.getByRole('button', { name: 'Konto von Anna' }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
})

test('the link to the content leaves a child in its tab', async ({ family, page }) => {
  const { id } = await addMember(family, 'Mia')
  await page.goto(`/kid/${id}#playground`)
  await expect(page.getByRole('tab', { name: 'Playground' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Playground' })).toHaveAttribute('aria-selected', 'true')
})

test('Tab reaches nothing that is out of view or below the header, at 1280 by 500 and at 320 by 256 pixels', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  const titles = Array.from({ length: 6 }, (_, place) => `Chore ${place}`)
  await Promise.all(titles.map((title) => addQuest(family, title, 'To Do', { assigneeIds: [mia.id] })))
  await addReward(family, 'Ice cream')
  const expectSeenStops = async (place: string) => {
    for (const [width, height] of [
      [1280, 500],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await hiddenStops(page), `${place} at ${width}`).toEqual([])
    }
  }
  await openBoard(page)
  await expectSeenStops('board')
  for (const path of [
    '/parent',
    '/rewards-store',
    '/family-members',
    '/settings',
    '/welcome/family',
    '/wall',
    ...['', '#rewards', '#gems', '#playground'].map((part) => `/kid/${mia.id}${part}`),
  ]) {
    await page.goto(path)
    await page.locator('[data-live=live]').waitFor()
    await expectSeenStops(path)
  }
})

/** Presses Tab through the page once; returns the names of the stops of which no middle can be seen. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = []
  await page.keyboard.press('Tab')
  for (let stops = 0; stops < 150; stops++) {
    const stop = await page.evaluate(async () => {
      const { activeElement: active } = document
      if (active === null || active === document.body) return null
      const isSeen = () => {
        const { left, top, right, bottom } = active.getBoundingClientRect()
        const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2
        const seen = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
        return seen !== null && (active.contains(seen) || seen.contains(active))
      }
      // A list may still be scrolling.
      for (let frame = 0; frame < 60 && !isSeen(); frame++) await new Promise(requestAnimationFrame)
      return { isSeen: isSeen(), name: active.getAttribute('aria-label') ?? active.textContent }
    })
    if (stop === null) break
    if (!stop.isSeen) hidden.push(stop.name)
    await page.keyboard.press('Tab')
  }
  return hidden
}
