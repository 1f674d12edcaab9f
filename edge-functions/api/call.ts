import { codedErrorOf } from '../../domain/contract/errors.ts'
import { pathParams } from '../../domain/contract/ids.ts'
import { replayedHeader, routes, takesKey } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import type { Database, Json } from './database/database.ts'
import type { Digest } from './digest.ts'
import type { IdempotencyKey, IdempotencyKeys } from './idempotency-keys.ts'
import { readJson } from './json.ts'
import { isOwnOrigin } from './own-origin.ts'
import type { StorageServer } from './pictures/storage-server.ts'
import type { PinHashes } from './members/pin-hashing.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Rate } from './rate.ts'
import { Refusal, tooManyCalls } from './refusal.ts'
import type { AuthServer } from './session/auth-server.ts'
import type { VerifiedToken } from './session/access-token.ts'
import type { LiveTokens } from './session/live-token.ts'
import type { Seal } from './session/seal.ts'
import type { Incoming, Sessions } from './session/session.ts'
import type { Settings } from './settings.ts'
import type postgres from 'postgres'
import type * as z from 'zod/mini'

/** The services that calls use. */
export type Deps = {
  settings: Settings
  auth: AuthServer
  database: Database
  sessions: Sessions
  idempotencyKeys: IdempotencyKeys
  seal: Seal
  digest: Digest
  liveTokens: LiveTokens
  limits: RateLimits
  /** Counts the changing calls of each account in this process. */
  changes: Rate
  pinHashes: PinHashes
  storage: StorageServer
}

/**
 * A request whose path, body and session were checked. `args` has the path's ids and the body's fields; `key` is for a
 * command that runs once.
 */
export type CallInput = Incoming & { args: Args; user: VerifiedToken; key: IdempotencyKey | undefined }
export type Args = Readonly<Record<string, postgres.JSONValue>>

/**
 * JSON, sent as it is; with `cookies` when the session changes. `isSecret` forbids compression on the way, because the
 * compressed length leaks the secret. `isReplayed` marks the stored response of
 * an earlier request.
 */
export type CallReply = {
  json: string | Json
  /** That of the route if missing. */
  status?: 200 | 202 | 503
  cookies?: string[]
  isSecret?: true
  isReplayed?: true
}

export type CallHandler =
  | { open: true; run(deps: Deps, input: Omit<CallInput, 'user' | 'key'>): Promise<CallReply | Refusal> }
  | { open: false; freshFor?: number; run(deps: Deps, input: CallInput): Promise<CallReply | Refusal> }

// A quest with every field at its longest is a fifth of this.
const largestBody = 65_536

/** Checks origin, session, path and body, in this order, then runs the call and returns its response. */
export async function handleCall(
  deps: Deps,
  name: RouteName,
  call: CallHandler,
  incoming: Incoming,
  params: Record<string, string>,
): Promise<Response> {
  const { request } = incoming
  const route: Route = routes[name]
  if (route.method !== 'GET' && !isSameOrigin(request, deps.settings.origins))
    return new Refusal('wrong_origin').response()
  if (call.open) {
    const input = await readInput(route, request, params)
    if (input instanceof Refusal) return input.response()
    return toResponse(await call.run(deps, { ...incoming, args: input.args }), [], route.status)
  }
  const session = await deps.sessions.of(incoming, call.freshFor)
  if ('refusal' in session) return toResponse(session.refusal, session.cookies)
  if (route.method !== 'GET' && !deps.changes.take(session.user.userId))
    return toResponse(tooManyCalls(Math.ceil(deps.changes.msLeft / 1000)), session.cookies)
  const input = await readInput(route, request, params)
  if (input instanceof Refusal) return toResponse(input, session.cookies)
  const key = takesKey(name) ? await deps.idempotencyKeys.read(request, input.body) : undefined
  if (key instanceof Refusal) return toResponse(key, session.cookies)
  const reply = await call.run(deps, { ...incoming, args: input.args, user: session.user, key })
  if (reply instanceof Refusal && reply.code === 'not_signed_in') {
    // The database says only that the session has ended.
    const ended = await deps.sessions.of(incoming, Infinity)
    if ('refusal' in ended && ended.refusal.code === 'user_banned') return toResponse(ended.refusal, ended.cookies)
  }
  return toResponse(reply, session.cookies, route.status)
}

function toResponse(reply: CallReply | Refusal, sessionCookies: readonly string[], status = 200): Response {
  const response =
    reply instanceof Refusal
      ? reply.response()
      : new Response(reply.json, {
          status: reply.status ?? status,
          headers: {
            'content-type': 'application/json',
            'cache-control': reply.isSecret ? 'no-store, no-transform' : 'no-store',
            ...(reply.isReplayed && { [replayedHeader]: 'true' }),
          },
        })
  const own = reply instanceof Refusal ? undefined : reply.cookies
  for (const cookie of own ?? sessionCookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Browsers send the page's origin with every changing request; other programs send none. */
function isSameOrigin(request: Request, others: ReadonlySet<string>): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return (request.headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  return others.has(origin) || isOwnOrigin(request, origin)
}

type Input = { args: Args; body: Uint8Array<ArrayBuffer> }

const noBody = new Uint8Array()

async function readInput(route: Route, request: Request, params: Record<string, string>): Promise<Input | Refusal> {
  const ids: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const id = name in pathParams ? pathParams[name as keyof typeof pathParams].safeParse(value) : undefined
    // A malformed id gets the same response as an unknown one.
    if (id?.success !== true) return new Refusal('not_found')
    ids[name] = id.data
  }
  if (route.query !== undefined) {
    const query = route.query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    return query.success ? { args: { ...(query.data as Args), ...ids }, body: noBody } : refused(query.error)
  }
  if (route.body === undefined) return { args: ids, body: noBody }
  const type = request.headers.get('content-type')
  const mayBeEmpty = route.isBodyOptional === true && type === null
  // Also keeps out forms of other websites, which cannot send JSON without a preflight.
  if (!mayBeEmpty && !/^application\/json\s*(;|$)/i.test(type ?? '')) return new Refusal('not_json')
  const bytes = await readBytes(request)
  if (bytes instanceof Refusal) return bytes
  if (mayBeEmpty) return bytes.length === 0 ? { args: ids, body: noBody } : new Refusal('not_json')
  const sent = readJson(bytes)
  if ('problem' in sent) return sent.problem === 'halfPair' ? new Refusal('unkeepable_character') : unreadable()
  const schema = typeof sent.value === 'object' && sent.value !== null ? route.bodyOf?.(sent.value) : undefined
  const body = (schema ?? route.body).safeParse(sent.value)
  if (!body.success) return refused(body.error)
  return { args: { ...(body.data as Args), ...ids }, body: bytes }
}

const unreadable = () => new Refusal('invalid_input', { reason: 'unreadable_json' })

function refused({ issues: [issue] }: z.core.$ZodError): Refusal {
  return issue === undefined ? new Refusal('invalid_input') : new Refusal(...codedErrorOf(issue))
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | Refusal> {
  try {
    // The server enforces an announced length; only a body without one has to be counted.
    const announced = request.headers.get('content-length')
    if (announced !== null)
      return Number(announced) > largestBody
        ? new Refusal('body_too_large')
        : new Uint8Array(await request.arrayBuffer())
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > largestBody) return new Refusal('body_too_large')
      chunks.push(chunk)
    }
    return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
  } catch {
    // The client closed the connection.
    return unreadable()
  }
}
