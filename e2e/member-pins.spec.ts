import { addMember, membersOf, expectText } from './actions.ts'
import { expect, test } from './family.ts'
import { failNext } from './intercept.ts'
import { edit, member, openMembers, toastBehindDialog } from './members.ts'

test('a PIN is four digits and nothing else, is asked for from then on, and is taken away again', async ({
  family,
  page,
  kitchen,
}) => {
  const mia = await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  let dialog = await edit(page, 'Mia')
  const pin = dialog.getByLabel('PIN', { exact: true })
  await expect(pin).toHaveAttribute('type', 'password')
  await expect(dialog.getByText(/protects this profile when switching/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Remove PIN' })).toHaveCount(0)
  await pin.pressSequentially('1a2b3')
  await expect(pin).toHaveValue('123')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('PIN must be exactly 4 digits')).toBeVisible()
  await expect(pin).toBeFocused()
  await pin.pressSequentially('45')
  await expect(pin).toHaveValue('1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')
  for (const screen of [page, kitchen]) await expect(member(screen, 'Mia')).toContainText('PIN set')

  // Left empty it stays as it is: no call is made for it.
  const pinCalls: string[] = []
  page.on('request', (request) => request.url().endsWith('/pin') && pinCalls.push(request.method()))
  dialog = await edit(page, 'Mia')
  await dialog.getByLabel('Name').fill('Mimi')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Family member updated successfully')
  await expect(member(page, 'Mimi')).toContainText('PIN set')
  expect(pinCalls).toEqual([])

  await kitchen.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Mimi/ }).click()
  const question = kitchen.getByRole('dialog', { name: 'Enter PIN for Mimi' })
  await question.getByLabel('PIN').fill('1234')
  await question.getByRole('button', { name: 'Verify' }).click()
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

test('a PIN that everybody tries first is refused to a parent beside the field, and becoming a parent needs another one', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia', { pin: '1234' })
  await openMembers(page)
  const sentence = 'This PIN is one of the first that anyone tries. A parent needs another one'
  let dialog = await edit(page, 'Anna')
  const pin = dialog.getByLabel(/^(New )?PIN$/)
  await pin.fill('1111')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(pin).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(pin).toBeFocused()
  await pin.fill('1357')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')

  dialog = await edit(page, 'Mia')
  await dialog.getByRole('radio', { name: /^Parent/ }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(pin).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(pin).toBeFocused()
  await pin.fill('2468')
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
  await dialog.getByLabel('PIN', { exact: true }).fill('0042')
  await failNext(page, '**/pin')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastBehindDialog(page)).toContainText('Failed to set PIN')
  await expect(dialog.getByText("Saved, but the PIN wasn't set: Failed to set PIN")).toBeVisible()
  await expect(dialog.getByLabel('PIN', { exact: true })).toHaveValue('0042')
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
