import type { Page } from '@playwright/test'
import { pollMs } from '#app/lib/live/poll.ts'
import { expectAccessible, expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expectText, openLive, overlaysAreGone } from '../actions.ts'
import { boxOf } from '../board.ts'
import { addQuest, expect, signIn, test } from '../family.ts'
import { bubbleOf, children, devicesCard, deviceRow, iPad, keepChannelsOpen, pairedDevice } from './pairing.ts'
import { columnOf, completerDialog, gems, tap, wallTile } from '../wall/wall.ts'

test('a phone signs a tablet out, which empties itself at once and asks for a new code', async ({
  family,
  page,
  openContext,
}) => {
  const [mia] = await children(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  const tablet = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] })
  await openLive(tablet, '/')
  await openLive(page, '/settings')
  await expect(deviceRow(page, 'iPad')).toContainText("Mia's device")
  await deviceRow(page, 'iPad').getByRole('button', { name: 'Rename iPad' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kitchen 🍳')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = deviceRow(page, 'Kitchen 🍳')
  await expect(row).toBeVisible()
  await expect(devicesCard(page).getByText('This device')).toHaveCount(1)
  await expect(devicesCard(page).getByRole('button', { name: /^Sign out/ })).toHaveCount(1)
  await overlaysAreGone(page)
  await row.getByRole('button', { name: 'Sign out Kitchen 🍳' }).click()
  const emptied = tablet.waitForFunction(() => !document.body.innerText.includes('Dishes') && Date.now())
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await ended
  const endedAt = Date.now()
  // Long before a poll would tell it.
  expect(Number(await (await emptied).jsonValue()) - endedAt).toBeLessThan(pollMs / 2)
  await expect(tablet).toHaveURL(/\/join#signed-out$/)
  await expectText(tablet, 'This device was signed out')
  await expectText(tablet, 'A parent can let it in again with a new code.')
  await expect(row).toHaveCount(0)
  await tablet.goBack()
  await expect(tablet.getByText(/Mia|Dishes/)).toHaveCount(0)

  // On Supabase a channel outlives its session, and the event alone tells the device.
  const other = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] })
  const send = await keepChannelsOpen(other, family.familyId)
  await openLive(other, '/')
  const [{ device }] = await (await other.context().request.get('/api/families/my')).json()
  expect((await family.context.request.delete(`/api/devices/${device.id}`)).status()).toBe(200)
  const [{ family: now }] = await (await family.context.request.get('/api/families/my')).json()
  send('devices.changed', { revision: now.revision, endedId: device.id })
  await expectText(other, 'This device was signed out')
  // Switched on later, it asks for no password either.
  await tablet.goto(`/kid/${mia}`)
  await expectText(tablet, 'This device was signed out')
})

test("a device that has just signed in is asked once whose it is, and becomes Mia's", async ({
  family,
  openDevice,
  openContext,
}) => {
  const [mia] = await children(family)
  const name = "Is this a child's device?"
  const line = (page: Page) => page.getByRole('main').getByRole('region', { name })
  const answers = (page: Page) =>
    page.getByRole('dialog', { name: 'Waiting for you' }).getByRole('region', { name }).getByRole('button')
  const phone = await openDevice({ viewport: { width: 390, height: 844 } })
  await openLive(phone, '/parent')
  await line(phone).getByRole('button').click()
  await expect(answers(phone)).toHaveText(['Mia', 'Theo', 'The wall', 'No, mine'])
  await expectAccessibleAndFitsEverywhere(phone)
  await answers(phone).filter({ hasText: 'No, mine' }).click()
  await overlaysAreGone(phone)
  await openLive(phone, '/parent')
  await expect(line(phone)).toHaveCount(0)

  const context = await openContext(iPad)
  await signIn(context, family.credentials)
  const tablet = await context.newPage()
  await openLive(tablet, '/parent')
  await expectAccessible(tablet)
  expect((await boxOf(line(tablet))).height).toBe(44)
  await line(tablet).getByRole('button').tap()
  await answers(tablet).filter({ hasText: 'Mia' }).tap()
  const question = tablet.getByRole('alertdialog', { name: "Is this Mia's device?" })
  await expect(question).toContainText('This signs your account out on this device.')
  await question.getByRole('button', { name: 'Yes' }).tap()
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
  await expect(tablet).toHaveURL(new RegExp(`/kid/${mia}$`))
  await tablet.goto('/settings')
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()

  // With an account again, the device says whose it has before a code takes it away.
  await tablet.goto('about:blank')
  await signIn(context, family.credentials)
  await tablet.goto('/join')
  await expectText(tablet, family.credentials.email)
  await expect(tablet.getByRole('button', { name: 'Sign out and join' })).toBeVisible()
})

test('the paired wall completes for Theo at one tap, takes it back, and leads nowhere else', async ({
  family,
  openContext,
}) => {
  const [, theo] = await children(family)
  await addQuest(family, 'Table', 'To Do', { assigneeIds: [theo], recurring: 'daily' })
  await addQuest(family, 'Taxes', 'To Do', { assigneeIds: [family.memberId], recurring: 'daily' })
  const wall = await pairedDevice(family, openContext)
  await wall.goto('/parent')
  await wall.getByRole('button', { name: 'The wall for everyone' }).tap()
  await expect(columnOf(wall, 'Theo')).toBeVisible()
  await expect(wallTile(wall, 'Anna', 'Taxes').getByRole('button')).toHaveCount(0)
  await expect(wall.getByRole('link')).toHaveCount(0)
  await tap(wall, 'Theo', 'Table')
  await expect(gems(wall, 'Theo')).toContainText('20')
  await wall.getByRole('button', { name: 'Not Theo?' }).tap()
  await expect(completerDialog(wall)).toBeVisible()
  await wall.keyboard.press('Escape')
  await overlaysAreGone(wall)
  await expect(gems(wall, 'Theo')).not.toContainText('20')
  await expect(wallTile(wall, 'Theo', 'Table').getByRole('button')).toBeVisible()
  for (const address of ['/parent', `/kid/${theo}`]) {
    await wall.goto(address)
    await expect(columnOf(wall, 'Theo')).toBeVisible()
  }
})
