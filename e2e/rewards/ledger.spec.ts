import type { Page } from '@playwright/test'
import { expectAccessibleAndFitsEverywhere, expectSeen } from '../accessibility.ts'
import { addMember, addReward, balanceOf, change, doQuest, expectText, requestRedemption, setMode } from '../actions.ts'
import { expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { openBubble } from '../kid/tablet.ts'
import { openStore } from '../store.ts'

async function openLedger(page: Page) {
  await openStore(page)
  await page.getByRole('tab', { name: 'Gem ledger' }).click()
}

const ledger = (page: Page, name: string) => page.getByRole('region', { name: `${name}'s gems` })
const lines = (page: Page, name: string) => ledger(page, name).getByRole('listitem')

test('the ledger says what every gem was for, and draws the last four weeks', async ({ family, page }) => {
  await openLedger(page)
  await expectText(page, 'Nobody has gems yet')
  await expect(page.getByRole('link', { name: 'Add a child' })).toHaveAttribute('href', '/family-members#add')
  await expectAccessibleAndFitsEverywhere(page)
  const [{ id: mia }] = [await addMember(family, 'Mia'), await addMember(family, 'Theo')]
  await expect(ledger(page, 'Mia').getByText('No gems yet')).toBeVisible()
  await expect(ledger(page, 'Mia').getByText('Nothing was earned or spent in the last four weeks.')).toBeVisible()

  await doQuest(family, mia, 'Dishes', 70)
  await setMode(family, 'spend')
  const title = 'Ice cream in every single flavour of the shop, with cream and a paper umbrella'
  await requestRedemption(family, (await addReward(family, title, { gemCost: 25 })).id, mia)
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Dishes')
  await expect(lines(page, 'Mia')).toHaveText([
    /Ice cream.*Spent on a reward · \d\d:\d\d\s*−25/,
    /Dishes\s*Earned for a quest · \d\d:\d\d\s*\+70/,
  ])
  await expect(ledger(page, 'Mia').getByRole('paragraph').filter({ hasText: 'Balance:' })).toHaveText(
    'Balance:4545 gems',
  )
  await expect(ledger(page, 'Mia').getByRole('img', { name: 'A jar with 45 of 500 gems' })).toBeVisible()
  await expectSeen(ledger(page, 'Mia').getByText('455 more to goal', { exact: true }))
  const figure = ledger(page, 'Mia').getByRole('figure')
  await expect(figure).toContainText('70 earned')
  await expect(figure).toContainText('25 spent')
  await expect(figure.locator('[data-chart] path.fill-gem')).toHaveCount(1)
  await expect(figure.locator('[data-chart] path.stroke-coral-ink')).toHaveCount(1)
  await expect(figure.getByRole('table').getByRole('row').last()).toHaveText(/\w+7025$/)
  await expectAccessibleAndFitsEverywhere(page)

  // Children come first, then parents who have gems. A reload stays on the ledger.
  await intercept(page, '**/gem-entries', (route) => route.abort())
  await page.reload()
  await expectText(page, "We couldn't load the gem ledger")
  await page.unroute('**/gem-entries')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(lines(page, 'Mia')).toHaveCount(2)
  const faces = page.getByRole('radiogroup', { name: 'Whose gems' }).getByRole('radio')
  await expect(faces).toHaveCount(2)
  await doQuest(family, family.memberId, 'Taxes', 300)
  await expect(faces.last()).toHaveAccessibleName('Anna, 300 gems')
  await faces.last().click()
  await expect(lines(page, 'Anna')).toHaveText([/Taxes/])
})

test('Anna gives Mia gems and takes some, with her words in the ledger', async ({ family, page, mia }) => {
  await openBubble(mia, '#gems')
  await openLedger(page)
  const open = ledger(page, 'Mia').getByRole('button', { name: 'Give or take gems' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Give or take gems' })
  const amount = dialog.getByLabel('How many gems', { exact: true })
  await expect(dialog).toContainText('Mia has 0 gems.')
  await dialog.getByRole('button', { name: 'Give 10 gems' }).click()
  await expectText(dialog, 'A reason is required')
  await dialog.getByLabel('What for?').fill('Great report card')
  await amount.fill('30')
  await expectAccessibleAndFitsEverywhere(page)
  await page.keyboard.press('Enter')
  await expectText(page, 'Mia got 30 gems')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await expect(mia.page.getByRole('img', { name: 'A jar with 30 of 500 gems' })).toBeVisible()

  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Take' }).click()
  await amount.fill('31')
  await dialog.getByLabel('What for?').fill('Sweets at the shop')
  await dialog.getByRole('button', { name: 'Take 31 gems' }).click()
  await expectText(dialog, 'There are not enough gems for this yet.')
  await amount.fill('12')
  await dialog.getByRole('button', { name: 'Take 12 gems' }).click()
  await expectText(page, 'Mia has 12 gems less')
  await expect(lines(page, 'Mia')).toHaveText([
    /Sweets at the shop\s*Taken by a parent · \d\d:\d\d\s*−12/,
    /Great report card\s*Given by a parent · \d\d:\d\d\s*\+30/,
  ])
  await expect.poll(() => balanceOf(family, mia.id)).toBe(18)
  await expect(mia.page.getByRole('img', { name: 'A jar with 18 of 500 gems' })).toBeVisible()
})

test('a long ledger has the days and hours of the family, and pages of fifty that are read on', async ({
  family,
  page,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const timeZone = 'Pacific/Kiritimati'
  await change(family, `/api/families/${family.familyId}`, { timeZone })
  const now = Date.now()
  const line = (daysAgo: number, amount: number, reason: string, title: string) => ({
    id: crypto.randomUUID(),
    memberId: mia,
    amount,
    reason,
    title,
    icon: '🍦',
    createdAt: new Date(now - daysAgo * 86_400_000).toISOString(),
  })
  // The server stamps the time itself: only a ledger of our own can be old.
  await intercept(page, `**/api/family-members/${mia}/gem-entries`, (route) =>
    route.fulfill({
      json: [
        line(1, -30, 'redemption', 'Ice cream'),
        ...Array.from({ length: 100 }, () => line(400, 205, 'completion', 'Dishes')),
      ],
    }),
  )
  await openLedger(page)
  const time = new Date(now).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  await expect(page.getByRole('region', { name: 'Yesterday' })).toHaveText(new RegExp(`Ice cream.* ${time}`))
  const withYear = page.getByRole('region', { name: /^[A-Z][a-z]+day,? \d+ [A-Z][a-z]+ \d{4}$/ })
  await expect(withYear.last()).toContainText('Dishes')

  const more = ledger(page, 'Mia').getByRole('button', { name: 'Show more' })
  await expect(lines(page, 'Mia')).toHaveCount(50)
  for (const count of [100, 101]) {
    await more.click()
    await expect(lines(page, 'Mia')).toHaveCount(count)
    await expect(lines(page, 'Mia').nth(Math.ceil(count / 50) * 50 - 50)).toBeFocused()
  }
  await expect(more).toBeHidden()
})
