import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Login } from '../../domain/contract/auth.ts'
import { found, parseAnswer, Visitor } from './visitor.ts'

/** Reads mails that are caught instead of delivered. */
export type MailReader = {
  /** The link of the newest mail to that address, as soon as it is of that type. */
  linkTo(email: string, type: 'signup' | 'recovery'): Promise<string>
}

type Place = { named?: string | undefined; code?: string | undefined; waitMs?: number }

/**
 * Finds where mails can be read; undefined where they go out to people, and where the code is wrong. `named` is the
 * address of Mailpit, or of the mailbox of a Bubblequest on this machine, whose terminal shows the `code`.
 */
export async function findMailbox(
  address: string,
  { named, code, waitMs = 10_000 }: Place = {},
): Promise<MailReader | undefined> {
  const newestMail =
    named === undefined || named.endsWith('/mailbox')
      ? await ownMailbox(named ?? `${address}/mailbox`, code)
      : mailpit(named)
  if (newestMail === undefined) return undefined
  return {
    async linkTo(email, type) {
      for (const end = Date.now() + waitMs; Date.now() < end; await delay(100)) {
        const links = ((await newestMail(email)) ?? '').replaceAll('&amp;', '&').match(/https?:\/\/[^\s"'<>]+/g) ?? []
        const link = links.find((link) => new RegExp(`[?#]token.*&type=${type}(&|$)`).test(link))
        if (link !== undefined) return link
      }
      return found(`No mail with a link came to ${email} within ${waitMs / 1000} seconds.`)
    },
  }
}

type NewestMail = (email: string) => Promise<string | undefined>

/** The page at /mailbox of a Bubblequest without a mail server. */
async function ownMailbox(url: string, code: string | undefined): Promise<NewestMail | undefined> {
  const reader = new Visitor(new URL(url).origin)
  if (code === undefined) return undefined
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await reader.send('POST', url, { body: `code=${encodeURIComponent(code)}`, headers }).catch(() => undefined)
  if (reader.cookies.size === 0) return undefined
  return async (email) => {
    const mails = (await reader.send('GET', url)).text.split('<li>')
    const newest = mails.find((mail) => mail.includes(`To ${email},`)) ?? ''
    const [, path] = /href="([^"]*\/mailbox\/[^"]+)"/.exec(newest) ?? []
    return path === undefined ? undefined : (await reader.send('GET', path)).text
  }
}

const Search = z.object({ messages: z.array(z.object({ ID: z.string() })) })
const Message = z.object({ Text: z.string(), HTML: z.string() })

/** Mailpit, which `supabase start` runs (port 54324). */
function mailpit(url: string): NewestMail {
  const reader = new Visitor(url)
  return async (email) => {
    const search = await reader.send('GET', `/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`)
    const [newest] = Search.parse(parseAnswer(search.text)).messages
    if (newest === undefined) return undefined
    const message = await reader.send('GET', `/api/v1/message/${newest.ID}`)
    return Object.values(Message.parse(parseAnswer(message.text))).join('\n')
  }
}

/** Reads the token out of a link of ours; undefined for one of Supabase's own templates. */
export function ownLink(link: string): { type: string; token: string } | undefined {
  const brought = new URLSearchParams(new URL(link).hash.slice(1))
  const [type, token] = [brought.get('type'), brought.get('token_hash')]
  return type === null || token === null ? undefined : { type, token }
}

/** Opens a link of Supabase's own templates, which uses it up; returns the session that Auth hands to the page. */
async function openedLink(visitor: Visitor, link: string) {
  const { headers } = await new Visitor(visitor.url).send('GET', link)
  const brought = new URLSearchParams((headers.get('location') ?? '').split('#')[1])
  return { type: 'signup', token: brought.get('access_token'), refreshToken: brought.get('refresh_token') }
}

/** Confirms the address by the mail that came, which signs in that visitor; returns its link. */
export async function confirmByMail(
  visitor: Visitor,
  mailbox: MailReader,
  { email, password }: Login,
): Promise<string> {
  const mailed = await mailbox.linkTo(email, 'signup')
  const link = ownLink(mailed) ?? (await openedLink(visitor, mailed))
  await visitor.call('followMailedLink', {}, { link, password, firstName: 'Doctor', lastName: 'Visit' })
  return mailed
}
