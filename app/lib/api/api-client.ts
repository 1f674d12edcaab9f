import {
  idempotencyKeyHeader,
  routes,
  type Body,
  type Params,
  type Reply,
  type Route,
  type RouteName,
} from '#domain/contract/routes.ts'
import { measureOffset } from '#app/lib/time/server-clock.ts'
import { store } from '#app/state/store.ts'
import { ApiError, isPage } from './api-error.ts'
import { fetchBytes, isForeignAtom, pause, withOverdue, type FetchedResponse, type FetchLimits } from './fetch-bytes.ts'

type Arguments<Name extends RouteName> = [Body<Name>] extends [never]
  ? keyof Params<Name> extends never
    ? [params?: Params<Name>]
    : [params: Params<Name>]
  : [params: Params<Name>, body: Body<Name>]

/** Milliseconds after which a call without an answer counts as unreachable. */
const readMs = 8000
const changeMs = 15_000

/** Attempts for a read that is answered 429. */
const maxBusyAttempts = 5

/** The longest `Retry-After` that a read waits for. */
const maxBusySeconds = 5

/**
 * Makes the call `name` of the contract: `call('moveOrEditQuest', { questId }, { columnId })`.
 * Fails with an ApiError and nothing else.
 */
export async function call<Name extends RouteName>(
  name: Name,
  ...[params, body]: Arguments<Name>
): Promise<Reply<Name>> {
  return (await request(name, params, body)).reply
}

/** Makes a call, with an idempotency key if given; also returns the response's headers. Fails with an ApiError. */
export async function request<Name extends RouteName>(
  name: Name,
  params: Params<Name> | undefined,
  body: unknown,
  key?: string,
): Promise<{ reply: Reply<Name>; headers: Headers }> {
  const route: Route = routes[name]
  const { isProbe } = route
  const path = pathOf(name, params)
  const isRead = route.method === 'GET' || route.noKey === 'read'
  const limits = {
    limitMs: isRead && name !== 'exportFamily' ? readMs : changeMs,
    isPerPart: name === 'exportFamily',
    isRepeatable: !isProbe && (isRead || key !== undefined),
  }
  const ask = () =>
    send(
      route.method,
      route.query === undefined ? path : `${path}?${searchOf(body ?? {})}`,
      limits,
      route.query === undefined ? body : undefined,
      key,
    )
  const askAgain = isRead ? () => whileBusy(ask) : ask
  const { response, bytes } = await (isProbe ? askAgain() : withOverdue(askAgain))
  const text = new TextDecoder().decode(bytes)
  const error = errorOf(response, text)
  store.set(isForeignAtom, error?.isForeign === true)
  if (error !== undefined) throw error
  try {
    // The schema belongs to this route, but the table's common type does not express that.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { reply: route.reply.parse(JSON.parse(text)) as Reply<Name>, headers: response.headers }
  } catch (cause) {
    throw ApiError.unreadable(response.status, cause)
  }
}

/** Repeats a read that the server has no room for: all devices of a family may read at the same moment. */
async function whileBusy(ask: () => Promise<FetchedResponse>): Promise<FetchedResponse> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    const seconds = Number(answer.response.headers.get('retry-after'))
    if (answer.response.status !== 429 || tries === maxBusyAttempts || !(seconds > 0 && seconds <= maxBusySeconds))
      return answer
    // Devices that were refused at the same moment come back at different ones.
    await pause((seconds + Math.random()) * 1000)
  }
}

function errorOf(response: Response, text: string): ApiError | undefined {
  if (response.type === 'opaqueredirect' || (response.ok && isPage(response.headers))) return ApiError.foreign(response)
  return response.ok ? undefined : ApiError.of(response, text)
}

/** The path of a call as a query key: its segments with the ids filled in; joined by slashes they are the path. */
export function keyOf<Name extends RouteName>(
  name: Name,
  ...[params]: keyof Params<Name> extends never ? [] : [params: Params<Name>]
): readonly string[] {
  const ids: Record<string, string> = { ...params }
  return routes[name].path
    .split(/\/(?=:)|(:\w+)\//)
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (part.startsWith(':') ? (ids[part.slice(1)] ?? '') : part))
}

function searchOf(query: object): string {
  return new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString()
}

function pathOf(name: RouteName, params: Record<string, string> | undefined): string {
  return routes[name].path.replace(/:(\w+)/g, (_, param: string) => {
    const id = params?.[param]
    if (id === undefined) throw new Error(`The call ${name} needs ${param}`)
    return encodeURIComponent(id)
  })
}

async function send(
  method: Route['method'],
  path: string,
  limits: FetchLimits,
  body?: unknown,
  key?: string,
): Promise<FetchedResponse> {
  const sentAt = Date.now()
  try {
    const answer = await fetchBytes(
      path,
      {
        method,
        credentials: 'include',
        // Without this Chromium delays a second request to the same address while the first one hangs.
        cache: 'no-store',
        // Our server never redirects: a redirect comes from a network that requires a sign-in.
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { [idempotencyKeyHeader]: key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      limits,
    )
    if (!isPage(answer.response.headers)) measureOffset(answer.response.headers, sentAt, Date.now())
    return answer
  } catch (cause) {
    throw ApiError.unreachable(cause)
  }
}
