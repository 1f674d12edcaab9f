import { atom } from 'jotai'
import type { MailedLink, MailedLinkType } from '#domain/contract/auth.ts'
import { store } from '#app/state/store.ts'

/** What a link in a mail brought. `link` is missing where Auth has refused it, or where a part of it was lost. */
export type BroughtLink = { type: MailedLinkType; link?: MailedLink }

/** Lives in the memory of the page, until the page that it is for is left. */
export const broughtLinkAtom = atom<BroughtLink | null>(null)

const newPassword = '/new-password'

/**
 * Takes what a mailed link brings behind the # out of the address and out of the history, whatever page it opens, and leads to the page for it. From now on:
 * a link can be put into the address of a page that is open. To be called before anything else reads the address.
 */
export function takeMailedLinks(): void {
  const take = () => {
    const { hash, pathname } = window.location
    const brought = readMailedLink(hash, pathname === newPassword ? 'recovery' : 'signup')
    if (brought === undefined) return
    window.history.replaceState(null, '', brought.type === 'signup' ? '/confirm' : newPassword)
    store.set(broughtLinkAtom, brought)
  }
  take()
  // Added before the router's own listener, which reads the address after it.
  window.addEventListener('popstate', take)
}

/** Reads what our mails, or Auth for links of Supabase's own templates, write behind the #; undefined for anything else. Auth names no type of a link that it refuses. */
export function readMailedLink(hash: string, refused: MailedLinkType): BroughtLink | undefined {
  const said = new URLSearchParams(hash.slice(1))
  const type = typeOf(said.get('type')) ?? refused
  const tokenHash = said.get('token_hash')
  if (tokenHash !== null) return said.has('type') && tokenHash !== '' ? { type, link: { type, tokenHash } } : { type }
  const accessToken = said.get('access_token')
  const refreshToken = said.get('refresh_token')
  if (accessToken !== null || refreshToken !== null) return accessToken && refreshToken ? { type, link: { accessToken, refreshToken } } : { type }
  return said.has('error') || said.has('error_code') ? { type } : undefined
}

/** Auth calls some that only confirm an address by other names. */
const typeOf = (said: string | null): MailedLinkType | undefined => (said === null ? undefined : said === 'recovery' || said === 'invite' ? said : 'signup')
