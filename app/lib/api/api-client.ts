import type * as z from 'zod/mini'
import type { pathParams } from '#domain/contract/ids.ts'
import { routes, type ParamNames, type Route, type RouteName } from '#domain/contract/routes.ts'
import { ApiError } from './api-error.ts'
import { measureOffset } from '#app/lib/time/server-clock.ts'

type PathOf<Name extends RouteName> = (typeof routes)[Name]['path']

/** The ids a call needs, each of its own kind; `{}` when the path has none. */
export type Params<Name extends RouteName> = {
  [Param in ParamNames<PathOf<Name>>]: Param extends keyof typeof pathParams ? z.infer<(typeof pathParams)[Param]> : never
}

/** What a call is given beside its ids: a body, or what a read is narrowed by. */
export type Body<Name extends RouteName> = (typeof routes)[Name] extends
  | { body: infer Schema extends z.ZodMiniType }
  | { query: infer Schema extends z.ZodMiniType }
  ? z.input<Schema>
  : never

export type Reply<Name extends RouteName> = z.infer<(typeof routes)[Name]['reply']>

type Arguments<Name extends RouteName> = [Body<Name>] extends [never]
  ? keyof Params<Name> extends never
    ? [params?: Params<Name>]
    : [params: Params<Name>]
  : [params: Params<Name>, body: Body<Name>]

/**
 * Makes the call `name` of the contract: `call('moveOrEditQuest', { questId }, { columnId })`.
 * Fails with an ApiError and nothing else.
 */
export async function call<Name extends RouteName>(name: Name, ...[params, body]: Arguments<Name>): Promise<Reply<Name>> {
  const route: Route = routes[name]
  const response =
    route.query === undefined
      ? await send(route.method, pathOf(name, params), body)
      : await send(route.method, `${pathOf(name, params)}?${searchOf(body ?? {})}`)
  const text = await response.text().catch((cause: unknown) => {
    throw ApiError.unreachable(cause)
  })
  if (!response.ok) throw ApiError.of(response.status, response.statusText, text, response.headers.get('retry-after'))
  try {
    // The schema is this route's own; only the table's common type has forgotten which.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return route.reply.parse(JSON.parse(text)) as Reply<Name>
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

async function send(method: Route['method'], path: string, body?: unknown): Promise<Response> {
  const askedAt = Date.now()
  try {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
    measureOffset(response.headers, askedAt, Date.now())
    return response
  } catch (cause) {
    throw ApiError.unreachable(cause)
  }
}
