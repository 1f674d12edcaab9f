import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Day } from '#domain/contract/days.ts'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { Command } from '#domain/rules/commands.ts'
import { emptyFamilyState, withFamily, withRead } from '#domain/rules/family-state.ts'
import { aColumn, aQuest, aRead, uuid } from '#testing/builders.ts'
import { archivedQuestsQuery, gemEntriesQuery, gemsQuery } from '#app/lib/api/queries.ts'
import { createQueryClient } from '#app/lib/api/query-client.ts'
import { applyEvents, familyState, serverState, settleCommand, showPending, updateServerState } from './family-store.ts'

const familyId = FamilyId.parse(uuid(7, 1))
const miaId = MemberId.parse(uuid(3, 1))
const quest = (version: number, title = 'Dishes', more: object = {}) => aQuest({ title, version, ...more })
const saved = (version: number, title?: string): FamilyEvent => ({
  type: 'quest.saved',
  revision: version,
  quest: quest(version, title),
})
const now = { key: 'k', at: '2026-11-21T08:00:00Z', today: Day.parse('2026-11-21') }
let client: ReturnType<typeof createQueryClient>

beforeEach(() => {
  updateServerState(() => emptyFamilyState)
  client = createQueryClient()
})
afterEach(() => void vi.unstubAllGlobals())

/** A fake server that sends `replies` in order; `before` runs while a response is on its way. */
function answering(...replies: { json: unknown; before?: () => void }[]) {
  vi.stubGlobal('fetch', async () => {
    const reply = replies.shift()
    reply?.before?.()
    return Response.json(reply?.json)
  })
}

test("a pending command is applied over the server's state, and removed in the update that applies its reply", () => {
  const [todo, done] = [aColumn(1), aColumn(2)]
  updateServerState((state) => ({ ...state, columns: [todo, done], quests: [quest(1)] }))
  const move = { name: 'moveOrEditQuest', questId: quest(1).id, body: { columnId: done.id }, ...now } as Command
  showPending(move)
  expect(familyState().quests).toMatchObject([{ columnId: done.id }])
  // A rename by another device does not move the card back.
  applyEvents([saved(2, 'Dishes and pans')])
  expect(familyState().quests).toMatchObject([{ title: 'Dishes and pans', columnId: done.id }])
  expect(serverState().quests).toMatchObject([{ columnId: todo.id }])
  settleCommand(move, {
    events: [{ type: 'quest.saved', revision: 3, quest: quest(3, 'Dishes and pans', { columnId: done.id }) }],
  })
  expect(familyState()).toBe(serverState())
  expect(serverState().quests).toMatchObject([{ columnId: done.id, version: 3 }])
})

test('a refused command leaves no trace', () => {
  updateServerState((state) => ({ ...state, quests: [quest(1)] }))
  const before = serverState()
  const removal = { name: 'deleteQuest', questId: quest(1).id, ...now } as Command
  showPending(removal)
  expect(familyState().quests).toEqual([])
  settleCommand(removal)
  expect(familyState()).toBe(before)
})

test('a hidden reward has the fields of the reply', () => {
  const reward = { id: uuid(4, 1), title: 'Ice cream', icon: '🍦', gemCost: 10, isActive: 0, version: 3 }
  settleCommand({ name: 'editReward' } as Command, {
    ...reward,
    events: [{ type: 'reward.hidden', revision: 3, rewardId: reward.id }],
  })
  expect(serverState().rewards).toEqual([reward])
})

const plants = quest(1, 'Plants', { id: uuid(1, 2) })

test.each([
  ['before', 'it is read'],
  ['while', 'it is on its way'],
  ['after', 'it was read'],
])('an archived quest is what events say of it, also when they come %s %s', async (when) => {
  const happens = () => {
    applyEvents([{ type: 'quest.deleted', revision: 4, questId: plants.id }])
    applyEvents([saved(3, 'Dishes and pans')])
  }
  updateServerState((state) => withRead(state, aRead(1), null))
  answering({ json: [plants, quest(2)], ...(when === 'while' && { before: happens }) })
  if (when === 'before') happens()
  await client.fetchInfiniteQuery(archivedQuestsQuery(familyId))
  if (when === 'after') happens()
  expect(serverState().quests).toMatchObject([{ title: 'Dishes and pans', version: 3 }])
})

test('archived quests come page by page, each page after the last quest of the previous one', async () => {
  const asked: string[] = []
  const page = Array.from({ length: 50 }, (_, index) =>
    quest(1, `Quest ${index}`, { id: uuid(1, 100 + index), finishedAt: '2026-10-01T07:00:00.123456+00:00' }),
  )
  const replies = [page, [plants]]
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(replies.shift())
  })
  await client.fetchInfiniteQuery({ ...archivedQuestsQuery(familyId), pages: 2 })
  expect(serverState().quests).toHaveLength(51)
  expect(Object.fromEntries(new URL(asked[1] ?? '', 'http://home.example').searchParams)).toMatchObject({
    before: '2026-10-01T07:00:00.123456+00:00',
    beforeId: page.at(-1)?.id,
  })
})

test('a balance is that of the newest event or read, and a new line is first in the ledger', async () => {
  const { title, icon, createdAt } = aQuest()
  const entry = { id: uuid(6, 1), memberId: miaId, amount: 5, reason: 'completion' as const, title, icon, createdAt }
  updateServerState((state) => withRead(state, aRead(3), null))
  answering({ json: { balance: 10 } }, { json: [] }, { json: { balance: 15 } })
  await client.fetchQuery(gemsQuery(miaId))
  await client.fetchQuery(gemEntriesQuery(miaId))
  applyEvents([{ type: 'gems.changed', revision: 4, balance: 15, entry }])
  expect(serverState()).toMatchObject({ balances: { [miaId]: 15 }, entries: [entry] })
  // A late event, which the read already includes.
  await client.fetchQuery({ ...gemsQuery(miaId), staleTime: 0 })
  applyEvents([{ type: 'gems.changed', revision: 2, balance: 5, entry: { ...entry, id: uuid(6, 2) } }])
  expect(serverState().balances).toEqual({ [miaId]: 15 })
})

test('a new name of the family survives late replies; nothing of another family stays', async () => {
  const family = {
    id: familyId,
    name: 'Berg Family',
    rewardMode: 'celebrate' as const,
    practiceGems: 0,
    timeZone: 'UTC',
    weekStartsOn: 1 as const,
    revision: 3,
  }
  const other = { ...family, id: FamilyId.parse(uuid(7, 2)), name: 'Otter Family' }
  updateServerState((state) => withFamily(state, family))
  applyEvents([{ type: 'family.saved', revision: 5, family: { ...family, name: 'The Bergs', revision: 5 } }, saved(4)])
  applyEvents([{ type: 'family.saved', revision: 4, family: { ...family, name: 'Bergs', revision: 4 } }])
  expect(serverState().family?.name).toBe('The Bergs')
  updateServerState((state) => withFamily(state, other))
  expect(serverState()).toEqual({ ...emptyFamilyState, family: other })
})
