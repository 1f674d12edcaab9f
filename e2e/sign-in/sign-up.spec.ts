import {
  expectAnnounced,
  expectText,
  delayResponse,
  fillInSignUp,
  finishLater,
  toast,
  unreachable,
} from '../actions.ts'
import { expect, newCredentials, test } from '../family.ts'
import { failNext } from '../intercept.ts'

test.use({ freshContext: true })

test('Anna signs up, is told beside each field what is missing, mends it and stands before her board', async ({
  page,
}) => {
  const anna = newCredentials()
  await page.goto('/signup')
  await expect(page).toHaveTitle('Create your account · Bubblequest')
  await expect(page.getByText("Start your family's quest adventure today")).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription('Must be at least 8 characters')

  await page.getByRole('button', { name: 'Create account' }).click()
  for (const label of ['First name', 'Last name', 'Email', 'Password']) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-required', 'true')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(`${label} is required`)
  }
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('Last name').fill('A'.repeat(121))
  await expectAnnounced(page, 'Last name can have at most 120 characters')
  await page.getByLabel('First name').fill(anna.firstName)
  await page.getByLabel('Last name').fill(anna.lastName)
  await email.fill(anna.email)
  await password.fill(anna.password)
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  const release = await delayResponse(page, '**/api/auth/signup')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  release()
  for (const words of ['Account created!', 'Welcome to Bubblequest']) await expect(toast(page)).toContainText(words)
  await finishLater(page)
  await expect(page).toHaveURL(/\/parent$/)
  await expect(page.getByText(`${anna.lastName} Family`, { exact: true })).toBeVisible()
})

test('an address or a password that is refused is said beside its field, and nothing typed is lost', async ({
  family,
  page,
}) => {
  await family.context.clearCookies()
  await page.goto('/signup')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const taken = 'An account with this email already exists. Sign in instead.'
  await fillInSignUp(page, { ...family.credentials, password: 'another password' })
  for (const words of ['Signup failed', taken]) await expect(toast(page)).toContainText(words)
  await expect(email).toHaveAccessibleDescription(taken)
  await expect(email).toBeFocused()
  await expect(password).toHaveValue('another password')

  await failNext(page, '**/api/auth/signup', 'unreachable')
  await email.fill(newCredentials().email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectText(page.getByRole('main'), unreachable)
  await expectAnnounced(page, unreachable)
  // Said by the focus alone.
  expect(await page.locator('#announcements').textContent()).not.toContain(taken)

  await password.fill('iloveyou')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(password).toHaveAccessibleDescription(/^Very many people have this password/)
  await expect(password).toBeFocused()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('neither scripts nor addresses nor the storage of the browser learn anything secret', async ({ page }) => {
  const anna = newCredentials('Quietwater')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('websocket', (socket) => asked.push(socket.url()))
  await page.goto('/signup')
  await fillInSignUp(page, anna)
  await finishLater(page)
  await expectText(page, 'Live')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/parent\/[0-9a-f-]{36}$/)

  const cookies = await page.context().cookies()
  expect(cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Lax')).toBe(true)
  const tokens = cookies.filter(({ name }) => name.startsWith('bq_'))
  expect(tokens.map(({ name }) => name)).toEqual(['bq_access', 'bq_refresh', 'bq_device'])
  // Sealed: no token that another service would take, and no address.
  for (const { value } of tokens) expect(value).toMatch(/^[\w-]{50,}$/)
  const stored = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
  expect(Object.fromEntries(stored)).toEqual({
    selectedMemberId: page.url().split('/').at(-1),
    firstRunOver: 'later',
    lastSession: expect.stringMatching(/^account [0-9a-f-]{36}$/),
  })

  expect(asked.some((url) => url.includes('/realtime/'))).toBe(true)
  const secrets = [anna.firstName, anna.lastName, anna.email, anna.password, ...tokens.map(({ value }) => value)].map(
    (secret) => secret.toLowerCase(),
  )
  const told = asked.filter((url) => secrets.some((secret) => decodeURIComponent(url).toLowerCase().includes(secret)))
  expect(told).toEqual([])
})
