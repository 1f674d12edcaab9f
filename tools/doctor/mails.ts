import { readdirSync, readFileSync } from 'node:fs'
import { confirmsByMail, loginOf, newPassword } from './account.ts'
import { ownLink } from './mailbox.ts'
import { deployAll } from './place.ts'
import type { Check } from './visit.ts'
import { expectAnswer, found, notTried } from './visitor.ts'

const folder = new URL('../../supabase/templates/', import.meta.url)

export const templatesCheck: Check = {
  name: 'The templates of our mails are served as they were built',
  remedy: {
    embedded: 'Build and start this version, and let nothing on the way change a page.',
    ownSupabase:
      'Copy dist/ of this version with its folder mails/ to /srv/bubblequest (docs/self-hosted-supabase.md, step 5). Auth loads the templates from there: where one is missing it mails an English text of its own, and another page it would mail as it is.',
    hosted:
      'Publish dist/ of `npm run build` of this version with its folder mails/, and let nothing on the way change a page.',
    local: 'Run `npm run build` and `npm run dev:supabase` of this version.',
  },
  async run({ visitor }) {
    for (const name of readdirSync(folder)) {
      const path = `/mails/${name}`
      const { status, text } = await visitor.send('GET', path)
      if (status !== 200) return found(`${path} answered ${status}.`)
      if (text.includes('id="app"')) return found(`${path} answered the app’s page.`)
      if (text !== readFileSync(new URL(name, folder), 'utf8')) return found(`${path} is not what this version has.`)
    }
  },
}

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
  embedded: 'Links lead to SUPABASE_AUTH_SITE_URL of the service (docs/self-hosting.md).',
  ownSupabase:
    'The lines GOTRUE_MAILER_TEMPLATES_… of docs/self-hosted-supabase.md, step 1, set the templates; links lead to SITE_URL.',
  hosted: '`npm run hosted -- config push` sets the templates; links lead to SUPABASE_SITE_URL.',
} as const

export const signUpCheck: Check = {
  name: 'A new account is made as the project is set, and an old one is not told to strangers',
  remedy: {
    embedded: `${deployAll.embedded} ${ourMails.embedded}`,
    ownSupabase: `Build the function of this version (docs/self-hosted-supabase.md, step 4), and look at ENABLE_EMAIL_AUTOCONFIRM in .env. ${ourMails.ownSupabase}`,
    hosted: `Deploy the function of this version, and look at Confirm email in the settings of Auth (docs/deploy.md, step 4). ${ourMails.hosted}`,
  },
  async run(visit) {
    const { visitor, address, confirmedBy } = visit
    const { email, password } = loginOf(visit)
    const confirms = await confirmsByMail(visit)
    // The address of an account that is there: nothing is made of it, and nothing mailed.
    const taken = await visitor
      .copy()
      .ask('signup', {}, { body: { firstName: 'Doctor', lastName: 'Again', email, password } })
    if (taken.status === 429) return notTried('This address was signed up too often within an hour.')
    if (!taken.text.includes(confirms ? '"checkMail"' : '"email_taken"')) {
      const settings = `Auth says that addresses are ${confirms ? '' : 'not '}confirmed`
      return found(
        `${settings}, and signing up one that is taken answered ${taken.status}: ${taken.text.slice(0, 120)}`,
      )
    }
    expectAnswer(
      await visitor.copy().ask('login', {}, { body: { email, password: 'not-a-password' } }),
      'invalid_credentials',
      'A wrong password',
    )
    if (!confirms) return 'new addresses are not confirmed by mail'
    if (confirmedBy === undefined) return 'new addresses are confirmed; the mail itself was not tried'
    assertOurs(confirmedBy, `${address}/confirm`)
    return 'confirmed by the mail that came'
  },
}

export const recoveryCheck: Check = {
  name: 'Who forgot the password is mailed a link that leads here',
  remedy: {
    embedded: `No mail is sent: each is in the mailbox of the machine, /mailbox. ${ourMails.embedded}`,
    ownSupabase: `Give Auth a mail server (SMTP_… in .env); \`docker compose logs functions auth\` says what is wrong with it. ${ourMails.ownSupabase}`,
    hosted: `Give the project a mail server of its own (SMTP); what Auth has against it is in the logs of the function. ${ourMails.hosted}`,
  },
  async run({ visitor, address, mailbox, account, login, made }) {
    const page = `${address}/new-password`
    // When mails reach people, only the named account is mailed. For any other address the answer is the same, and no
    // mail bounces.
    const email = (mailbox === undefined ? account : login)?.email ?? `${crypto.randomUUID()}@family.example`
    const asked = await visitor.copy().ask('recover', {}, { body: { email } })
    if (asked.status === 429)
      return notTried(
        `Too many mails were asked for, to this address or in all. Try again in ${asked.headers.get('retry-after')} seconds.`,
      )
    expectAnswer(asked, 202, 'Asking for a link')
    if (mailbox === undefined)
      return account === undefined
        ? 'asked for; no mail was sent to look at'
        : `asked for; look into the inbox of ${email} for a link to ${page}`
    const mailed = await mailbox.linkTo(email, 'recovery')
    assertOurs(mailed, page)
    const link = ownLink(mailed)
    const { state, ...owner } = await visitor.call('readMailedLink', {}, { link })
    if (state !== 'open' || owner.email !== email)
      return found(`The link in the mail is said to be ${state}, and that of ${owner.email}.`)
    const own = made.find((made) => made.email === email)
    if (own === undefined) return 'mailed; the password of the account that was named stays as it is'
    const password = newPassword()
    // Ends every other session of that account.
    await visitor.call('followMailedLink', {}, { link, password })
    own.password = password
    await visitor.copy().call('login', {}, { email, password })
    expectAnswer(
      await visitor.copy().ask('followMailedLink', {}, { body: { link, password } }),
      'link_over',
      'A link that was used',
    )
  },
}
