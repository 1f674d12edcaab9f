import { expectAccessibleAndFitsEverywhere, expectSeen } from '../accessibility.ts'
import { addMember, expectText, membersOf } from '../actions.ts'
import { expect, test } from '../family.ts'
import { failNext, intercept, refusal, stateUrl } from '../intercept.ts'
import { dialogOf, edit, member, openMembers, toastBehindDialog } from '../members.ts'
import { bubbleOf } from '../devices/pairing.ts'

const lastParent = { status: 409, json: { code: 'last_parent', message: 'A family needs at least one parent.' } }

test('Anna adds Mia at the second try, and the kitchen screen shows her face', async ({ family, page, kitchen }) => {
  await openMembers(kitchen, page)
  await expect(member(page, 'Anna')).toContainText(/Parent\s*You/)
  const opener = page.getByRole('button', { name: 'Add Family Member' })
  await opener.click()
  const dialog = dialogOf(page)
  const [name, save] = [dialog.getByLabel('Name'), dialog.getByRole('button', { name: 'Save' })]
  await expect(dialog.getByRole('radio', { name: 'Kid' })).toBeChecked()
  await expect(dialog.getByRole('radio')).toHaveCount(2 + 12)
  await expect(dialog.getByLabel('PIN')).toHaveCount(0)
  await save.click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await expectAccessibleAndFitsEverywhere(page)

  await dialog.getByRole('radio', { name: 'Sunny' }).check()
  await name.fill('Mia')
  const cannotRead = dialog.getByRole('switch', { name: /^Cannot read yet/ })
  await cannotRead.check()
  for (const [answer, sentence] of [
    [{ status: 404, json: { code: 'not_found', message: 'This is gone.' } }, 'No family selected'],
    [refusal, 'Failed to add family member'],
    [lastParent, 'Failed to add family member'],
  ] as const) {
    await failNext(page, '**/api/families/*/members', answer)
    await save.click()
    await expectText(page, sentence)
  }
  await expect(dialog.getByText('A family needs at least one parent.')).toBeVisible()
  await expect(name).toHaveValue('Mia')
  await expect(dialog.getByRole('radio', { name: 'Sunny' })).toBeChecked()
  await name.press('Enter')
  await expectText(page, 'Family member added successfully')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  for (const screen of [page, kitchen]) {
    await expect(member(screen, 'Mia')).toContainText('Kid')
    await expect(member(screen, 'Mia')).not.toContainText('You')
  }
  expect(await membersOf(family)).toMatchObject([
    {},
    { displayName: 'Mia', role: 'kid', avatarSeed: 'Sunny', cannotRead: true },
  ])
  // The face that is proposed is one that nobody in the family has.
  await opener.click()
  await expect(dialog.getByRole('radio', { name: 'Otter' })).toBeChecked()
  await name.fill('mia')
  await expect(name).toHaveAccessibleDescription(/^There is a Mia already\./)
  await name.fill('')
  await page.keyboard.press('Escape')
  await edit(page, 'Mia')
  await expect(cannotRead).toBeChecked()
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  await expect(cannotRead).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Kid' }).click()
  await cannotRead.uncheck()
  await save.click()
  await expectText(page, 'Family member updated successfully')
  expect((await membersOf(family))[1]).not.toHaveProperty('cannotRead')
})

test('Mia is renamed, made a parent and, after a yes, removed, on both screens', async ({ family, page, kitchen }) => {
  await addMember(family, 'Mia')
  await openMembers(kitchen, page)
  const there = await edit(kitchen, 'Mia')
  await there.getByLabel('Name').fill('Mia on the tablet')
  const dialog = await edit(page, 'Mia')
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Name').fill('Maria')
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  await failNext(page, '**/api/family-members/*')
  await save.click()
  await expectText(page, 'Failed to update family member')
  await save.click()
  await expectText(page, 'Family member updated successfully')
  await expect(member(page, 'Maria')).toContainText('Parent')
  await expect(page.getByRole('button', { name: 'Edit Maria' })).toBeFocused()
  // The open dialog follows where nobody typed.
  await expect(there.getByRole('radio', { name: 'Parent' })).toBeChecked()
  await expect(there.getByLabel('Name')).toHaveValue('Mia on the tablet')

  const questions: string[] = []
  let answer = false
  page.on('dialog', (question) => {
    questions.push(`${question.type()}: ${question.message()}`)
    return answer ? question.accept() : question.dismiss()
  })
  const bin = page.getByRole('button', { name: 'Remove Maria' })
  await bin.click()
  await expect.poll(() => questions).toEqual(['confirm: Are you sure you want to remove this family member?'])
  expect(await membersOf(family)).toHaveLength(2)
  answer = true
  await failNext(page, '**/api/family-members/*', lastParent)
  await bin.click()
  await expect(toastBehindDialog(page)).toContainText('Failed to remove family member')
  await expect(member(page, 'Maria').getByText('A family needs at least one parent.')).toBeVisible()
  await bin.click()
  await expectText(page, 'Family member removed successfully')
  await expectText(kitchen, 'This member was removed on another device.')
  await expect(there).toBeHidden()
  for (const screen of [page, kitchen]) await expect(member(screen, 'Maria')).toHaveCount(0)
})

test('a parent can neither remove nor demote themself, and is told who can', async ({ family: _family, page }) => {
  await openMembers(page)
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
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  await dialog.getByLabel('Name').fill('Mama')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(member(page, 'Mama')).toContainText('You')
})

test('a large family loads at the second try, fits the screen, and its faces lead home', async ({ family, page }) => {
  const olaf = await addMember(family, 'Olaf', { role: 'parent' })
  await Promise.all(
    ['Mia', 'Maximiliana-Theodora von und zu Bergenhausen', 'Zoë', 'Li', 'Emil', 'Ida'].map((kid) =>
      addMember(family, kid, { avatarSeed: kid }),
    ),
  )
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let fails = true
  await intercept(page, stateUrl, async (route) => {
    await held
    await (fails ? route.fulfill({ status: 500, body: '' }) : route.continue())
  })
  await page.goto('/family-members')
  await expectSeen(page.getByText('Loading family members...'))
  release()
  await expect(page.getByRole('heading', { name: "We couldn't load your family" })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expectAccessibleAndFitsEverywhere(page)

  const face = (name: string) => page.getByRole('button', { name: `Switch to ${name}`, exact: true })
  await expect(face('Anna')).toHaveAttribute('aria-current', 'true')
  await face('Olaf').click()
  await expect(page).toHaveURL(new RegExp(`/parent/${olaf.id}$`))
  await page.goBack()
  await expect(face('Olaf')).toHaveAttribute('aria-current', 'true')
  // On a slow device the dialog's step back in the history takes longer than the switch.
  await page.evaluate(() => {
    const go = window.history.go.bind(window.history)
    window.history.go = (delta) => {
      setTimeout(go, 500, delta)
      setTimeout(() => document.body.toggleAttribute('data-went-back', true), 1000)
    }
  })
  await face('Mia').click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-went-back')
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
})
