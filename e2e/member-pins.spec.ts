import type { Page } from '@playwright/test'
import { addMember, membersOf, expectText, openLive, setPin } from './actions.ts'
import { expectAccessible, expectAccessibleAndFits } from './accessibility.ts'
import { boxOf } from './board.ts'
import { askForOwnPin, expect, tabletOf, test } from './family.ts'
import { failNext } from './intercept.ts'
import { edit, member, openMembers, toastBehindDialog } from './members.ts'
import { chooseProfile, pinDialog, storedMember, switcher, tapPin, typePin } from './profiles.ts'

const phone = { hasTouch: true, viewport: { width: 390, height: 844 } }

test('a PIN is four digits and nothing else, is asked for from then on, and is taken away again', async ({
  family,
  page,
  kitchen,
}) => {
  const mia = await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  let dialog = await edit(page, 'Mia')
  const pin = dialog.getByLabel('PIN', { exact: true })
  await expect(dialog.getByText(/protects this profile when switching/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove PIN' })).toHaveCount(0)
  await pin.pressSequentially('1a2b3')
  await expect(pin).toHaveText('3 of 4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('PIN must be exactly 4 digits')).toBeVisible()
  await expect(pin).toBeFocused()
  await pin.pressSequentially('45')
  await expect(pin).toHaveText('4 of 4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')
  for (const screen of [page, kitchen]) await expect(member(screen, 'Mia')).toContainText('PIN set')

  // Left empty it stays as it is: no call is made for it.
  const pinCalls: string[] = []
  page.on('request', (request) => request.url().endsWith('/pin') && pinCalls.push(request.method()))
  dialog = await edit(page, 'Mia')
  await expect(dialog.getByText(/^Did this browser ever save a PIN\?/)).toBeVisible()
  await dialog.getByLabel('Name').fill('Mimi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Family member updated successfully')
  await expect(member(page, 'Mimi')).toContainText('PIN set')
  expect(pinCalls).toEqual([])

  await kitchen.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Mimi/ }).click()
  const question = kitchen.getByRole('dialog', { name: 'Enter PIN for Mimi' })
  await typePin(question.getByLabel('PIN'), '1234')
  await expect(kitchen).toHaveURL(new RegExp(`/kid/${mia.id}`))

  // Two pages of one browser are one device: Anna takes it back.
  await page.getByRole('button', { name: 'Back to Anna' }).click()
  await expect(page).toHaveURL(/\/parent/)
  await openMembers(page)
  dialog = await edit(page, 'Mimi')
  await dialog.getByLabel('Name').fill('Mia')
  await dialog.getByRole('button', { name: 'Remove PIN' }).click()
  await expectText(page, 'PIN removed successfully')
  await expect(dialog.getByRole('button', { name: 'Remove PIN' })).toHaveCount(0)
  await expect(dialog.getByLabel('PIN', { exact: true })).toBeFocused()
  await expect(dialog.getByLabel('Name')).toHaveValue('Mia')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(member(page, 'Mimi')).not.toContainText('PIN set')
  expect(pinCalls).toEqual(['PUT'])
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
  const fields = 'input, textarea, [contenteditable]'
  expect(
    await page.evaluate(
      (fields) =>
        [...document.querySelectorAll<HTMLInputElement>(fields)]
          .filter((field) => field.type === 'password' || `${field.value}${field.textContent}`.includes('798'))
          .map(({ outerHTML }) => outerHTML),
      fields,
    ),
  ).toEqual([])
}

test('a PIN is in no field that a password manager saves or fills in, and trusted events alone enter it', async ({
  family,
  page,
}) => {
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
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
})

test('a PIN that everybody tries first is refused to a parent beside the field, and becoming a parent needs another one', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia', { pin: '1234' })
  await openMembers(page)
  const sentence = 'This PIN is one of the first that anyone tries. A parent needs another one'
  let dialog = await edit(page, 'Anna')
  const pin = dialog.getByLabel(/^(New )?PIN$/)
  await typePin(pin, '1111')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(pin).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(pin).toBeFocused()
  await typePin(pin, '1357')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')

  dialog = await edit(page, 'Mia')
  await dialog.getByRole('radio', { name: /^Parent/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(pin).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(pin).toBeFocused()
  await typePin(pin, '2468')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(member(page, 'Mia')).toContainText('Parent')
  expect(await membersOf(family)).toMatchObject([{ hasPin: true }, { role: 'parent', hasPin: true }])
})

test('when only the PIN fails, the dialog says that the rest is saved and keeps what was typed', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia')
  await openMembers(page)
  const dialog = await edit(page, 'Mia')
  await dialog.getByLabel('Name').fill('Mimi')
  await typePin(dialog.getByLabel('PIN', { exact: true }), '0042')
  await failNext(page, '**/pin')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastBehindDialog(page)).toContainText('Failed to set PIN')
  await expect(dialog.getByText("Saved, but the PIN wasn't set: Failed to set PIN")).toBeVisible()
  await expect(dialog.getByLabel('PIN', { exact: true })).toHaveText('4 of 4')
  await expect(dialog.getByLabel('Name')).toHaveValue('Mimi')
  expect(await membersOf(family)).toMatchObject([{}, { displayName: 'Mimi', hasPin: false }])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')
  await expect(member(page, 'Mimi')).toContainText('PIN set')

  const again = await edit(page, 'Mimi')
  await failNext(page, '**/pin')
  await again.getByRole('button', { name: 'Remove PIN' }).click()
  await expectText(page, 'Failed to remove PIN')
  await failNext(page, '**/api/family-members/*')
  await again.getByLabel('Name').fill('Mia')
  await again.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Failed to update family member')
  await expect(again.getByLabel('Name')).toHaveValue('Mia')
})

test('Theo, who reads no digits yet, opens his bubble by four pictures, with keys for small fingers on every phone', async ({
  family,
  openDevice,
}) => {
  const { id: theo } = await addMember(family, 'Theo')
  const page = await openDevice(phone)
  await openMembers(page)
  const form = await edit(page, 'Theo')
  await form.getByRole('button', { name: 'Pictures', exact: true }).tap()
  await tapPin(form, ['Dog', 'Moon', 'Ball'])
  await form.getByRole('button', { name: 'Save' }).tap()
  await expectText(page, 'PIN must be exactly 4 pictures')
  await tapPin(form, ['Erase', 'Bed', 'Ball'])
  await expect(form.getByText('Dog, Moon, Bed, Ball', { exact: true })).toBeAttached()
  await expectAccessibleAndFits(page)
  await form.getByRole('button', { name: 'Save' }).tap()
  await expectText(page, 'PIN set successfully')
  await expect(form).toBeHidden()

  const dialog = pinDialog(page, 'Theo')
  await page.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Theo/ }).tap()
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
  await tapPin(dialog, ['Dog', 'Dog'])
  await expect(dialog.getByText('2 of 4', { exact: true })).toBeAttached()
  await tapPin(dialog, ['Dog', 'Dog'])
  await expect(dialog.getByText('Not right. Try again!')).toBeVisible()
  await tapPin(dialog, ['Dog', 'Moon', 'Bed', 'Ball'])
  await expect(page).toHaveURL(new RegExp(`/kid/${theo}$`))
  expect(await storedMember(page)).toBe(theo)
})

test('a parent without a PIN is asked for one once before a child takes over, and Family Members marks it from then on', async ({
  family,
  openDevice,
}) => {
  await addMember(family, 'Mia')
  await addMember(family, 'Ben', { role: 'parent' })
  const question = (page: Page) => page.getByRole('dialog', { name: 'Set your PIN first?' })
  const bubble = (page: Page) => page.getByRole('heading', { level: 1, name: "Mia's Bubble" })
  const page = await openDevice(phone)
  await askForOwnPin(page.context())
  await openMembers(page)
  await expect(page.getByRole('button', { name: /^No PIN/ })).toHaveCount(0)
  await chooseProfile(page, 'Mia')
  await expect(question(page)).toContainText('Without it, Mia can go back to your profile with one tap.')
  await expectAccessibleAndFits(page)
  await question(page).getByRole('button', { name: 'Close' }).tap()
  await expect(question(page)).toBeHidden()
  await expect(switcher(page)).toHaveAccessibleName('Anna, switch profile')
  await chooseProfile(page, 'Mia')
  await question(page).getByRole('button', { name: 'Not now' }).tap()
  await expect(bubble(page)).toBeVisible()
  await chooseProfile(page, 'Anna')
  await expect(page).toHaveURL(/\/parent/)
  await page.reload()
  await chooseProfile(page, 'Mia')
  await expect(bubble(page)).toBeVisible()
  await expect(question(page)).toHaveCount(0)

  const tablet = await openDevice(phone)
  await askForOwnPin(tablet.context())
  await openLive(tablet, '/parent')
  await chooseProfile(tablet, 'Mia')
  await tapPin(question(tablet), ['1', '1', '1', '1', 'Set PIN'])
  await expectText(question(tablet), 'This PIN is one of the first that anyone tries. A parent needs another one')
  await tapPin(question(tablet), ['Erase', 'Erase', '3', '0', 'Set PIN'])
  await expect(bubble(tablet)).toBeVisible()
  await chooseProfile(tablet, 'Anna')
  await tapPin(pinDialog(tablet, 'Anna'), ['1', '1', '3', '0'])
  await expect(tablet).toHaveURL(/\/parent/)

  await openMembers(tablet)
  await expect(member(tablet, 'Anna')).toContainText('PIN set')
  await expect(tablet.getByRole('button', { name: /^No PIN/ })).toHaveText(['No PIN'])
  await expectAccessible(tablet)
  await tablet.getByRole('button', { name: 'No PIN: set one for Ben' }).tap()
  const own = tablet.getByRole('dialog', { name: 'Set a PIN for Ben' })
  await tapPin(own, ['7', '3', '9', '1', 'Set PIN'])
  await expect(own).toBeHidden()
  await expect(member(tablet, 'Ben')).toContainText('PIN set')
  await expect(tablet.getByRole('button', { name: /^No PIN/ })).toHaveCount(0)
})

test("on a child's tablet the account menu shows no name and no e-mail, and signs out by a grown-up's PIN", async ({
  family,
  openContext,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  const { page } = await tabletOf(mia, family, openContext, phone)
  await openLive(page, `/kid/${mia}`)
  await setPin(family, family.memberId, '2468')
  await setPin(family, ben, 'dgai')
  const menu = page.getByRole('menu')
  const logOut = async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).tap()
    await expect(menu).toHaveText('Log out')
    await menu.getByRole('menuitem', { name: 'Log out' }).tap()
  }
  await logOut()
  const faces = page.getByRole('dialog', { name: 'Ask a grown-up' })
  // A face that fades in has no final contrast.
  await expect(faces).toHaveCSS('opacity', '1')
  await expectAccessibleAndFits(page)
  await faces.getByRole('button', { name: 'Close' }).tap()
  await logOut()
  await faces.getByRole('button', { name: 'Ben' }).tap()
  const pin = pinDialog(page, 'Ben')
  await tapPin(pin, ['Dog', 'Ball', 'Dog', 'Ball'])
  await expect(pin.getByText('Not right. Try again!')).toBeVisible()
  await pin.getByRole('button', { name: /^Forgot the PIN/ }).tap()
  const forgotten = page.getByRole('alertdialog', { name: 'Ask a grown-up' })
  await expect(forgotten).toContainText('Then only a grown-up with the password can go on.')
  await forgotten.getByRole('button', { name: 'Cancel' }).tap()
  await expect(forgotten).toBeHidden()
  await tapPin(pin, ['Ice cream', 'Plant', 'Dog', 'Paint'])
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})
