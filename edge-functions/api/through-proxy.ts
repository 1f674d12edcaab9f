import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api } from './app.ts'
import { plainAddress } from './caller-address.ts'

/**
 * Handles a request from outside. The function's own address is public, so the caller's address is trusted only from a
 * proxy that sends the shared secret. That proxy also gets the cookies in a header that gateways do not remove.
 */
export async function throughProxy(api: Api, secret: string | undefined, request: Request): Promise<Response> {
  const { headers } = request
  if (secret === undefined || !isSame(headers.get('x-bubblequest-proxy') ?? '', secret)) return api.fetch(request)
  const caller = headers.get('x-bubblequest-caller')
  const response = await api.fetch(request, caller === null ? undefined : plainAddress(caller))
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) response.headers.set('x-bubblequest-set-cookie', JSON.stringify(cookies))
  return response
}

/** Compares in constant time. */
const isSame = (said: string, secret: string) => timingSafeEqual(digest(said), digest(secret))

const digest = (text: string) => createHash('sha256').update(text).digest()
