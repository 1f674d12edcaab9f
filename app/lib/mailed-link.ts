import { atom } from 'jotai'
import { store } from '#app/state/store.ts'

/** What a mailed link wrote behind the # of the address. Lives in the memory of the page, until the page that it is for is left. */
export const mailedHashAtom = atom<string | null>(null)

/**
 * Takes what a mailed link writes behind the # out of the address and out of the history, whatever page it opens, and leads to the page for it. From now on:
 * a link can be put into the address of a page that is open. To be called before anything else reads the address.
 */
export function takeMailedLinks(): void {
  const take = () => {
    const { hash, pathname } = window.location
    if (!isMailed(hash)) return
    window.history.replaceState(null, '', /[#&]type=(rec|inv)/.test(hash) || pathname === '/new-password' ? '/new-password' : '/confirm')
    store.set(mailedHashAtom, hash)
  }
  take()
  // Added before the router's own listener, which reads the address after it.
  window.addEventListener('popstate', take)
}

/** Writes the link of this page into the address again, for a page that is loaded anew and takes it out at once. */
export function giveBackMailedLink(): void {
  const hash = store.get(mailedHashAtom)
  if (hash !== null) window.history.replaceState(null, '', hash)
}

/** By our mails, or by Auth for links of Supabase's own templates. */
export const isMailed = (hash: string) => /[#&](token_hash|\w+_token|error|error_code)=/.test(hash)
