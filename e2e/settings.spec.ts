import type { Page } from '@playwright/test'
import { toast, delayResponse, openLive, expectText, change } from './actions.ts'
import { expect, signIn, test } from './family.ts'
import { failNext, intercept } from './intercept.ts'
import { switcher } from './profiles.ts'
import { expectAccessibleAndFitsEverywhere } from './accessibility.ts'

const cardOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const openSettings = (page: Page) => openLive(page, '/settings')

test('the account says what it is; Anna changes her names, which are everywhere at once, and stay typed when a save fails', async ({
  family,
  page,
  kitchen,
}) => {
  await openLive(kitchen, '/parent')
  await openSettings(page)
  const profile = cardOf(page, 'Profile Information')
  await expect(profile.getByLabel('Email')).toBeDisabled()
  await expect(profile.getByLabel('Email')).toHaveValue(family.credentials.email)
  await expect(profile.getByText('Email cannot be changed')).toBeVisible()
  await expect(profile.getByRole('img', { name: 'Anna Berg' })).toBeVisible()
  const before = await (await family.context.request.get('/api/auth/user')).json()
  const account = cardOf(page, 'Account Information')
  const day = await page.evaluate(
    (moment) => new Date(moment).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }),
    before.createdAt as string,
  )
  await expect(account.getByRole('term')).toHaveText(['Account Type', 'Account Created', 'User ID'])
  await expect(account.getByRole('definition')).toHaveText(['user', day, before.id])

  const save = profile.getByRole('button', { name: 'Save Changes' })

  await profile.getByLabel('First Name').fill(' ')
  await save.click()
  await expect(profile.getByText('First name is required')).toBeVisible()
  await profile.getByLabel('First Name').fill('Annette')
  await profile.getByLabel('Last Name').fill('Holm')
  await failNext(page, '**/api/auth/profile')
  await save.click()
  await expect(toast(page)).toContainText('Failed to update profile. Please try again.')
  await expect(profile.getByLabel('Last Name')).toHaveValue('Holm')
  await failNext(page, '**/api/auth/profile', {
    status: 403,
    json: { code: 'not_allowed', message: 'The server says so.' },
  })
  await save.click()
  await expect(profile.getByText('The server says so.')).toBeVisible()
  await expect(toast(page)).toContainText('Failed to update profile. Please try again.')
  await expect(toast(page)).not.toContainText('The server says so.')

  const release = await delayResponse(page, '**/api/auth/profile')
  await save.click()
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  for (const words of ['Profile updated', 'Your profile has been updated successfully.'])
    await expect(toast(page)).toContainText(words)
  await expect(profile.getByRole('img', { name: 'Annette Holm' })).toBeVisible()
  for (const screen of [page, kitchen]) await expect(switcher(screen)).toHaveAccessibleName('Annette, switch profile')
  const user = await (await family.context.request.get('/api/auth/user')).json()
  expect(user).toMatchObject({ firstName: 'Annette', lastName: 'Holm' })
})

test('the password form checks in its order, asks the server about the current one, and is empty after a change', async ({
  family,
  page,
  browser,
}) => {
  await openSettings(page)
  const form = cardOf(page, 'Change Password')
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const [current, next, again] = [field('Current Password'), field('New Password'), field('Confirm New Password')]
  const change = form.getByRole('button', { name: 'Change Password' })
  await expect(form.getByRole('button', { name: /^Show password: / })).toHaveCount(3)
  await expect(next).toHaveAttribute('placeholder', 'Min 8 characters')
  await expect(current).toHaveAttribute('autocomplete', 'current-password')
  for (const field of [next, again]) await expect(field).toHaveAttribute('autocomplete', 'new-password')
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/auth/password') && calls.push(request.method()))

  // Too short and unlike: that they are unlike comes first.
  await current.fill('not her password')
  await next.fill('short')
  await again.fill('shorter')
  await change.click()
  await expect(toast(page)).toContainText('Error')
  await expect(toast(page)).toContainText('New passwords do not match.')
  await expect(form.getByText('New passwords do not match.')).toBeVisible()
  await expect(again).toBeFocused()
  await expectAccessibleAndFitsEverywhere(page)
  await again.fill('short')
  await change.click()
  await expect(toast(page)).toContainText('Password must be at least 8 characters long.')
  await expect(form.getByText('Password must be at least 8 characters long.')).toBeVisible()
  await expect(form.getByText('New passwords do not match.')).toHaveCount(0)
  await expect(next).toBeFocused()
  expect(calls).toEqual([])

  await next.fill('gems-and-bubbles')
  await again.fill('gems-and-bubbles')
  await change.click()
  await expect(toast(page)).toContainText('Failed to update password. Please check your current password.')
  await expect(toast(page)).not.toContainText('The current password is not right.')
  await expect(current).toHaveAccessibleDescription('The current password is not right.')
  await expect(current).toBeFocused()
  await expect(next).toHaveValue('gems-and-bubbles')
  await current.fill('')
  await change.click()
  await expect(current).toHaveAccessibleDescription('Password is required')
  await failNext(page, '**/api/auth/password')
  await change.click()
  await expect(toast(page)).toContainText('Failed to update password. Please check your current password.')

  await current.fill(family.credentials.password)
  for (const field of [next, again]) await field.fill('TrustNo1')
  await change.click()
  await expect(next).toHaveAccessibleDescription(/^Very many people have this password/)
  await expect(next).toBeFocused()
  for (const field of [next, again]) await field.fill('gems-and-bubbles')
  const release = await delayResponse(page, '**/api/auth/password')
  await change.click()
  await expect(form.getByRole('button', { name: 'Updating...' })).toBeDisabled()
  release()
  for (const words of ['Password updated', 'Your password has been changed successfully.'])
    await expect(toast(page)).toContainText(words)
  for (const field of [current, next, again]) await expect(field).toHaveValue('')
  const tablet = await browser.newContext()
  await signIn(tablet, { ...family.credentials, password: 'gems-and-bubbles' })
})

test('an account without a family still has its settings', async ({ family, page }) => {
  await intercept(page, '**/api/families/my', (route) => route.fulfill({ json: [] }))
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(cardOf(page, 'Profile Information').getByLabel('Email')).toHaveValue(family.credentials.email)
  await expect(cardOf(page, 'Family')).toHaveCount(0)
  await page.goto('/family-members')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No family yet')
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await expect(page.getByRole('menu')).toContainText(family.credentials.email)
})

test('the family is renamed on every screen; a field nobody touched follows, what somebody is typing stays', async ({
  family,
  page,
  kitchen,
}) => {
  await openSettings(kitchen)
  await openSettings(page)
  const [here, there] = [cardOf(page, 'Family'), cardOf(kitchen, 'Family')]
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Berg Family')
  await here.getByLabel('Family Name').fill('')
  await here.getByRole('button', { name: 'Save Family' }).click()
  await expect(here.getByText('A name is required')).toBeVisible()
  await here.getByLabel('Family Name').fill('The Bergs')
  await failNext(page, '**/api/families/*')
  await here.getByRole('button', { name: 'Save Family' }).click()
  await expect(toast(page)).toContainText('Failed to update family')
  await expect(here.getByLabel('Family Name')).toHaveValue('The Bergs')
  await here.getByRole('button', { name: 'Save Family' }).click()
  await expect(toast(page)).toContainText('Family updated successfully')
  for (const screen of [page, kitchen]) {
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('The Bergs')
    await expect(screen.getByRole('banner')).toContainText('The Bergs')
  }
  await expect(there.getByLabel('Family Name')).toHaveValue('The Bergs')

  // The field is untouched again after its own save, too.
  await there.getByLabel('Family Name').fill('Holm')
  await there.getByRole('button', { name: 'Save Family' }).click()
  await expect(here.getByLabel('Family Name')).toHaveValue('Holm')

  await here.getByLabel('Family Name').fill('Half a na')
  await there.getByLabel('Family Name').fill('Holm and Berg')
  await there.getByRole('button', { name: 'Save Family' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holm and Berg')
  await expect(here.getByLabel('Family Name')).toHaveValue('Half a na')

  // The family's time zone comes from a parent's device, and only a parent changes it.
  const setZone = (timeZone: string) => change(family, `/api/families/${family.familyId}`, { timeZone })
  await setZone('Pacific/Auckland')
  await expect(there).toContainText('Pacific/Auckland')
  await there.getByRole('button', { name: 'Use Europe/Berlin' }).click()
  await expect(there.getByRole('button', { name: /^Use / })).toHaveCount(0)
  await expectText(here, 'Europe/Berlin')
  await setZone('UTC')
  await expect
    .poll(async () => (await (await family.context.request.get('/api/families/my')).json())[0].family.timeZone)
    .toBe('Europe/Berlin')
  await expectText(here, 'Europe/Berlin')
})

test('sound and motion are switched for this device, and stay so', async ({ family: _family, page }) => {
  await openSettings(page)
  const root = page.locator('html')
  const [sound, motion] = [page.getByRole('switch', { name: /^Sound/ }), page.getByRole('switch', { name: /^Motion/ })]
  await expect(sound).toBeChecked()
  await expect(motion).toBeChecked()
  await expect(root).not.toHaveAttribute('data-motion')
  // This address can do all that https can; `plain-http.spec.ts` has the other.
  await expect(cardOf(page, 'This device')).not.toContainText('https')
  await motion.click()
  await expect(root).toHaveAttribute('data-motion', 'still')
  await sound.press('Space')
  await expect(sound).not.toBeChecked()
  await page.reload()
  await expect(sound).not.toBeChecked()
  await expect(motion).not.toBeChecked()
  await expect(root).toHaveAttribute('data-motion', 'still')
  await motion.click()
  await expect(root).not.toHaveAttribute('data-motion')
  expect(await page.evaluate(() => [localStorage.getItem('sound'), localStorage.getItem('motion')])).toEqual([
    'false',
    'true',
  ])
})

test('Anna signs out everywhere: this page is the landing page again, and her other tab and her tablet ask to sign in', async ({
  family,
  page,
  kitchen,
  openDevice,
}) => {
  const tablet = await openDevice()
  await openSettings(tablet)
  await openSettings(kitchen)
  await openSettings(page)
  const opener = page.getByRole('button', { name: 'Sign out everywhere' })
  await opener.click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await expect(question).toContainText('Every device you are signed in on is signed out, this one too.')
  await expectAccessibleAndFitsEverywhere(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
  await opener.click()
  await failNext(page, '**/api/auth/logout-everywhere')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectText(page, 'Failed to sign out everywhere')
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(kitchen.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
  // That somebody has signed in here before stays; no session does.
  expect((await family.context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('bq_'))).toEqual([
    'bq_device',
  ])

  // The tablet hears of it by the end of its live connection, and its cookies are worth nothing.
  await expect(tablet.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
  const refused = await tablet
    .context()
    .request.patch(`/api/families/${family.familyId}`, { data: { name: 'Not any more' } })
  expect(refused.status()).toBe(401)
  await tablet.goto('/settings')
  await expect(tablet.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15'

/** The settings on an iPad, which says that it is a Mac. */
async function openSettingsOnTablet(page: Page, standalone = false): Promise<void> {
  await page.addInitScript((standalone) => {
    Object.defineProperties(navigator, { maxTouchPoints: { get: () => 5 }, standalone: { get: () => standalone } })
  }, standalone)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(7)
}

test('Safari on an iPad is told how the app comes to the Home Screen, and what is lost without, in the language of the device', async ({
  openDevice,
}) => {
  for (const [locale, share, add, keeps] of [
    ['en-GB', 'Tap “Share”', 'Choose “Add to Home Screen”', /Safari deletes .* after seven days without a visit/],
    ['de-DE', 'Tippe auf „Teilen“', 'Wähle „Zum Home-Bildschirm“', /löscht Safari nach sieben Tagen ohne Besuch/],
  ] as const) {
    const page = await openDevice({ userAgent: safari, locale, viewport: { width: 820, height: 1180 } })
    await openSettingsOnTablet(page)
    for (const step of [share, add])
      await expect(page.getByRole('listitem').filter({ hasText: step }).locator('svg')).toBeVisible()
    await expect(page.getByText(keeps)).toBeVisible()
    // German has the longest words.
    if (locale === 'de-DE') await expectAccessibleAndFitsEverywhere(page)
  }
})

test('the Home Screen hint is not shown in the installed app, in other browsers and on a Mac', async ({
  openDevice,
  page,
}) => {
  await openSettings(page)
  await expect(page.getByText('Add to Home Screen')).toBeHidden()
  for (const [userAgent, standalone] of [
    [safari, true],
    [safari.replace('Version/16.0', 'CriOS/120.0.0.0'), false],
  ] as const) {
    const tablet = await openDevice({ userAgent })
    await openSettingsOnTablet(tablet, standalone)
    await expect(tablet.getByText('Open the wall screen')).toBeVisible()
    await expect(tablet.getByText('Add to Home Screen')).toBeHidden()
  }
})
