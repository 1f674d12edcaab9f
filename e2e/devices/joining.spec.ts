import { writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { expectAccessibleAndFits, expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { addMember, compose, expectAnnounced, expectText, overlayIsThere, overlaysAreGone, setPin } from '../actions.ts'
import { addQuest, expect, test, watch } from '../family.ts'
import {
  bubbleOf,
  children,
  filmOf,
  iPad,
  openPairing,
  pairedDevice,
  pairingDialog,
  shownCode,
  whoUses,
} from './pairing.ts'
import { pop, tapOn } from '../kid/tablet.ts'

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
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  await using camera = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...args, `--use-file-for-fake-video-capture=${film}`],
  })
  const context = await camera.newContext({
    ...iPad,
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...(baseURL && { baseURL }),
  })
  watch(context, baseURL ?? '', pageErrors)
  const tablet = await context.newPage()
  await tablet.goto('/join')
  const scan = tablet.getByRole('button', { name: 'Scan the code' })
  // A camera that never starts finds no code before the letters are chosen.
  await tablet.evaluate(() => (navigator.mediaDevices.getUserMedia = () => new Promise(() => {})))
  await scan.tap()
  await tablet.getByRole('button', { name: 'Type the letters' }).tap()
  await expect(scan).toBeFocused()
  await tablet.reload()
  await scan.tap()
  await expect(whoUses(tablet)).toBeVisible()
  await expectText(page, 'A tablet has joined')
  await tablet.getByRole('button', { name: 'Mia' }).tap()
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
  await expectText(page, 'iPad for Mia: ready!')
  await tapOn(tablet, 'Dishes').tap()
  await pop(tablet).tap()
  await expect(tablet.getByRole('region', { name: 'All done today!' })).toContainText('Dishes')
})

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
  const wrong = 'A code has eight letters, and no A, E, I, O, U or Y. Please look again.'
  await expectText(tablet, wrong)
  // Announced, and no description, which some screen readers would say as well.
  await expectAnnounced(tablet, wrong)
  await expect(letters(tablet)).toHaveAccessibleDescription('')
  await letters(tablet).fill(code.replace(/^./, (first) => (first === 'B' ? 'C' : 'B')))
  await expectText(tablet, 'This code is wrong, used or too old. A new one is made in the settings of a parent.')
  await expectAccessibleAndFitsEverywhere(tablet)
  await letters(tablet).fill('')
  const endComposition = await compose(tablet, code.toLowerCase())
  await expect(letters(tablet)).toHaveValue(code.toLowerCase())
  await expect(letters(tablet)).toBeEditable()
  await endComposition()
  await expect(whoUses(tablet)).toBeVisible()
  await expectText(tablet, 'No children yet. A parent adds one first; then it shows up here.')

  // Another address comes back to the question, and a child that is added meanwhile appears.
  await tablet.goto('/settings')
  await expect(whoUses(tablet)).toBeVisible()
  await children(family)
  await tablet.getByRole('button', { name: 'Several children' }).tap()
  for (const name of ['Mia', 'Theo']) await tablet.getByRole('button', { name }).tap()
  await expectAccessibleAndFits(tablet)
  await tablet.getByRole('button', { name: 'Done' }).tap()
  await expectText(page, 'iPad for Mia, Theo: ready!')
  await expectText(tablet, 'Tap your face.')
  await tablet.getByRole('button', { name: 'Switch to Theo' }).tap()
  await expect(bubbleOf(tablet, 'Theo')).toBeVisible()

  const other = await (await openContext(iPad)).newPage()
  await other.goto(`/join#${code}`)
  await expectText(other, 'This code is wrong, used or too old. A new one is made in the settings of a parent.')
  await expect(letters(other)).toHaveValue(code)
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
  for (const address of ['/', '/parent', '/settings', `/kid/${emil}`, `/kid/${family.memberId}`]) {
    await tablet.goto(address)
    await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
    await expect(tablet).toHaveURL(new RegExp(`/kid/${mia}$`))
  }
  await tablet.getByRole('button', { name: 'Mia, switch profile' }).tap()
  await expect(tablet.getByRole('menuitemradio')).toHaveText([/Mia/, /Theo/])
  await tablet.getByRole('menuitemradio', { name: 'Theo' }).tap()
  const pin = tablet.getByRole('dialog', { name: 'Enter PIN for Theo' })
  await expect(pin).toBeVisible()
  await expect(tablet.getByText('Forgot the PIN?')).toHaveCount(0)
  await tablet.keyboard.press('Escape')
  await overlaysAreGone(tablet)
  await tablet.goto(`/kid/${theo}`)
  await expect(pin).toBeVisible()
  // Back closes the dialog as soon as it has its history entry.
  await overlayIsThere(tablet)
  await tablet.goBack()
  await expectText(tablet, "This is Theo's bubble. Tap your face.")
  await overlaysAreGone(tablet)
  await tablet.goBack()
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
  await tablet.getByRole('button', { name: 'This device' }).tap()
  await expect(tablet.getByRole('menuitem')).toHaveText(['Sticker BookSoon', 'Log out'])
  await expect(tablet.getByText(/Anna|@/)).toHaveCount(0)
})
