import { createHash, timingSafeEqual } from 'node:crypto'
import type { Api } from './app.ts'

/**
 * Answers a request that reached the function from outside. The function's own address is public, so only a proxy that proves
 * itself by the shared secret is believed where its caller is, and is told the cookies in a header that gateways leave alone.
 */
export async function throughProxy(api: Api, secret: string | undefined, request: Request): Promise<Response> {
  const { headers } = request
  if (secret === undefined || !isSame(headers.get('x-bubblequest-proxy') ?? '', secret)) return api.fetch(request)
  const response = await api.fetch(request, headers.get('x-bubblequest-caller') ?? undefined)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) response.headers.set('x-bubblequest-set-cookie', JSON.stringify(cookies))
  return response
}

/** Takes as long for every wrong secret, whatever it begins with. */
const isSame = (said: string, secret: string) => timingSafeEqual(digest(said), digest(secret))

const digest = (text: string) => createHash('sha256').update(text).digest()
