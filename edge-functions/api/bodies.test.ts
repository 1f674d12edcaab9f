import assert from 'node:assert/strict'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { assertRefusal } from '../../testing/device.ts'
import type { ApiResponse, Sent } from '../../testing/device.ts'
import { everythingOf, goodCalls, newScene, senderOf, sendGood } from '../../testing/every-call.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

const withBody = (Object.keys(routes) as RouteName[]).filter((name) => (routes[name] as Route).body !== undefined)

/** Sends each call that takes a body as the parent and checks the response; the family does not change. */
async function eachBody(
  stack: TestStack,
  sent: (good: Record<string, unknown>) => Sent,
  judge: (answer: ApiResponse, name: RouteName) => void,
): Promise<void> {
  const scene = await newScene(stack)
  const before = await everythingOf(stack, scene.familyId)
  for (const name of withBody)
    judge(await sendGood(senderOf(name, scene), name, scene, sent(goodCalls[name].body?.(scene) ?? {})), name)
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
}

story('A body with nothing in it says what is missing', (stack) =>
  eachBody(
    stack,
    () => ({ body: {} }),
    (answer, name) => assert.ok(assertRefusal(answer, 400).message.length > 10, name),
  ),
)

story('A field that a call does not know is refused by its name', async (stack) => {
  for (const field of ['colour', 'familyId2', '__proto__', 'constructor', 'Ünïcode "x"']) {
    await eachBody(
      stack,
      (good) => ({ body: `${JSON.stringify(good).slice(0, -1)},${JSON.stringify(field)}:1}` }),
      (answer, name) =>
        assert.equal(
          assertRefusal(answer, 'invalid_input').message,
          `There is no field "${field}" in this call.`,
          name,
        ),
    )
  }
})

story('A body is JSON or nothing: forms and texts are refused', async (stack) => {
  for (const type of [
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'text/json',
  ]) {
    await eachBody(
      stack,
      // Bytes get no type of their own where none is named.
      (good) => ({ body: new TextEncoder().encode(JSON.stringify(good)), headers: { 'content-type': type } }),
      (answer, name) =>
        assert.equal(assertRefusal(answer, 'not_json').message, 'This address takes JSON only.', `${name} ${type}`),
    )
  }
})

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

story('A body that is not JSON always gets the same response', async (stack) => {
  for (const broken of [
    '',
    '{',
    '{"title":"Garden",}',
    'undefined',
    "{'title':'Garden'}",
    new Uint8Array([0xff, 0xfe, 0x00]),
  ]) {
    await eachBody(
      stack,
      () => ({ body: broken }),
      (answer, name) =>
        assert.equal(assertRefusal(answer, 'invalid_input').message, 'The request has no readable JSON body.', name),
    )
  }
})

story('JSON that is no object is refused', async (stack) => {
  for (const odd of ['null', '[]', '"Garden"', '7', 'true', '[{}]']) {
    await eachBody(
      stack,
      () => ({ body: odd }),
      (answer, name) => assert.ok(assertRefusal(answer, 400).message.length > 10, name),
    )
  }
})

story('More than 64 kB is refused, whatever is in it, with its length said and without', async (stack) => {
  const large = (good: Record<string, unknown>) => JSON.stringify({ ...good, more: 'x'.repeat(65_536) })
  for (const body of [large, (good: Record<string, unknown>) => inPieces(large(good))]) {
    await eachBody(
      stack,
      (good) => ({ body: body(good) }),
      (answer, name) =>
        assert.equal(assertRefusal(answer, 'body_too_large').message, 'This is too much at once.', name),
    )
  }
})

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
