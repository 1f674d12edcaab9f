import type { Page } from '@playwright/test'
import {
  addMember,
  delayResponse,
  fillInSignIn,
  toast,
  unreachable,
  expectAnnounced,
  expectText,
  fillInSignUp,
  finishLater,
} from './actions.ts'
import { expect, newCredentials, test } from './family.ts'
import { failNext } from './intercept.ts'

test.use({ freshContext: true })

test('Anna signs up, is told beside each field what is missing, mends it and stands before her board', async ({
  page,
}) => {
  const anna = newCredentials()
  await page.goto('/signup')
  await expect(page).toHaveTitle('Create your account · Bubblequest')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText("Start your family's quest adventure today")).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  for (const label of ['First name', 'Last name', 'Email', 'Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-required', 'true')
  const firstName = page.getByLabel('First name')
  const lastName = page.getByLabel('Last name')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Create account' })
  await expect(password).toHaveAccessibleDescription('Must be at least 8 characters')
  await expect(password).not.toHaveAttribute('aria-invalid')

  await submit.click()
  const complaints = [
    [firstName, 'First name is required'],
    [lastName, 'Last name is required'],
    [email, 'Email is required'],
    [password, 'Password is required'],
  ] as const
  for (const [field, complaint] of complaints) {
    await expect(field).toHaveAccessibleDescription(complaint)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(complaint, { exact: true })).toBeVisible()
  }
  await expect(firstName).toBeFocused()

  await firstName.fill('A'.repeat(121))
  await expect(firstName).toHaveAccessibleDescription('First name can have at most 120 characters')
  await lastName.fill('   ')
  await expect(lastName).toHaveAccessibleDescription('Last name is required')
  await expect(page.locator('#announcements')).toContainText('First name can have at most 120 characters')
  await email.fill('anna')
  await expect(email).toHaveAccessibleDescription('Please enter an email address')
  await password.fill('1234567')
  await expect(password).toHaveAccessibleDescription('Too short: it must have at least 8 characters')
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill('x'.repeat(73))
  await expect(password).toHaveAccessibleDescription(
    'At most 72 characters; letters like ü or é and emoji count as 2 to 4',
  )

  await firstName.fill(anna.firstName)
  await lastName.fill(anna.lastName)
  await email.fill(anna.email)
  await password.fill(anna.password)
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue(anna.password)
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  const release = await delayResponse(page, '**/api/auth/signup')
  await submit.click()
  const waiting = page.getByRole('button', { name: 'Creating account...' })
  await expect(waiting).toBeDisabled()
  release()
  for (const words of ['Account created!', 'Welcome to Bubblequest']) await expect(toast(page)).toContainText(words)
  await finishLater(page)
  await expect(page).toHaveURL(/\/parent$/)
  await expect(page.getByText(`${anna.lastName} Family`, { exact: true })).toBeVisible()
})

test('an address that already has an account is refused beside its field, and nothing typed is lost', async ({
  family,
  page,
}) => {
  const { credentials } = family
  await family.context.clearCookies()
  await page.goto('/signup')
  const typed = { 'First name': 'Ann', 'Last name': 'Mountain', Email: credentials.email, Password: 'another password' }
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value)
  const fault = 'An account with this email already exists. Sign in instead.'
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page)).toContainText('Signup failed')
  await expect(toast(page)).toContainText(fault)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(fault)
  await expect(page.getByLabel('Email')).toBeFocused()
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled()

  await failNext(page, '**/api/auth/signup', 'unreachable')
  await page.getByLabel('Email').fill(newCredentials().email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page)).toContainText(unreachable)
  await expectText(page.getByRole('main'), unreachable)
  await expectAnnounced(page, unreachable)
  // Said by the focus alone.
  expect(await page.locator('#announcements').textContent()).not.toContain(fault)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('another password')

  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('a password that is guessed first is refused beside its field, at the sign-up and when it is changed', async ({
  family,
  page,
}) => {
  const common = 'Very many people have this password, so it is guessed first. Please choose another one.'
  const card = page.getByRole('region', { name: 'Change Password' })
  await page.goto('/settings')
  await card.getByLabel('Current Password', { exact: true }).fill(family.credentials.password)
  for (const label of ['New Password', 'Confirm New Password'])
    await card.getByLabel(label, { exact: true }).fill('TrustNo1')
  await card.getByRole('button', { name: 'Change Password' }).click()
  await expect(card.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(new RegExp(common))
  await expect(card.getByLabel('New Password', { exact: true })).toBeFocused()

  await family.context.clearCookies()
  await page.goto('/signup')
  const { firstName, lastName, email } = newCredentials()
  const password = page.getByLabel('Password', { exact: true })
  for (const [label, value] of Object.entries({ 'First name': firstName, 'Last name': lastName, Email: email }))
    await page.getByLabel(label, { exact: true }).fill(value)
  for (const [tried, sentence] of [
    ['iloveyou', common],
    [email, 'Your email address is no password. Please choose another one.'],
    ['         ', 'A password cannot be of blanks alone. Please choose another one.'],
  ] as const) {
    await password.fill(tried)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(password).toHaveAccessibleDescription(new RegExp(sentence))
    await expect(password).toBeFocused()
  }
})

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

test('neither scripts nor addresses nor the storage of the browser learn anything secret', async ({ page }) => {
  const anna = newCredentials('Quietwater')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('websocket', (socket) => asked.push(socket.url()))
  const answer = await page.goto('/signup')
  const policy = new Map(
    (answer?.headers()['content-security-policy'] ?? '').split('; ').map((rule) => [rule.split(' ')[0], rule]),
  )
  expect(policy.get('default-src')).toBe("default-src 'self'")
  for (const source of ['script-src', 'style-src']) expect(policy.get(source)).toBe(`${source} 'self'`)
  expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(answer?.headers()).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  })

  await fillInSignUp(page, anna)
  await finishLater(page)
  await expectText(page, 'Live')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/parent\/[0-9a-f-]{36}$/)

  const cookies = await page.context().cookies()
  const tokens = cookies.filter(({ name }) => name.startsWith('bq_'))
  expect(tokens.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual(
    ['bq_access', 'bq_refresh', 'bq_device'].map((name) => ({ name, httpOnly: true, sameSite: 'Lax' })),
  )
  // Sealed: no token that another service would take, and no address.
  for (const { value } of tokens) expect(value).toMatch(/^[\w-]{50,}$/)
  expect(cookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name)).toEqual([])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const stored = await page.evaluate(() => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
  }))
  expect(stored).toEqual({ local: [['selectedMemberId', page.url().split('/').at(-1)]], session: [] })

  expect(asked.some((url) => url.includes('/realtime/'))).toBe(true)
  const secrets = [anna.firstName, anna.lastName, anna.email, anna.password, ...tokens.map(({ value }) => value)].map(
    (secret) => secret.toLowerCase(),
  )
  const told = asked.filter((url) => secrets.some((secret) => decodeURIComponent(url).toLowerCase().includes(secret)))
  expect(told).toEqual([])
})
