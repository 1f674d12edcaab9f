import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { ChangeName } from '#domain/contract/routes.ts'
import { emptyFamilyState } from '#domain/rules/family-state.ts'
import { createQueryClient } from '#app/lib/api/query-client.ts'
import { announcementsAtom } from '#app/state/announce.ts'
import { store } from '#app/state/store.ts'
import { toastsAtom } from '#app/state/toast.ts'
import { aColumn, aQuest, uuid } from '#testing/builders.ts'
import { familyState, serverState, updateServerState } from './family-store.ts'
import { useCommand, type CommandResult } from './use-command.ts'

const familyId = FamilyId.parse(uuid(7, 1))
const [todo, doing, ideas] = [aColumn(1), aColumn(2), aColumn(3)]
const quest = aQuest({ columnId: todo.id })
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => setTimeout(next))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  updateServerState(() => ({ ...emptyFamilyState, columns: [todo, doing, ideas], quests: [quest] }))
  client = createQueryClient()
})
afterEach(() => {
  // Removes what was said, because other files share this process.
  vi.clearAllTimers()
  store.set(announcementsAtom, [])
  store.set(toastsAtom, [])
  updateServerState(() => emptyFamilyState)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Renders the hook once; its command is then sent as a component does it. */
function commandOf<Name extends ChangeName>(name: Name): CommandResult<Name> {
  let command: CommandResult<Name> | undefined
  const Sender = () => {
    command = useCommand(name, { success: `${name} is done`, failure: `${name} has failed` })
    return null
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Sender />
    </QueryClientProvider>,
  )
  if (command === undefined) throw new Error('The hook was not rendered')
  return command
}

type Call = {
  body: Record<string, string>
  key: string | undefined
  reply: (json: object) => void
  refuse: () => void
  lose: () => void
}

/** A fake server, which answers each call by hand. */
function recordCalls(): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', (_: unknown, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    calls.push({
      body: JSON.parse(body),
      key: headers['idempotency-key'],
      reply: (json) => resolve(Response.json({ events: [], ...json })),
      refuse: () => resolve(new Response('', { status: 400 })),
      lose: () => reject(new TypeError('Failed to fetch')),
    })
    return promise
  })
  return calls
}

const passed = () => vi.advanceTimersByTimeAsync(1000)
const shownIn = () => familyState().quests.map(({ columnId }) => columnId)
const told = () => store.get(toastsAtom).map(({ description }) => description)

test('two moves are shown at once and sent one after the other; refused, the card is where the server has it', async () => {
  const calls = recordCalls()
  const { mutate } = commandOf('moveOrEditQuest')
  for (const { id } of [doing, ideas]) {
    mutate({ questId: quest.id, body: { columnId: id } })
    await passed()
    expect(shownIn()).toEqual([id])
  }
  expect(calls.map(({ body }) => body)).toEqual([{ columnId: doing.id }])
  calls[0]?.refuse()
  await passed()
  expect(calls.map(({ body }) => body)).toEqual([{ columnId: doing.id }, { columnId: ideas.id }])
  expect(shownIn()).toEqual([ideas.id])
  expect(told()).toEqual(['moveOrEditQuest has failed'])
  calls[1]?.refuse()
  await passed()
  expect(shownIn()).toEqual([todo.id])
  expect(familyState()).toBe(serverState())
})

/** Adds a column, and a quest into it before the server has answered. */
async function addColumnWithQuest(): Promise<void> {
  commandOf('addColumn').mutate({ familyId, body: { title: 'Garden', emoji: '🌱' } })
  await passed()
  const garden = ColumnId.parse(familyState().columns.find(({ title }) => title === 'Garden')?.id)
  const { title, description, icon, gemValue, recurring, assigneeIds } = aQuest({ title: 'Water the roses' })
  commandOf('addQuest').mutate({
    familyId,
    body: { title, description, icon, gemValue, recurring, assigneeIds, targetTime: null, columnId: garden },
  })
  await passed()
  expect(shownIn()).toEqual([todo.id, garden])
}

test('a quest for a column that is still on its way is sent after it, for the id that the page gave the column', async () => {
  const calls = recordCalls()
  await addColumnWithQuest()
  expect(calls.map(({ body }) => body['title'])).toEqual(['Garden'])
  const id = calls[0]?.body['id']
  calls[0]?.reply({ id, title: 'Garden', emoji: '🌱', position: 9, isSomeday: false, version: 2 })
  await passed()
  expect(calls.map(({ body }) => body)).toMatchObject([{ id }, { title: 'Water the roses', columnId: id }])
  calls[1]?.refuse()
  await passed()
})

test('a refused column takes the quest in it along: that is never sent, and one toast says why', async () => {
  const calls = recordCalls()
  await addColumnWithQuest()
  calls[0]?.refuse()
  await passed()
  expect(familyState()).toBe(serverState())
  expect(calls).toHaveLength(1)
  expect(told()).toEqual(['addColumn has failed'])
  // A later command is sent again.
  commandOf('moveOrEditQuest').mutate({ questId: quest.id, body: { columnId: doing.id } })
  await passed()
  expect(calls.map(({ body }) => body)).toMatchObject([{ title: 'Garden' }, { columnId: doing.id }])
  calls[1]?.refuse()
  await passed()
})

test('a column whose reply is lost is asked for again under its key, and is there once', async () => {
  const calls = recordCalls()
  commandOf('addColumn').mutate({ familyId, body: { title: 'Garden', emoji: '🌱' } })
  await passed()
  calls[0]?.lose()
  await passed()
  expect(calls).toHaveLength(2)
  expect(calls[1]).toMatchObject({ body: calls[0]?.body, key: calls[0]?.key })
  const column = { ...aColumn(9, { title: 'Garden' }), id: calls[0]?.body['id'] }
  calls[1]?.reply({ ...column, events: [{ type: 'column.saved', revision: 9, column }] })
  await passed()
  expect(familyState().columns.filter(({ title }) => title === 'Garden')).toMatchObject([{ id: column.id }])
  expect(told()).toEqual(['addColumn is done'])
})
