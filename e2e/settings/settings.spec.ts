import type { Page } from '@playwright/test'
import { change, delayResponse, expectText, openLive, toast } from '../actions.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expect, firstPage, signIn, test } from '../family.ts'
import { failNext, intercept, stateUrl } from '../intercept.ts'
import { switcher } from '../profiles.ts'

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
  const { id, createdAt } = await (await family.context.request.get('/api/auth/user')).json()
  const format = { dateStyle: 'long', timeZone: 'Europe/Berlin' } as const
  const day = new Intl.DateTimeFormat('en-GB', format).format(new Date(createdAt))
  const account = cardOf(page, 'Account Information')
  await expect(account.getByRole('term')).toHaveText(['Account Type', 'Account Created', 'User ID'])
  await expect(account.getByRole('definition')).toHaveText(['user', day, id])

  const save = profile.getByRole('button', { name: 'Save Changes' })
  await profile.getByLabel('First Name').fill(' ')
  await save.click()
  await expect(profile.getByText('First name is required')).toBeVisible()
  await profile.getByLabel('First Name').fill('Annette')
  await profile.getByLabel('Last Name').fill('Holm')
  const refused = { code: 'not_allowed', message: 'The server says so.' }
  await failNext(page, '**/api/auth/profile', { status: 403, json: refused })
  await save.click()
  await expect(profile.getByText('The server says so.')).toBeVisible()
  await expect(toast(page)).toContainText('Failed to update profile. Please try again.')
  await expect(toast(page)).not.toContainText('The server says so.')
  await expect(profile.getByLabel('Last Name')).toHaveValue('Holm')
  const release = await delayResponse(page, '**/api/auth/profile')
  await save.click()
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  await expectText(toast(page), 'Your profile has been updated successfully.')
  await expect(profile.getByRole('img', { name: 'Annette Holm' })).toBeVisible()
  for (const screen of [page, kitchen]) await expect(switcher(screen)).toHaveAccessibleName('Annette, switch profile')

  // An account without a family still has its settings.
  await intercept(page, stateUrl, (route) => route.fulfill({ status: 404, json: { code: 'not_found', message: '' } }))
  await intercept(page, '**/api/families/my', (route) => route.fulfill({ json: [] }))
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(profile.getByLabel('First Name')).toHaveValue('Annette')
  await expect(cardOf(page, 'Family')).toHaveCount(0)
  await page.goto('/family-members')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No family yet')
  await page.getByRole('button', { name: 'Account of Annette Holm' }).click()
  await expect(page.getByRole('menu')).toContainText(family.credentials.email)
})

test('the family is renamed on every screen; a field nobody touched follows, what somebody is typing stays', async ({
  family,
  page,
  kitchen,
  openContext,
}) => {
  await openSettings(kitchen)
  await openSettings(page)
  const [here, there] = [cardOf(page, 'Family'), cardOf(kitchen, 'Family')]
  const rename = async (card: typeof here, name: string) => {
    await card.getByLabel('Family Name').fill(name)
    await card.getByRole('button', { name: 'Save Family' }).click()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Berg Family')
  await rename(here, '')
  await expect(here.getByText('A name is required')).toBeVisible()
  await failNext(page, '**/api/families/*')
  await rename(here, 'The Bergs')
  await expect(toast(page)).toContainText('Failed to update family')
  await here.getByRole('button', { name: 'Save Family' }).click()
  await expect(toast(page)).toContainText('Family updated successfully')
  for (const screen of [page, kitchen]) {
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('The Bergs')
    await expect(screen.getByRole('banner')).toContainText('The Bergs')
  }
  // The field is untouched again after its own save, too.
  await rename(there, 'Holm')
  await expect(here.getByLabel('Family Name')).toHaveValue('Holm')
  await here.getByLabel('Family Name').fill('Half a na')
  await rename(there, 'Holm and Berg')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holm and Berg')
  await expect(here.getByLabel('Family Name')).toHaveValue('Half a na')

  // The family's time zone comes from a parent's device, and only a parent changes it.
  const setZone = (timeZone: string) => change(family, `/api/families/${family.familyId}`, { timeZone })
  await setZone('Pacific/Auckland')
  const zoneIn = (card: typeof here) => card.getByLabel('Days begin at midnight in')
  await expect(zoneIn(there)).toHaveValue('Pacific/Auckland')
  // The zone of this device is the first of all.
  await expect(zoneIn(there).getByRole('option').first()).toHaveText('Berlin, Europe')
  await zoneIn(there).selectOption('Lima, America')
  await expect(zoneIn(here)).toHaveValue('America/Lima')
  await setZone('UTC')
  await expect
    .poll(async () => (await (await family.context.request.get('/api/families/my')).json())[0].family.timeZone)
    .toBe('Europe/Berlin')
  await expect(zoneIn(here)).toHaveValue('Europe/Berlin')

  // Where a browser does not say in which place it is, the family is asked.
  for (const screen of [page, kitchen]) await screen.goto('about:blank')
  await setZone('UTC')
  const abroad = await openContext({ timezoneId: 'UTC' })
  await signIn(abroad, family.credentials)
  const screen = await firstPage(abroad)
  await openSettings(screen)
  const asked = cardOf(screen, 'Family')
  await expectText(asked, 'This device does not say where you live.')
  await expect(zoneIn(asked)).toHaveValue('')
  await zoneIn(asked).selectOption('Tokyo, Asia')
  await expect(zoneIn(asked)).toHaveValue('Asia/Tokyo')
  await expect(asked.getByText('This device does not say where you live.')).toHaveCount(0)
})

test('sound and motion are switched for this device, and stay so', async ({ family: _family, page }) => {
  await openSettings(page)
  const root = page.locator('html')
  const [sound, motion] = [page.getByRole('switch', { name: /^Sound/ }), page.getByRole('switch', { name: /^Motion/ })]
  await expect(sound).toBeChecked()
  await expect(root).not.toHaveAttribute('data-motion')
  // This address can do all that https can; `plain-http.spec.ts` has the other.
  await expect(cardOf(page, 'This device')).not.toContainText('https')
  await motion.click()
  await expect(root).toHaveAttribute('data-motion', 'still')
  await sound.press('Space')
  await page.reload()
  await expect(sound).not.toBeChecked()
  await expect(motion).not.toBeChecked()
  await expect(root).toHaveAttribute('data-motion', 'still')
  await motion.click()
  await expect(root).not.toHaveAttribute('data-motion')
})

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Safari/605.1.15'

test('Safari on an iPad is told how the app comes to the Home Screen, and what is lost without, in its language; no other browser is', async ({
  openDevice,
  page: mac,
}) => {
  /** Opens the settings on an iPad, which says that it is a Mac. */
  const openOnTablet = async (userAgent: string, locale = 'en-GB', isInstalled = false) => {
    const page = await openDevice({ userAgent, locale, viewport: { width: 820, height: 1180 } })
    await page.addInitScript((standalone) => {
      Object.defineProperties(navigator, { maxTouchPoints: { get: () => 5 }, standalone: { get: () => standalone } })
    }, isInstalled)
    await page.goto('/settings')
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(7)
    return page
  }
  for (const [locale, share, add, keeps] of [
    ['en-GB', 'Tap “Share”', 'Choose “Add to Home Screen”', /Safari deletes .* after seven days without a visit/],
    ['de-DE', 'Tippe auf „Teilen“', 'Wähle „Zum Home-Bildschirm“', /löscht Safari nach sieben Tagen ohne Besuch/],
  ] as const) {
    const page = await openOnTablet(safari, locale)
    for (const step of [share, add])
      await expect(page.getByRole('listitem').filter({ hasText: step }).locator('svg')).toBeVisible()
    await expect(page.getByText(keeps)).toBeVisible()
    // German has the longest words.
    if (locale === 'de-DE') await expectAccessibleAndFitsEverywhere(page)
  }
  await openSettings(mac)
  const installed = await openOnTablet(safari, 'en-GB', true)
  const chrome = await openOnTablet(safari.replace('Version/16.0', 'CriOS/120.0.0.0'))
  for (const page of [mac, installed, chrome]) {
    await expect(page.getByText('Open the wall screen')).toBeVisible()
    await expect(page.getByText('Add to Home Screen')).toBeHidden()
  }
})
