import { storyMailboxCode } from '../story-server.ts'
import { expectAccessible } from '../accessibility.ts'
import { compose, expectText, toast, unreachable } from '../actions.ts'
import { expect, test } from '../family.ts'
import { hideFirstRun } from '../context-pool.ts'
import { failNext, intercept } from '../intercept.ts'
import { mailsTo, readStoryMailbox } from '../mailbox.ts'
import { board, chosenPassword, heading } from './mailed-links.ts'

test.use({ freshContext: true })
test.beforeEach(({ context }) => context.addInitScript(hideFirstRun))

test('Anna forgot her password: a link from the mailbox lets her choose a new one, and each fault is said beside its field', async ({
  page,
  family,
}) => {
  const { credentials } = family
  await family.context.clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveTitle('Forgot your password? · Bubblequest')
  const email = page.getByLabel('Email address')
  const send = page.getByRole('button', { name: 'Send reset password instructions' })
  await email.fill('anna at home')
  await send.click()
  await expect(email).toHaveAccessibleDescription('Please enter an email address')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expectAccessible(page)
  await failNext(page, '**/api/auth/recover', 'unreachable')
  await email.fill(credentials.email)
  await send.click()
  await expect(email).toHaveAccessibleDescription(unreachable)
  await send.click()
  await expectText(page, 'Check your email for the password reset link')
  await expect(email).not.toHaveAttribute('aria-invalid')

  await page.goto('/mailbox')
  await expect(page.getByText(credentials.email)).toHaveCount(0)
  // Another story may have used the code a moment before.
  await expect(async () => {
    await page.getByLabel('Code').fill(storyMailboxCode())
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Open' }).click()
    expect((await answered).status()).toBeLessThan(400)
  }).toPass()
  await page.getByRole('listitem').filter({ hasText: credentials.email }).getByRole('link').click()
  await expect(heading(page)).toHaveText('Choose a new password')
  await page.getByRole('link', { name: 'Choose a password' }).click()

  const password = page.getByLabel('New password')
  const update = page.getByRole('button', { name: 'Update password' })
  await expect(password).toHaveAccessibleDescription('Must be at least 8 characters')
  // React resets the field of auth-ui-react with each key: the password stays shown, and the caret in its place.
  await page.getByRole('button', { name: 'Show password' }).click()
  await password.focus()
  await (
    await compose(page, 'shrter')
  )()
  for (let left = 0; left < 4; left++) await password.press('ArrowLeft')
  await password.pressSequentially('o')
  await expect(password).toHaveValue('shorter')
  await expect(password).toHaveAttribute('type', 'text')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription('Too short: it must have at least 8 characters')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hide password' }).click()
  await password.fill(credentials.password)
  await update.click()
  await expect(password).toHaveAccessibleDescription('The new password has to be another one than the current one.')
  // The link is used up by now; its session goes on in this browser, without a link in the address.
  await page.reload()
  await expect(heading(page)).toHaveText('Choose a new password')
  // Its reply is lost on the way, with its cookies.
  await intercept(page, '**/api/auth/mailed-link', async (route) => {
    const cookies = await page.context().cookies()
    await route.fetch()
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    await page.unroute('**/api/auth/mailed-link')
    await route.abort()
  })
  await password.fill(chosenPassword)
  await update.click()
  await expect(password).toHaveAccessibleDescription(unreachable)
  await update.click()
  await expect(toast(page)).toContainText('Password updated')
  await expect(board(page)).toBeVisible()
})

test('a parent who is signed in chooses a new password by a link, and is told of nobody else', async ({
  page,
  family,
}) => {
  const { email } = family.credentials
  expect((await family.context.request.post('/api/auth/recover', { data: { email } })).status()).toBe(202)
  const [mail] = await mailsTo(await readStoryMailbox(), email)
  await page.goto(mail?.link ?? '')
  await page.getByLabel('New password').fill(chosenPassword)
  await expect(page.getByText('is signed in on this browser')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(board(page)).toBeVisible()
})
