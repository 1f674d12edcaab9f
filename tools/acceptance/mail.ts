import * as z from 'zod/mini'
import { confirmsByMail, emailOf } from '../doctor/account.ts'
import type { Mailbox } from '../doctor/checks.ts'
import { ownLink } from '../doctor/mails.ts'
import { found, notTried } from '../doctor/visitor.ts'
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
  linkTo: (email, type) =>
    waitForLink(email, type, waitMs, async () => {
      const mails = (await (await get(url, { cookie })).text()).split('<li>')
      const newest = mails.find((mail) => mail.includes(`To ${email},`)) ?? ''
      const [, path] = /href="([^"]*\/mailbox\/[^"]+)"/.exec(newest) ?? []
      return path === undefined ? undefined : (await get(new URL(path, url), { cookie })).text()
    }),
})

const Found = z.object({ messages: z.array(z.object({ ID: z.string() })) })
const Message = z.object({ Text: z.string(), HTML: z.string() })

/** Mailpit, which `supabase start` runs (port 54324). */
const mailpit = (url: string, waitMs: number): Mailbox => ({
  linkTo: (email, type) =>
    waitForLink(email, type, waitMs, async () => {
      const search = new URL(`${url.replace(/\/$/, '')}/api/v1/search`)
      search.searchParams.set('query', `to:"${email}"`)
      const [newest] = Found.parse(await (await get(search)).json()).messages
      if (newest === undefined) return undefined
      const { Text, HTML } = Message.parse(await (await get(new URL(`message/${newest.ID}`, search))).json())
      return `${HTML}\n${Text}`
    }),
})

async function waitForLink(email: string, type: string, waitMs: number, readMail: () => Promise<string | undefined>): Promise<string> {
  for (const end = Date.now() + waitMs; Date.now() < end;) {
    const links = ((await readMail()) ?? '').replaceAll('&amp;', '&').match(/https?:\/\/[^\s"'<>]+/g) ?? []
    const link = links.find((link) => new RegExp(`[?#]token.*&type=${type}(&|$)`).test(link))
    if (link !== undefined) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return found(`No mail with a link came to ${email} within ${waitMs / 1000} seconds.`)
}

/** A Finding for every link but one of a mail of ours to that page. */
function assertOurs(link: string, page: string): void {
  if (byNumber(link).startsWith(`${byNumber(page)}#token_hash=`)) return
  const [leadsTo = ''] = link.split(/[?#]/)
  if (ownLink(link) === undefined) found(`The mail that came is not ours: its link to ${leadsTo} is used up by the first who opens it, be it a mail scanner.`)
  found(`The link in the mail leads to ${leadsTo} instead of ${page}.`)
}

/** People call their own machine by either name, and mails by that of the site URL. */
const byNumber = (address: string) => address.replace('//localhost:', '//127.0.0.1:')

const ourMails =
  'On a hosted project `npm run hosted -- config push` sets the templates, on a Supabase of your own the lines GOTRUE_MAILER_TEMPLATES_… of docs/self-hosted-supabase.md, step 1; links lead to the site URL of Auth (SUPABASE_SITE_URL, SITE_URL).'

export const signUpStory: Story = {
  name: 'A new account is made as the project is set, and an old one is not told to strangers',
  remedy: `Deploy the function of this version, and look at Confirm email in the project’s settings of Auth (docs/deploy.md). ${ourMails}`,
  async run(visit) {
    const { visitor, address, password, confirmedBy } = visit
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
    if (confirmedBy === undefined) return 'new addresses are confirmed; the mail itself was not tried'
    assertOurs(confirmedBy, new URL('/confirm', address).href)
    return 'confirmed by the mail that came'
  },
}

export const recoveryStory: Story = {
  name: 'Who forgot the password is mailed a link that leads here',
  remedy: `Give the project a mail server of its own (SMTP); what Auth has against it stands in the logs of the function. ${ourMails}`,
  async run(visit) {
    const { visitor, address, mailbox, account } = visit
    const page = new URL('/new-password', address).href
    // Where mails go out to people, only to one who waits for it: to others the answer is the same, and no mail comes back.
    const email = (mailbox === undefined ? account?.email : visit.email) ?? `${crypto.randomUUID()}@family.example`
    const { status, headers, text } = await visitor.copy().ask('recover', {}, { email })
    if (status === 429) return notTried(`Too many mails were asked for, to this address or in all. Try again in ${headers.get('retry-after')} seconds.`)
    if (status !== 202) return found(`Asking for a link answered ${status}: ${text.slice(0, 160)}`)
    if (mailbox === undefined) {
      return account === undefined ? 'asked for; no mail was sent to look at' : `asked for; look into the inbox of ${email} for a link to ${page}`
    }
    const mailed = await mailbox.linkTo(email, 'recovery')
    assertOurs(mailed, page)
    const link = ownLink(mailed)
    const { state, ...owner } = await visitor.call('readMailedLink', {}, { link })
    if (state !== 'open' || owner.email !== email) return found(`The link in the mail is said to be ${state}, and that of ${owner.email}.`)
    const made = visit.made.find((made) => made.email === email)
    if (made === undefined) return 'mailed; the password of the account that was named stays as it is'
    const password = `${crypto.randomUUID()}-Aa1`
    // Ends every other session of that account.
    await visitor.call('followMailedLink', {}, { link, password })
    visit.password = made.password = password
    await visitor.copy().call('login', {}, { email, password })
    const again = await visitor.copy().ask('followMailedLink', {}, { link, password })
    if (!again.text.includes('"link_over"')) return found(`A link that was used answered ${again.status}: ${again.text.slice(0, 120)}`)
  },
}
