import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAndFits } from '../accessibility.ts'
import { addMember, expectText, membersOf, openLive, setPin } from '../actions.ts'
import { boxOf } from '../board.ts'
import { askForOwnPin, expect, tabletOf, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { edit, member, openMembers, toastBehindDialog } from '../members.ts'
import { bubbleOf } from '../devices/pairing.ts'
import { chooseProfile, enterPin, pinDialog, switcher, tapPin, typePin } from '../profiles.ts'

const phone = { hasTouch: true, viewport: { width: 390, height: 844 } }
const tooCommon = 'This PIN is one of the first that anyone tries. A parent needs another one'

test('Anna gives Mia a PIN, a better one as a parent, and takes it away again', async ({ family, page, kitchen }) => {
  await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  let dialog = await edit(page, 'Mia')
  const pin = dialog.getByLabel(/^(New )?PIN$/)
  const save = dialog.getByRole('button', { name: 'Save' })
  await pin.pressSequentially('1a2b3')
  await save.click()
  await expect(dialog.getByText('PIN must be exactly 4 digits')).toBeVisible()
  await expect(pin).toBeFocused()
  await pin.pressSequentially('45')
  // Only the PIN fails.
  await dialog.getByLabel('Name').fill('Mimi')
  await failNext(page, '**/pin')
  await save.click()
  await expect(toastBehindDialog(page)).toContainText('Failed to set PIN')
  await expect(dialog.getByText("Saved, but the PIN wasn't set: Failed to set PIN")).toBeVisible()
  expect(await membersOf(family)).toMatchObject([{}, { displayName: 'Mimi', hasPin: false }])
  await save.click()
  await expectText(page, 'PIN set successfully')
  for (const screen of [page, kitchen]) await expect(member(screen, 'Mimi')).toContainText('PIN set')
  await kitchen.getByRole('button', { name: 'Switch to Mimi, asks for a PIN' }).click()
  await enterPin(kitchen, 'Mimi', '1234')
  await expect(bubbleOf(kitchen, 'Mimi')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Anna' }).click()

  await openMembers(page)
  dialog = await edit(page, 'Mimi')
  await expect(dialog.getByText(/^Did this browser ever save a PIN\?/)).toBeVisible()
  await dialog.getByRole('radio', { name: /^Parent/ }).click()
  await save.click()
  await expect(pin).toHaveAccessibleDescription(new RegExp(tooCommon))
  await expect(pin).toBeFocused()
  await typePin(pin, '2468')
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await membersOf(family)).toMatchObject([{}, { role: 'parent', hasPin: true }])

  await edit(page, 'Mimi')
  await dialog.getByLabel('Name').fill('Mia')
  for (const answer of ['Failed to remove PIN', 'PIN removed successfully']) {
    if (answer.startsWith('Failed')) await failNext(page, '**/pin')
    await dialog.getByRole('button', { name: 'Remove PIN' }).click()
    await expectText(page, answer)
  }
  await expect(pin).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('Mia')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(member(page, 'Mimi')).not.toContainText('PIN set')
})

/** Asserts that trusted keys alone enter a PIN, and that no field of the page holds it. Types 7, 9 and 8. */
async function expectOnlyTyped(page: Page): Promise<void> {
  const pin = page.getByLabel('PIN', { exact: true })
  await pin.click()
  // Fills in as password managers, extensions and software keyboards do.
  await page.keyboard.insertText('7986')
  await pin.evaluate((field) => {
    for (const key of '7986') {
      field.dispatchEvent(new KeyboardEvent('keydown', { key, code: `Digit${key}`, bubbles: true }))
      const isKey = ({ ariaLabel }: Element) => ariaLabel === key
      ;[...document.querySelectorAll('button')].find(isKey)?.click()
    }
    Object.assign(field, { value: '7986' }).dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await expect(pin).toHaveText('0 of 4')
  for (const key of ['7', '9', '9', '8']) await page.keyboard.down(key)
  for (const key of ['7', '9', '8']) await page.keyboard.up(key)
  await page.keyboard.press('Control+6')
  await expect(pin).toHaveText('3 of 4')
  await expect(page.locator('#announcements').getByText('3 of 4').last()).toBeAttached()
  expect(await page.locator('#announcements').innerText()).not.toMatch(/[7986]/)
  expect(await pin.ariaSnapshot()).not.toMatch(/[7986]/)
  for (const field of await page.locator('input, textarea, [contenteditable]').all()) {
    await expect(field).not.toHaveAttribute('type', 'password')
    expect(await field.evaluate((field) => `${Reflect.get(field, 'value')}${field.textContent}`)).not.toContain('798')
  }
}

test('a PIN is in no field that a password manager fills in: trusted keys enter it', async ({ family, page }) => {
  await addMember(family, 'Mia', { pin: '7986' })
  await page.goto('/welcome/pin')
  await expectOnlyTyped(page)
  await openMembers(page)
  const form = await edit(page, 'Anna')
  await expectOnlyTyped(page)
  await page.keyboard.press('6')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await chooseProfile(page, 'Mia')
  await expectOnlyTyped(page)
  await page.keyboard.press('6')
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
})

test('Theo, who reads no digits, opens his bubble by four pictures on any phone', async ({ family, openDevice }) => {
  await addMember(family, 'Theo')
  const page = await openDevice(phone)
  await openMembers(page)
  const form = await edit(page, 'Theo')
  await form.getByRole('button', { name: 'Pictures', exact: true }).tap()
  await tapPin(form, ['Dog', 'Moon', 'Ball', 'Save'])
  await expectText(page, 'PIN must be exactly 4 pictures')
  await tapPin(form, ['Erase', 'Bed', 'Ball'])
  await expect(form.getByText('Dog, Moon, Bed, Ball', { exact: true })).toBeAttached()
  await expectAccessibleAndFits(page)
  await tapPin(form, ['Save'])
  await expectText(page, 'PIN set successfully')
  await expect(form).toBeHidden()

  const dialog = pinDialog(page, 'Theo')
  await page.getByRole('button', { name: /^Switch to Theo/ }).tap()
  await expect(dialog.getByRole('button', { name: 'Dog', exact: true })).toBeFocused()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleAndFits(page)
  for (const [width, height] of [
    [320, 568],
    [667, 375],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const name of ['Dog', 'Controller']) {
      const key = dialog.getByRole('button', { name, exact: true })
      await expect(key).toBeInViewport({ ratio: 1 })
      const box = await boxOf(key)
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(72)
    }
  }
  await tapPin(dialog, ['Dog', 'Dog', 'Dog', 'Dog'])
  await expect(dialog.getByText('Not right. Try again!')).toBeVisible()
  await tapPin(dialog, ['Dog', 'Moon', 'Bed', 'Ball'])
  await expect(bubbleOf(page, 'Theo')).toBeVisible()
})

test('a parent without a PIN is asked for one at the first hand-over, and marked', async ({ family, openDevice }) => {
  const { id: mia } = await addMember(family, 'Mia')
  await addMember(family, 'Ben', { role: 'parent' })
  const question = (page: Page) => page.getByRole('dialog', { name: 'Set your PIN first?' })
  const page = await openDevice(phone)
  await askForOwnPin(page.context())
  await openMembers(page)
  await expect(page.getByRole('button', { name: /^No PIN/ })).toHaveCount(0)
  await chooseProfile(page, 'Mia')
  await expect(question(page)).toContainText(
    'This PIN is for Anna. Without it, Mia can go back to your profile with one tap.',
  )
  await expect(question(page).locator('[data-face]')).toBeVisible()
  await expectAccessibleAndFits(page)
  await question(page).getByRole('button', { name: 'Close' }).tap()
  await expect(switcher(page)).toHaveAccessibleName('Anna, switch profile')
  await chooseProfile(page, 'Mia')
  await question(page).getByRole('button', { name: 'Not now' }).tap()
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
  await chooseProfile(page, 'Anna')
  await expect(page).toHaveURL(/\/parent/)
  await page.reload()
  await chooseProfile(page, 'Mia')
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
  await expect(question(page)).toHaveCount(0)

  await setPin(family, mia, '1234')
  const tablet = await openDevice(phone)
  await askForOwnPin(tablet.context())
  await openLive(tablet, '/parent')
  await chooseProfile(tablet, 'Mia')
  await tapPin(question(tablet), ['1', '1', '1', '1', 'Set PIN'])
  await expectText(question(tablet), tooCommon)
  await tapPin(question(tablet), ['Erase', 'Erase', '3', '0', 'Set PIN'])
  await pinDialog(tablet, 'Mia').getByRole('button', { name: 'Cancel' }).tap()
  await expect(switcher(tablet)).toBeFocused()
  await chooseProfile(tablet, 'Mia')
  await tapPin(pinDialog(tablet, 'Mia'), ['1', '2', '3', '4'])
  await expect(bubbleOf(tablet, 'Mia')).toBeVisible()
  await chooseProfile(tablet, 'Anna')
  await tapPin(pinDialog(tablet, 'Anna'), ['1', '1', '3', '0'])
  await expect(tablet).toHaveURL(/\/parent/)

  await openMembers(tablet)
  await expect(member(tablet, 'Anna')).toContainText('PIN set')
  await expect(tablet.getByRole('button', { name: /^No PIN/ })).toHaveText(['No PIN'])
  await expectAccessible(tablet)
  await tablet.getByRole('button', { name: 'No PIN: set one for Ben' }).tap()
  await tapPin(tablet.getByRole('dialog', { name: 'Set a PIN for Ben' }), ['7', '3', '9', '1', 'Set PIN'])
  await expect(member(tablet, 'Ben')).toContainText('PIN set')
  await expect(tablet.getByRole('button', { name: /^No PIN/ })).toHaveCount(0)
})

test("a child's tablet shows no e-mail, and signs out by a grown-up's PIN", async ({ family, openContext }) => {
  const { id: mia } = await addMember(family, 'Mia')
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  const { page } = await tabletOf(mia, family, openContext, phone)
  await openLive(page, `/kid/${mia}`)
  await setPin(family, family.memberId, '2468')
  await setPin(family, ben, 'dgai')
  const menu = page.getByRole('menu')
  await switcher(page).tap()
  await expect(menu).toContainText('Mia')
  await expect(menu).not.toContainText(/@|Berg/)
  await menu.getByRole('menuitem', { name: 'Log out' }).tap()
  const faces = page.getByRole('dialog', { name: 'Ask a grown-up' })
  // A face that fades in has no final contrast.
  await expect(faces).toHaveCSS('opacity', '1')
  await expectAccessibleAndFits(page)
  await faces.getByRole('button', { name: 'Ben' }).tap()
  const pin = pinDialog(page, 'Ben')
  await tapPin(pin, ['Dog', 'Ball', 'Dog', 'Ball'])
  await expect(pin.getByText('Not right. Try again!')).toBeVisible()
  await pin.getByRole('button', { name: /^Forgot the PIN/ }).tap()
  const forgotten = page.getByRole('alertdialog', { name: 'Ask a grown-up' })
  await expect(forgotten).toContainText('Then only a grown-up with the password can go on.')
  await forgotten.getByRole('button', { name: 'Cancel' }).tap()
  await expect(pin.getByRole('button', { name: 'Dog', exact: true })).toBeFocused()
  await tapPin(pin, ['Ice cream', 'Plant', 'Dog', 'Paint'])
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})
