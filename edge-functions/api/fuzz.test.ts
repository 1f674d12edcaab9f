import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { ErrorReply, statusOf } from '../../domain/contract/errors.ts'
import { pathParams } from '../../domain/contract/ids.ts'
import { idempotencyKeyHeader, routes, takesKey } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { Device } from '../../testing/device.ts'
import type { ApiResponse, Sent } from '../../testing/device.ts'
import { everythingOf, newScene, paramsOf } from '../../testing/every-call.ts'
import type { Scene } from '../../testing/every-call.ts'
import { goodCalls } from '../../testing/good-calls.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

/** A request that no call of the contract takes, or a read. */
type Malformed = { method: string; path: string; sent: Sent }

const names = Object.keys(routes) as RouteName[]

const oddTexts = [
  '',
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
const oddNumber = fc.constantFrom(-1, -0, 0.1, 1e308, 2 ** 31, 2 ** 53 + 2, 2 ** 63, 5e-324, 100_001)
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
  new Uint8Array(2000),
]

const oddHeaders: readonly Record<string, string>[] = [
  ...['text/plain', 'application/json; charset=utf-16', ';;;'].map((type) => ({ 'content-type': type })),
  ...['https://evil.example', 'null', 'http://', 'x'.repeat(2000)].map((origin) => ({ origin })),
  ...['bq_access=', 'bq_access=a.b.c; bq_refresh=%00', '=;=;;', 'bq_access=\u00ff'].map((cookie) => ({ cookie })),
  ...['a b', 'x'.repeat(256), '\u00ff'].map((key) => ({ [idempotencyKeyHeader]: key })),
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-host': ' ', 'x-forwarded-proto': 'gopher' },
  { 'x-forwarded-for': "'; drop table tries; --, 1.2.3.4" },
  { authorization: 'Basic eDp4', apikey: 'x' },
  { 'sec-fetch-site': 'cross-site', origin: '' },
]

const oddIds = [...'1 null %00 %FF %2e%2e%2fadmin {} 2026-13-01 %E0%A4%A'.split(' '), 'x'.repeat(2000)]
const oddQueries = ['?', '?startDate=%00', '?startDate=2026-01-01&startDate=x&endDate=1e9-01-01', '?%']
const oddMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'X-Y']

/** Draws one of these in a request of `weight + 1`, else the usual. */
const seldom = <Value>(weight: number, usual: Value, ...odd: readonly Value[]) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

/** So many requests, the same ones for the same seed. */
function malformedRequests(scene: Scene, seed: number, count: number): Malformed[] {
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

const seed = 20_261_130
const atOnce = 6

/** Sends all requests, a few at once; each has a cookie jar of its own, so that none can sign the others out. */
async function sendAll(
  device: Device,
  requests: readonly Malformed[],
  judge: (answer: ApiResponse, request: Malformed) => void,
): Promise<void> {
  const waiting = requests.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of waiting)
        judge(await device.copy().send(request.method, request.path, request.sent), request)
    }),
  )
}

/** Checks the shape of a response to any request; returns the refusal's code, or `read` when it was none. */
function judged(answer: ApiResponse, request: Malformed): string {
  const what = `${JSON.stringify(request).slice(0, 600)} → ${answer.status} ${answer.text.slice(0, 300)}`
  assert.ok(answer.status < 500, what)
  if (answer.status < 400) {
    assert.ok(request.method === 'GET' || request.method === 'HEAD', what)
    return 'read'
  }
  // An answer to HEAD has no body.
  if (request.method === 'HEAD') return 'read'
  const error = ErrorReply.parse(JSON.parse(answer.text))
  assert.deepEqual(JSON.parse(answer.text), error, what)
  assert.equal(answer.status, statusOf(error.code), what)
  assert.ok(
    error.message.length > 10 &&
      !/\.ts\b|node_modules|postgres|\bat \w+ \(/i.test(error.message.replaceAll(/"[^]*"/g, '')),
    what,
  )
  return error.code
}

story('A thousand malformed requests: each has a clear no, nothing breaks, and not a row is changed', async (stack) => {
  const scene = await newScene(stack)
  const tablet = await scene.device(scene.miaId)
  const before = await everythingOf(stack, scene.familyId)
  const heard = new Map<string, number>()
  for (const [index, [device, count]] of (
    [
      [scene.parent, 600],
      [new Device(stack.url), 250],
      [tablet, 150],
    ] as const
  ).entries())
    await sendAll(device, malformedRequests(scene, seed + index, count), (answer, request) => {
      const code = judged(answer, request)
      heard.set(code, (heard.get(code) ?? 0) + 1)
    })
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
  // Not all are refused by the first check.
  for (const [code, least] of [
    ['invalid_input', 150],
    ['not_found', 80],
    ['not_signed_in', 100],
    ['wrong_origin', 10],
    ['not_json', 4],
    ['method_not_allowed', 25],
    ['body_too_large', 1],
    ['malformed_idempotency_key', 1],
  ] as const)
    assert.ok((heard.get(code) ?? 0) >= least, JSON.stringify([...heard]))
  await scene.parent.call('currentUser', {})
})
