import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { currentUserQuery } from './current-user.ts'
import { myFamiliesQuery } from './queries.ts'
import { createQueryClient } from './query-client.ts'

const anna = {
  id: '00000000-0000-4000-8000-000000000001',
  firstName: 'Anna',
  lastName: 'Otter',
  email: 'anna@otter.example',
  role: 'user',
  createdAt: '2026-01-01T10:00:00Z',
  profileImageUrl: null,
}
const notSignedIn = () => Response.json({ code: 'not_signed_in', message: 'Please sign in first.' }, { status: 401 })

afterEach(() => vi.unstubAllGlobals())

test('a 401 on the current user means nobody is signed in', async () => {
  vi.stubGlobal('fetch', async () => notSignedIn())
  expect(await createQueryClient().fetchQuery(currentUserQuery())).toBeNull()
})

test('any other failure on the current user is a failure, and is not tried again', async () => {
  const asked = vi.fn(async () => new Response('', { status: 503, statusText: 'Service Unavailable' }))
  vi.stubGlobal('fetch', asked)
  await expect(createQueryClient().fetchQuery(currentUserQuery())).rejects.toThrow('503: Service Unavailable')
  expect(asked).toHaveBeenCalledOnce()
})

test('what was read once is never stale', async () => {
  const asked = vi.fn(async () => Response.json([]))
  vi.stubGlobal('fetch', asked)
  const client = createQueryClient()
  await client.fetchQuery(myFamiliesQuery())
  await client.fetchQuery(myFamiliesQuery())
  expect(asked).toHaveBeenCalledOnce()
})

test('a session that ends under an open page signs the user out', async () => {
  let signedIn = true
  vi.stubGlobal('fetch', async () => (signedIn ? Response.json(anna) : notSignedIn()))
  const client = createQueryClient()
  const observer = new QueryObserver(client, currentUserQuery())
  const seen = vi.fn<(user: unknown) => void>()
  const stop = observer.subscribe(({ data }) => seen(data))
  await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith(anna))
  signedIn = false
  await client.fetchQuery(myFamiliesQuery()).catch(() => undefined)
  await vi.waitFor(() => expect(seen).toHaveBeenLastCalledWith(null))
  stop()
})

test('what news told of a moment ago and cannot be read yet is asked for again', async () => {
  const notFound = () => Response.json({ code: 'not_found', message: 'This does not exist any more.' }, { status: 404 })
  const asked = vi.fn(async () => (asked.mock.calls.length === 1 ? notFound() : Response.json([])))
  vi.stubGlobal('fetch', asked)
  expect(await createQueryClient().fetchQuery({ ...myFamiliesQuery(), retryDelay: 0 })).toEqual([])
  expect(asked).toHaveBeenCalledTimes(2)
})
