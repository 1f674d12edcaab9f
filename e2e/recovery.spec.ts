import type { BrowserContext, Page } from '@playwright/test'
import { storyMailboxCode } from '../tools/story-server.mjs'
import { expectText, toast, fillInSignIn } from './actions.ts'
import { expect, newCredentials, signIn, signUp, test } from './family.ts'
import { failNext } from './intercept.ts'
import { expectAccessible } from './accessibility.ts'
import { mailsTo, readStoryMailbox } from './mailbox.ts'

test.use({ freshContext: true })

const newPassword = (page: Page) => page.getByLabel('New password')
const update = (page: Page) => page.getByRole('button', { name: 'Update password' })
const board = (page: Page) => page.getByRole('heading', { name: 'Mission Control' })

/** A parent who has an account and is signed in nowhere. */
async function forgetful(context: BrowserContext) {
  const anna = newCredentials()
  await signUp(context, anna)
  await context.clearCookies()
  return anna
}

/** Requests a recovery mail by the API. Returns the link in it. */
async function mailedLink({ request }: BrowserContext, email: string): Promise<string> {
  // Retries, because Auth sends no two mails to one address within a second.
  await expect(async () => {
    expect((await request.post('/api/auth/recover', { data: { email } })).status()).toBe(202)
  }).toPass({ intervals: [200] })
  const [newest] = await mailsTo(await readStoryMailbox(), email)
  return newest?.link ?? ''
}

test('Anna forgot her password: a link from the mailbox lets her choose a new one, which alone signs her in', async ({
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
  await expectText(page, 'Check your email for the password reset link')
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await page.getByRole('link', { name: 'Choose a password' }).click()
  await expect(page).toHaveTitle('Choose a new password · Bubblequest')
  await expect(newPassword(page)).toBeFocused()
  await expect(newPassword(page)).toHaveAccessibleDescription('Must be at least 8 characters')
  await expectAccessible(page)
  await newPassword(page).fill('gems-and-bubbles')
  await update(page).click()
  await expect(toast(page)).toContainText('Password updated')
  await expect(toast(page)).toContainText('Your password has been changed successfully.')
  await expect(board(page)).toBeVisible()

  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto('/login')
  await fillInSignIn(page, anna)
  await expect(toast(page)).toContainText('Invalid email or password')
  await page.getByLabel('Password', { exact: true }).fill('gems-and-bubbles')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(board(page)).toBeVisible()
})

test('a page that was loaded anew leads to a link; of two links the second sets the password, and the first is too old by then', async ({
  page,
  context,
}) => {
  const anna = await forgetful(context)
  await page.goto(await mailedLink(context, anna.email))
  await expect(newPassword(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Please open the link from our email.')).toBeVisible()
  await expect(newPassword(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Send me a link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)

  await page.goto(await mailedLink(context, anna.email))
  await newPassword(page).fill('from-the-first-link')
  const second = await context.newPage()
  await second.goto(await mailedLink(context, anna.email))
  await newPassword(second).fill('from-the-second-link')
  await update(second).click()
  await expect(toast(second)).toContainText('Password updated')

  await update(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is too old')
  await signIn(context, { ...anna, password: 'from-the-second-link' })
})

test('whatever is wrong is told beside the field, and what was typed stays', async ({ page, context }) => {
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
  await failNext(page, '**/api/auth/recover', 'unreachable')
  await email.fill(anna.email)
  await send.click()
  await expect(email).toHaveAccessibleDescription("We couldn't reach Bubblequest. Check the connection and try again.")
  await expect(email).toHaveValue(anna.email)
  await send.click()
  await expectText(page, 'Check your email for the password reset link')
  await expect(email).not.toHaveAttribute('aria-invalid')

  await page.goto(await mailedLink(context, anna.email))
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
  await expect(password).toHaveAccessibleDescription('Too short: it must have at least 8 characters')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await password.fill('iloveyou')
  await update(page).click()
  await expect(password).toHaveAccessibleDescription(/^Very many people have this password/)
  await password.fill(anna.password)
  await update(page).click()
  await expect(password).toHaveAccessibleDescription('The new password has to be another one than the current one.')
  await failNext(page, '**/api/auth/mailed-link', 'unreachable')
  await password.fill('gems-and-bubbles')
  await update(page).click()
  await expect(password).toHaveAccessibleDescription(
    "We couldn't reach Bubblequest. Check the connection and try again.",
  )
  await update(page).click()
  await expect(toast(page)).toContainText('Password updated')
})

test('a parent who is signed in may open both pages, and is told of nobody else', async ({ page, family }) => {
  await page.goto('/forgot-password')
  await expect(page.getByLabel('Email address')).toBeVisible()
  await page.goto(await mailedLink(family.context, family.credentials.email))
  await newPassword(page).fill('gems-and-bubbles')
  await expect(page.getByText('is signed in on this browser')).toHaveCount(0)
  await update(page).click()
  await expect(board(page)).toBeVisible()
  await signIn(family.context, { ...family.credentials, password: 'gems-and-bubbles' })
})

test('on a phone nothing sticks out and everything is big enough to touch, in light and dark', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const anna = await forgetful(context)
  const fits = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const inside = page.getByRole('main').locator('input, button, div > a')
    for (const box of await inside.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
      expect(box.height).toBeGreaterThanOrEqual(44)
      expect(box.left).toBeGreaterThanOrEqual(20)
      expect(box.right).toBeLessThanOrEqual(340)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  }
  await page.goto('/forgot-password')
  await page.getByLabel('Email address').fill('anna')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter an email address').first()).toBeVisible()
  await fits()
  await page.getByLabel('Email address').fill(anna.email)
  await page.keyboard.press('Enter')
  await expectText(page, 'Check your email for the password reset link')
  await fits()
  await page.goto(await mailedLink(context, anna.email))
  await newPassword(page).fill('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Too short: it must have at least 8 characters').first()).toBeVisible()
  await fits()
  await page.goto('/new-password')
  await expect(page.getByRole('link', { name: 'Send me a link' })).toBeVisible()
  await fits()
})
