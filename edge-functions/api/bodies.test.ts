import assert from 'node:assert/strict'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import { assertRefusal } from '../../testing/device.ts'
import type { ApiResponse, Sent } from '../../testing/device.ts'
import { everythingOf, goodCalls, newScene, senderOf, sendGood } from '../../testing/every-call.ts'
import type { Scene } from '../../testing/every-call.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

const withBody = (Object.keys(routes) as RouteName[]).filter((name) => (routes[name] as Route).body !== undefined)

/** The family of all wrong bodies: none of them changes it. */
let scene: Promise<Scene> | undefined

/** Sends each call that takes a body, with each of these in place of a good one; the family does not change. */
async function eachBody<Body>(
  stack: TestStack,
  bodies: readonly Body[],
  sent: (body: Body, good: Record<string, unknown>, route: Route) => Sent,
  judge: (answer: ApiResponse, what: string, body: Body) => void,
): Promise<void> {
  const family = await (scene ??= newScene(stack))
  const before = await everythingOf(stack, family.familyId)
  for (const body of bodies)
    for (const name of withBody) {
      const wrong = sent(body, goodCalls[name].body?.(family) ?? {}, routes[name])
      judge(await sendGood(senderOf(name, family), name, family, wrong), `${name} ${String(body).slice(0, 80)}`, body)
    }
  assert.deepEqual(await everythingOf(stack, family.familyId), before)
}

const assertSaid = (sentence: string, code: ErrorCode) => (answer: ApiResponse, what: string) =>
  assert.equal(assertRefusal(answer, code).message, sentence, what)

story('A body with nothing in it says what is missing, and JSON that is no object is refused', (stack) =>
  eachBody(
    stack,
    ['{}', 'null', '[]', '"Garden"', '7', 'true', '[{}]'],
    // Nothing is missing in an optional body.
    (body, _, { isBodyOptional = false }) => ({ body: isBodyOptional && body === '{}' ? 'null' : body }),
    (answer, what) => assert.ok(assertRefusal(answer, 400).message.length > 10, what),
  ),
)

story('A field that a call does not know is refused by its name', (stack) =>
  eachBody(
    stack,
    ['colour', 'familyId2', '__proto__', 'constructor', 'Ünïcode "x"'],
    (field, good) => ({ body: `${JSON.stringify(good).slice(0, -1)},${JSON.stringify(field)}:1}` }),
    (answer, what, field) => assertSaid(`There is no field "${field}" in this call.`, 'invalid_input')(answer, what),
  ),
)

story('A body is JSON or nothing: forms and texts are refused', (stack) =>
  eachBody(
    stack,
    ['', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', 'text/json'],
    // Bytes get no type of their own where none is named.
    (type, good) => ({ body: new TextEncoder().encode(JSON.stringify(good)), headers: { 'content-type': type } }),
    assertSaid('This address takes JSON only.', 'not_json'),
  ),
)

story('JSON is taken however its type is written', async (stack) => {
  const { parent, familyId } = await newScene(stack)
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; x=y',
  ]) {
    const answer = await parent.ask(
      'addColumn',
      { familyId },
      { body: JSON.stringify({ title: 'Garden', emoji: '🌱' }), headers: { 'content-type': type } },
    )
    assert.equal(answer.status, 201, `${type} ${answer.text}`)
  }
})

story('A body that is not JSON always gets the same response', (stack) =>
  eachBody(
    stack,
    ['', '{', '{"title":"Garden",}', 'undefined', "{'title':'Garden'}", new Uint8Array([0xff, 0xfe, 0x00])],
    (body) => ({ body }),
    assertSaid('The request has no readable JSON body.', 'invalid_input'),
  ),
)

story('More than 64 kB is refused, whatever is in it, with its length said and without', (stack) =>
  eachBody(
    stack,
    [(text: string) => text, inPieces],
    (written, good) => ({ body: written(JSON.stringify({ ...good, more: 'x'.repeat(65_536) })) }),
    assertSaid('This is too much at once.', 'body_too_large'),
  ),
)

story('A body of exactly 64 kB is read', async (stack) => {
  const { parent, familyId } = await newScene(stack)
  const small = JSON.stringify({ title: 'Garden', emoji: 'x' })
  for (const body of [small.padEnd(65_536), inPieces(small.padEnd(65_536))]) {
    assert.equal((await parent.ask('addColumn', { familyId }, { body })).status, 201)
  }
  for (const body of [small.padEnd(65_537), inPieces(small.padEnd(65_537))]) {
    assertRefusal(await parent.ask('addColumn', { familyId }, { body }), 'body_too_large')
  }
})

/** Creates a body of unknown length, which is sent in chunks without content-length. */
function inPieces(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += 16_000)))
    },
  })
}

story('Calls without a body take none to heart', async (stack) => {
  const { parent, columnId } = await newScene(stack)
  const answer = await parent.ask('deleteColumn', { columnId }, { body: { familyId: 'another' } })
  assert.equal(answer.status, 200)
})
