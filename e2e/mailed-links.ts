import type { BrowserContext, Page } from '@playwright/test'
import type { ConfirmingServer } from './confirming-server.ts'
import { expectText, fillInSignIn, finishLater, toast } from './actions.ts'
import { expect, newCredentials } from './family.ts'
import { expectAccessible, expectAccessibleAndFits } from './accessibility.ts'
import type { Mail } from './mailbox.ts'

type Person = ReturnType<typeof newCredentials>
type Kind = 'sign-up' | 'recovery'
type Template = 'ours' | "Supabase's"

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const yes = (page: Page) => page.getByRole('button', { name: "Yes, that's mine" })
export const board = (page: Page) => page.getByRole('heading', { name: 'Mission Control' })
const sendNewLink = (page: Page) => page.getByRole('button', { name: 'Send me a new link' })
export const nextPassword = 'gems-and-bubbles'

/** Signs up a person, who is mailed a link to confirm the address. Returns the person. */
async function signUp({ request }: BrowserContext, lastName?: string): Promise<Person> {
  const person = newCredentials(lastName)
  const made = await request.post('/api/auth/signup', { data: person })
  expect(made.status()).toBe(202)
  return person
}

/** The same, with the address confirmed. */
export async function confirmedPerson(
  context: BrowserContext,
  server: ConfirmingServer,
  lastName?: string,
): Promise<Person> {
  const person = await signUp(context, lastName)
  const [mail] = await server.mailsTo(person.email)
  const link = { type: 'signup', token: tokenOf(mail) }
  const { email: _, ...owner } = person
  expect((await context.request.post('/api/auth/mailed-link', { data: { link, ...owner } })).status()).toBe(200)
  await context.clearCookies()
  return person
}

export const tokenOf = (mail: Mail | undefined) =>
  new URLSearchParams(new URL(mail?.link ?? '').hash.slice(1)).get('token_hash') ?? ''

/** A person, and the mail of that kind which was sent to them last. */
export async function mailed(
  kind: Kind,
  context: BrowserContext,
  server: ConfirmingServer,
): Promise<{ person: Person; mail: Mail }> {
  const person = kind === 'sign-up' ? await signUp(context) : await confirmedPerson(context, server)
  return {
    person,
    mail: kind === 'sign-up' ? await newest(server, person.email) : await oneMore(kind, context, server, person),
  }
}

/** Asks for one more mail, by the API. */
export async function oneMore(
  kind: Kind,
  { request }: BrowserContext,
  server: ConfirmingServer,
  { email }: Person,
): Promise<Mail> {
  await server.ageMails(email)
  expect(
    (await request.post(kind === 'sign-up' ? '/api/auth/resend' : '/api/auth/recover', { data: { email } })).status(),
  ).toBe(202)
  return newest(server, email)
}

export async function newest(server: ConfirmingServer, email: string): Promise<Mail> {
  const [mail] = await server.mailsTo(email)
  if (mail === undefined) throw new Error('No mail came')
  return mail
}

/** The link as the mail has it, or as a mail of Supabase's own template would. */
export function linkIn(mail: Mail, kind: Kind, template: Template, server: ConfirmingServer): string {
  if (template === 'ours') return mail.link
  const query = new URLSearchParams({
    token: tokenOf(mail),
    type: kind === 'sign-up' ? 'signup' : 'recovery',
    redirect_to: kind === 'sign-up' ? server.url : `${server.url}/new-password`,
  })
  return `${server.url}/auth/v1/verify?${query}`
}

/** Fills in the form that opens a new account, in English, and sends it. */
export async function claimAccount(page: Page, person: Person): Promise<void> {
  await expect(heading(page)).toHaveText('Confirm your email address')
  await expect(page.getByText(`${person.email} is yours?`)).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue(person.firstName)
  await page.getByLabel('Choose a password').fill(nextPassword)
  await yes(page)
    .or(page.getByRole('button', { name: 'Create account' }))
    .click()
}

/** Completes the page's form and waits for the board. */
export async function arrive(page: Page, kind: Kind, person: Person): Promise<void> {
  if (kind === 'sign-up') {
    await claimAccount(page, person)
    await finishLater(page)
  } else {
    await expect(page.getByText(person.email)).toBeVisible()
    await choosePassword(page)
  }
  await expect(board(page)).toBeVisible()
}

export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(nextPassword)
  await page.getByRole('button', { name: 'Update password' }).click()
}

/** Looks at the page that asks for the press; the form of auth-ui-react writes texts in its own way (decision 48). */
export async function expectToLookGood(page: Page, kind: Kind): Promise<void> {
  await expect(heading(page)).toBeVisible()
  await (kind === 'sign-up' ? expectAccessibleAndFits(page) : expectAccessible(page))
}

/**
 * Goes to the sign-in by that link or button, and signs in there; the address is filled in, unless the page could not
 * know it.
 */
export async function signInBy(
  page: Page,
  name: string,
  { email }: Person,
  password: string,
  isKnown = true,
): Promise<void> {
  await page.getByRole('link', { name }).click()
  await expect(heading(page)).toHaveText('Welcome back')
  if (isKnown) await expect(page.getByLabel('Email')).toHaveValue(email)
  await fillInSignIn(page, { email, password })
  await expect(board(page)).toBeVisible()
}

export const whoIsSignedIn = async ({ request }: BrowserContext): Promise<string | null> => {
  const answer = await request.get('/api/auth/user')
  return answer.ok() ? ((await answer.json()) as { email: string }).email : null
}

/** Records the requests of a browser, to assert at the end that none contained a secret. */
export function watchSecrets(context: BrowserContext): () => string[] {
  const sent: string[] = []
  const watch = (page: Page) =>
    page.on('request', (request) => {
      const url = new URL(request.url())
      url.hash = ''
      // The link of Supabase's own templates is its secret; nothing after it may be.
      if (url.pathname !== '/auth/v1/verify') sent.push(url.href)
      sent.push(request.headers()['referer'] ?? '')
    })
  context.pages().forEach(watch)
  context.on('page', watch)
  return () => sent
}

/**
 * No token is in the address, the history, a storage, a cookie that scripts read, nor in an address that was asked for.
 */
export async function expectNothingKept(page: Page, sent: string[], mail: Mail): Promise<void> {
  const [kept, databases] = await page.evaluate(async () => {
    const texts = [
      location.href,
      document.referrer,
      document.cookie,
      history.state,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
    ]
    return [JSON.stringify(texts), await indexedDB.databases()] as const
  })
  expect(databases).toEqual([])
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  const steps = entries.map(({ url }) => url).filter((url) => !url.includes('/auth/v1/verify?'))
  for (const text of [kept, ...steps, ...sent]) {
    expect(text).not.toContain(tokenOf(mail))
    expect(text).not.toMatch(/(access_token|refresh_token|token_hash|error_code)=/)
  }
  for (const { httpOnly } of await page.context().cookies()) expect(httpOnly).toBe(true)
}

/** Asks for a new link on the page of one that works no more. */
export async function askAnew(
  page: Page,
  template: Template,
  server: ConfirmingServer,
  { email }: Person,
): Promise<void> {
  await server.ageMails(email)
  if (template === 'ours') {
    await sendNewLink(page).click()
    await expect(heading(page)).toHaveText('Check your mail')
    return
  }
  const recovery = page.getByRole('link', { name: 'Send me a new link' })
  await expect(recovery.or(sendNewLink(page))).toBeVisible()
  if (await recovery.isVisible()) {
    await recovery.click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send reset password instructions' }).click()
    await expectText(page, 'Check your email for the password reset link')
  } else {
    await page.getByLabel('Email').fill(email)
    await sendNewLink(page).click()
    await expect(heading(page)).toHaveText('Check your mail')
  }
  await expect(toast(page)).toHaveCount(0)
}
