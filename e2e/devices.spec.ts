import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { expectAccessibleAndFits, screens } from './accessibility.ts'
import { addMember, expectText, openLive, overlaysAreGone, setPin, toast } from './actions.ts'
import { addQuest, expect, signIn, test, watch, type SignedUp } from './family.ts'
import {
  devicesCard,
  deviceRow,
  filmOf,
  iPad,
  keepChannelsOpen,
  openPairing,
  pairedDevice,
  pairingDialog,
  shownCode,
  whoUses,
} from './pairing.ts'
import { completionDialog, pop, tapOn } from './tablet.ts'
import { columnOf, completerDialog, gems, tap, wallTile } from './wall.ts'

/** Mia's and Theo's ids. */
const children = async (family: SignedUp) =>
  [(await addMember(family, 'Mia')).id, (await addMember(family, 'Theo')).id] as const

const bubbleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: `${name}'s Bubble` })
const letters = (page: Page) => page.getByRole('textbox', { name: 'Eight letters' })

test('a tablet scans the code of a phone, and Mia pops her first quest three taps later', async ({
  family,
  page,
  baseURL,
  pageErrors,
}, testInfo) => {
  const [mia] = await children(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia], recurring: 'daily' })
  await openPairing(page)
  await expectAccessibleAndFits(page)
  const film = testInfo.outputPath('camera.y4m')
  await writeFile(film, await filmOf(pairingDialog(page).getByRole('img', { name: /code/ })))
  const { launchOptions = {} } = testInfo.project.use
  const camera = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const context = await camera.newContext({
      ...iPad,
      locale: 'en-GB',
      serviceWorkers: 'block',
      ...(baseURL && { baseURL }),
    })
    watch(context, baseURL ?? '', pageErrors)
    const tablet = await context.newPage()
    await tablet.goto('/join')
    await tablet.getByRole('button', { name: 'Scan the code' }).tap()
    await expect(whoUses(tablet)).toBeVisible()
    await expectText(page, 'A tablet has joined')
    await tablet.evaluate(() => {
      Object.assign(window, { taps: 0 })
      window.addEventListener('pointerdown', () => window.taps++, { capture: true })
    })
    await tablet.getByRole('button', { name: 'Mia' }).tap()
    await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
    await expectText(page, 'iPad for Mia: ready!')
    await tapOn(tablet, 'Dishes').tap()
    await pop(tablet).tap()
    await expect(completionDialog(tablet)).toHaveCount(0)
    await expect(tablet.getByRole('region', { name: 'All done today!' })).toContainText('Dishes')
    expect(await tablet.evaluate(() => window.taps)).toBe(3)
  } finally {
    await camera.close()
  }
})

declare global {
  interface Window {
    taps: number
  }
}

test('eight typed letters let a tablet in once, and what is wrong with others is said beside them', async ({
  family,
  page,
  openContext,
}) => {
  const code = await openPairing(page)
  const tablet = await (await openContext(iPad)).newPage()
  await tablet.goto('/login')
  await tablet.getByRole('link', { name: "A child's tablet? Join with a code" }).tap()
  await expect(letters(tablet)).toBeFocused()
  await letters(tablet).pressSequentially('aeio uyae')
  await expectText(tablet, 'A code has eight letters, and no A, E, I, O, U or Y. Please look again.')
  await letters(tablet).fill(code.replace(/^./, (first) => (first === 'B' ? 'C' : 'B')))
  await expectText(tablet, 'This code is wrong, used or too old. A new one is made in the settings of a parent.')
  for (const [width, height] of screens) {
    await tablet.setViewportSize({ width, height })
    await expectAccessibleAndFits(tablet)
  }
  await letters(tablet).fill('')
  await letters(tablet).pressSequentially(code.toLowerCase())
  await expect(whoUses(tablet)).toBeVisible()
  await expectText(tablet, 'No children yet. A parent adds one first; then it shows up here.')

  // A reload comes back to the question, and a child that is added meanwhile appears.
  await tablet.goto('/settings')
  await expect(whoUses(tablet)).toBeVisible()
  await children(family)
  await tablet.getByRole('button', { name: 'Several children' }).tap()
  for (const name of ['Mia', 'Theo']) await tablet.getByRole('button', { name }).tap()
  for (const [width, height] of screens) {
    await tablet.setViewportSize({ width, height })
    await expectAccessibleAndFits(tablet)
  }
  await tablet.getByRole('button', { name: 'Done' }).tap()
  await expectText(page, 'iPad for Mia, Theo: ready!')
  await expectText(tablet, 'Tap your face.')
  await tablet.getByRole('button', { name: 'Switch to Theo' }).tap()
  await expect(bubbleOf(tablet, 'Theo')).toBeVisible()

  const other = await (await openContext(iPad)).newPage()
  await other.goto(`/join#${code}`)
  await expectText(other, 'This code is wrong, used or too old. A new one is made in the settings of a parent.')
  await expect(letters(other)).toHaveValue(`${code.slice(0, 4)} ${code.slice(4)}`)
  expect(new URL(other.url()).hash).toBe('')
  await pairingDialog(page).getByRole('button', { name: 'Add another one' }).click()
  expect(await shownCode(page)).not.toBe(code)
})

test("Mia's tablet opens no sibling without a PIN and no parent, by Back and by address, and names nobody", async ({
  family,
  openContext,
}) => {
  const [mia, theo] = await children(family)
  const { id: emil } = await addMember(family, 'Emil')
  await setPin(family, theo, '8642')
  await setPin(family, family.memberId, '1357')
  const tablet = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] })
  await openLive(tablet, '/')
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
  for (const address of ['/parent', '/settings', '/family-members', `/kid/${emil}`, `/kid/${family.memberId}`]) {
    await tablet.goto(address)
    await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
    await expect(tablet).toHaveURL(new RegExp(`/kid/${mia}$`))
  }
  await tablet.getByRole('button', { name: 'Mia, switch profile' }).tap()
  await expect(tablet.getByRole('menuitem')).toHaveText([/Mia/, /Theo/])
  await tablet.getByRole('menuitem', { name: 'Theo' }).tap()
  const pin = tablet.getByRole('dialog', { name: 'Enter PIN for Theo' })
  await expect(pin).toBeVisible()
  await expect(tablet.getByText('Forgot the PIN?')).toHaveCount(0)
  await tablet.keyboard.press('Escape')
  await overlaysAreGone(tablet)
  await tablet.goto(`/kid/${theo}`)
  await expect(pin).toBeVisible()
  // Back closes the dialog as soon as it has its history entry.
  await expect.poll(() => tablet.evaluate((): number => history.state?.overlays ?? 0)).toBe(1)
  await tablet.goBack()
  await expectText(tablet, "This is Theo's bubble. Tap your face.")
  await overlaysAreGone(tablet)
  await tablet.goBack()
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
  await tablet.getByRole('button', { name: 'This device' }).tap()
  await expect(tablet.getByRole('menuitem')).toHaveCount(1)
  await expect(tablet.getByText(/Anna|@/)).toHaveCount(0)
})

test('a phone signs a tablet out, which empties itself within a second and asks for a new code', async ({
  family,
  page,
  openContext,
}) => {
  const [mia] = await children(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  const tablet = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] })
  await openLive(tablet, '/')
  await page.setViewportSize({ width: 390, height: 844 })
  await openLive(page, '/settings')
  await expect(deviceRow(page, 'iPad')).toContainText("Mia's device")
  await deviceRow(page, 'iPad').getByRole('button', { name: 'Rename iPad' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kitchen 🍳')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = deviceRow(page, 'Kitchen 🍳')
  await expect(row).toBeVisible()
  await expect(devicesCard(page).getByText('This device')).toHaveCount(1)
  await expect(devicesCard(page).getByRole('button', { name: /^Sign out/ })).toHaveCount(1)
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    await expectAccessibleAndFits(page)
  }
  await overlaysAreGone(page)
  await row.getByRole('button', { name: 'Sign out Kitchen 🍳' }).click()
  const emptied = tablet.waitForFunction(() => !document.body.innerText.includes('Dishes') && Date.now())
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await ended
  const endedAt = Date.now()
  const emptiedAt = Number(await (await emptied).jsonValue())
  expect(emptiedAt - endedAt).toBeLessThan(1000)
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

test('with the family its tablet and its wall are empty, and say why', async ({ family, openContext }) => {
  const [mia, theo] = await children(family)
  for (const id of [mia, theo]) await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [id] })
  const tablet = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia, theo] })
  const wall = await pairedDevice(family, openContext, { use: 'wall' })
  await openLive(tablet, '/')
  await openLive(wall, '/')
  const { password } = family.credentials
  const deletion = `/api/families/${family.familyId}/deletion`
  expect((await family.context.request.post(deletion, { data: { currentPassword: password } })).status()).toBe(200)
  for (const page of [tablet, wall]) {
    await expectText(page, 'The family was deleted')
    await expect(page).toHaveURL(/\/join#family-deleted$/)
    await expect(page.getByText(/Mia|Theo|Dishes/)).toHaveCount(0)
  }
})

test("a device that has just signed in is asked once whose it is, and becomes Mia's", async ({
  family,
  openDevice,
  openContext,
}) => {
  const [mia] = await children(family)
  const laptop = await openDevice()
  await openLive(laptop, '/parent')
  const bar = (page: Page) => page.getByRole('region', { name: "Is this a child's device?" })
  await expect(bar(laptop).getByRole('button')).toHaveText(['Mia', 'Theo', 'The wall', 'No, mine'])
  for (const [width, height] of screens) {
    await laptop.setViewportSize({ width, height })
    await expectAccessibleAndFits(laptop)
  }
  await bar(laptop).getByRole('button', { name: 'No, mine' }).click()
  await expect(bar(laptop)).toHaveCount(0)
  await openLive(laptop, '/parent')
  await expect(bar(laptop)).toHaveCount(0)

  const context = await openContext(iPad)
  await signIn(context, family.credentials)
  const tablet = await context.newPage()
  await openLive(tablet, '/parent')
  await bar(tablet).getByRole('button', { name: 'Mia' }).tap()
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
  await toast(wall).getByRole('button', { name: 'Not Theo?' }).tap()
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
