import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api } from './app.ts'
import { plainAddress } from './caller-address.ts'

/**
 * Handles a request from outside. The function's own address is public, so the caller's address is trusted only from a
 * proxy that sends the shared secret, and so is the scheme of the page: gateways name that of their own connection. A
 * proxy that asks for it also gets the cookies in a header that gateways do not remove; others could not hold the cookies
 * twice in their buffer for headers.
 */
export async function throughProxy(api: Api, secret: string | undefined, request: Request): Promise<Response> {
  const { headers } = request
  if (secret === undefined || !isSame(headers.get('x-bubblequest-proxy') ?? '', secret)) return api.fetch(request)
  const caller = headers.get('x-bubblequest-caller')
  const response = await api.fetch(withScheme(request), caller === null ? undefined : plainAddress(caller))
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0 && headers.has('x-bubblequest-copy-cookies'))
    response.headers.set('x-bubblequest-set-cookie', JSON.stringify(cookies))
  return response
}

function withScheme(request: Request): Request {
  const scheme = request.headers.get('x-bubblequest-scheme')
  if (scheme === null) return request
  const headers = new Headers(request.headers)
  headers.set('x-forwarded-proto', scheme)
  return new Request(request, { headers })
}

/** Compares in constant time. */
const isSame = (said: string, secret: string) => timingSafeEqual(digest(said), digest(secret))

const digest = (text: string) => createHash('sha256').update(text).digest()
