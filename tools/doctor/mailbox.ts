import { createInterface } from 'node:readline'
import type { Login } from '../../domain/contract/auth.ts'
import { found, Visitor } from './visitor.ts'

/** Reads the mails that a visit is sent. */
export type MailReader = {
  /** The one address that it reads; without one it reads every address. */
  email?: string
  /** The link of the newest mail to that address; undefined where none comes. */
  linkTo(email: string, type: 'signup' | 'recovery'): Promise<string | undefined>
}

/** The inbox of a person, who pastes the link of each mail here. */
export function inboxOf(email: string, stop: AbortSignal): MailReader {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  return {
    email,
    async linkTo() {
      console.log(`A mail goes to ${email}. Do not open its link: copy its address, paste it here, and press Enter.`)
      const stopped = new Promise<never>((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)))
      const { value } = await Promise.race([lines.next(), stopped])
      return value?.trim().replace('%23', '#')
    },
  }
}

/** Waits for the link of a mail. */
export async function mailedLink(mailbox: MailReader, email: string, type: 'signup' | 'recovery'): Promise<string> {
  const link = await mailbox.linkTo(email, type)
  return link !== undefined && URL.canParse(link) ? link : found(`No mail with a link came to ${email}.`)
}

/** Reads the token out of a link of ours; undefined for one of Supabase's own templates. */
export function ownLink(link: string): { type: string; token: string } | undefined {
  const brought = new URLSearchParams(new URL(link).hash.slice(1))
  const [type, token] = [brought.get('type'), brought.get('token_hash')]
  return type === null || token === null ? undefined : { type, token }
}

/** Opens a link of Supabase's own templates, which uses it up; returns the session that Auth hands to the page. */
async function openedLink(visitor: Visitor, link: string) {
  const { headers } = await new Visitor(visitor.address).send('GET', link)
  const brought = new URLSearchParams((headers.get('location') ?? '').split('#')[1])
  return { type: 'signup', token: brought.get('access_token'), refreshToken: brought.get('refresh_token') }
}

/** Confirms the address by the mail that came, which signs in that visitor; returns its link. */
export async function confirmByMail(
  visitor: Visitor,
  mailbox: MailReader,
  { email, password }: Login,
): Promise<string> {
  const mailed = await mailedLink(mailbox, email, 'signup')
  const link = ownLink(mailed) ?? (await openedLink(visitor, mailed))
  await visitor.call('followMailedLink', {}, { link, password, firstName: 'Doctor', lastName: 'Visit' })
  return mailed
}
