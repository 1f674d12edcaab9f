import { atom } from 'jotai'
import { store } from '#app/state/store.ts'

/** The parameters of a mailed link, in memory only, until its page is left. */
export const mailedTextAtom = atom<string | null>(null)

/** The code of a link that lets this device join a family, in memory only, until it is used. */
export const pairingCodeAtom = atom<string | null>(null)

/** Matches the pages for mailed links, which show no data of a family. */
export const mailedLinkPages = /^\/(confirm|new-password)$/

/**
 * Moves the parameters of a mailed link, or the code of a pairing link, from the address and the history into memory,
 * and opens the page for it. Keeps listening, because a link can be pasted into the address of an open page. Call
 * before anything else reads the address.
 */
export function takeMailedLinks(): void {
  const take = () => {
    const { location } = window
    // Some mail programs write "%23" for the "#".
    const pathname = location.pathname.replace(/%23.*/, '')
    const hash = decoded(location.pathname.slice(pathname.length) + location.hash)
    // Reasons why a session ended have a hyphen, codes do not.
    if (pathname === '/join' && /^#\w+$/.test(hash)) {
      window.history.replaceState(null, '', pathname)
      store.set(pairingCodeAtom, hash.slice(1))
      return
    }
    const text = decoded(location.search) + hash
    if (!isMailed(text) && (text === '' || !mailedLinkPages.test(pathname))) return
    window.history.replaceState(
      null,
      '',
      /\btype=(rec|inv)/.test(text) || pathname === '/new-password' ? '/new-password' : '/confirm',
    )
    store.set(mailedTextAtom, isMailed(text) ? text : null)
  }
  take()
  // Added before the router's listener, so that the router reads the changed address.
  window.addEventListener('popstate', take)
}

/** Restores the link in the address before a reload, after which `takeMailedLinks` takes it again. */
export function restoreMailedLink(): void {
  const text = store.get(mailedTextAtom) ?? store.get(pairingCodeAtom)
  if (text !== null) window.history.replaceState(null, '', `#${text}`)
}

/** Recognizes our links and those of Supabase's templates, with any separators between their parameters. */
export const isMailed = (text: string) =>
  /(?:^|[#?&/;])(token_hash|\w+_token|error|error_code|error_description)=/.test(text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
