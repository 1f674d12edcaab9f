import assert from 'node:assert/strict'
import { ErrorReply, statusOf } from '../../domain/contract/errors.ts'
import { Device } from '../../testing/device.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { everythingOf, newScene } from '../../testing/every-call.ts'
import { malformedRequests } from '../../testing/malformed.ts'
import type { Malformed } from '../../testing/malformed.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

const seed = 20_261_125
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
