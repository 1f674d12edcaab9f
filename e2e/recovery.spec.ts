import type { BrowserContext, Page } from '@playwright/test'
import { toast } from './deeds.ts'
import { expect, newFamily, openBoard, signIn, signUp, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessible } from './looks.ts'
import { readMailbox } from './mailbox.ts'
import { ledOut, ledOutAs } from '../tools/doctor/testing/led-out.ts'
import { storyMailboxCode } from '../tools/story-server.mjs'

// Links in mails begin with the stack's own address; asked from there, a test never leaves it.
test.use({ freshContext: true, baseURL: async ({ baseURL }, use) => use(baseURL?.replace('localhost', '127.0.0.1')) })

const newPassword = (page: Page) => page.getByLabel('New password')
const update = (page: Page) => page.getByRole('button', { name: 'Update password' })

/** A parent who has an account and is signed in nowhere. */
async function forgetful(context: BrowserContext) {
  const anna = newFamily()
  await signUp(context, anna)
  await context.clearCookies()
  return anna
}

/** Asks for a link without the page, and answers the one in the mail. */
async function mailedLink({ request }: BrowserContext, email: string, redirectTo: string): Promise<string> {
  const { url, publishableKey } = await (await request.get('/api/auth/access')).json()
  const before = await linksTo(new URL(redirectTo).origin, email)
  // Nobody gets two mails within a second.
  await expect(async () => {
    const asked = await request.post(`${url}/recover`, { params: { redirect_to: redirectTo }, headers: { apikey: publishableKey }, data: { email } })
    expect(asked.status()).toBe(200)
  }).toPass({ intervals: [200] })
  const [newest, ...older] = await linksTo(new URL(redirectTo).origin, email)
  expect(older).toEqual(before)
  return newest ?? ''
}

/** The links of the mails to that address, newest first. */
async function linksTo(baseURL: string, email: string): Promise<string[]> {
  const mailbox = await readMailbox(baseURL)
  const mails = mailbox.split('<li>').filter((mail) => mail.includes(email))
  return mails.map((mail) => /href="([^"]+)"/.exec(mail)?.[1]?.replaceAll('&amp;', '&') ?? '')
}

test('Anna forgot her password: a link from the mailbox lets her choose a new one, which opens her board, and the old one no longer does', async ({
  page,
  context,
}) => {
  const anna = await forgetful(context)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page).toHaveTitle('Forgot your password? · Bubblequest')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expectAccessible(page)
  await page.getByLabel('Email address').fill(anna.email)
  await page.getByRole('button', { name: 'Send reset password instructions' }).click()
  await expect(page.getByText('Check your email for the password reset link')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/mailbox')
  await expect(page.getByText(anna.email)).toHaveCount(0)
  // Another story may have used the code a moment before.
  await expect(async () => {
    await page.getByLabel('Code').fill(storyMailboxCode())
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Open' }).click()
    expect((await answered).status()).toBeLessThan(400)
  }).toPass()
  await page.getByRole('listitem').filter({ hasText: anna.email }).getByRole('link').click()
  await expect(page).toHaveTitle('Choose a new password · Bubblequest')
  await expect(newPassword(page)).toBeFocused()
  await expect(newPassword(page)).toHaveAccessibleDescription('Must be at least 8 characters')
  await expectAccessible(page)
  await newPassword(page).fill('gems-and-bubbles')
  await update(page).click()
  await expect(toast(page)).toContainText('Password updated')
  await expect(toast(page)).toContainText('Your password has been changed successfully.')
  await expect(page).toHaveURL(/\/login$/)

  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(toast(page)).toContainText('Invalid email or password')
  await page.getByLabel('Password', { exact: true }).fill('gems-and-bubbles')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
})

test('the secrets of a link are wiped from the address and from the way back, and are kept nowhere', async ({ page, context, baseURL }) => {
  const anna = await forgetful(context)
  await page.goto('/login')
  await page.goto(await mailedLink(context, anna.email, `${baseURL}/new-password`))
  await expect(newPassword(page)).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/new-password`)
  const kept = await page.evaluate(async () => ({
    stored: [...Object.entries(localStorage), ...Object.entries(sessionStorage)],
    databases: await indexedDB.databases(),
    steps: history.length,
  }))
  expect(kept).toEqual({ stored: [], databases: [], steps: 3 })
  expect(await context.cookies()).toEqual([])
  await newPassword(page).fill('gems-and-bubbles')
  const [loggedOut] = await Promise.all([page.waitForResponse('**/auth/v1/logout?scope=local'), update(page).click()])
  expect(loggedOut.status()).toBe(204)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).toEqual([])
})

test('Anna comes back to her link when its session has to be renewed, and by then her pages have asked Auth all that a proxy leads out to them', async ({
  page,
  context,
  baseURL,
}) => {
  const anna = await forgetful(context)
  const asked = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/')) asked.add(ledOutAs(request.method(), request.url()))
  })
  await page.goto('/forgot-password')
  await page.getByLabel('Email address').fill(anna.email)
  await page.getByRole('button', { name: 'Send reset password instructions' }).click()
  await expect(page.getByText('Check your email for the password reset link')).toBeVisible()
  const [link = ''] = await linksTo(baseURL ?? '', anna.email)
  const [followed] = await Promise.all([page.waitForResponse('**/auth/v1/verify?**'), page.goto(link)])
  await newPassword(page).fill(anna.password)
  await update(page).click()
  await expect(newPassword(page)).toHaveAccessibleDescription('New password should be different from the old password.')

  const { hash } = new URL(followed.headers()['location'] ?? '')
  const session = new URLSearchParams(hash.slice(1))
  const [head, claims = '', signature] = (session.get('access_token') ?? '').split('.')
  const expired = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 1 }
  session.set('access_token', [head, Buffer.from(JSON.stringify(expired)).toString('base64url'), signature].join('.'))
  await page.goto('about:blank')
  await page.goto(`/new-password#${session}`)
  await newPassword(page).fill('gems-and-bubbles')
  await update(page).click()
  await expect(toast(page)).toContainText('Password updated')
  // The doctor asks for the settings.
  expect([...asked, 'GET /auth/v1/settings'].toSorted()).toEqual(ledOut.toSorted())
})

test('a link that was used and a page without a link both lead to a new link', async ({ page, context, baseURL }) => {
  const anna = await forgetful(context)
  const link = await mailedLink(context, anna.email, `${baseURL}/new-password`)
  await page.goto(link)
  await expect(newPassword(page)).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is too old')
  await expect(page.getByText('A link works once and for one hour, so please ask us for a fresh one.')).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/new-password`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send me a new link' }).click()
  await expect(page.getByLabel('Email address')).toBeFocused()

  await page.goto('/new-password')
  await expect(page.getByText('Please open the link from our email.')).toBeVisible()
  await expect(newPassword(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Send me a link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test('of two links Anna opened the second sets the password, and the first is too old by then', async ({ page, context, baseURL }) => {
  const anna = await forgetful(context)
  await page.goto(await mailedLink(context, anna.email, `${baseURL}/new-password`))
  await newPassword(page).fill('from-the-first-link')
  const second = await context.newPage()
  await second.goto(await mailedLink(context, anna.email, `${baseURL}/new-password`))
  await newPassword(second).fill('from-the-second-link')
  await update(second).click()
  await expect(toast(second)).toContainText('Password updated')

  await update(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is too old')
  await signIn(context, { ...anna, password: 'from-the-second-link' })
})

test('a link that was asked for on localhost leads back there, and one for a strange address to the new password all the same', async ({
  page,
  context,
  baseURL,
}) => {
  const anna = await forgetful(context)
  const home = `${baseURL?.replace('127.0.0.1', 'localhost')}/new-password`
  const followed = await context.request.get(await mailedLink(context, anna.email, home), { maxRedirects: 0 })
  expect(followed.status()).toBe(303)
  const target = new URL(followed.headers()['location'] ?? '')
  expect(target.origin + target.pathname).toBe(home)
  expect(new URLSearchParams(target.hash.slice(1)).get('type')).toBe('recovery')

  await page.goto(await mailedLink(context, anna.email, 'http://strange.example/new-password'))
  await expect(newPassword(page)).toBeVisible()
  await expect(page).toHaveURL(`${baseURL}/new-password`)
})

test('whatever is wrong is told beside the field, and what was typed stays', async ({ page, context, baseURL }) => {
  const anna = await forgetful(context)
  await page.goto('/forgot-password')
  const email = page.getByLabel('Email address')
  const send = page.getByRole('button', { name: 'Send reset password instructions' })
  await send.click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await email.fill('anna at home')
  await send.click()
  await expect(email).toHaveAccessibleDescription('Please enter an email address')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expectAccessible(page)
  await intercept(page, '**/auth/v1/recover**', (route) => route.abort())
  await email.fill(anna.email)
  await send.click()
  await expect(email).toHaveAccessibleDescription('We could not reach Bubblequest. Check the connection and try again.')
  await expect(email).toHaveValue(anna.email)
  await page.unroute('**/auth/v1/recover**')
  await send.click()
  await expect(page.getByText('Check your email for the password reset link')).toBeVisible()
  await expect(email).not.toHaveAttribute('aria-invalid')

  await page.goto(await mailedLink(context, anna.email, `${baseURL}/new-password`))
  const password = newPassword(page)
  await update(page).click()
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(page.getByText('Must be at least 8 characters')).toBeHidden()
  await page.getByRole('button', { name: 'Show password' }).click()
  await password.pressSequentially('shrter')
  for (let left = 0; left < 4; left++) await password.press('ArrowLeft')
  await password.pressSequentially('o')
  await expect(password).toHaveValue('shorter')
  await expect(password).toHaveAttribute('type', 'text')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription('Must be at least 8 characters')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill(anna.password)
  await update(page).click()
  await expect(password).toHaveAccessibleDescription('New password should be different from the old password.')
  await intercept(page, '**/api/auth/access', (route) => route.abort())
  await password.fill('gems-and-bubbles')
  await update(page).click()
  await expect(password).toHaveAccessibleDescription('We could not reach Bubblequest. Check the connection and try again.')
  await page.unroute('**/api/auth/access')
  await update(page).click()
  await expect(toast(page)).toContainText('Password updated')
})

test('a parent who is signed in may open both pages, and her cookies stay as they are', async ({ page, family, baseURL }) => {
  await page.goto('/forgot-password')
  await expect(page.getByLabel('Email address')).toBeVisible()
  await page.goto(await mailedLink(family.context, family.credentials.email, `${baseURL}/new-password`))
  const before = await family.context.cookies()
  expect(before.length).toBeGreaterThan(0)
  await newPassword(page).fill('gems-and-bubbles')
  await update(page).click()
  await expect(toast(page)).toContainText('Password updated')
  expect(await family.context.cookies()).toEqual(before)
  await signIn(family.context, { ...family.credentials, password: 'gems-and-bubbles' })
  await openBoard(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone nothing sticks out and everything is big enough to touch, ${colorScheme}`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme })
    const anna = await forgetful(context)
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      const inside = page.getByRole('main').locator('input, button, div > a')
      for (const box of await inside.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
        expect(box.height).toBeGreaterThanOrEqual(44)
        expect(box.left).toBeGreaterThanOrEqual(20)
        expect(box.right).toBeLessThanOrEqual(340)
      }
      await expectAccessible(page)
    }
    await page.goto('/forgot-password')
    await page.getByLabel('Email address').fill('anna')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Please enter an email address')
    await fits()
    await page.getByLabel('Email address').fill(anna.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Check your email for the password reset link')).toBeVisible()
    await fits()
    await page.goto(await mailedLink(context, anna.email, `${baseURL}/new-password`))
    await newPassword(page).fill('short')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Must be at least 8 characters')
    await fits()
    await page.goto('/new-password')
    await expect(page.getByRole('link', { name: 'Send me a link' })).toBeVisible()
    await fits()
  })
}
