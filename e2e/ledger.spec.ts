import type { Page } from '@playwright/test'
import {
  addMember,
  addReward,
  balanceOf,
  dayFromNow,
  doQuest,
  setMode,
  requestRedemption,
  expectText,
  remove,
} from './actions.ts'
import { expect, test, type SignedUp } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessibleAndFitsEverywhere, expectSeen } from './accessibility.ts'
import { openStore } from './store.ts'
import { openBubble } from './kid/tablet.ts'

const undo = (family: SignedUp, memberId: string, questId: string) =>
  remove(family, `/api/quests/${questId}/completions/${memberId}/${dayFromNow()}`)

async function redeem(family: SignedUp, memberId: string, title: string, gemCost: number) {
  await setMode(family, 'spend')
  const { id } = await addReward(family, title, { gemCost })
  await requestRedemption(family, id, memberId)
}

/** Two lines for each quest, which is done and undone, and one of a last quest. */
async function longLedger(family: SignedUp, memberId: string, quests: number) {
  for (let index = 0; index < quests; index++) {
    const title =
      index === 3 ? 'Carry every single book from the cellar to the attic, and sort them by colour' : `Quest ${index}`
    await undo(family, memberId, await doQuest(family, memberId, title, (index % 10) * 10 + 5))
  }
  await doQuest(family, memberId, 'The last quest', 40)
}

async function openLedger(page: Page) {
  await openStore(page)
  await page.getByRole('tab', { name: 'Gem ledger' }).click()
}

const ledger = (page: Page, name: string) => page.getByRole('region', { name: `${name}'s gems` })
const lines = (page: Page, name: string) => ledger(page, name).getByRole('listitem')

/** The sum of the ledger's lines on the screen. */
async function sumOfLines(page: Page, name: string): Promise<number> {
  let sum = 0
  for (const text of await lines(page, name).allTextContents()) {
    const [, sign, amount] = /([+−])(\d+) gems?$/.exec(text) ?? []
    if (sign === undefined) throw new Error(`No amount in: ${text}`)
    sum += (sign === '+' ? 1 : -1) * Number(amount)
  }
  return sum
}

test("Mia's ledger says what every gem was for, adds up to her balance, and draws the last four weeks", async ({
  family,
  page,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  await doQuest(family, mia, 'Dishes', 70)
  await undo(family, mia, await doQuest(family, mia, 'Make the bed', 30))
  await redeem(family, mia, 'Ice cream', 25)
  await openLedger(page)

  await expect(ledger(page, 'Mia').getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveText([
    /Ice cream\s*Spent on a reward · \d\d:\d\d\s*−25/,
    /Make the bed\s*Taken back · \d\d:\d\d\s*−30/,
    /Make the bed\s*Earned for a quest · \d\d:\d\d\s*\+30/,
    /Dishes\s*Earned for a quest · \d\d:\d\d\s*\+70/,
  ])
  await expect(ledger(page, 'Mia').getByRole('paragraph').filter({ hasText: 'Balance:' })).toHaveText(
    'Balance:4545 gems',
  )
  expect(await sumOfLines(page, 'Mia')).toBe(45)
  const jar = ledger(page, 'Mia').getByRole('img', { name: 'A jar with 45 of 500 gems' })
  await expect(jar).toBeVisible()
  // Its colours exist outside of the kids' theme scope too: a gradient stop without one is black.
  expect(
    await jar.locator('stop').evaluateAll((stops) => stops.map((stop) => getComputedStyle(stop).stopColor)),
  ).not.toContain('rgb(0, 0, 0)')
  await expectSeen(ledger(page, 'Mia').getByText('455 more to goal', { exact: true }))

  const figure = ledger(page, 'Mia').getByRole('figure')
  await expect(figure).toContainText('70 earned')
  await expect(figure).toContainText('25 spent')
  await expect(figure.locator('[data-chart] path.fill-gem')).toHaveCount(1)
  await expect(figure.locator('[data-chart] path.stroke-coral-ink')).toHaveCount(1)
  await expect(figure.getByRole('table').getByRole('row')).toHaveCount(5)
  await expect(figure.getByRole('table').getByRole('row').last()).toHaveText(/\w+7025$/)

  // A reload stays on the ledger.
  await page.reload()
  await expect(lines(page, 'Mia')).toHaveCount(4)
})

test('the ledger is chosen by face: children first, and parents who have gems; what does not load can be asked for again', async ({
  family,
  page,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  await addMember(family, 'Theo')
  await doQuest(family, mia, 'Dishes', 20)
  await intercept(page, '**/gem-entries', (route) => route.abort())
  await openLedger(page)
  await expectText(page, "We couldn't load the gem ledger")
  await page.unroute('**/gem-entries')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(lines(page, 'Mia')).toHaveCount(1)
  const faces = page.getByRole('radiogroup', { name: 'Whose gems' })
  await expect(faces.getByRole('radio', { name: 'Mia, 20 gems' })).toBeChecked()
  await expect(faces.getByRole('radio')).toHaveCount(2)
  await faces.getByRole('radio', { name: 'Theo' }).click()
  await expect(ledger(page, 'Theo').getByText('No gems yet')).toBeVisible()
  await expect(ledger(page, 'Theo').getByText('Nothing was earned or spent in the last four weeks.')).toBeVisible()

  await doQuest(family, family.memberId, 'Taxes', 300)
  await faces.getByRole('radio', { name: 'Anna, 300 gems' }).click()
  await expect(lines(page, 'Anna')).toHaveText([/Taxes/])
})

test('Anna gives Mia gems and takes some, with her words in the ledger on both screens', async ({
  family,
  page,
  mia,
}) => {
  await openBubble(mia, '#gems')
  await openLedger(page)
  const open = ledger(page, 'Mia').getByRole('button', { name: 'Give or take gems' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Give or take gems' })
  await expect(dialog).toContainText('Mia has 0 gems.')
  await dialog.getByRole('button', { name: 'Give 10 gems' }).click()
  await expectText(dialog, 'A reason is required')
  await dialog.getByLabel('What for?').fill('Great report card')
  await dialog.getByLabel('How many gems', { exact: true }).fill('0')
  await page.keyboard.press('Enter')
  await expectText(dialog, 'At least 1 gem')
  await dialog.getByLabel('How many gems', { exact: true }).fill('30')
  await expectAccessibleAndFitsEverywhere(page)
  await page.keyboard.press('Enter')
  await expectText(page, 'Mia got 30 gems')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await expect(mia.page.getByRole('img', { name: 'A jar with 30 of 500 gems' })).toBeVisible()

  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Take' }).click()
  await dialog.getByLabel('How many gems', { exact: true }).fill('31')
  await dialog.getByLabel('What for?').fill('Sweets at the shop')
  await dialog.getByRole('button', { name: 'Take 31 gems' }).click()
  await expectText(dialog, 'There are not enough gems for this yet.')
  await dialog.getByLabel('How many gems', { exact: true }).fill('12')
  await dialog.getByRole('button', { name: 'Take 12 gems' }).click()
  await expectText(page, 'Mia has 12 gems less')
  await expect(lines(page, 'Mia')).toHaveText([
    /Sweets at the shop\s*Taken by a parent · \d\d:\d\d\s*−12/,
    /Great report card\s*Given by a parent · \d\d:\d\d\s*\+30/,
  ])
  expect(await sumOfLines(page, 'Mia')).toBe(18)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(18)
  await expect(mia.page.getByRole('img', { name: 'A jar with 18 of 500 gems' })).toBeVisible()
})

test('a long ledger comes in pages of fifty, and reading goes on where it stopped', async ({ family, page }) => {
  await longLedger(family, (await addMember(family, 'Mia')).id, 50)
  await openLedger(page)
  await expect(lines(page, 'Mia')).toHaveCount(50)
  for (const count of [100, 101]) {
    await ledger(page, 'Mia').getByRole('button', { name: 'Show more' }).click()
    await expect(lines(page, 'Mia')).toHaveCount(count)
    await expect(lines(page, 'Mia').nth(Math.ceil(count / 50) * 50 - 50)).toBeFocused()
  }
  await expect(ledger(page, 'Mia').getByRole('button', { name: 'Show more' })).toBeHidden()
  expect(await sumOfLines(page, 'Mia')).toBe(40)
})

test('older days have their names, and spending alone hangs down from the line', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia')
  const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
  const line = (daysAgo: number, amount: number, reason: string, title: string) => ({
    id: crypto.randomUUID(),
    memberId: mia,
    amount,
    reason,
    title,
    icon: '🍦',
    createdAt: at(daysAgo).toISOString(),
  })
  // The server stamps the time itself: only a ledger of our own can be old.
  await intercept(page, `**/api/family-members/${mia}/gem-entries`, (route) =>
    route.fulfill({
      json: [
        line(1, -30, 'redemption', 'Ice cream'),
        line(6, -20_000, 'redemption', 'Pizza'),
        line(400, 20_500, 'completion', 'Dishes'),
      ],
    }),
  )
  await openLedger(page)
  await expect(page.getByRole('region', { name: 'Yesterday' })).toContainText('Ice cream')
  const region = (daysAgo: number, year: string) => {
    const part = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', ...options }).format(at(daysAgo))
    const name = `^${part({ weekday: 'long' })},? ${part({ day: 'numeric' })} ${part({ month: 'long' })}${year}$`
    return page.getByRole('region', { name: new RegExp(name) })
  }
  await expect(region(6, '( \\d{4})?')).toContainText('Pizza')
  await expect(region(400, ' \\d{4}')).toContainText('Dishes')
  const chart = ledger(page, 'Mia').locator('[data-chart]')
  await expect(chart.locator('path.fill-gem')).toHaveCount(0)
  await expect(chart.locator('path.stroke-coral-ink')).toHaveCount(2)
  await expect(chart).toContainText(/−20k/i)
  await expect(ledger(page, 'Mia').getByRole('figure')).toContainText('0 earned')
})

test('the ledger is accessible with nobody, with nothing and with lines of every kind', async ({ family, page }) => {
  await openLedger(page)
  await expectText(page, 'Nobody has gems yet')
  await expect(page.getByRole('link', { name: 'Add a child' })).toHaveAttribute('href', '/family-members#add')
  await expectAccessibleAndFitsEverywhere(page)
  const { id: mia } = await addMember(family, 'Mia')
  await expect(ledger(page, 'Mia').getByText('No gems yet')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await longLedger(family, mia, 4)
  await redeem(family, mia, 'Ice cream', 25)
  await expect(lines(page, 'Mia').first()).toContainText('Ice cream')
  await expect(ledger(page, 'Mia').locator('[data-chart] path')).not.toHaveCount(0)
  await expectAccessibleAndFitsEverywhere(page)
})
