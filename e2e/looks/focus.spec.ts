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
} from '../actions.ts'
import { card, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { openBubble } from '../kid/tablet.ts'
import { openMembers } from '../members.ts'
import { openStore } from '../store.ts'

const focused = (page: Page) => page.locator(':focus')

async function pressByKeys(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button, exact: typeof button === 'string' }).focus()
  await page.keyboard.press('Enter')
}

/** Opens a menu and chooses its item, by keys alone. */
async function chooseByKeys(page: Page, quest: string, item: string): Promise<void> {
  await pressByKeys(page, `More for ${quest}`)
  await page.getByRole('menuitem', { name: item }).focus()
  await page.keyboard.press('Enter')
}

test('on the board the focus stays near what is deleted, here or elsewhere, and goes back from a dialog and a toast', async ({
  family,
  page,
}) => {
  const ids = new Map<string, string>()
  const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  for (const title of titles) ids.set(title, (await addQuest(family, title)).id)
  await openBoard(page)
  const open = (title: string) => card(page, title).getByRole('button', { name: title, exact: true })
  const goneElsewhere = async (title: string) => {
    await remove(family, `/api/quests/${ids.get(title)}`)
    await expect(card(page, title)).toHaveCount(0)
  }
  await open('One').focus()
  await goneElsewhere('One')
  await expect(open('Two')).toBeFocused()
  await pressByKeys(page, 'More for Two')
  await expect(page.getByRole('menu')).toBeVisible()
  await goneElsewhere('Two')
  await expect(focused(page)).toHaveAccessibleName('More for Three')
  await pressByKeys(page, 'Three')
  await expect(page.getByRole('dialog')).toBeVisible()
  await goneElsewhere('Three')
  await overlaysAreGone(page)
  await expect(open('Four')).toBeFocused()

  // Safari and a screen reader in browse mode click without focusing.
  await focused(page).blur()
  await open('Four').evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('dialog', { name: 'Edit Quest' })).toBeVisible()
  await page.keyboard.press('Escape')
  await overlaysAreGone(page)
  await expect(open('Four')).toBeFocused()

  for (const key of ['Escape', 'Enter']) {
    await failNext(page, '**/api/quests/*')
    await chooseByKeys(page, 'Four', 'Done')
    await expect(toast(page)).toBeVisible()
    await toast(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press(key)
    await expect(toast(page)).toHaveCount(0)
    await expect(focused(page)).toHaveAccessibleName('More for Four')
  }

  for (const [deleted, next] of [
    ['Five', 'More for Six'],
    ['Six', 'More for Four'],
    ['Four', 'To Do'],
  ] as const) {
    await chooseByKeys(page, deleted, 'Delete Quest')
    await confirmDeletion(page)
    await expect(card(page, deleted)).toHaveCount(0)
    await overlaysAreGone(page)
    await expect(focused(page)).toHaveAccessibleName(next)
  }
  await pressByKeys(page, 'More for column Ideas')
  await page.getByRole('menuitem', { name: 'Delete column Ideas' }).press('Enter')
  await confirmDeletion(page)
  await overlaysAreGone(page)
  await expect(focused(page)).toHaveAccessibleName('More for column To Do')
})

test('an answer leaves the focus near it: a yes to a wish, a deletion, an undo, the last gems of a child, a lifted card', async ({
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
  await pressByKeys(page, 'Yes, Mia gets Ice cream')
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await expect(queue).toBeFocused()
  await pressByKeys(page, 'Delete Cinema')
  await confirmDeletion(page)
  await overlaysAreGone(page)
  await expect(focused(page)).toHaveAccessibleName('Delete Ice cream')

  await openBubble(mia, '#rewards')
  const iceCream = mia.page.getByRole('article', { name: 'Ice cream' })
  await pressByKeys(mia.page, 'Redeem Ice cream')
  await expect(iceCream).toContainText('20 gems to go')
  await expect(iceCream.getByRole('button')).toBeFocused()

  for (const name of ['Ben', 'Zoe']) await addMember(family, name)
  await openMembers(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await pressByKeys(page, 'Remove Ben')
  await expect(focused(page)).toHaveAccessibleName('Remove Zoe')

  await page.goto('/parent')
  await chooseByKeys(page, 'Rake the leaves', 'Undo')
  await expect(toast(page)).toContainText('went back')
  await expect(focused(page)).toHaveAccessibleName('More for Rake the leaves')

  const { id } = await addQuest(family, 'Feed the dog')
  await openBoard(page)
  await card(page, 'Feed the dog').getByRole('button', { name: 'Move Feed the dog' }).focus()
  await page.keyboard.press('Space')
  await expectAnnounced(page, 'Lifted Feed the dog.')
  await remove(family, `/api/quests/${id}`)
  await expect(card(page, 'Feed the dog')).toHaveCount(0)
  await expect(focused(page)).toHaveAccessibleName('Move Rake the leaves')
})

test('a page that a link opens is said by its heading, and a view of it by its own; the link to the content keeps the tab', async ({
  family,
  page,
}) => {
  const { id } = await addMember(family, 'Mia')
  await addQuest(family, 'Feed the cat')
  await openBoard(page)
  const heading = (level: number, name: string) => page.getByRole('heading', { level, name })
  const follow = async (name: string) => {
    await page.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
  }
  for (const [link, level, name] of [
    ['Rewards Store', 1, 'Rewards Store'],
    ['Dashboard', 1, 'Mission Control'],
    ['Quest Board', 2, 'Quest Board'],
    ['Family Members', 1, 'Family Members'],
  ] as const) {
    await follow(link)
    await expect(heading(level, name)).toBeFocused()
  }
  await page.goBack()
  await expect(heading(1, 'Mission Control')).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(1, 'Berg Family')).toBeFocused()
  await page.getByRole('radio', { name: 'Deutsch' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeFocused()

  await page.goto(`/kid/${id}#playground`)
  await follow('Zum Inhalt springen')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName('Spielplatz')
  await page.getByRole('button', { name: 'Konto von Anna' }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
})
