import { atom } from 'jotai'
import { store } from '#app/state/store.ts'

/** Holds the text that a mailed link wrote into the address, in memory alone, until its page is left. */
export const mailedTextAtom = atom<string | null>(null)

/**
 * Takes the text of a mailed link out of the address and out of the history, on every page, and leads to the page for it. Goes on listening, because a link
 * can be put into the address of a page that is open. To be called before anything else reads the address.
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

/** Writes the link of this page into the address before a reload, which takes it out at once. */
export function giveBackMailedLink(): void {
  const text = store.get(mailedTextAtom)
  if (text !== null) window.history.replaceState(null, '', `#${text}`)
}

/** Recognizes the text of a link of ours, and of what Auth writes for links of Supabase's own templates, with any marks between its parts. */
export const isMailed = (text: string) => /(?:^|[#?&/;])(token_hash|\w+_token|error|error_code|error_description)=/.test(text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
