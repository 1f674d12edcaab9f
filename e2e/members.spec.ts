import { addMember, membersOf, expectText } from './actions.ts'
import { expect, test } from './family.ts'
import { failNext, intercept, refusal } from './intercept.ts'
import { expectAccessibleAndFitsEverywhere, expectSeen } from './accessibility.ts'
import { dialogOf, edit, member, openMembers, toastBehindDialog } from './members.ts'
import { typePin } from './profiles.ts'

test('Anna adds Mia with a face of her own, and the kitchen screen shows her at once', async ({
  family,
  page,
  kitchen,
}) => {
  await openMembers(kitchen, page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Family Members')
  await expect(member(page, 'Anna')).toContainText('Parent')
  await expect(member(page, 'Anna')).toContainText('You')

  const opener = page.getByRole('button', { name: 'Add Family Member' })
  await opener.click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('radio', { name: 'Kid' })).toBeChecked()
  await expect(dialog.getByRole('radio')).toHaveCount(2 + 12)
  await expect(dialog.locator('form').getByText(/^(Name|Role|Parent|Kid|PIN|Avatar Picture)$/)).toHaveText([
    'Name',
    'Role',
    'Parent',
    'Kid',
    'Avatar Picture',
  ])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()

  const face = dialog.locator('form [data-face]').first()
  const drawn = () => face.evaluate(({ style }) => style.backgroundImage)
  const first = await drawn()
  await dialog.getByRole('radio', { name: 'Sunny' }).check()
  await expect.poll(drawn).not.toBe(first)
  const chosen = await drawn()
  await dialog.getByLabel('Name').fill('Mia')
  await dialog.getByLabel('Name').press('Enter')
  await expectText(page, 'Family member added successfully')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  for (const screen of [page, kitchen]) {
    await expect(member(screen, 'Mia')).toContainText('Kid')
    await expect(member(screen, 'Mia')).not.toContainText('You')
  }
  expect(await membersOf(family)).toMatchObject([
    {},
    { displayName: 'Mia', role: 'kid', avatarSeed: 'Sunny', hasPin: false },
  ])
  expect(
    await member(page, 'Mia')
      .locator('[data-face]')
      .evaluate(({ style }) => style.backgroundImage),
  ).toBe(chosen)

  // A member without a chosen face gets one that nobody in the family has.
  await opener.click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Mia')
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({
    id: expect.any(String),
    displayName: 'Mia',
    role: 'parent',
    avatarSeed: 'Otter',
    pin: '',
  })
  await expect(member(kitchen, 'Mia')).toHaveCount(2)
  await opener.click()
  await expect(dialog.getByRole('radio', { name: 'Fizz' })).toBeChecked()
})

test('the form keeps its text when a member could not be added, and says why', async ({ family, page }) => {
  await openMembers(page)
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Name').fill('Olaf')
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  const save = dialog.getByRole('button', { name: 'Save' })
  for (const [answer, sentence, beside] of [
    [refusal, 'Failed to add family member'],
    [
      { status: 409, json: { code: 'last_parent', message: 'The server says so.' } },
      'Failed to add family member',
      'The server says so.',
    ],
    [
      { status: 404, json: { code: 'not_found', message: 'This does not exist any more.' } },
      'No family selected',
      'This does not exist any more.',
    ],
  ] as const) {
    await failNext(page, '**/api/families/*/members', answer)
    await save.click()
    await expectText(page, sentence)
    if (beside !== undefined) await expect(dialog.getByText(beside)).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveValue('Olaf')
    await expect(dialog.getByRole('radio', { name: 'Parent' })).toBeChecked()
  }
  await save.click()
  await expectText(page, 'Family member added successfully')
  await expect(member(page, 'Olaf')).toContainText('Parent')
  expect(await membersOf(family)).toHaveLength(2)
})

test('a name and a role are changed on both screens; the dialog open on the other one follows where nobody typed', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  const there = await edit(kitchen, 'Mia')
  await there.getByLabel('Name').fill('Mia on the tablet')

  const dialog = await edit(page, 'Mia')
  await expect(dialog.getByLabel('Name')).toHaveValue('Mia')
  await expect(dialog.getByRole('radio', { name: 'Kid' })).toBeChecked()
  await expect(dialog.locator('form').getByText(/^(Name|Role|PIN|Avatar Picture)$/)).toHaveText([
    'Name',
    'Role',
    'PIN',
    'Avatar Picture',
  ])
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Maria')
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Family member updated successfully')
  await expect(member(page, 'Maria')).toContainText('Parent')
  await expect(page.getByRole('button', { name: 'Edit Maria' })).toBeFocused()

  await expect(there.getByRole('radio', { name: 'Parent' })).toBeChecked()
  await expect(there.getByLabel('Name')).toHaveValue('Mia on the tablet')
  await kitchen.keyboard.press('Escape')
  await expect(member(kitchen, 'Maria')).toContainText('Parent')
})

test('a member is removed only after a yes, from every screen, and a dialog open about them says so', async ({
  family,
  page,
  kitchen,
}) => {
  await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  const there = await edit(kitchen, 'Mia')
  const questions: string[] = []
  let answer = false
  page.on('dialog', (question) => {
    questions.push(`${question.type()}: ${question.message()}`)
    return answer ? question.accept() : question.dismiss()
  })
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expect.poll(() => questions).toEqual(['confirm: Are you sure you want to remove this family member?'])
  expect(await membersOf(family)).toHaveLength(2)
  await expect(member(page, 'Mia')).toBeVisible()

  answer = true
  await failNext(page, '**/api/family-members/*')
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expectText(page, 'Failed to remove family member')
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expectText(page, 'Family member removed successfully')
  await expect(member(page, 'Mia')).toHaveCount(0)
  await expectText(kitchen, 'This member was removed on another device.')
  await expect(there).toBeHidden()
  await expect(member(kitchen, 'Mia')).toHaveCount(0)
})

test('a parent cannot remove or demote themself, and the last parent stays', async ({ family, page }) => {
  await addMember(family, 'Olaf', { role: 'parent' })
  await openMembers(page)
  await expect(page.getByRole('button', { name: 'Remove Olaf' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Anna' }).click()
  const refusal = page.getByRole('dialog', { name: "You can't remove yourself" })
  await expect(refusal).toContainText('Another parent can remove it.')
  await expect(refusal).toContainText('To delete the whole family, open the settings and go to Your data.')
  await expect(refusal.getByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/settings')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Remove Anna' })).toBeFocused()
  const dialog = await edit(page, 'Anna')
  await dialog.getByRole('radio', { name: 'Kid' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const sentence = 'You cannot remove yourself or give up being a parent. Another parent can do it.'
  await expect(toastBehindDialog(page)).toContainText('Failed to update family member')
  await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Kid' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  await dialog.getByLabel('Name').fill('Mama')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(member(page, 'Mama')).toContainText('You')

  page.on('dialog', (question) => question.accept())
  await failNext(page, '**/api/family-members/*', {
    status: 409,
    json: { code: 'last_parent', message: 'A family needs at least one parent.' },
  })
  await page.getByRole('button', { name: 'Remove Olaf' }).click()
  await expect(toastBehindDialog(page)).toContainText('Failed to remove family member')
  await expect(member(page, 'Olaf').getByText('A family needs at least one parent.')).toBeVisible()
  await expect(member(page, 'Olaf')).toBeVisible()
})

test('the faces at the top lead a kid to My Bubble and a parent to Mission Control', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  const olaf = await addMember(family, 'Olaf', { role: 'parent' })
  await openMembers(page)
  const faces = page.getByRole('navigation', { name: 'Switch member' })
  await expect(faces.getByRole('button')).toHaveCount(3)
  await expect(faces.getByRole('button', { name: 'Switch to Anna' })).toHaveAttribute('aria-current', 'true')
  await faces.getByRole('button', { name: 'Switch to Olaf' }).click()
  await expect(page).toHaveURL(new RegExp(`/parent/${olaf.id}$`))
  await page.goBack()
  await expect(faces.getByRole('button', { name: 'Switch to Olaf' })).toHaveAttribute('aria-current', 'true')
  // On a slow device the dialog's step back in the history takes longer than the switch.
  await page.evaluate(() => {
    const go = window.history.go.bind(window.history)
    const goLate = (delta?: number) => {
      go(delta)
      setTimeout(() => document.body.toggleAttribute('data-went-back', true), 500)
    }
    window.history.go = (delta) => void setTimeout(goLate, 500, delta)
  })
  await faces.getByRole('button', { name: 'Switch to Mia' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-went-back')
  await expect(page.getByRole('heading', { name: "Mia's Bubble" })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/kid/${mia.id}`))
})

test('while the family loads the screen says so, and when it does not load it can be tried again', async ({
  family: _family,
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let fails = true
  await intercept(page, '**/api/families/*/members', async (route) => {
    await held
    await (fails ? route.fulfill({ status: 500, body: '' }) : route.continue())
  })
  await page.goto('/family-members')
  await expectSeen(page.getByText('Loading family members...'))
  release()
  await expect(page.getByRole('heading', { name: "We couldn't load your family" })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(member(page, 'Anna')).toBeVisible()
})

test('eight members and both dialogs look right', async ({ family, page }) => {
  await openMembers(page)
  await addMember(family, 'Ben', { avatarSeed: 'Ben', pin: '1234' })
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOf(page).getByText('Name is required')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()

  const dialog = await edit(page, 'Ben')
  await typePin(dialog.getByLabel('New PIN'), '1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('PIN must be exactly 4 digits')).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  for (const kid of ['Mia', 'Maximiliana-Theodora von und zu Bergenhausen', 'Zoë', 'Li', 'Emil', 'Ida'])
    await addMember(family, kid, { avatarSeed: kid })
  await expect(page.getByRole('article')).toHaveCount(8)
  await expectAccessibleAndFitsEverywhere(page)
})
