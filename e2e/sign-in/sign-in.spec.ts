import type { Page } from '@playwright/test'
import { addMember, delayResponse, expectAnnounced, expectText, fillInSignIn, toast } from '../actions.ts'
import { expect, test } from '../family.ts'
import { failNext } from '../intercept.ts'

test.use({ freshContext: true })

test('an address opened signed out is the one after signing in; what is no address gets the page for that', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  await family.context.clearCookies()
  await page.goto(`/rewards-store/${family.memberId}?from=mail#ledger`)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await fillInSignIn(page, family.credentials)
  await expect(page.getByRole('tab', { name: 'Gem ledger' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(new RegExp(`/rewards-store/${family.memberId}\\?from=mail#ledger$`))

  const { origin } = new URL(page.url())
  for (const address of ['/%', '//parent', '/%E0%A4%A', `/kid/${mia.id}/more`]) {
    await page.goto(origin + address)
    await expect(page.getByRole('heading', { name: 'Page Not Found' }), address).toBeVisible()
    await page.getByRole('link', { name: 'Back to Bubblequest' }).click()
    await expect(page.getByRole('heading', { name: 'Mission Control' }), address).toBeVisible()
  }
  // An id that is none opens the user's own page.
  for (const address of ['/parent//', '/parent/%', '/rewards-store/%2F']) {
    await page.goto(origin + address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/Mission Control|Rewards Store/)
  }
})

test('Anna signs in at the second try, and the doors she has passed lead on to her board', async ({ family, page }) => {
  const { credentials } = family
  await addMember(family, 'Mia')
  await family.context.clearCookies()
  await page.goto(`/parent/${family.memberId}`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page).toHaveTitle('Sign in · Bubblequest')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText("Sign in to continue your family's adventure")).toBeVisible()
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Sign in' })

  await expect(email).toBeFocused()
  for (const field of [email, password]) await expect(field).toHaveAttribute('aria-required', 'true')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(email).toBeFocused()
  await email.fill('anna at home')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await password.fill('not her password')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Please enter an email address')

  await email.fill(credentials.email)
  await submit.click()
  for (const words of ['Login failed', 'Invalid email or password']) await expect(toast(page)).toContainText(words)
  await expect(password).toHaveAccessibleDescription('Invalid email or password')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
  await expect(email).toHaveValue(credentials.email)
  await expect(password).toHaveValue('not her password')
  await failNext(page, '**/api/auth/login', {
    status: 429,
    json: { code: 'too_many_tries', message: 'Too many tries. Wait 30 seconds.' },
  })
  await submit.click()
  await expect(toast(page)).toContainText('Too many tries. Wait 30 seconds.')
  await expectText(page.getByRole('main'), 'Too many tries. Wait 30 seconds.')
  await expectAnnounced(page, 'Too many tries. Wait 30 seconds.')
  // Said by the focus alone.
  expect(await page.locator('#announcements').textContent()).not.toContain('Invalid email or password')

  await password.fill(credentials.password)
  const release = await delayResponse(page, '**/api/auth/login')
  await submit.click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release()
  for (const words of ['Welcome back!', 'Successfully signed in']) await expect(toast(page)).toContainText(words)
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()

  for (const door of ['/', '/login', '/signup']) {
    await page.goto(door)
    await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
    await expect(page).toHaveURL(/\/parent$/)
  }
})

/** Presses a key until `target` has the focus; on the way everything that is focused must show it. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press(key)
    const outline = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body
      const { outlineStyle, outlineWidth } = getComputedStyle(focused)
      return { at: focused.outerHTML.slice(0, 120), style: outlineStyle, width: Number.parseFloat(outlineWidth) }
    })
    expect(outline.style, outline.at).toBe('solid')
    expect(outline.width, outline.at).toBeGreaterThanOrEqual(2)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${key} does not lead to ${String(target)}`)
}

test('Anna comes from the first page to her board, through it and out again without touching the mouse', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia')
  await family.context.clearCookies()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(family.credentials.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(family.credentials.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await expectText(page, 'Live')

  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeFocused()
  await tabTo(page, skip, 'Shift+Tab')
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Create Quest' }))

  await page.getByRole('button', { name: 'Account of Anna Berg' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Account of Anna Berg' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
})
