import type { Page } from '@playwright/test'
import { test } from './confirming-server.ts'
import { finishLater, signUpOnPage, toast, fillInSignIn } from './actions.ts'
import { expect, newCredentials } from './family.ts'
import { failNext } from './intercept.ts'
import { expectAccessibleAndFitsEverywhere, expectToFitEverywhere } from './accessibility.ts'
import { board, claimAccount, heading, nextPassword } from './mailed-links.ts'

// One server for all of them, so they share one worker.
test.describe.configure({ mode: 'default' })
test.use({ freshContext: true })

const send = (page: Page, name: string | RegExp) => page.getByRole('button').filter({ hasText: name })

test('Anna is told to look into her mail, and has it sent again when the wait is over; a mail that fails says so', async ({
  page,
  confirming,
}) => {
  const anna = newCredentials()
  const failed = { code: 'mail_failed', message: "We couldn't send you a mail. Please try again in a few minutes." }
  await failNext(page, '**/api/auth/signup', { status: 503, json: failed })
  await signUpOnPage(page, anna)
  await expect(toast(page)).toContainText(failed.message)
  await expect(page.getByLabel('Email')).toHaveValue(anna.email)
  await page.clock.install()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page)).toHaveText('Check your mail')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByText(`We wrote to ${anna.email}.`)).toBeVisible()
  await expect(send(page, /^Send it again in \d+ s$/)).toBeDisabled()
  await page.clock.runFor(20_000)
  await expect(send(page, /^Send it again in (3\d|40) s$/)).toBeDisabled()
  await page.clock.runFor(41_000)
  await confirming.ageMails(anna.email)
  await send(page, 'Send it again').click()
  await expect(toast(page)).toContainText('It is on its way')
  await expect(send(page, /^Send it again in \d+ s$/)).toBeDisabled()
  // Said without the seconds, where the focus stays.
  await expect(page.getByRole('button', { name: 'Send it again', exact: true })).toBeFocused()
  const [newer, older, ...others] = await confirming.mailsTo(anna.email)
  expect([newer?.link === older?.link, others]).toEqual([false, []])

  // A mail that may not be sent yet counts the wait that is asked for.
  await page.clock.runFor(61_000)
  const wait = { code: 'too_many_mails', message: 'Too many mails were asked for. Please wait a while and try again.' }
  await failNext(page, '**/api/auth/resend', { status: 429, headers: { 'retry-after': '1500' }, json: wait })
  await send(page, 'Send it again').click()
  await expect(toast(page)).toContainText(wait.message)
  await expect(send(page, 'Send it again in 25 min')).toBeDisabled()
  expect(await confirming.mailsTo(anna.email)).toHaveLength(2)

  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(heading(page)).toHaveText('Create your account')
})

test('when the address is confirmed in another tab, the waiting one goes on by itself', async ({
  page,
  context,
  confirming,
}) => {
  const anna = newCredentials()
  await signUpOnPage(page, anna)
  await expect(heading(page)).toHaveText('Check your mail')
  const tab = await context.newPage()
  const [mail] = await confirming.mailsTo(anna.email)
  await tab.goto(mail?.link ?? '')
  await claimAccount(tab, anna)
  await finishLater(tab)
  await expect(board(page)).toBeVisible()

  // The same on a page where no route guard redirects.
  await tab.goto('about:blank')
  await page.goto('about:blank')
  await context.clearCookies()
  const bea = newCredentials()
  await signUpOnPage(page, bea)
  await expect(heading(page)).toHaveText('Check your mail')
  const [older] = await confirming.mailsTo(bea.email)
  await confirming.ageMails(bea.email)
  expect((await context.request.post('/api/auth/resend', { data: { email: bea.email } })).status()).toBe(202)
  const [newest] = await confirming.mailsTo(bea.email)
  await page.goto(older?.link ?? '')
  await expect(heading(page)).toHaveText('We sent you a newer mail')
  await tab.goto(newest?.link ?? '')
  await claimAccount(tab, bea)
  await finishLater(tab)
  await expect(board(page)).toBeVisible()
})

test('a sign-in before that says what is missing to the right password alone, and has a mail sent', async ({
  page,
  confirming,
}) => {
  const anna = newCredentials()
  await signUpOnPage(page, anna)
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(anna.email)
  await fillInSignIn(page, { email: anna.email, password: 'not-her-password' })
  await expect(toast(page)).toContainText('Invalid email or password')
  await fillInSignIn(page, anna)
  await expect(heading(page)).toHaveText('Check your mail')
  await expect(page.getByText(anna.email)).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await confirming.ageMails(anna.email)
  await send(page, 'Send me a mail').click()
  await expect(send(page, /^Send it again in \d+ s$/)).toBeDisabled()
  expect(await confirming.mailsTo(anna.email)).toHaveLength(2)
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(heading(page)).toHaveText('Welcome back')
  await expect(page.getByLabel('Email')).toHaveValue(anna.email)
})

test('an invited parent chooses a password and stands before a board; an older and a used invitation say so', async ({
  page,
  context,
  confirming,
}) => {
  const { email } = newCredentials()
  await confirming.invite(email)
  await confirming.invite(email)
  const [newer, older] = await confirming.mailsTo(email)
  expect(newer?.subject).toBe('You are invited to Bubblequest')
  await page.goto(older?.link ?? '')
  await expect(heading(page)).toHaveText('We sent you a newer mail')
  await expectAccessibleAndFitsEverywhere(page)
  await page.goto(newer?.link ?? '')
  await expect(heading(page)).toHaveText('Welcome to Bubblequest')
  await expect(page.getByText(`${email} is yours?`)).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First name is required')
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Berg')
  await page.getByLabel('Choose a password').fill('password')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Choose a password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Choose a password').fill(nextPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await finishLater(page)
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto(newer?.link ?? '')
  await expect(heading(page)).toHaveText('This link is too old')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillInSignIn(page, { email, password: nextPassword })
  await expect(board(page)).toBeVisible()
})

const languages = {
  'en-GB': {
    confirm: 'Confirm your email address',
    password: 'Choose a password',
    subject: /^Confirm/,
    check: 'Check your mail',
    yes: "Yes, that's mine",
    first: "Who's in your family?",
  },
  'de-DE': {
    confirm: 'Bestätige deine E-Mail-Adresse',
    password: 'Wähl ein Passwort',
    subject: /^Bestätig/,
    check: 'Schau in deine E-Mails',
    yes: 'Ja, das ist meine',
    first: 'Wer gehört zu deiner Familie?',
  },
  'es-ES': {
    confirm: 'Confirma tu correo',
    password: 'Elige una contraseña',
    subject: /^Confirma/,
    check: 'Mira tu correo',
    yes: 'Sí, es mío',
    first: '¿Quién es de tu familia?',
  },
}

for (const [locale, words] of Object.entries(languages)) {
  test(`mail and pages speak the language of the family: ${locale}`, async ({ confirming, openContext }) => {
    const person = newCredentials()
    const context = await openContext({ locale })
    expect(
      (await context.request.post('/api/auth/signup', { data: { ...person, language: locale.slice(0, 2) } })).status(),
    ).toBe(202)
    const [mail] = await confirming.mailsTo(person.email)
    expect(mail?.subject).toMatch(words.subject)
    expect(mail?.html).toContain(`lang="${locale.slice(0, 2)}"`)
    const page = await context.newPage()
    await page.goto(mail?.link ?? '')
    await expect(heading(page)).toHaveText(words.confirm)
    await expect(heading(page)).toBeFocused()
    const looksGood = () => (locale === 'en-GB' ? expectAccessibleAndFitsEverywhere(page) : expectToFitEverywhere(page))
    await looksGood()
    // Choosing a language reloads the page: the link has to be kept, and not in the address.
    for (const language of [locale === 'de-DE' ? 'es' : 'de', locale.slice(0, 2)]) {
      await page.locator('label', { has: page.locator(`[lang=${language}]`) }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
    await expect(heading(page)).toHaveText(words.confirm)
    expect(page.url()).toBe(`${confirming.url}/confirm`)
    await page.getByLabel(words.password).fill(nextPassword)
    await send(page, words.yes).click()
    await expect(page.getByRole('heading', { level: 1, name: words.first })).toBeVisible()
    await page.goto('about:blank')
    await page.context().clearCookies()
    for (const path of [
      '/confirm',
      '/new-password',
      '/confirm#error_code=otp_expired',
      '/new-password#error_code=otp_expired',
    ]) {
      await page.goto('about:blank')
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      await looksGood()
    }
  })
}
