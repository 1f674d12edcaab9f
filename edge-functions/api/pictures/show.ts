import type { Incoming, Parts } from '../call.ts'
import { Refusal } from '../refusal.ts'

/**
 * A picture of the own family. Everybody else, signed out or of another family, reads the same 404.
 * Browsers keep it for a day without asking; the page has them forget it when it leaves the family.
 */
export async function showPicture({ sessions, storage }: Parts, incoming: Incoming, name: string): Promise<Response> {
  const session = await sessions.of(incoming)
  if ('refusal' in session) {
    return withCookies(session.refusal.code === 'not_signed_in' ? new Refusal('not_found') : session.refusal, session.cookies)
  }
  // The bytes below a name never change: the name says which ones a browser has.
  const etag = `"${name}"`
  const isKept = namesIn(incoming.request.headers.get('if-none-match')).includes(etag)
  const refused = isKept ? await storage.check(session.user.token, name) : undefined
  const picture = refused ?? (isKept ? undefined : await storage.read({ token: session.user.token }, name))
  if (picture instanceof Refusal) return withCookies(picture.code === 'not_allowed' ? new Refusal('not_found') : picture, session.cookies)
  const headers = new Headers({
    etag,
    // Cookies are of this moment alone, so an answer that sets some is asked for again.
    'cache-control': `private, ${session.cookies.length === 0 ? 'max-age=86400, immutable' : 'no-cache'}`,
    // For the caches of static hosts, whatever they make of `private`.
    'cdn-cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Opened by itself it is a picture and nothing else.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const cookie of session.cookies) headers.append('set-cookie', cookie)
  if (picture === undefined) return new Response(null, { status: 304, headers })
  headers.set('content-type', picture.type)
  headers.set('content-length', String(picture.size))
  return new Response(picture, { headers })
}

/** Also those that are told as weak: a proxy that compresses makes them so. */
const namesIn = (header: string | null) => (header ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))

function withCookies(refusal: Refusal, cookies: readonly string[]): Response {
  const response = refusal.response()
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
