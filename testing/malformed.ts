import * as fc from 'fast-check'
import { pathParams } from '#domain/contract/ids.ts'
import { idempotencyKeyHeader, routes, takesKey } from '#domain/contract/routes.ts'
import type { Route, RouteName } from '#domain/contract/routes.ts'
import type { Sent } from './device.ts'
import { paramsOf } from './every-call.ts'
import { goodCalls } from './good-calls.ts'
import type { Scene } from './every-call.ts'

/** A request that no call of the contract takes, or a read. */
export type Malformed = { method: string; path: string; sent: Sent }

const names = Object.keys(routes) as RouteName[]

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '\r\n',
  '🧹'.repeat(70),
  "'; drop table quests; --",
  '__proto__',
]
const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 40 }))
const oddNumber = fc.constantFrom(-1, -0, 0.1, 1.5, 1e308, 2 ** 31, 2 ** 53 + 2, 2 ** 63, 5e-324, 100_001)
const oddValue = fc.oneof(
  fc.constantFrom(null, true, [], {}, [[]], [null]),
  oddNumber,
  oddText,
  fc.uuid(),
  fc.array(fc.oneof(oddText, oddNumber, fc.uuid()), { maxLength: 60 }),
  fc.dictionary(oddText, fc.oneof(oddText, oddNumber), { maxKeys: 4 }),
)

// Bodies that JSON.stringify never writes, and bytes that are no UTF-8.
const oddBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  ...['', '{', 'NaN', '{"a":1e999}', '{"gemCost":-1e999}', '"\\ud800"', '{"\\u0000":"\\u0000"}', '{"a":"\u0001"}'],
  ...['{"__proto__":{"role":"admin"}}', '{"title":"a","title":7}', '\ufeff\ufeff{}', '{}{}', '[1,]', "{'a':1}"],
  '['.repeat(30_000) + ']'.repeat(30_000),
  '{"a":'.repeat(8000) + '1' + '}'.repeat(8000),
  `{"a":"${'x'.repeat(70_000)}"}`,
  `{"gemValue":${'9'.repeat(400)}}`,
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x00]),
  new Uint8Array(2000),
]

const oddHeaders: readonly Record<string, string>[] = [
  ...['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', ';;;'].map((type) => ({
    'content-type': type,
  })),
  ...['https://evil.example', 'null', 'http://', 'x'.repeat(2000)].map((origin) => ({ origin })),
  ...[
    'bq_access=',
    'bq_access=a.b.c; bq_refresh=%00',
    '=;=;;',
    `bq_refresh=${'x'.repeat(3000)}`,
    'bq_access=\u00ff',
  ].map((cookie) => ({ cookie })),
  ...['a b', 'x'.repeat(256), '\u00ff'].map((key) => ({ [idempotencyKeyHeader]: key })),
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-host': ' ', 'x-forwarded-proto': 'gopher' },
  { 'x-forwarded-for': "'; drop table tries; --, 1.2.3.4" },
  { 'x-http-method-override': 'DELETE' },
  { authorization: 'Basic eDp4', apikey: 'x' },
  { accept: 'text/html', range: 'bytes=0-1', 'if-none-match': '*' },
  { 'sec-fetch-site': 'cross-site', origin: '' },
]

const oddIds = [...'1 null %00 %FF %F0%9F%A7%B9 %2e%2e%2fadmin {} 2026-13-01 %E0%A4%A'.split(' '), 'x'.repeat(2000)]
const oddQueries = [
  '?',
  '?startDate=%00',
  '?startDate=2026-01-01&startDate=x&endDate=1e9-01-01',
  '?__proto__[role]=admin',
  '?%',
]
const oddMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'X-Y']

/** Draws one of these in a request of `weight + 1`, else the usual. */
const seldom = <Value>(weight: number, usual: Value, ...odd: readonly Value[]) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

/** So many requests, the same ones for the same seed. */
export function malformedRequests(scene: Scene, seed: number, count: number): Malformed[] {
  const known = paramsOf(scene)
  const one = fc.constantFrom(...names).chain((name): fc.Arbitrary<Malformed> => {
    const { method, path }: Route = routes[name]
    const good = goodCalls[name]?.body?.(scene) ?? {}
    const field = fc.constantFrom(...Object.keys(good), 'more')
    const body = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...oddBodies) },
      { weight: 2, arbitrary: fc.oneof(oddValue, fc.jsonValue()).map((value) => JSON.stringify(value)) },
      // Nearly right is what finds the most: one field of a good body is odd, missing, or one too many.
      {
        weight: 7,
        arbitrary: fc
          .tuple(field, fc.option(oddValue, { freq: 6, nil: undefined }))
          .map(([name, value]) => JSON.stringify({ ...good, [name]: value })),
      },
    )
    const id = fc.option(fc.oneof(fc.uuid(), fc.constantFrom(...oddIds)), { freq: 2 })
    return fc
      .record({
        ids: fc.array(id, { minLength: 3, maxLength: 3 }),
        method: seldom<string>(8, method, ...oddMethods),
        tail: seldom(8, '', '/', '/x', '//', '/%00', '%2F'),
        query: seldom(4, '', ...oddQueries),
        body,
        headers: seldom<Record<string, string>>(3, {}, ...oddHeaders),
      })
      .map((drawn) => {
        let at = 0
        const filled = path.replaceAll(/:(\w+)/g, (_, param: string) => drawn.ids[at++] ?? known[param] ?? '')
        const hasBody = !['GET', 'HEAD'].includes(drawn.method)
        return {
          method: drawn.method,
          path: `${filled}${drawn.tail}${drawn.query}`,
          sent: { headers: drawn.headers, ...(hasBody ? { body: drawn.body } : {}) },
        }
      })
  })
  return fc.sample(
    one.filter((request) => !mightBeTaken(request)),
    { seed, numRuns: count },
  )
}

/** Whether it may be a change that is done right: its ids and its body are what the contract asks for. */
function mightBeTaken({ method, path, sent }: Malformed): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const [address = ''] = path.split('?')
  return names.some((name) => routes[name].method === method && takes(name, address, sent))
}

function takes(name: RouteName, address: string, { body, headers }: Sent): boolean {
  const route: Route = routes[name]
  const match = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(address)
  if (match === null) return false
  for (const [name, id] of Object.entries(match.groups ?? {})) {
    if (!pathParams[name as keyof typeof pathParams].safeParse(id).success) return false
  }
  // Those that are sent here are malformed.
  if (takesKey(name) && headers?.[idempotencyKeyHeader] !== undefined) return false
  if (route.body === undefined || (route.isBodyOptional === true && body === undefined)) return true
  try {
    return route.body.safeParse(
      JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array)),
    ).success
  } catch {
    return false
  }
}
