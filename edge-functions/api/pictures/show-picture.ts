import type { Deps } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Incoming } from '../session/session.ts'

/**
 * Returns a picture of the caller's own family; everybody else, signed out or of another family, gets the same 404.
 * Browsers cache it for a day; the page clears that cache when it leaves the family.
 */
export async function showPicture({ sessions, storage }: Deps, incoming: Incoming, name: string): Promise<Response> {
  const session = await sessions.of(incoming)
  if ('refusal' in session) {
    return withCookies(
      session.refusal.code === 'not_signed_in' ? new Refusal('not_found') : session.refusal,
      session.cookies,
    )
  }
  // The bytes of a name never change, so that the name is the ETag.
  const etag = `"${name}"`
  const isKept = namesIn(incoming.request.headers.get('if-none-match')).includes(etag)
  const refused = isKept ? await storage.check(session.user.token, name) : undefined
  const picture = refused ?? (isKept ? undefined : await storage.read({ token: session.user.token }, name))
  if (picture instanceof Refusal)
    return withCookies(picture.code === 'not_allowed' ? new Refusal('not_found') : picture, session.cookies)
  const headers = new Headers({
    etag,
    // A response with cookies must not be reused.
    'cache-control': `private, ${session.cookies.length === 0 ? 'max-age=86400, immutable' : 'no-cache'}`,
    // For the caches of static hosts, which may ignore `private`.
    'cdn-cache-control': 'no-store',
    // A picture opened by itself must not run anything.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const cookie of session.cookies) headers.append('set-cookie', cookie)
  if (picture === undefined) return new Response(null, { status: 304, headers })
  headers.set('content-type', picture.type)
  headers.set('content-length', String(picture.size))
  return new Response(picture, { headers })
}

/** Reads the ETags, weak ones too, because proxies that compress make them weak. */
const namesIn = (header: string | null) => (header ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))

function withCookies(refusal: Refusal, cookies: readonly string[]): Response {
  const response = refusal.response()
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
