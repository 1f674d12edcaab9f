import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import { failure } from '#texts/failure'
import { call } from './api-client.ts'
import { retryNow } from './fetch-bytes.ts'
import { callOnce } from './call-once.ts'

const columnId = ColumnId.parse('00000000-0000-4000-8000-00000000000c')
const column = { id: columnId, title: 'To Do', emoji: '📋', position: 2, isSomeday: false, version: 7, events: [] }
const done = () => Response.json(column)
const coded = (code: string, status: number, headers = {}) =>
  Response.json({ code, message: 'No.' }, { status, headers })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Answer = () => Response | Promise<Response>

/** Answers the requests in order, and further ones with the last answer; returns their idempotency keys. */
function serverAnswers(...answers: Answer[]): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  const asked = (_: unknown, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      const answer = answers[Math.min(keys.push(headers['idempotency-key']), answers.length) - 1]
      void Promise.resolve(answer?.()).then((response) => response && resolve(response), reject)
    })
  vi.stubGlobal('fetch', asked)
  return keys
}

const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
/** A response whose body ends after its first bytes. */
const halfOf = (end: (line: ReadableStreamDefaultController) => void) =>
  new Response(
    new ReadableStream({
      start: (line) => {
        line.enqueue(new TextEncoder().encode('{"id":'))
        end(line)
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  )
/** A response that never comes. */
const silence: Answer = () => new Promise(() => {})

const edit = () => callOnce('editColumn', { columnId }, { title: 'Later' }, 'one-press')

/** Records the result of a call and its duration in milliseconds; empty while it runs. */
function outcomeOf(work: Promise<unknown>) {
  const begunAt = Date.now()
  const outcome: { error?: unknown; reply?: unknown; ms?: number } = {}
  void work.then(
    (reply) => Object.assign(outcome, { reply, ms: Date.now() - begunAt }),
    (error: unknown) => Object.assign(outcome, { error, ms: Date.now() - begunAt }),
  )
  return outcome
}

test.each<[string, Answer[]]>([
  ['the connection is lost', [lost, lost, done]],
  [
    'a proxy answers in place of the server',
    [() => new Response('', { status: 502 }), () => new Response('<p>', { status: 504 }), done],
  ],
  [
    'a network asks for a sign-in',
    [() => new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }), done],
  ],
  ['an answer breaks off', [() => halfOf((line) => line.error(new TypeError('network error'))), done]],
  ['the server is not ready', [() => coded('unavailable', 503, { 'retry-after': '1' }), done]],
  ['the server has a fault', [() => coded('unexpected', 500), done]],
  ['there were too many tries', [() => coded('too_many_tries', 429, { 'retry-after': '3' }), done]],
])('a change is sent again under its key when %s', async (_, answers) => {
  const keys = serverAnswers(...answers)
  const outcome = outcomeOf(edit())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcome).toMatchObject({ reply: column })
  expect(keys).toEqual(answers.map(() => 'one-press'))
})

test.each<[string, Answer, number]>([
  ['a refusal', () => coded('last_column', 409), 1],
  [
    'a page of a proxy that is no fault',
    () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } }),
    1,
  ],
  ['a limit without a time', () => coded('too_many_pictures', 429), 1],
  ['a full disk', () => coded('disk_full', 503, { 'retry-after': '60' }), 1],
  ['a fault that stays', () => coded('unexpected', 500), 3],
])('%s ends a change', async (_, answer, tries) => {
  const keys = serverAnswers(answer)
  const outcome = outcomeOf(edit())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(outcome.error).toBeDefined()
  expect(keys).toHaveLength(tries)
})

test('a change without a reply fails after two minutes, with attempts of 15 seconds', async () => {
  const keys = serverAnswers(silence)
  const outcome = outcomeOf(edit())
  await vi.advanceTimersByTimeAsync(100_000)
  expect(outcome).toEqual({})
  await vi.advanceTimersByTimeAsync(40_000)
  expect(outcome).toMatchObject({ error: { status: 0, sentence: failure.unreachable } })
  expect(outcome.ms).toBeGreaterThanOrEqual(105_000)
  expect(keys.length).toBeGreaterThanOrEqual(6)
  expect(new Set(keys)).toEqual(new Set(['one-press']))
})

test('a read fails after 8 seconds, and is not retried', async () => {
  const keys = serverAnswers(silence)
  const outcome = outcomeOf(call('myFamilies'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toMatchObject({ error: { status: 0 }, ms: 8000 })
  expect(keys).toHaveLength(1)
})

test('an export continues while bytes arrive, and fails 15 seconds after the last one', async () => {
  let line: ReadableStreamDefaultController | undefined
  const body = () => new ReadableStream({ start: (controller) => void (line = controller) })
  vi.stubGlobal('fetch', async (_: unknown, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => line?.error(signal.reason))
    return new Response(body())
  })
  const outcome = outcomeOf(call('exportFamily', { familyId: FamilyId.parse('00000000-0000-4000-8000-00000000000a') }))
  for (let parts = 0; parts < 6; parts++) {
    await vi.advanceTimersByTimeAsync(10_000)
    line?.enqueue(new TextEncoder().encode(' '))
  }
  await vi.advanceTimersByTimeAsync(14_000)
  expect(outcome).toEqual({})
  await vi.advanceTimersByTimeAsync(2000)
  expect(outcome).toMatchObject({ error: { status: 0 } })
})

test('a change without a key is sent once', async () => {
  const keys = serverAnswers(lost)
  const outcome = outcomeOf(
    callOnce('verifyPin', { familyId: 'f', memberId: 'm' } as never, { pin: '1234' }, 'one-press'),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toMatchObject({ error: { status: 0 } })
  expect(keys).toEqual([undefined])
})

test('waiting calls are retried at once when the device may be online again', async () => {
  const keys = serverAnswers(silence, silence, done)
  const [changing, reading] = [outcomeOf(edit()), outcomeOf(call('editColumn', { columnId }, { title: 'Later' }))]
  await vi.advanceTimersByTimeAsync(1000)
  // Too early to replace them, because both may just be slow.
  retryNow()
  await vi.advanceTimersByTimeAsync(1000)
  expect(keys).toHaveLength(2)
  retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(changing).toMatchObject({ reply: column })
  // Without a key it is not repeated, because the server may have executed it.
  expect(reading).toEqual({})
})

test('a pause ends when the device may be online again', async () => {
  const keys = serverAnswers(lost, done)
  const outcome = outcomeOf(edit())
  await vi.advanceTimersByTimeAsync(0)
  expect(keys).toHaveLength(1)
  retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome).toMatchObject({ reply: column, ms: 0 })
})
