import { accountOf, newPassword, signUp } from './account.ts'
import { mailedLink, ownLink } from './mailbox.ts'
import type { Check } from './visit.ts'
import { expectAnswer, found, notTried } from './visitor.ts'

/** A Finding for every link but one of a mail of ours to that page. */
function assertOurs(link: string, page: string): void {
  if (byNumber(link).startsWith(`${byNumber(page)}#token_hash=`)) return
  const [leadsTo = ''] = link.split(/[?#]/)
  if (ownLink(link) === undefined)
    found(
      `The mail that came is not ours: its link to ${leadsTo} is used up by the first who opens it, be it a mail scanner.`,
    )
  found(`The link in the mail leads to ${leadsTo} instead of ${page}.`)
}

/** People call their own machine by either name, and mails by that of the site URL. */
const byNumber = (address: string) => address.replace('//localhost:', '//127.0.0.1:')

const ourMails = {
  embedded:
    'No mail is sent: each is in the mailbox of the machine, /mailbox. Links lead to SUPABASE_AUTH_SITE_URL of the service (docs/self-hosting.md).',
  ownSupabase:
    'Give Auth a mail server (SMTP_… in .env); `docker compose logs functions auth` says what is wrong with it. The lines GOTRUE_MAILER_TEMPLATES_… of docs/self-hosted-supabase.md, step 1, set the templates; links lead to SITE_URL.',
  hosted:
    'Give the project a mail server of its own (SMTP); what Auth has against it is in the logs of the function. `npm run hosted -- config push` sets the templates; links lead to SUPABASE_SITE_URL.',
}

export const signUpCheck: Check = {
  name: 'An account is made, and confirmed by a mail of ours where that is set',
  remedy: ourMails,
  async run(visit) {
    await signUp(visit)
    if (visit.confirmedBy === undefined) return 'addresses are not confirmed here'
    assertOurs(visit.confirmedBy, `${visit.address}/confirm`)
  },
}

export const recoveryCheck: Check = {
  name: 'Who forgot the password is mailed a link that leads here',
  remedy: ourMails,
  async run(visit) {
    const { visitor, address, mailbox, login } = visit
    const { email } = accountOf(visit)
    if (mailbox === undefined || login === undefined)
      return notTried('It takes an address of yours: --email you+visit@example.org.')
    const asked = await visitor.copy().ask('recover', {}, { body: { email } })
    if (asked.status === 429)
      return notTried(`Too many mails were asked for. Try again in ${asked.headers.get('retry-after')} seconds.`)
    expectAnswer(asked, 202, 'Asking for a link')
    const mailed = await mailedLink(mailbox, email, 'recovery')
    assertOurs(mailed, `${address}/new-password`)
    const link = ownLink(mailed)
    const { state, ...owner } = await visitor.call('readMailedLink', {}, { link })
    if (state !== 'open' || owner.email !== email)
      return found(`The link in the mail is said to be ${state}, and that of ${owner.email}.`)
    const password = newPassword()
    // Ends every other session of that account.
    await visitor.call('followMailedLink', {}, { link, password })
    login.password = password
    await visitor.copy().call('login', {}, { email, password })
  },
}
