import type { BrowserContext, Page } from '@playwright/test'
import type { ConfirmingServer } from './confirming-server.ts'
import { finishLater } from '../actions.ts'
import { expect, newCredentials, type Credentials } from '../family.ts'
import type { Mail } from '../mailbox.ts'

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** Where a parent arrives: at the board, or at the first question of a family that has not begun. */
export const board = (page: Page) => page.getByRole('heading', { name: /^(Mission Control|Who's in your family\?)$/ })
export const chosenPassword = 'gems-and-glitter'

/** A person whose address is confirmed, and who is signed in nowhere. */
export async function confirmedPerson(
  context: BrowserContext,
  server: ConfirmingServer,
  lastName?: string,
): Promise<Credentials> {
  const person = newCredentials(lastName)
  expect((await context.request.post('/api/auth/signup', { data: person })).status()).toBe(202)
  const link = { type: 'signup', token: tokenOf(await newest(server, person.email)) }
  const { email: _, ...owner } = person
  expect((await context.request.post('/api/auth/mailed-link', { data: { link, ...owner } })).status()).toBe(200)
  await context.clearCookies()
  return person
}

export const tokenOf = (mail: Mail) => new URLSearchParams(new URL(mail.link).hash.slice(1)).get('token_hash') ?? ''

export async function newest(server: ConfirmingServer, email: string): Promise<Mail> {
  const [mail] = await server.mailsTo(email)
  if (mail === undefined) throw new Error('No mail came')
  return mail
}

/** The link as a mail of Supabase's own template has it, which the first visit uses up. */
export function supabaseLink(mail: Mail, { url }: ConfirmingServer): string {
  const type = mail.link.includes('type=recovery') ? 'recovery' : 'signup'
  const target = type === 'recovery' ? `${url}/new-password` : url
  return `${url}/auth/v1/verify?${new URLSearchParams({ token: tokenOf(mail), type, redirect_to: target })}`
}

/** Opens a new account by its form, in English, and waits for the board. */
export async function claimAccount(page: Page, { email, firstName }: Credentials): Promise<void> {
  await expect(heading(page)).toHaveText('Confirm your email address')
  await expect(page.getByText(`${email} is yours?`)).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue(firstName)
  await page.getByLabel('Choose a password').fill(chosenPassword)
  await page.getByRole('button', { name: /^(Yes, that's mine|Create account)$/ }).click()
}

/** The same, past the first questions. */
export async function arrive(page: Page, person: Credentials): Promise<void> {
  await claimAccount(page, person)
  await finishLater(page)
}

export const whoIsSignedIn = async ({ request }: BrowserContext): Promise<string | null> => {
  const answer = await request.get('/api/auth/user')
  return answer.ok() ? ((await answer.json()) as { email: string }).email : null
}

/** Records the addresses that a browser asks for. */
export function watchAddresses(context: BrowserContext): () => string[] {
  const sent: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    url.hash = ''
    // The link of Supabase's own templates is its secret; nothing after it may be.
    if (url.pathname !== '/auth/v1/verify') sent.push(url.href, request.headers()['referer'] ?? '')
  })
  return () => sent
}

/** No token is in the address, the history, a storage, or an address that was asked for. */
export async function expectNothingKept(page: Page, sent: string[], mail: Mail): Promise<void> {
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      document.referrer,
      history.state,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      await indexedDB.databases(),
    ]),
  )
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  const steps = entries.map(({ url }) => url).filter((url) => !url.includes('/auth/v1/verify?'))
  for (const text of [kept, ...steps, ...sent]) {
    expect(text).not.toContain(tokenOf(mail))
    expect(text).not.toMatch(/(access_token|refresh_token|token_hash|error_code)=/)
  }
}
