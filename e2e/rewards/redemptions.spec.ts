import type { Page } from '@playwright/test'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import {
  addMember,
  addReward,
  balanceOf,
  delayResponse,
  doQuest,
  expectText,
  openLive,
  overlaysAreGone,
  requestRedemption,
  setMode,
  toast,
} from '../actions.ts'
import { boxOf, card, column, dragTo, openBoard } from '../board.ts'
import { expect, test } from '../family.ts'
import { failNext, stateUrl } from '../intercept.ts'
import { kidTile, openBubble } from '../kid/tablet.ts'
import { askingFamily, openStore, reward } from '../store.ts'

const queue = (page: Page) => page.getByRole('region', { name: 'Waiting for your answer', exact: true })
/** Opens the list of what was redeemed, and returns its lines. */
async function redeemedLately(page: Page) {
  await page.getByText('Recently redeemed').click()
  return page.getByRole('group').filter({ hasText: 'Recently redeemed' }).getByRole('listitem')
}
const ledgerLines = async (page: Page) => {
  await page.getByRole('tab', { name: 'Gem ledger' }).click()
  return page.getByRole('region', { name: 'Today' }).getByRole('listitem')
}

test('gems that are set aside for a wish are owed when their quest is undone', async ({ family, page, mia }) => {
  const cinema = await addReward(family, 'Cinema', { gemCost: 50 })
  await setMode(family, 'ask')
  await doQuest(family, mia.id, 'Rake the leaves', 70)
  await requestRedemption(family, cinema.id, mia.id)
  await openBubble(mia, '#rewards')
  await openBoard(page)
  await expect(queue(page)).toBeVisible()
  await dragTo(page, card(page, 'Rake the leaves'), column(page, 'To Do'))
  await expect(toast(page)).toContainText('20 gems of Mia (50 more from the next ones)')

  await openStore(page)
  await page.getByRole('button', { name: 'No, Mia does not get Cinema' }).click()
  await expectText(page, '50 gems went back to Mia. 50 of them go for a reopened quest.')
  await expect(mia.page.getByRole('dialog')).toContainText('"Cinema" has to wait. 50 gems went for a reopened quest.')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)
  await expect(await ledgerLines(page)).toHaveText([
    /Rake the leavesTaken back.*−50/,
    /Cinema.*\+50/,
    /Rake the leavesTaken back.*−20/,
    /Cinema.*−50/,
    /Rake the leaves.*\+70/,
  ])
})

test('a wish is seen on every screen, and answered on Mission Control', async ({ family, page }) => {
  const { mia, iceCream } = await askingFamily(family)
  const cinema = await addReward(family, 'Cinema', { gemCost: 10 })
  await openLive(page, '/settings')
  const store = page.getByRole('link', { name: 'Rewards Store' })
  await expect(store).toHaveAccessibleName('Rewards Store')
  await requestRedemption(family, iceCream.id, mia.id)
  await expect(toast(page)).toContainText(/Mia has a wish.*🍦 Ice cream/)
  await expect(store).toHaveAccessibleName('Rewards Store 1 wish is waiting')
  await toast(page).getByRole('button', { name: 'Answer' }).click()
  await expect(queue(page)).toBeVisible()

  await page.goto('/parent')
  await expect(queue(page)).toContainText('Mia would like 🍦 Ice cream')
  await requestRedemption(family, cinema.id, mia.id)
  await expect(toast(page)).toContainText('Cinema')
  await expect(toast(page).getByRole('button', { name: 'Answer' })).toHaveCount(0)
  await expect(queue(page)).toContainText('1 more')
  await expect(store).toHaveAccessibleName('Rewards Store 2 wishes are waiting')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('navigation', { name: 'Family Hub' }).getByText('2 wishes are waiting')).toBeAttached()
  await expectAccessibleAndFitsEverywhere(page)
  await queue(page)
    .getByRole('button', { name: /1 more$/ })
    .click()
  const all = page.getByRole('dialog', { name: 'Waiting for you' })
  await expectAccessibleAndFitsEverywhere(page)
  await all.getByRole('button', { name: 'No, Mia does not get Cinema' }).click()
  await expect(all.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await overlaysAreGone(page)
  // The one that is left takes one tap, on a line that takes no quest's place.
  expect((await boxOf(queue(page))).height).toBeLessThanOrEqual(48)
  await queue(page).getByRole('button', { name: 'Yes, Mia gets Ice cream' }).click()
  await expect(queue(page)).toBeHidden()
  await expect(page.getByRole('banner').getByText(/waiting/)).toHaveCount(0)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)
})

test('Mia celebrates Cinema, which takes no gems, and each parent is told of it until one of them has seen it', async ({
  family,
  page,
  kitchen,
  mia,
}) => {
  await addReward(family, 'Cinema', { gemCost: 50, icon: '🎬' })
  await doQuest(family, mia.id, 'Rake the leaves', 70)
  await openBubble(mia, '#rewards')
  for (const screen of [page, kitchen]) await openLive(screen, '/parent')
  const redeem = kidTile(mia.page, 'Cinema').getByRole('button', { name: 'Redeem' })
  for (const words of ['Reward Redeemed! 🎉', 'You redeemed Cinema']) {
    await redeem.click()
    await expectText(mia.page, words)
  }

  const news = (screen: Page) => screen.getByRole('region', { name: 'Mia celebrates Cinema' })
  for (const screen of [page, kitchen]) await expect(news(screen)).toHaveText(/Mia celebrates Cinema.*Got it/)
  await expect(page.locator('#announcements')).toContainText('Mia celebrates Cinema')
  expect(await balanceOf(family, mia.id)).toBe(70)
  await news(page).getByRole('button', { name: 'Mia celebrates' }).click()
  const all = page.getByRole('dialog', { name: 'Waiting for you' })
  await expect(all.getByRole('listitem')).toHaveText(/Mia celebrates Cinema.*today.*Got it/)
  await expectAccessibleAndFitsEverywhere(page)
  await all.getByRole('button', { name: 'Got it Mia celebrates Cinema' }).click()
  await expect(all).toBeHidden()
  for (const screen of [page, kitchen]) await expect(news(screen)).toBeHidden()

  await redeem.click()
  await news(kitchen).getByRole('button', { name: 'Got it' }).click()
  await expect(news(page)).toBeHidden()
  await openStore(page)
  const lately = await redeemedLately(page)
  await expect(lately).toHaveText([/Mia: 🎬 Cinema\s*Redeemed/, /Mia: 🎬 Cinema\s*Redeemed/])
  await expect(lately.filter({ hasText: /gem|Give back/ })).toHaveCount(0)
})

test("a no to Mia's wish gives the gems back; a yes can be taken back, after a question", async ({ family, page }) => {
  const { mia, iceCream } = await askingFamily(family)
  await openStore(page)
  await expectText(page, 'All caught up.')
  await requestRedemption(family, iceCream.id, mia.id)
  const wish = queue(page).getByRole('listitem')
  await expect(wish).toContainText(/Mia would like 🍦 Ice cream.*40 gems.*asked at \d\d:\d\d/)
  await queue(page).getByRole('button', { name: 'No, Mia does not get Ice cream' }).click()
  await expectText(page, '40 gems went back to Mia')
  await expectText(page, 'All caught up.')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(100)
  // The focus stays in the place where the next wish will come.
  await expect(page.getByRole('region', { name: 'All caught up.' })).toBeFocused()

  await requestRedemption(family, iceCream.id, mia.id)
  const lately = await redeemedLately(page)
  await expect(wish).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  // Answered also when the mode was changed meanwhile.
  await setMode(family, 'celebrate')
  await expect(page.getByRole('radio', { name: 'Celebrate' })).toBeChecked()
  await queue(page).getByRole('button', { name: 'Yes, Mia gets Ice cream' }).click()
  await expectText(page, 'Mia gets Ice cream')
  await expect(queue(page)).toBeHidden()
  await expect(lately).toContainText(['Redeemed', 'Said no, gems returned'])

  const giveBack = page.getByRole('button', { name: 'Give Mia the gems for Ice cream back' })
  await giveBack.click()
  const question = page.getByRole('alertdialog', { name: 'Give the gems back' })
  await expect(question).toContainText('40 gems go back to Mia. "Ice cream" no longer counts as redeemed.')
  await page.keyboard.press('Escape')
  await expect(giveBack).toBeFocused()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Give back' }).click()
  await expect(lately).toContainText(['Gems returned', 'Said no, gems returned'])
  await expect(giveBack).toBeHidden()
  await expect(page.locator('summary')).toBeFocused()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(100)
  const [back, spent] = [/Ice cream\s*Given back.*\+40/, /Ice cream\s*Spent on a reward.*−40/]
  await expect(await ledgerLines(page)).toHaveText([back, spent, back, spent, /Rake the leaves.*\+100/])
})

test('names from right to left keep their place in lists and fields', async ({ family, page }) => {
  const [name, title] = ['مريم', 'سينما']
  const { id } = await addMember(family, name)
  await doQuest(family, id, 'كنس', 1)
  const cinema = await addReward(family, title, { gemCost: 1 })
  await setMode(family, 'spend')
  await requestRedemption(family, cinema.id, id)
  await openStore(page)
  await expect(reward(page, title).getByRole('heading')).toHaveCSS('direction', 'rtl')
  const line = await redeemedLately(page)
  const [whose, what] = [await boxOf(line.getByText(name)), await boxOf(line.getByText(title))]
  expect(whose.x + whose.width).toBeLessThan(what.x)
  await page.getByRole('button', { name: `Edit \u2068${title}\u2069` }).click()
  const field = page.getByRole('dialog').getByLabel('Reward Title')
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('Cinema')
  await expect(field).toHaveCSS('direction', 'ltr')
})

test('two parents: what one chooses shows at the other, and the first answer counts', async ({
  family,
  page,
  kitchen,
}) => {
  const { mia, iceCream } = await askingFamily(family)
  await requestRedemption(family, iceCream.id, mia.id)
  await openStore(page)
  await openStore(kitchen)
  const mode = (screen: Page, name: string) => screen.getByRole('radio', { name })
  await expect(mode(page, 'Ask')).toBeChecked()
  await mode(page, 'Ask').focus()
  // A finger stays on the key until the focus has moved.
  await page.keyboard.down('ArrowUp')
  await expect(mode(page, 'Spend')).toBeFocused()
  await page.keyboard.up('ArrowUp')
  // Arrows pass by; the Space key chooses.
  await expect(mode(page, 'Ask')).toBeChecked()
  await page.keyboard.press('Space')
  await expect(mode(kitchen, 'Spend')).toBeChecked()
  await failNext(page, '**/api/families/*')
  await mode(page, 'Celebrate').click()
  await expectText(page, 'Failed to update reward mode')
  await expect(mode(page, 'Spend')).toBeChecked()

  const release = await delayResponse(kitchen, '**/api/redemptions/*')
  const asked = kitchen.waitForRequest((request) => request.method() === 'PATCH')
  await kitchen.getByRole('button', { name: /^No,/ }).click()
  await asked
  await page.getByRole('button', { name: /^Yes,/ }).click()
  await expectText(page, 'Mia gets Ice cream')
  // Refused, it looks what is left.
  const read = kitchen.waitForResponse(stateUrl)
  release()
  await expectText(kitchen, 'This was decided already.')
  await read
  await expect(kitchen.getByRole('button', { name: /^No,/ })).toBeHidden()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)
})
