import { atom } from 'jotai'
import { store } from '#app/state/store.ts'

/** What a mailed link wrote into the address. Lives in the memory of the page, until the page that it is for is left. */
export const mailedTextAtom = atom<string | null>(null)

/**
 * Takes what a mailed link writes behind the # out of the address and out of the history, whatever page it opens, and leads to the page for it. From now on:
 * a link can be put into the address of a page that is open. To be called before anything else reads the address.
 */
export function takeMailedLinks(): void {
  const take = () => {
    const { hash, pathname, search } = window.location
    const text = decoded(search + hash)
    if (!isMailed(text) && (text === '' || !/^\/(confirm|new-password)$/.test(pathname))) return
    window.history.replaceState(null, '', /\btype=(rec|inv)/.test(text) || pathname === '/new-password' ? '/new-password' : '/confirm')
    store.set(mailedTextAtom, isMailed(text) ? text : null)
  }
  take()
  // Added before the router's own listener, which reads the address after it.
  window.addEventListener('popstate', take)
}

/** Writes the link of this page into the address again, for a page that is loaded anew and takes it out at once. */
export function giveBackMailedLink(): void {
  const text = store.get(mailedTextAtom)
  if (text !== null) window.history.replaceState(null, '', `#${text}`)
}

/** By our mails, or by Auth for links of Supabase's own templates; whatever became of the marks between its parts on the way. */
export const isMailed = (text: string) => /(?:^|[#?&/;])(token_hash|\w+_token|error|error_code|error_description)=/.test(text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
