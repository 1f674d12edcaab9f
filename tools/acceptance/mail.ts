import * as z from 'zod/mini'
import { confirmsByMail, emailOf } from '../doctor/account.ts'
import type { Mailbox } from '../doctor/checks.ts'
import { found, notTried, read } from '../doctor/visitor.ts'
import type { Story } from './visit.ts'

const get = (url: string | URL, headers: Record<string, string> = {}) => fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(20_000) })

type Place = {
  /** Its address; without, that of a Bubblequest on this machine. */
  named?: string | undefined
  /** What the terminal of a Bubblequest on this machine shows. */
  code?: string | undefined
  waitMs?: number
}

/** Where mails can be read; undefined where they go out to people, and where the code is wrong. */
export async function findMailbox(address: string, { named, code, waitMs = 10_000 }: Place = {}): Promise<Mailbox | undefined> {
  if (named !== undefined && !named.endsWith('/mailbox')) return mailpit(named, waitMs)
  if (code === undefined) return undefined
  const url = named ?? new URL('/mailbox', address).href
  const entered = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ code }), signal: AbortSignal.timeout(20_000) }).catch(
    () => undefined,
  )
  await entered?.body?.cancel()
  const cookie = entered?.headers.get('set-cookie')?.split(';')[0]
  return cookie === undefined ? undefined : ownMailbox(url, cookie, waitMs)
}

/** The page at /mailbox of a Bubblequest without a mail server. */
const ownMailbox = (url: string, cookie: string, waitMs: number): Mailbox => ({
  linkTo: (email) =>
    waitForLink(email, waitMs, async () => {
      const mails = (await (await get(url, { cookie })).text()).split('<li>')
      const [, path] = /href="([^"]+)"/.exec(mails.find((mail) => mail.includes(`To ${email},`)) ?? '') ?? []
      return path === undefined ? undefined : (await get(new URL(path, url), { cookie })).text()
    }),
})

const Found = z.object({ messages: z.array(z.object({ ID: z.string() })) })
const Message = z.object({ Text: z.string(), HTML: z.string() })

/** Mailpit, which `supabase start` runs (port 54324). */
const mailpit = (url: string, waitMs: number): Mailbox => ({
  linkTo: (email) =>
    waitForLink(email, waitMs, async () => {
      const search = new URL(`${url.replace(/\/$/, '')}/api/v1/search`)
      search.searchParams.set('query', `to:"${email}"`)
      const [newest] = Found.parse(await (await get(search)).json()).messages
      if (newest === undefined) return undefined
      const { Text, HTML } = Message.parse(await (await get(new URL(`message/${newest.ID}`, search))).json())
      return `${HTML}\n${Text}`
    }),
})

async function waitForLink(email: string, waitMs: number, readMail: () => Promise<string | undefined>): Promise<string> {
  for (const end = Date.now() + waitMs; Date.now() < end;) {
    const mail = await readMail()
    const [link] = /https?:\/\/[^\s"'<>]+\/verify\?[^\s"'<>]+/.exec(mail ?? '') ?? []
    if (link !== undefined) return link.replaceAll('&amp;', '&')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return found(`No mail with a link came to ${email} within ${waitMs / 1000} seconds.`)
}

export const signUpStory: Story = {
  name: 'A new account is made as the project is set, and an old one is not told to strangers',
  remedy: 'Deploy the function of this version, and look at Confirm email in the project’s settings of Auth (docs/deploy.md).',
  async run(visit) {
    const { visitor, password, account, mailbox } = visit
    const email = emailOf(visit)
    const confirms = await confirmsByMail(visit)
    // The address of an account that is there: nothing is made of it, and nothing mailed.
    const { status, text } = await visitor.copy().ask('signup', {}, { firstName: 'Doctor', lastName: 'Again', email, password })
    if (status === 429) return notTried('This address was signed up too often within an hour.')
    const expected = confirms ? '"checkMail"' : '"email_taken"'
    if (!text.includes(expected)) {
      return found(
        `Auth says ${confirms ? 'that addresses are confirmed' : 'that addresses are not confirmed'}, and signing up one that is taken answered ${status}: ${text.slice(0, 120)}`,
      )
    }
    const wrong = await visitor.copy().ask('login', {}, { email, password: 'not-a-password' })
    if (!wrong.text.includes('"invalid_credentials"')) return found(`A wrong password answered ${wrong.status}: ${wrong.text.slice(0, 120)}`)
    if (!confirms) return 'new addresses are not confirmed by mail'
    return account === undefined && mailbox !== undefined ? 'confirmed by the mail that came' : 'new addresses are confirmed; the mail itself was not tried'
  },
}

export const recoveryStory: Story = {
  name: 'Who forgot the password is mailed a link that leads here',
  remedy:
    'Give the project a mail server of its own (SMTP), set auth.site_url to this address, and put /new-password of it into additional_redirect_urls (docs/deploy.md).',
  async run(visit) {
    const { visitor, address, mailbox, account } = visit
    const { url, publishableKey } = await visitor.call('authAccess', {})
    // Where mails go out to people, only to one who waits for it: to others the answer is the same, and no mail comes back.
    const email = (mailbox === undefined ? account?.email : visit.email) ?? `${crypto.randomUUID()}@family.example`
    const target = new URL('/new-password', address).href
    const asked = await fetch(new URL(`${url}/recover?redirect_to=${encodeURIComponent(target)}`, address), {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', origin: address },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await asked.text()
    if (!asked.ok) return found(`Asking for a link answered ${asked.status}: ${text.slice(0, 160)}`)
    if (typeof read(text) !== 'object') return found(`Asking for a link answered something that is not Auth’s: ${text.slice(0, 120)}`)
    if (mailbox === undefined) return account === undefined ? 'asked for; no mail was sent to look at' : `asked for; look into the inbox of ${email}`
    const followed = await get(await mailbox.linkTo(email))
    await followed.body?.cancel()
    const location = followed.headers.get('location') ?? ''
    if (!location.startsWith(`${target}#`))
      return found(`The link in the mail leads to ${location === '' ? `an answer ${followed.status}` : location.split('#')[0]} instead of ${target}.`)
    if (!location.includes('type=recovery')) return found('The link in the mail opens no session to set a password with.')
  },
}
