import type { Incoming, Parts } from '../call.ts'
import { Refusal } from '../refusal.ts'

const passedOn = ['content-type', 'content-length', 'etag', 'last-modified'] as const

/**
 * A picture of the own family. Everybody else, signed out or of another family, reads the same 404.
 * Browsers keep it for a day without asking; the page has them forget it when it leaves the family.
 */
export async function showPicture({ sessions, storage }: Parts, incoming: Incoming, name: string): Promise<Response> {
  const session = await sessions.of(incoming)
  if ('refusal' in session) {
    return withCookies(session.refusal.code === 'not_signed_in' ? new Refusal('not_found') : session.refusal, session.cookies)
  }
  const conditions = Object.fromEntries(
    ['if-none-match', 'if-modified-since'].flatMap((condition) => {
      const value = incoming.request.headers.get(condition)
      return value === null ? [] : [[condition, value]]
    }),
  )
  const picture = await storage.read(session.user.token, name, conditions)
  if (picture instanceof Refusal) return withCookies(picture.code === 'not_allowed' ? new Refusal('not_found') : picture, session.cookies)
  const headers = new Headers({
    // The bytes below a name never change. Cookies are of this moment alone, so an answer that sets some is asked for again.
    'cache-control': `private, ${session.cookies.length === 0 ? 'max-age=86400, immutable' : 'no-cache'}`,
    // For the caches of static hosts, whatever they make of `private`.
    'cdn-cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Opened by itself it is a picture and nothing else.
    'content-security-policy': "default-src 'none'; sandbox",
  })
  for (const header of passedOn) {
    const value = picture.headers.get(header)
    if (value !== null && !(picture.status === 304 && header.startsWith('content-'))) headers.set(header, value)
  }
  for (const cookie of session.cookies) headers.append('set-cookie', cookie)
  return new Response(picture.body, { status: picture.status, headers })
}

function withCookies(refusal: Refusal, cookies: readonly string[]): Response {
  const response = refusal.response()
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
