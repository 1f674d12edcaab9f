import { afterEach, expect, test, vi } from 'vitest'
import { ColumnId, FamilyId, QuestId } from '#domain/contract/ids.ts'
import { call, keyOf } from './api-client.ts'
import { failure } from '#texts/failure'
import { ApiError, sentenceFrom } from './api-error.ts'
import { callOnce } from './call-once.ts'

const familyId = FamilyId.parse('00000000-0000-4000-8000-00000000000a')
const questId = QuestId.parse('00000000-0000-4000-8000-00000000000b')
const columnId = ColumnId.parse('00000000-0000-4000-8000-00000000000c')
const column = { id: columnId, title: 'To Do', emoji: '📋', position: 2, isSomeday: false, version: 7 }

afterEach(() => vi.unstubAllGlobals())

/** Lets the server answer every call with `answer`; returns the mock of `fetch`. */
function serverAnswers(answer: () => Response | Promise<Response>) {
  const asked = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', asked)
  return asked
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test('a call goes to the path of the contract, with its ids filled in and the cookies along', async () => {
  const asked = serverAnswers(() => Response.json([column]))
  expect(await call('columns', { familyId })).toEqual([column])
  expect(asked).toHaveBeenCalledWith(`/api/families/${familyId}/quest-columns`, {
    method: 'GET',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'manual',
    headers: {},
    signal: expect.any(AbortSignal),
  })
})

test('a body is sent as JSON, and only when there is one', async () => {
  const asked = serverAnswers(() => Response.json({ ...column, events: [] }))
  await call('editColumn', { columnId }, { title: 'Later' })
  expect(asked).toHaveBeenLastCalledWith(`/api/quest-columns/${columnId}`, {
    method: 'PATCH',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json' },
    body: '{"title":"Later"}',
    signal: expect.any(AbortSignal),
  })
  await call('deleteColumn', { columnId })
  expect(asked).toHaveBeenLastCalledWith(`/api/quest-columns/${columnId}`, {
    method: 'DELETE',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'manual',
    headers: {},
    signal: expect.any(AbortSignal),
  })
})

test('a change is sent with its idempotency key', async () => {
  const asked = serverAnswers(() => Response.json({ ...column, events: [] }))
  await callOnce('deleteColumn', { columnId }, undefined, 'one-press')
  expect(asked).toHaveBeenLastCalledWith(
    expect.anything(),
    expect.objectContaining({ headers: { 'idempotency-key': 'one-press' } }),
  )
})

test('a refusal carries status and text, its code, and the sentence for a person', async () => {
  serverAnswers(() => Response.json({ code: 'invalid_column', message: 'Choose another column.' }, { status: 409 }))
  const error = await failureOf(call('moveOrEditQuest', { questId }, { columnId }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: '409: {"code":"invalid_column","message":"Choose another column."}',
    status: 409,
    code: 'invalid_column',
    sentence: 'Choose another column.',
  })
  expect(sentenceFrom(error, 'Failed to update quest')).toBe('Choose another column.')
})

test('an empty refusal has the status text, and a toast uses its own text', async () => {
  serverAnswers(() => new Response('', { status: 500, statusText: 'Internal Server Error' }))
  const error = await failureOf(call('myFamilies'))
  expect(error).toMatchObject({
    message: '500: Internal Server Error',
    status: 500,
    code: undefined,
    sentence: undefined,
  })
  expect(sentenceFrom(error, 'Failed to create quest')).toBe('Failed to create quest')
})

test("a refusal without JSON keeps its text and has no sentence; one with an unknown code has the server's sentence", async () => {
  serverAnswers(() => new Response('<h1>Proxy</h1>', { status: 500 }))
  expect(await failureOf(call('myFamilies'))).toMatchObject({ message: '500: <h1>Proxy</h1>', sentence: undefined })
  serverAnswers(() => Response.json({ code: 'brand_new', message: 'x' }, { status: 418 }))
  expect(await failureOf(call('myFamilies'))).toMatchObject({ status: 418, code: 'brand_new', sentence: 'x' })
})

test.each([
  ['a proxy without a server', () => new Response('', { status: 502 }), 502],
  [
    'a network that asks for a sign-in',
    () => new Response('<h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } }),
    200,
  ],
  [
    'a network that leads elsewhere',
    () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
    0,
  ],
  [
    'a page in place of a refusal',
    () => new Response('<h1>Hotel</h1>', { status: 401, headers: { 'content-type': 'text/html' } }),
    401,
  ],
])('of %s it is said that something answers in place of the server', async (_, answer, status) => {
  serverAnswers(answer)
  const error = await failureOf(call('myFamilies'))
  expect(error).toMatchObject({ status, isForeign: true, sentence: failure.foreign })
})

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a connection lost in the middle of an answer',
    () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })),
  ],
])('with %s the sentence says so', async (_, answer) => {
  serverAnswers(answer)
  expect(await failureOf(call('myFamilies'))).toMatchObject({
    name: 'ApiError',
    status: 0,
    sentence: failure.unreachable,
  })
})

test('a reply outside of the contract never reaches a component', async () => {
  serverAnswers(() => Response.json([{ ...column, position: 'first' }]))
  expect(await failureOf(call('columns', { familyId }))).toMatchObject({
    name: 'ApiError',
    status: 200,
    code: undefined,
  })
  serverAnswers(() => new Response('not json'))
  expect(await failureOf(call('columns', { familyId }))).toBeInstanceOf(ApiError)
})

test('a query key joined by slashes is the path', () => {
  expect(keyOf('quests', { familyId })).toEqual(['/api/families', familyId, 'quests'])
  expect(keyOf('members', { familyId }).join('/')).toBe(`/api/families/${familyId}/members`)
  expect(keyOf('moveOrEditQuest', { questId })).toEqual(['/api/quests', questId])
  expect(keyOf('currentUser')).toEqual(['/api/auth/user'])
})

test('a read that the server has no room for is asked again, and a change is not', async () => {
  vi.useFakeTimers()
  try {
    const busy = () =>
      Response.json({ code: 'too_many_calls', message: 'Wait' }, { status: 429, headers: { 'retry-after': '1' } })
    const asked = serverAnswers(busy)
    const reading = call('columns', { familyId })
    await vi.advanceTimersByTimeAsync(999)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockImplementation(async () => Response.json([column]))
    await vi.advanceTimersByTimeAsync(1001)
    expect(await reading).toEqual([column])
    expect(asked).toHaveBeenCalledTimes(2)

    asked.mockImplementation(async () => busy())
    const search = { title: 'Dishes', doneSince: '2026-01-31' }
    const refused = failureOf(call('searchArchivedQuests', { familyId }, search))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await refused).toMatchObject({ status: 429, code: 'too_many_calls' })
    expect(asked).toHaveBeenCalledTimes(7)

    expect(await failureOf(call('editColumn', { columnId }, { title: 'Later' }))).toMatchObject({ status: 429 })
    expect(asked).toHaveBeenCalledTimes(8)
  } finally {
    vi.useRealTimers()
  }
})
