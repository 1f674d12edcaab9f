import {
  idempotencyKeyHeader,
  revisionHeader,
  routes,
  type Body,
  type ChangeName,
  type Params,
  type Reply,
  type Route,
  type RouteName,
} from '#domain/contract/routes.ts'
import { ApiError } from './api-error.ts'
import { measureOffset } from '#app/lib/time/server-clock.ts'

type Arguments<Name extends RouteName> = [Body<Name>] extends [never]
  ? keyof Params<Name> extends never
    ? [params?: Params<Name>]
    : [params: Params<Name>]
  : [params: Params<Name>, body: Body<Name>]

/** Milliseconds after which a change without an answer counts as unreachable: the next one waits for it. */
const changeLimitMs = 30_000

/**
 * Makes the call `name` of the contract: `call('moveOrEditQuest', { questId }, { columnId })`.
 * Fails with an ApiError and nothing else.
 */
export async function call<Name extends RouteName>(name: Name, ...[params, body]: Arguments<Name>): Promise<Reply<Name>> {
  return (await request(name, params, body)).reply
}

/** Makes a call that changes something under an idempotency key: the server makes the change of a key once, however often it arrives. */
export async function callOnce<Name extends ChangeName>(name: Name, params: Params<Name>, body: unknown, key: string): Promise<Reply<Name>> {
  return (await request(name, params, body, key)).reply
}

/** Makes a call that reads a part of a family; also returns the family's revision at which it was read. */
export async function read<Name extends RouteName>(name: Name, ...[params, body]: Arguments<Name>): Promise<{ reply: Reply<Name>; revision: number }> {
  const { reply, headers } = await request(name, params, body)
  // Without the header nothing that is known counts as deleted.
  return { reply, revision: Number(headers.get(revisionHeader) ?? 0) }
}

async function request<Name extends RouteName>(
  name: Name,
  params: Params<Name> | undefined,
  body: unknown,
  key?: string,
): Promise<{ reply: Reply<Name>; headers: Headers }> {
  const route: Route = routes[name]
  const response =
    route.query === undefined
      ? await send(route.method, pathOf(name, params), body, key)
      : await send(route.method, `${pathOf(name, params)}?${searchOf(body ?? {})}`)
  const text = await response.text().catch((cause: unknown) => {
    throw ApiError.unreachable(cause)
  })
  if (!response.ok) throw ApiError.of(response.status, response.statusText, text, response.headers.get('retry-after'))
  try {
    // The schema is this route's own; only the table's common type has forgotten which.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { reply: route.reply.parse(JSON.parse(text)) as Reply<Name>, headers: response.headers }
  } catch (cause) {
    throw ApiError.unreadable(response.status, cause)
  }
}

/** The path of a call as a query key: its fixed parts and its ids, joined by slashes again they are the path. */
export function keyOf<Name extends RouteName>(name: Name, ...[params]: keyof Params<Name> extends never ? [] : [params: Params<Name>]): readonly string[] {
  const ids: Record<string, string> = { ...params }
  return routes[name].path
    .split(/\/(?=:)|(:\w+)\//)
    .filter((part) => part !== undefined && part !== '')
    .map((part) => (part.startsWith(':') ? (ids[part.slice(1)] ?? '') : part))
}

function searchOf(query: object): string {
  return new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))).toString()
}

function pathOf(name: RouteName, params: Record<string, string> | undefined): string {
  return routes[name].path.replace(/:(\w+)/g, (_, param: string) => {
    const id = params?.[param]
    if (id === undefined) throw new Error(`The call ${name} needs ${param}`)
    return encodeURIComponent(id)
  })
}

async function send(method: Route['method'], path: string, body?: unknown, key?: string): Promise<Response> {
  const askedAt = Date.now()
  try {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      ...(method !== 'GET' && { signal: AbortSignal.timeout(changeLimitMs) }),
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...(key !== undefined && { [idempotencyKeyHeader]: key }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    measureOffset(response.headers, askedAt, Date.now())
    return response
  } catch (cause) {
    throw ApiError.unreachable(cause)
  }
}
