import { plainAddress } from '../edge-functions/api/caller-address.ts'
import { isOwnOrigin } from '../edge-functions/api/own-origin.ts'
import { Refusal } from '../edge-functions/api/refusal.ts'
import { notSupported } from './calls.ts'
import { compressed } from './compress.ts'
import type { Keys } from './keys.ts'
import type { StaticFiles } from './static-files.ts'
import type { Tokens } from './tokens.ts'
import { UnreadBodies } from './unread-bodies.ts'

/** One service behind the gateway; its paths begin after the prefix. */
type Service = (request: Request, clientIp: string) => Promise<Response>

export type GatewayParts = {
  keys: Keys
  tokens: Tokens
  auth: Service
  /** `token` is what the websocket's `apikey` stands for. */
  realtime(request: Request, token: string | undefined, address: string): Promise<Response>
  storage(request: Request): Promise<Response>
  /** The function. Sees its path with its name in front, as on Supabase: `/api/…`. */
  api: Service
  mailbox(request: Request): Promise<Response>
  files: StaticFiles
  /**
   * How many proxies are in front, each of which adds its client to X-Forwarded-For; without, the header is ignored.
   */
  trustedProxies?: number | undefined
}

type Parts = GatewayParts & { unread: UnreadBodies }

/** `peer` is the other end of the socket. */
export type Gateway = (request: Request, peer: string) => Promise<Response>

/** Routes every request of the one port: to a service, to the function, or to a file of the app. */
export function createGateway(served: GatewayParts): Gateway {
  const parts = { ...served, unread: new UnreadBodies() }
  return async (request, peer) => {
    const url = readAddress(request)
    if (url === undefined) return new Refusal('invalid_input', { reason: 'malformed_address' }).response()
    if (url === 'misspelled') {
      // The app says to a browser that there is no such page. Sec-Fetch-Mode would not tell over plain http, nor in
      // Safari before 16.4.
      const isOpened = request.method === 'GET' && request.headers.get('accept')?.includes('text/html') === true
      const page = isOpened ? parts.files(request, '/') : undefined
      return page ?? new Refusal('invalid_input', { reason: 'malformed_address' }).response()
    }
    const path = url.pathname
    const address = callerAddress(request.headers, peer, parts.trustedProxies ?? 0)
    // Checked first, as the most frequent case: the app's own calls, same origin, no key to map.
    if (/^\/api(?:\/|$)/.test(path)) return callFunction(parts, request, address)
    // On Supabase the static host rewrites it the same way.
    if (/^\/objects(?:\/|$)/.test(path))
      return callFunction(parts, copied(request, new URL(`/api${path}`, url).href, request.headers), address)
    const service = /^\/(\w+)\/v1(?:\/|$)/.exec(path)?.[1]
    if (isService(service)) return toService(parts, service, request, url, address)
    if (path === '/mailbox' || path.startsWith('/mailbox/')) {
      return isLoopback(peer) && isAskedHere(request, url)
        ? parts.mailbox(request)
        : new Response('The mailbox opens only on the machine that runs Bubblequest, at http://localhost.\n', {
            status: 403,
          })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Method not allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } })
    return parts.files(request, path) ?? new Response('Not found\n', { status: 404 })
  }
}

// Names, IPv4, and IPv6 in brackets; the parser of addresses would take a path or a name of a user out of others.
const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
// Two slashes, and escapes of what needs none: letters, digits and `-._~`; and of `\`, which is a slash to some.
const otherSpelling = /\/\/|%(?:2[de]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/i

/**
 * Parses the request's URL; undefined for a malformed host, `misspelled` for a path that has another spelling. So every
 * part behind the gateway, and a proxy in front of it, sees the same path, whatever it decodes.
 */
function readAddress({ url: written, headers }: Request): URL | 'misspelled' | undefined {
  const said = headers.get('host')
  if (said !== null && !host.test(said)) return undefined
  const url = URL.parse(written)
  if (url === null || url.username !== '') return undefined
  const from = written.indexOf('/', url.protocol.length + 2)
  // An absolute URL in the request line would override the Host header, which a proxy has checked.
  if (said !== null && written.slice(url.protocol.length + 2, from).toLowerCase() !== said.toLowerCase())
    return undefined
  const path = written.slice(from).split(/[?#]/, 1)[0] ?? ''
  if (path !== url.pathname) return undefined
  // Storage compares its paths as they are written, and decodes the name of an object once, in its own words.
  if (!/%|\/\//.test(path) || path.startsWith('/storage/v1/')) return url
  return otherSpelling.test(path) || !isDecodable(path) ? 'misspelled' : url
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const services = ['auth', 'realtime', 'storage', 'functions', 'rest', 'graphql'] as const
type ServiceName = (typeof services)[number]
const isService = (name: string | undefined): name is ServiceName => services.some((service) => service === name)

async function toService(
  parts: Parts,
  service: ServiceName,
  request: Request,
  url: URL,
  address: string,
): Promise<Response> {
  if (service === 'functions') return forOwnOrigin(request, await toFunction(parts, request, url, address))
  if (request.method === 'OPTIONS') return open(preflight(request))
  const prefix = `/${service}/v1`
  switch (service) {
    case 'auth':
      return open(
        await parts.auth(below(withMappedKey(parts, request), url, prefix), onBehalfOf(parts, request, address)),
      )
    case 'storage':
      return open(await parts.storage(below(withMappedKey(parts, request), url, prefix)))
    case 'realtime': {
      const key = url.searchParams.get('apikey')
      // Read before the upgrade, after which the headers are gone.
      const isSocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket'
      const answer = await parts.realtime(
        below(request, url, prefix),
        key === null ? undefined : mapKey(parts, key),
        address,
      )
      return isSocket ? answer : open(answer)
    }
    case 'rest':
      return open(notSupported('The table API'))
    case 'graphql':
      return open(notSupported('GraphQL'))
  }
}

async function toFunction(parts: Parts, request: Request, url: URL, address: string): Promise<Response> {
  if (request.method === 'OPTIONS') return preflight(request)
  const [, name = ''] = /^\/functions\/v1\/([^/]*)/.exec(url.pathname) ?? []
  if (name !== 'api') return new Response('Function not found', { status: 404 })
  return callFunction(parts, below(request, url, '/functions/v1'), address)
}

/** Maps an API key to its JWT: the services take only JWTs. */
function mapKey({ keys, tokens }: Pick<GatewayParts, 'keys' | 'tokens'>, key: string): string {
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

async function callFunction({ api, unread }: Parts, request: Request, address: string): Promise<Response> {
  return compressed(request, await api(request, address), unread)
}

/** A caller with the secret key, such as the function, may name the client it calls for. */
function onBehalfOf({ keys }: GatewayParts, request: Request, address: string): string {
  const said = request.headers.get('sb-forwarded-for')
  return said !== null && request.headers.get('apikey') === keys.secretKey ? plainAddress(said) : address
}

/**
 * Whether a browser on this machine asks, from a page of ours or by its address. A name that leads here is not enough,
 * because any website may let one of its own lead to this machine.
 */
function isAskedHere({ headers }: Request, url: URL): boolean {
  if (!headers.has('host') || !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return false
  if ((headers.get('origin') ?? url.origin) !== url.origin) return false
  if (!['same-origin', 'none'].includes(headers.get('sec-fetch-site') ?? 'none')) return false
  // A proxy on this machine makes every client look local. That of `npm run dev` sends a loopback X-Forwarded-For for a
  // local client.
  const forwarded = headers.get('x-forwarded-for')
  if (forwarded === null) return !['x-forwarded-host', 'forwarded', 'via'].some((name) => headers.has(name))
  return forwarded.split(',').every((ip) => isLoopback(ip))
}

function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  })
}

/** Any origin may call the services, but never with cookies: those are for the app's own origin. */
function open(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*')
  return response
}

/** Allows only the app's own origin to read a response of the function. */
function forOwnOrigin(request: Request, response: Response): Response {
  const origin = request.headers.get('origin')
  response.headers.append('vary', 'origin')
  if (origin !== null && isOwnOrigin(request, origin)) response.headers.set('access-control-allow-origin', origin)
  return response
}

/**
 * The client's address: the socket's peer, or the peer of the outermost trusted proxy. Each proxy appends its peer to
 * X-Forwarded-For on the right, so a forged entry is further left. A request that passed fewer proxies counts as the
 * socket's peer.
 */
function callerAddress(headers: Headers, peer: string, trustedProxies: number): string {
  const seen = trustedProxies === 0 ? undefined : headers.get('x-forwarded-for')?.split(',').at(-trustedProxies)?.trim()
  return plainAddress(seen || peer)
}

function isLoopback(written: string): boolean {
  const address = plainAddress(written)
  return address === '::1' || /^127(?:\.\d+){3}$/.test(address)
}
