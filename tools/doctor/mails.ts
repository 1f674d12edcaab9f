import { readdirSync, readFileSync } from 'node:fs'
import type { Check, Mailbox } from './checks.ts'
import { found } from './visitor.ts'
import type { Visitor } from './visitor.ts'

const folder = new URL('../../supabase/templates/', import.meta.url)

export const templatesCheck: Check = {
  name: 'The templates of our mails are served as they were built',
  remedy:
    'Publish dist/ of `npm run build` of this version with its folder mails/, and let nothing on the way change a page. On a Supabase of your own Auth loads them from there: where one is missing it mails an English text of its own, and another page it would mail as it is.',
  async run({ address }) {
    for (const name of readdirSync(folder)) {
      const path = `/mails/${name}`
      const response = await fetch(new URL(path, address), { signal: AbortSignal.timeout(20_000) })
      const text = await response.text()
      if (response.status !== 200) return found(`${path} answered ${response.status}.`)
      if (text.includes('id="app"')) return found(`${path} answered the app’s page.`)
      if (text !== readFileSync(new URL(name, folder), 'utf8')) return found(`${path} is not what this version has.`)
    }
  },
}

/** Reads the token out of a link of ours; undefined for one of Supabase's own templates. */
export function ownLink(link: string): { type: string; token: string } | undefined {
  const brought = new URLSearchParams(new URL(link).hash.slice(1))
  const [type, token] = [brought.get('type'), brought.get('token_hash')]
  return type === null || token === null ? undefined : { type, token }
}

/** Confirms the address by the mail that came, which signs in that visitor; answers its link. */
export async function confirmByMail(visitor: Visitor, mailbox: Mailbox, account: { email: string; password: string }): Promise<string> {
  const mailed = await mailbox.linkTo(account.email, 'signup')
  const link = ownLink(mailed)
  if (link !== undefined) {
    await visitor.call('followMailedLink', {}, { link })
    return mailed
  }
  // One of Supabase's own templates is used up as soon as it is opened.
  const opened = await fetch(mailed, { redirect: 'manual', signal: AbortSignal.timeout(20_000) })
  await opened.body?.cancel()
  await visitor.call('login', {}, account)
  return mailed
}
