import type { Page } from '@playwright/test'
import {
  addMember,
  addReward,
  balanceOf,
  doQuest,
  expectText,
  setMode,
  toast,
  requestRedemption,
  delayResponse,
  change,
  openLive,
} from './actions.ts'
import { expectAccessibleAndFitsEverywhere } from './accessibility.ts'
import { boxOf, card, column, dragTo, openBoard } from './board.ts'
import { expect, test } from './family.ts'
import { failNext } from './intercept.ts'
import { askingFamily, openDeafStore, openStore, reward } from './store.ts'
import { openBubble } from './kid/tablet.ts'

test('the reward mode is saved at once, and the second screen shows it', async ({ family, page, kitchen }) => {
  await openStore(kitchen)
  await openStore(page)
  await expect(page.getByRole('radio', { name: 'Celebrate' })).toBeChecked()
  await page.getByRole('radio', { name: 'Ask' }).click()
  await expect(kitchen.getByRole('radio', { name: 'Ask' })).toBeChecked()
  await expectText(kitchen, 'All caught up.')
  await expectText(page, 'All caught up.')
  // A finger stays on the key until the focus has moved.
  await page.getByRole('radio', { name: 'Ask' }).focus()
  await page.keyboard.down('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Spend' })).toBeFocused()
  await page.keyboard.up('ArrowUp')
  // Arrows pass by; the Space key chooses.
  await expect(page.getByRole('radio', { name: 'Ask' })).toBeChecked()
  await page.keyboard.press('Space')
  await expect(kitchen.getByRole('radio', { name: 'Spend' })).toBeChecked()
  await expect(kitchen.getByText('All caught up.')).toBeHidden()
  await failNext(page, '**/api/families/*')
  await page.getByRole('radio', { name: 'Celebrate' }).click()
  await expectText(page, 'Failed to update reward mode')
  await expect(page.getByRole('radio', { name: 'Spend' })).toBeChecked()
  // An event can arrive before another connection reads the change.
  const kept = async () => (await (await family.context.request.get('/api/families/my')).json())[0].family.rewardMode
  await expect.poll(kept).toBe('spend')
})

test('gems that were asked for a wish are owed when their quest is undone, and every word says so', async ({
  family,
  page,
  mia,
}) => {
  const cinema = await addReward(family, 'Cinema', { gemCost: 50 })
  await setMode(family, 'ask')
  await doQuest(family, mia.id, 'Rake the leaves', 70)
  await requestRedemption(family, cinema.id, mia.id)
  await openBubble(mia, '#rewards')
  await expect(mia.page.getByRole('list', { name: 'Waiting for a grown-up' })).toContainText('Cinema')
  await openBoard(page)
  await expect(page.getByRole('region', { name: 'Waiting for your answer' })).toBeVisible()
  await dragTo(page, card(page, 'Rake the leaves'), column(page, 'To Do'))
  await expect(toast(page)).toContainText('20 gems of Mia (50 more from the next ones)')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)

  await openStore(page)
  await page.getByRole('button', { name: 'No, Mia does not get Cinema' }).click()
  await expectText(page, '50 gems went back to Mia. 50 of them go for a reopened quest.')
  await expect(mia.page.getByRole('dialog')).toContainText('"Cinema" has to wait. 50 gems went for a reopened quest.')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)

  await page.getByRole('tab', { name: 'Gem ledger' }).click()
  const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(lines).toHaveText([
    /Rake the leavesTaken back.*−50/,
    /Cinema.*\+50/,
    /Rake the leavesTaken back.*−20/,
    /Cinema.*−50/,
    /Rake the leaves.*\+70/,
  ])
})

test('a wish is seen on every screen: a toast, counts on the menu and the store, a card with Yes and No on Mission Control', async ({
  family,
  page,
}) => {
  const { mia, iceCream } = await askingFamily(family)
  const cinema = await addReward(family, 'Cinema', { gemCost: 10 })
  await openLive(page, '/settings')
  const store = page.getByRole('link', { name: 'Rewards Store' })
  await expect(store).toHaveAccessibleName('Rewards Store')
  await requestRedemption(family, iceCream.id, mia.id)
  await expect(toast(page)).toContainText('Mia has a wish')
  await expect(toast(page)).toContainText('🍦 Ice cream')
  await expect(store).toHaveAccessibleName('Rewards Store 1 wish is waiting')
  await toast(page).getByRole('button', { name: 'Answer' }).click()
  await expect(page.getByRole('region', { name: 'Waiting for your answer' })).toBeVisible()

  await page.goto('/parent')
  const card = page.getByRole('region', { name: 'Waiting for your answer' })
  await expect(card).toContainText('Mia would like 🍦 Ice cream')
  await requestRedemption(family, cinema.id, mia.id)
  await expect(toast(page)).toContainText('Cinema')
  await expect(toast(page).getByRole('button', { name: 'Answer' })).toHaveCount(0)
  await expect(card.getByRole('link', { name: 'One more wish' })).toBeVisible()
  await expect(store).toHaveAccessibleName('Rewards Store 2 wishes are waiting')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('banner').getByText('2 wishes are waiting')).toBeAttached()
  await expectAccessibleAndFitsEverywhere(page)
  await card.getByRole('button', { name: 'Yes, Mia gets Ice cream' }).click()
  await expect(card).toContainText('Mia would like 🍦 Cinema')
  await card.getByRole('button', { name: 'No, Mia does not get Cinema' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('banner').getByText(/waiting/)).toHaveCount(0)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)
})

test("Mia's wish appears by itself; a no gives the gems back, a yes keeps them", async ({ family, page }) => {
  const { mia, iceCream } = await askingFamily(family)
  await openStore(page)
  await expectText(page, 'All caught up.')
  await requestRedemption(family, iceCream.id, mia.id)
  const queue = page.getByRole('region', { name: 'Waiting for your answer', exact: true })
  await expect(queue.getByRole('listitem')).toContainText('Mia would like 🍦 Ice cream')
  await expect(queue.getByRole('listitem')).toContainText(/40 gems.*asked at \d\d:\d\d/)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)

  await queue.getByRole('button', { name: 'No, Mia does not get Ice cream' }).click()
  await expectText(page, '40 gems went back to Mia')
  await expect(queue).toBeHidden()
  await expectText(page, 'All caught up.')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(100)
  // The focus stays in the place where the next wish will come.
  await expect(page.getByRole('region', { name: 'All caught up.' })).toBeFocused()

  await requestRedemption(family, iceCream.id, mia.id)
  // Answered also when the mode was changed meanwhile.
  await setMode(family, 'celebrate')
  await expect(page.getByRole('radio', { name: 'Celebrate' })).toBeChecked()
  await queue.getByRole('button', { name: 'Yes, Mia gets Ice cream' }).click()
  await expectText(page, 'Mia gets Ice cream')
  await expect(queue).toBeHidden()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)

  await page.getByText('Recently redeemed').click()
  const lately = page.getByRole('group').filter({ hasText: 'Recently redeemed' }).getByRole('listitem')
  await expect(lately).toHaveCount(2)
  await expect(lately.first()).toContainText('Redeemed')
  await expect(lately.last()).toContainText('Said no, gems returned')

  await page.getByRole('tab', { name: 'Gem ledger' }).click()
  const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem')
  await expect(lines).toHaveText([
    /Ice cream\s*Spent on a reward.*−40/,
    /Ice cream\s*Given back.*\+40/,
    /Ice cream\s*Spent on a reward.*−40/,
    /Rake the leaves\s*Earned for a quest.*\+100/,
  ])
})

test('Anna gives back the gems of a reward that was granted, after a question', async ({ family, page, kitchen }) => {
  const { mia, iceCream } = await askingFamily(family)
  const { id } = await requestRedemption(family, iceCream.id, mia.id)
  await change(family, `/api/redemptions/${id}`, { status: 'granted' })
  for (const screen of [page, kitchen]) {
    await openStore(screen)
    await screen.getByText('Recently redeemed').click()
  }
  const lately = (screen: Page) =>
    screen.getByRole('group').filter({ hasText: 'Recently redeemed' }).getByRole('listitem')
  const giveBack = page.getByRole('button', { name: 'Give Mia the gems for Ice cream back' })
  await giveBack.click()
  const question = page.getByRole('alertdialog', { name: 'Give the gems back' })
  await expect(question).toContainText('40 gems go back to Mia. "Ice cream" no longer counts as redeemed.')
  await page.keyboard.press('Escape')
  await expect(giveBack).toBeFocused()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Give back' }).click()
  await expectText(page, '40 gems went back to Mia')
  await expect(question).toBeHidden()
  for (const screen of [page, kitchen]) await expect(lately(screen)).toContainText('Gems returned')
  await expect(giveBack).toBeHidden()
  await expect(page.locator('summary')).toBeFocused()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(100)
  await page.getByRole('tab', { name: 'Gem ledger' }).click()
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toHaveText(
    /Ice cream\s*Given back.*\+40/,
  )
})

test('names from right to left keep their place in lists, fields and sentences, and turn nothing around', async ({
  family,
  page,
}) => {
  const [name, title] = ['مريم', 'سينما']
  const { id } = await addMember(family, name)
  await doQuest(family, id, 'كنس', 1)
  const cinema = await addReward(family, title, { gemCost: 1 })
  await setMode(family, 'spend')
  await requestRedemption(family, cinema.id, id)
  await openStore(page)
  await expect(reward(page, title).getByRole('heading')).toHaveCSS('direction', 'rtl')

  await page.getByText('Recently redeemed').click()
  const line = page.getByRole('group').filter({ hasText: 'Recently redeemed' }).getByRole('listitem')
  const [whose, what] = [await boxOf(line.getByText(name)), await boxOf(line.getByText(title))]
  expect(whose.x + whose.width).toBeLessThan(what.x)
  await line.getByRole('button', { name: `Give \u2068${name}\u2069 the gems for \u2068${title}\u2069 back` }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    `1 gem goes back to \u2068${name}\u2069. "\u2068${title}\u2069" no longer counts as redeemed.`,
  )
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Edit \u2068${title}\u2069` }).click()
  const field = page.getByRole('dialog').getByLabel('Reward Title')
  await expect(field).toHaveCSS('direction', 'rtl')
  await field.fill('Cinema\u202e')
  await expect(field).toHaveCSS('direction', 'ltr')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('This contains a hidden character. Please type it by hand')
})

test('two parents answer at once: the first word counts, and the second hears it, also one who heard no news', async ({
  family,
  page,
  kitchen,
}) => {
  const { mia, iceCream } = await askingFamily(family)
  await requestRedemption(family, iceCream.id, mia.id)
  await openStore(page)
  await openStore(kitchen)
  const release = await delayResponse(kitchen, '**/api/redemptions/*')
  const asked = kitchen.waitForRequest((request) => request.method() === 'PATCH')
  await kitchen.getByRole('button', { name: /^No,/ }).click()
  await asked
  await page.getByRole('button', { name: /^Yes,/ }).click()
  await expectText(page, 'Mia gets Ice cream')
  release()
  await expectText(kitchen, 'This was decided already.')
  await expect(kitchen.getByRole('button', { name: /^No,/ })).toBeHidden()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(60)

  const { id } = await requestRedemption(family, iceCream.id, mia.id)
  await openDeafStore(page)
  const no = page.getByRole('button', { name: /^No,/ })
  await expect(no).toBeVisible()
  await change(family, `/api/redemptions/${id}`, { status: 'granted' })
  await no.click()
  for (const words of ['This was decided already.', 'All caught up.']) await expectText(page, words)
  await page.getByText('Recently redeemed').click()
  await expect(
    page.getByRole('group').filter({ hasText: 'Recently redeemed' }).getByText('Redeemed', { exact: true }),
  ).toHaveCount(2)
})
