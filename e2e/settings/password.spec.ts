import type { Locator, Page } from '@playwright/test'
import { delayResponse, expectText, openLive, toast } from '../actions.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { bubbleOf, children, pairedDevice } from '../devices/pairing.ts'
import { expect, signIn, test } from '../family.ts'
import { failNext } from '../intercept.ts'

const openSettings = (page: Page) => openLive(page, '/settings')
const deviceIn = (place: Locator, name: string) =>
  place.getByRole('group', { name: 'Devices you let in' }).getByRole('checkbox', { name: `${name}'s device` })

test('Anna changes her password: each mistake is said beside its field; a ticked tablet is signed out at once, an unticked one goes on', async ({
  family,
  page,
  openContext,
  browser,
}) => {
  const [mia, theo] = await children(family)
  const [lost, kept] = [
    await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] }),
    await pairedDevice(family, openContext, { use: 'children', memberIds: [theo] }),
  ]
  for (const tablet of [lost, kept]) await openLive(tablet, '/')
  await openSettings(page)
  const form = page.getByRole('region', { name: 'Change Password' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const [current, next, again] = [field('Current Password'), field('New Password'), field('Confirm New Password')]
  const change = form.getByRole('button', { name: 'Change Password' })
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/auth/password') && calls.push(request.method()))
  const choose = async (password: string, repeated = password) => {
    await next.fill(password)
    await again.fill(repeated)
    await change.click()
  }
  for (const name of ['Mia', 'Theo']) await expect(deviceIn(form, name)).toBeChecked()
  await deviceIn(form, 'Theo').press('Space')
  await expect(form.getByRole('button', { name: /^Show password: / })).toHaveCount(3)
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  for (const password of [next, again]) await expect(password).toHaveAttribute('autocomplete', 'new-password')

  // Too short and unlike: that they are unlike comes first.
  await current.fill('not her password')
  await choose('short', 'shorter')
  await expect(toast(page)).toContainText('New passwords do not match.')
  await expect(again).toHaveAccessibleDescription('New passwords do not match.')
  await expect(again).toBeFocused()
  await expectAccessibleAndFitsEverywhere(page)
  await choose('short')
  await expect(next).toHaveAccessibleDescription(/Password must be at least 8 characters long\./)
  await expect(form.getByText('New passwords do not match.')).toHaveCount(0)
  await expect(next).toBeFocused()
  expect(calls).toEqual([])
  // One whose reply was lost may be set.
  await failNext(page, '**/api/auth/password', 'unreachable')
  await choose('gems-and-glitter')
  await expect(toast(page)).toContainText('Failed to update password.')
  await choose('gems-and-glitter')
  await expect(current).toHaveAccessibleDescription(/^The last answer was lost/)
  await choose('gems-and-bubbles')
  await expect(toast(page)).toContainText('Failed to update password. Please check your current password.')
  await expect(current).toHaveAccessibleDescription('The current password is not right.')
  await expect(current).toBeFocused()
  await expect(next).toHaveValue('gems-and-bubbles')
  await current.fill('')
  await change.click()
  await expect(current).toHaveAccessibleDescription('Password is required')

  await current.fill(family.credentials.password)
  await choose('TrustNo1')
  await expect(next).toHaveAccessibleDescription(/^Very many people have this password/)
  const release = await delayResponse(page, '**/api/auth/password')
  await choose('gems-and-bubbles')
  await expect(form.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  release()
  await expectText(toast(page), 'Your password has been changed successfully.')
  for (const password of [current, next, again]) await expect(password).toHaveValue('')
  await expectText(lost, 'This device was signed out')
  await expect(deviceIn(form, 'Mia')).toHaveCount(0)
  await expect(bubbleOf(kept, 'Theo')).toBeVisible()
  await signIn(await browser.newContext(), { ...family.credentials, password: 'gems-and-bubbles' })
})

test('Anna signs out everywhere: this page is the landing page again, and her other tab and her tablets ask to sign in', async ({
  family,
  page,
  kitchen,
  openContext,
  openDevice,
}) => {
  const [mia] = await children(family)
  const own = await openDevice()
  const tablet = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] })
  await openLive(tablet, '/')
  for (const screen of [own, kitchen, page]) await openSettings(screen)
  const opener = page.getByRole('button', { name: 'Sign out everywhere' })
  await opener.click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await expect(question).toContainText('Every device you are signed in on is signed out, this one too.')
  await expect(question).toContainText('If you are separating')
  await expect(question.getByRole('checkbox')).toHaveCount(1)
  await expect(deviceIn(question, 'Mia')).toBeChecked()
  await expectAccessibleAndFitsEverywhere(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await failNext(page, '**/api/auth/logout-everywhere')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectText(page, 'Failed to sign out everywhere')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expectText(tablet, 'This device was signed out')
  // The device hears of it by the end of its live connection, and its cookies are worth nothing.
  for (const screen of [kitchen, own])
    await expect(screen.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
  // That somebody has signed in here before stays; no session does.
  const names = (await family.context.cookies()).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('bq_'))).toEqual(['bq_device'])
  const path = `/api/families/${family.familyId}`
  const refused = await own.context().request.patch(path, { data: { name: 'Not any more' } })
  expect(refused.status()).toBe(401)
  await own.goto('/settings')
  await expect(own.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})
