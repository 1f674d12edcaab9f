import type { Page } from '@playwright/test'
import { addMember, createQuest, openLive, remove, expectText, setPin, toast } from './actions.ts'
import { openBoard, showBoard } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessibleAndFitsEverywhere, expectToFitEverywhere } from './accessibility.ts'
import { chooseProfile, enterPin, pinDialog, switcher } from './profiles.ts'
import { openWall, completerDialog, tap, wallTile } from './wall/wall.ts'

const announced = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name: `This device is ${name}'s now` })
const deviceChanged = (page: Page) => page.getByRole('heading', { level: 1, name: /^This device is/ })
const goOnAs = (page: Page, name: string) => page.getByRole('button', { name: `Go on as ${name}`, exact: true })
const backTo = (page: Page, name: string) => page.getByRole('button', { name: `Back to ${name}` })
const bubbleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: `${name}'s Bubble` })
const missionControl = (page: Page) => page.getByRole('heading', { name: 'Mission Control' })

test('with Lily chosen in one tab the other says so, and leads back with the PIN; then the first is told in turn', async ({
  family,
  page,
  kitchen,
}) => {
  const { id: lily } = await addMember(family, 'Lily', { avatarSeed: 'lily' })
  await setPin(family, family.memberId, '2468')
  await addQuest(family, 'Dishes')
  await openBoard(page, kitchen)
  await chooseProfile(kitchen, 'Lily')
  await expect(bubbleOf(kitchen, 'Lily')).toBeVisible()

  await expect(announced(page, 'Lily')).toBeVisible()
  await expect(page).toHaveTitle("This device is Lily's now · Bubblequest")
  await expect(page.getByText('Dishes')).toHaveCount(0)
  await expect(missionControl(page)).toHaveCount(0)
  await expect(switcher(page)).toHaveAccessibleName('Lily, switch profile')
  await expectText(page, 'Live')
  await expect(page.getByRole('main')).toBeFocused()
  await expectAccessibleAndFitsEverywhere(page)

  // By the keyboard alone.
  await page.getByRole('main').focus()
  await page.keyboard.press('Tab')
  await expect(goOnAs(page, 'Lily')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(backTo(page, 'Anna')).toBeFocused()
  await expect(backTo(page, 'Anna')).toHaveAccessibleName('Back to Anna asks for a PIN')
  await page.keyboard.press('Enter')
  await expect(pinDialog(page, 'Anna')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pinDialog(page, 'Anna')).toBeHidden()
  await expect(backTo(page, 'Anna')).toBeFocused()
  await page.keyboard.press('Enter')
  await enterPin(page, 'Anna', '2468')
  await showBoard(page)
  await expect(page.getByText('Dishes')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}`))

  await expect(announced(kitchen, 'Anna')).toBeVisible()
  await expect(bubbleOf(kitchen, 'Lily')).toHaveCount(0)
  await backTo(kitchen, 'Lily').click()
  await expect(kitchen).toHaveURL(new RegExp(`/kid/${lily}$`))
  await expect(bubbleOf(kitchen, 'Lily')).toBeVisible()
  await expect(announced(page, 'Lily')).toBeVisible()
})

test('the other tab goes on as Lily by her face, in her room, and no tab says anything more', async ({
  family,
  page,
  kitchen,
}) => {
  const { id: lily } = await addMember(family, 'Lily')
  await openLive(page, '/settings')
  await openLive(kitchen, '/parent')
  await chooseProfile(kitchen, 'Lily')
  await goOnAs(page, 'Lily').click()
  await expect(page).toHaveURL(new RegExp(`/kid/${lily}$`))
  for (const tab of [page, kitchen]) {
    await expect(bubbleOf(tab, 'Lily')).toBeVisible()
    await expect(deviceChanged(tab)).toHaveCount(0)
  }

  // The same member once more says nothing: when the other tab has read whom the device acts as, it still shows her
  // room.
  const read = page.waitForResponse('**/api/families/my')
  await chooseProfile(kitchen, 'Lily')
  await read
  await expect(bubbleOf(page, 'Lily')).toBeVisible()
  await expect(deviceChanged(page)).toHaveCount(0)
})

test('a dialog over the screen is closed, and is not open again after going back', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Lily')
  await addMember(family, 'Ben', { role: 'parent', pin: '1357' })
  await openBoard(page)
  await openLive(kitchen, '/parent')
  const told = async (name: string) => {
    await chooseProfile(kitchen, name)
    await expect(announced(page, name)).toBeVisible()
    await expect(toast(page)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await backTo(page, 'Anna').click()
    await expect(missionControl(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await createQuest(page, 'Dishes')
  // Under the mouse it stays.
  await toast(page).hover()
  await told('Lily')
  await showBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('A surprise for Lily')
  await told('Lily')
  await chooseProfile(page, 'Ben')
  await expect(pinDialog(page, 'Ben')).toBeVisible()
  await told('Lily')
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await told('Lily')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(page.getByRole('dialog', { name: 'Family Hub' })).toBeVisible()
  await told('Lily')
})

test('a member who was removed meanwhile cannot be switched back to', async ({ family, page, kitchen, openDevice }) => {
  await addMember(family, 'Lily')
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  await openLive(page, '/parent')
  await openLive(kitchen, '/parent')
  await chooseProfile(page, 'Ben')
  await expect(announced(kitchen, 'Ben')).toBeVisible()
  await chooseProfile(kitchen, 'Lily')
  await kitchen.getByRole('button', { name: 'Not now' }).click()
  await expect(backTo(page, 'Ben')).toBeVisible()
  const phone = await openDevice()
  expect((await phone.context().request.delete(`/api/family-members/${ben}`)).ok()).toBe(true)
  await expect(backTo(page, 'Ben')).toHaveCount(0)
  await goOnAs(page, 'Lily').click()
  await expect(bubbleOf(page, 'Lily')).toBeVisible()
})

test('the tabs follow silently when their profile was removed and one of them chose another', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Lily')
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  await openLive(page, '/parent')
  await chooseProfile(page, 'Ben')
  await expect(page).toHaveURL(new RegExp(`/parent/${ben}$`))
  await openLive(kitchen, '/parent')
  await remove(family, `/api/family-members/${ben}`)
  for (const tab of [page, kitchen])
    await expect(tab.getByRole('heading', { name: "Who's using this device?" })).toBeVisible()
  await kitchen.getByRole('button', { name: 'Switch to Lily' }).click()
  for (const tab of [page, kitchen]) await expect(bubbleOf(tab, 'Lily')).toBeVisible()
  await expect(deviceChanged(page)).toHaveCount(0)
})

test('a tab that was told nothing says so when it is live again, and a link in it goes on as Lily', async ({
  family,
  page,
}) => {
  const { id: lily } = await addMember(family, 'Lily')
  await openLive(page, '/parent')
  expect((await family.context.request.put('/api/auth/active-member', { data: { memberId: lily } })).status()).toBe(200)
  await family.context.setOffline(true)
  await expect(page.locator('[data-live]').getByText(/^As of/i)).toBeVisible()
  await family.context.setOffline(false)
  await expect(announced(page, 'Lily')).toBeVisible()
  await page.getByRole('link', { name: 'My Gems' }).click()
  await expect(page).toHaveURL(new RegExp(`/kid/${lily}`))
  await expect(bubbleOf(page, 'Lily')).toBeVisible()
})

test('a wall follows: the question of a tile that Lily may not complete is closed, and her own tiles can be tapped', async ({
  family,
  page: wall,
  kitchen,
}) => {
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

  // Leaving the wall screen shows no message either.
  await wall.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(bubbleOf(wall, 'Lily')).toBeVisible()
})

test('a read that began before Lily was chosen does not bring Anna back', async ({ family, page, kitchen }) => {
  await addMember(family, 'Lily')
  await openLive(page, '/parent')
  await openLive(kitchen, '/parent')
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const { promise: wasRead, resolve: read } = Promise.withResolvers<void>()
  await intercept(page, '**/api/families/my', async (route) => {
    const response = await route.fetch()
    read()
    await promise
    await route.fulfill({ response })
  })
  await chooseProfile(kitchen, 'Anna')
  await wasRead
  await chooseProfile(page, 'Lily')
  await expect(bubbleOf(page, 'Lily')).toBeVisible()
  const answered = page.waitForResponse('**/api/families/my')
  release()
  await (await answered).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(bubbleOf(page, 'Lily')).toBeVisible()
  await expect(deviceChanged(page)).toHaveCount(0)
})

for (const [language, title, forward, back] of [
  ['de', 'Dieses Gerät benutzt jetzt Maximiliane', 'Als Maximiliane weitermachen', 'Zurück zu Anna'],
  ['es', 'Ahora este dispositivo es de Maximiliane', 'Seguir como Maximiliane', 'Volver a Anna'],
] as const) {
  test(`the change of the profile is said in the language of the tab: ${language}`, async ({
    family,
    page,
    kitchen,
  }) => {
    await addMember(family, 'Maximiliane')
    await openLive(kitchen, '/parent')
    await page.goto('/parent')
    await page.evaluate((language) => localStorage.setItem('language', language), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('button', { name: /^Anna, / })).toBeVisible()
    await chooseProfile(kitchen, 'Maximiliane')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const name of [forward, back]) await expect(page.getByRole('button', { name })).toBeVisible()
    await expectToFitEverywhere(page)
  })
}
