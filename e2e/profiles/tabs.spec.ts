import type { Page } from '@playwright/test'
import { expectAccessibleAndFitsEverywhere, expectToFitEverywhere } from '../accessibility.ts'
import { addMember, createQuest, expectText, openLive, remove, setPin, toast } from '../actions.ts'
import { openBoard, showBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { bubbleOf } from '../devices/pairing.ts'
import { chooseProfile, enterPin, missionControl, pinDialog, switcher } from '../profiles.ts'
import { completerDialog, openWall, tap, wallTile } from '../wall/wall.ts'

const announced = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: `This device is ${name}'s now` })
const goOnAs = (page: Page, name: string) => page.getByRole('button', { name: `Go on as ${name}`, exact: true })
const backTo = (page: Page, name: string) => page.getByRole('button', { name: `Back to ${name}` })

test('with Lily chosen in one tab the other says so, and leads back or goes on', async ({ family, page, kitchen }) => {
  await addMember(family, 'Lily')
  await setPin(family, family.memberId, '2468')
  await addQuest(family, 'Dishes')
  await openBoard(page, kitchen)
  await chooseProfile(kitchen, 'Lily')
  await expect(bubbleOf(kitchen, 'Lily')).toBeVisible()

  await expect(announced(page, 'Lily')).toBeVisible()
  await expect(page.getByText('Dishes')).toHaveCount(0)
  await expect(switcher(page)).toHaveAccessibleName('Account, Lily, switch profile')
  await expectText(page, 'Live')
  await expect(page.getByRole('main')).toBeFocused()
  await expectAccessibleAndFitsEverywhere(page)

  await expect(backTo(page, 'Anna')).toHaveAccessibleName('Back to Anna asks for a PIN')
  await backTo(page, 'Anna').press('Enter')
  await expect(pinDialog(page, 'Anna')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(backTo(page, 'Anna')).toBeFocused()
  await page.keyboard.press('Enter')
  await enterPin(page, 'Anna', '2468')
  await showBoard(page)
  await expect(page.getByText('Dishes')).toBeVisible()

  await expect(announced(kitchen, 'Anna')).toBeVisible()
  await expect(bubbleOf(kitchen, 'Lily')).toHaveCount(0)
  await backTo(kitchen, 'Lily').click()
  await goOnAs(page, 'Lily').click()
  for (const tab of [page, kitchen]) await expect(bubbleOf(tab, 'Lily')).toBeVisible()
  // The same member once more says nothing.
  const read = page.waitForResponse('**/api/auth/user')
  await chooseProfile(kitchen, 'Lily')
  await read
  await expect(bubbleOf(page, 'Lily')).toBeVisible()
  await expect(announced(page, 'Lily')).toHaveCount(0)
})

test('a tab never shows Mia and acts as Anna: it says so without a network, and after an answer that was lost', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Mia')
  await openLive(kitchen, '/parent')
  await openLive(page, '/parent')
  await chooseProfile(page, 'Mia')
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
  const reads = /\/api\/(auth\/user|families\/my)$/
  await intercept(page, reads, (route) => route.abort())
  await backTo(kitchen, 'Anna').click()
  await expect(announced(page, 'Anna')).toBeVisible()
  await expect(bubbleOf(page, 'Mia')).toHaveCount(0)
  await page.unroute(reads)

  await backTo(page, 'Mia').click()
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
  await intercept(page, '**/api/auth/active-member', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await chooseProfile(page, 'Anna')
  await expect(announced(page, 'Anna')).toBeVisible()
})

test('the new profile closes what lies over the screen for good', async ({ family, page, kitchen }) => {
  await addMember(family, 'Lily')
  await addMember(family, 'Ben', { role: 'parent', pin: '1357' })
  await openBoard(page)
  await openLive(kitchen, '/parent')
  const expectClosed = async () => {
    await chooseProfile(kitchen, 'Lily')
    await expect(announced(page, 'Lily')).toBeVisible()
    await expect(toast(page)).toHaveCount(0)
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await backTo(page, 'Anna').click()
    await expect(missionControl(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await createQuest(page, 'Dishes')
  // Under the mouse it stays.
  await toast(page).hover()
  await expectClosed()
  await showBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('A surprise for Lily')
  await expectClosed()
  await chooseProfile(page, 'Ben')
  await expect(pinDialog(page, 'Ben')).toBeVisible()
  await expectClosed()
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await expectClosed()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(page.getByRole('dialog', { name: 'Family Hub' })).toBeVisible()
  await expectClosed()
})

test('a tab that comes live again says in its language whose the device is now', async ({
  family,
  page,
  openDevice,
}) => {
  const { id: lily } = await addMember(family, 'Maximiliane')
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  const actAs = async (memberId: string) =>
    expect((await family.context.request.put('/api/auth/active-member', { data: { memberId } })).status()).toBe(200)
  await actAs(ben)
  await page.goto('/parent')
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await openLive(page, '/parent')
  await actAs(lily)
  await family.context.setOffline(true)
  await expect(page.locator('[data-live]').getByText(/^Stand/)).toBeVisible()
  await family.context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Dieses Gerät benutzt jetzt Maximiliane' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Als Maximiliane weitermachen' })).toBeVisible()
  const back = page.getByRole('button', { name: 'Zurück zu Ben' })
  await expect(back).toBeVisible()
  await expectToFitEverywhere(page)
  const phone = await openDevice()
  await remove({ ...family, context: phone.context() }, `/api/family-members/${ben}`)
  await expect(back).toHaveCount(0)
  await page.getByRole('button', { name: 'Als Maximiliane weitermachen' }).click()
  await expect(page).toHaveURL(new RegExp(`/kid/${lily}`))
  await expect(page.getByRole('tab', { name: 'Edelsteine' })).toBeVisible()
})

test('a wall follows, and from then on Lily taps her own tiles alone', async ({ family, page: wall, kitchen }) => {
  const [{ id: lily }, { id: mia }] = [await addMember(family, 'Lily'), await addMember(family, 'Mia')]
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia, family.memberId] })
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [lily] })
  await openWall(wall)
  await openLive(kitchen, '/parent')
  await tap(wall, 'Mia', 'Dishes')
  await expect(completerDialog(wall)).toBeVisible()
  await chooseProfile(kitchen, 'Lily')
  await expect(completerDialog(wall)).toHaveCount(0)
  await expect(wallTile(wall, 'Mia', 'Dishes')).toBeVisible()
  await expect(wallTile(wall, 'Mia', 'Dishes').getByRole('button')).toHaveCount(0)
  await tap(wall, 'Lily', 'Feed the dog')
  await expect(completerDialog(wall)).toBeVisible()
  await wall.keyboard.press('Escape')
  await wall.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(bubbleOf(wall, 'Lily')).toBeVisible()
})
