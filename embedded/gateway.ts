import type { Keys } from './keys.ts'
import type { StaticFiles } from './static-files.ts'
import type { Tokens } from './tokens.ts'

/** One service behind the gateway; its paths begin after the prefix. */
type Service = (request: Request, clientIp: string) => Promise<Response>

export type GatewayParts = {
  keys: Keys
  tokens: Tokens
  auth: Service
  /** `token` is what the websocket's `apikey` stands for. */
  realtime(request: Request, token: string | undefined, clientIp: string): Promise<Response>
  storage(request: Request): Promise<Response>
  /** Sees its path with the function's name in front, as on Supabase: `/api/…`. */
  functions: Readonly<Record<string, (request: Request, clientIp: string) => Promise<Response>>>
  mailbox(request: Request): Promise<Response>
  files: StaticFiles
}

export type Gateway = (request: Request, clientIp: string) => Promise<Response>

const notOffered: readonly { prefix: string; what: string }[] = [
  { prefix: '/rest/v1', what: 'The table API' },
  { prefix: '/graphql/v1', what: 'GraphQL' },
]

/** Every request of the one port: to a service, to the function, or to a file of the app. */
export function createGateway(parts: GatewayParts): Gateway {
  return async (request, peer) => {
    const url = new URL(request.url)
    const path = url.pathname
    // The hot way first: the app's own calls, same origin, nothing to map.
    if (path.startsWith('/api/')) return callFunction(parts, 'api', request, peer)
    // On Supabase the static host rewrites it the same way.
    if (path.startsWith('/objects/')) return callFunction(parts, 'api', copied(request, new URL(`/api${path}`, url).href, request.headers), peer)
    const answered = await toService(parts, request, url, peer)
    if (answered !== undefined) return answered
    if (path === '/mailbox') {
      return isLoopback(peer) && !isForwarded(request)
        ? parts.mailbox(request)
        : new Response('The mailbox opens only on the machine that runs Bubblequest.\n', { status: 403 })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response('Method not allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } })
    return parts.files(request, path) ?? new Response('Not found\n', { status: 404 })
  }
}

async function toService(parts: GatewayParts, request: Request, url: URL, peer: string): Promise<Response | undefined> {
  const path = url.pathname
  const isFunction = path.startsWith('/functions/v1/')
  const service = isFunction ? '/functions/v1' : ['/auth/v1', '/realtime/v1', '/storage/v1'].find((prefix) => path.startsWith(`${prefix}/`))
  const absent = notOffered.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  if (service === undefined && absent === undefined) return undefined
  if (request.method === 'OPTIONS') return preflight(request)
  if (absent !== undefined)
    return open(Response.json({ message: `${absent.what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.` }, { status: 501 }))
  if (isFunction) {
    const [, name = ''] = /^\/functions\/v1\/([^/]*)/.exec(path) ?? []
    if (!Object.hasOwn(parts.functions, name)) return open(new Response('Function not found', { status: 404 }))
    return open(await callFunction(parts, name, below(request, url, '/functions/v1'), peer))
  }
  if (service === '/realtime/v1') {
    const inner = below(withMappedKey(parts, request), url, service)
    if (request.headers.get('upgrade')?.toLowerCase() === 'websocket') {
      const key = url.searchParams.get('apikey') ?? request.headers.get('x-api-key') ?? undefined
      return parts.realtime(inner, key === undefined ? undefined : mapKey(parts, key), callerOf(request, peer))
    }
    return open(await parts.realtime(inner, undefined, callerOf(request, peer)))
  }
  if (service === '/storage/v1') return open(await parts.storage(below(withMappedKey(parts, request), url, service)))
  return open(await parts.auth(below(withMappedKey(parts, request), url, '/auth/v1'), clientIp(parts, request, peer)))
}

/** The keys of an installation are not JWTs; the services are handed the JWT each stands for. */
export function mapKey({ keys, tokens }: Pick<GatewayParts, 'keys' | 'tokens'>, key: string): string {
  if (key === keys.secretKey) return tokens.serviceToken
  if (key === keys.publishableKey) return tokens.anonToken
  return key
}

function withMappedKey(parts: GatewayParts, request: Request): Request {
  const authorization = request.headers.get('authorization')
  const apikey = request.headers.get('apikey')
  if (authorization !== null && !authorization.startsWith('Bearer sb_')) return request
  const key = apikey ?? authorization?.slice('Bearer '.length)
  if (key === undefined) return request
  const mapped = mapKey(parts, key)
  const headers = new Headers(request.headers)
  headers.set('authorization', mapped === key ? key : `Bearer ${mapped}`)
  return copied(request, request.url, headers)
}

// Part by part: a copy made of the request itself would also tie their abort signals together.
function copied(request: Request, url: string, headers: Headers): Request {
  return new Request(url, { method: request.method, headers, body: request.body, redirect: 'manual' })
}

function below(request: Request, url: URL, prefix: string): Request {
  const inner = new URL(url)
  inner.pathname = url.pathname.slice(prefix.length)
  // An upgrade must stay the request the socket belongs to.
  if (request.headers.get('upgrade') !== null) return Object.defineProperty(request, 'url', { value: inner.href })
  return copied(request, inner.href, request.headers)
}

function callFunction(parts: GatewayParts, name: string, request: Request, peer: string): Promise<Response> {
  const run = parts.functions[name]
  if (run === undefined) return Promise.resolve(new Response('Function not found', { status: 404 }))
  return run(request, callerOf(request, peer))
}

/**
 * A proxy on this machine may say whom it speaks for; anybody else speaks for themselves. Proxies add whom they were called by
 * at the end of what the caller said.
 */
function callerOf(request: Request, peer: string): string {
  if (!isLoopback(peer)) return peer
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || peer
}

function clientIp({ keys }: GatewayParts, request: Request, peer: string): string {
  const said = request.headers.get('sb-forwarded-for')
  return said !== null && request.headers.get('apikey') === keys.secretKey ? said : callerOf(request, peer)
}

const isLoopback = (ip: string) => ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.')

/** Through a proxy on this machine the whole world comes from this machine. That of `npm run dev` says so when it speaks for this machine itself. */
function isForwarded({ headers }: Request): boolean {
  const said = headers.get('x-forwarded-for')
  if (said === null) return ['x-forwarded-host', 'forwarded', 'via'].some((name) => headers.has(name))
  return !said.split(',').every((ip) => isLoopback(ip.trim()))
}

function preflight(request: Request): Response {
  return open(
    new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS',
        'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
        'access-control-max-age': '3600',
      },
    }),
  )
}

/** Any origin may call the services, but never with cookies: those are for the app's own origin. */
function open(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*')
  return response
}
