import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { Day } from '#domain/contract/days.ts'
import { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { aQuest, uuid } from '#domain/rules/testing.ts'
import { hear } from './family-news.ts'
import { completionsQuery, archivedQuestsQuery, gemEntriesQuery, gemsQuery, myFamiliesQuery, questsQuery } from '#app/lib/api/queries.ts'
import { createQueryClient } from '#app/lib/api/query-client.ts'

let familyId: FamilyId
let client: ReturnType<typeof createQueryClient>
beforeEach(() => {
  familyId = FamilyId.parse(crypto.randomUUID())
  client = createQueryClient()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const miaId = MemberId.parse(uuid(3, 1))
const quest = (version: number, title = 'Dishes', more: object = {}) => aQuest({ title, version, ...more })
const saved = (version: number, title?: string): FamilyEvent => ({ type: 'quest.saved', revision: version, quest: quest(version, title) })

/** The server, answering with `replies` one after the other; `before` happens while an answer is on its way. */
function answering(...replies: { json: unknown; before?: () => void }[]) {
  vi.stubGlobal('fetch', async () => {
    const reply = replies.shift()
    reply?.before?.()
    return Response.json(reply?.json)
  })
}

test('what is heard while a list is on its way is in it, and an older answer does not undo it', async () => {
  answering({ json: [quest(1)], before: () => hear(client, familyId, saved(2, 'Dishes and pans')) })
  expect(await client.fetchQuery(questsQuery(familyId))).toMatchObject([{ title: 'Dishes and pans', version: 2 }])
})

test('all that is heard while a slow answer is on its way is in it, and nothing of that in the next one', async () => {
  const happens = () => {
    hear(client, familyId, saved(2, 'Dishes and pans'))
    vi.setSystemTime(Date.now() + 200)
    hear(client, familyId, { type: 'quest.saved', revision: 1, quest: plants })
    vi.setSystemTime(Date.now() + 200)
  }
  answering({ json: [quest(1)], before: happens }, { json: [] })
  expect(await client.fetchQuery(questsQuery(familyId))).toMatchObject([{ title: 'Dishes and pans' }, { title: 'Plants' }])
  expect(await client.fetchQuery({ ...questsQuery(familyId), staleTime: 0 })).toEqual([])
})

test('what was heard before a list was asked for and is not in it stays away: its deletion was missed', async () => {
  answering({ json: [] }, { json: [] })
  await client.fetchQuery(questsQuery(familyId))
  hear(client, familyId, saved(1))
  expect(client.getQueryData(questsQuery(familyId).queryKey)).toHaveLength(1)
  vi.setSystemTime(Date.now() + 200)
  expect(await client.fetchQuery({ ...questsQuery(familyId), staleTime: 0 })).toEqual([])
})

test('what was heard a moment before a list was asked for is in it: the database tells of a change before everybody can read it', async () => {
  answering({ json: [quest(1)] }, { json: [quest(1)] })
  await client.fetchQuery(questsQuery(familyId))
  hear(client, familyId, saved(2, 'Dishes and pans'))
  expect(await client.fetchQuery({ ...questsQuery(familyId), staleTime: 0 })).toMatchObject([{ version: 2 }])
})

const plants = quest(1, 'Plants', { id: uuid(1, 2), isArchived: true })

test.each([
  ['before', 'it is read'],
  ['while', 'it is on its way'],
  ['after', 'it was read'],
])('a quest of earlier is what the news of it says, also when they come %s %s', async (when) => {
  const happens = () => {
    hear(client, familyId, { type: 'quest.deleted', revision: 4, questId: plants.id })
    hear(client, familyId, saved(3, 'Dishes and pans'))
  }
  answering({ json: [] }, { json: [plants, quest(2)], ...(when === 'while' && { before: happens }) })
  await client.fetchQuery(questsQuery(familyId))
  if (when === 'before') happens()
  await client.fetchInfiniteQuery(archivedQuestsQuery(familyId))
  if (when === 'after') happens()
  expect(client.getQueryData(questsQuery(familyId).queryKey)).toMatchObject([{ title: 'Dishes and pans', version: 3 }])
})

test('the list of quests and what is read of earlier end up the same, whichever is asked anew first', async () => {
  answering({ json: [quest(1)] }, { json: [plants] }, { json: [quest(2)] }, { json: [plants] })
  await client.fetchQuery(questsQuery(familyId))
  await client.fetchInfiniteQuery(archivedQuestsQuery(familyId))
  // As after a gap in the news: both are asked for anew at the same time.
  await client.invalidateQueries({ refetchType: 'none' })
  await Promise.all([client.fetchInfiniteQuery({ ...archivedQuestsQuery(familyId), staleTime: 0 }), client.fetchQuery(questsQuery(familyId))])
  expect(client.getQueryData(questsQuery(familyId).queryKey)).toMatchObject([{ version: 2 }, { title: 'Plants' }])
})

test('earlier quests come page by page, each behind the last one of the page before', async () => {
  const asked: string[] = []
  const page = Array.from({ length: 50 }, (_, index) =>
    quest(1, `Quest ${index}`, { id: uuid(1, 100 + index), finishedAt: '2026-10-01T07:00:00.123456+00:00' }),
  )
  const replies = [[], page, [plants]]
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(replies.shift())
  })
  await client.fetchInfiniteQuery({ ...archivedQuestsQuery(familyId), pages: 2 })
  expect(client.getQueryData(questsQuery(familyId).queryKey)).toHaveLength(51)
  expect(Object.fromEntries(new URL(asked[2] ?? '', 'http://home.example').searchParams)).toMatchObject({
    before: '2026-10-01T07:00:00.123456+00:00',
    beforeId: page.at(-1)?.id,
  })
})

test('a completion arrives in the lists whose days it falls into, and in no other', async () => {
  const week = { startDate: Day.parse('2026-11-18'), endDate: Day.parse('2026-11-24') }
  const before = { startDate: Day.parse('2026-11-11'), endDate: Day.parse('2026-11-17') }
  const completion = { questId: aQuest().id, memberId: miaId, completedDate: Day.parse('2026-11-21') }
  answering({ json: [] }, { json: [] })
  await client.fetchQuery(completionsQuery(familyId, week))
  await client.fetchQuery(completionsQuery(familyId, before))
  const shown = () => [week, before].map((range) => client.getQueryData(completionsQuery(familyId, range).queryKey))
  hear(client, familyId, { type: 'completion.saved', revision: 4, completion })
  expect(shown()).toEqual([[completion], []])
  hear(client, familyId, { type: 'completion.deleted', revision: 5, completion })
  expect(shown()).toEqual([[], []])
})

test('gems that come are in the balance and on top of the ledger, where somebody looks at them', async () => {
  const { title, icon, createdAt } = aQuest()
  const entry = { id: uuid(6, 1), memberId: miaId, amount: 5, reason: 'completion' as const, title, icon, createdAt }
  answering({ json: { balance: 10 } }, { json: [] })
  await client.fetchQuery(gemsQuery(familyId, miaId))
  await client.fetchQuery(gemEntriesQuery(familyId, miaId))
  hear(client, familyId, { type: 'gems.changed', revision: 4, balance: 15, entry })
  expect(client.getQueryData(gemsQuery(familyId, miaId).queryKey)).toEqual({ balance: 15 })
  expect(client.getQueryData(gemEntriesQuery(familyId, miaId).queryKey)).toEqual([entry])
  const emil = MemberId.parse(uuid(3, 2))
  hear(client, familyId, { type: 'gems.changed', revision: 5, balance: 20, entry: { ...entry, memberId: emil } })
  expect(client.getQueryData(gemsQuery(familyId, emil).queryKey)).toBeUndefined()
})

test('a new name of the family is known at once, an older one never again', async () => {
  const family = { id: familyId, name: 'Berg Family', rewardMode: 'celebrate' as const, practiceGems: 0, timeZone: 'UTC', revision: 3 }
  answering({ json: [{ id: miaId, role: 'parent', activeMemberId: miaId, family }] })
  await client.fetchQuery(myFamiliesQuery())
  const shown = () => client.getQueryData(myFamiliesQuery().queryKey)?.[0]?.family.name
  hear(client, familyId, { type: 'family.saved', revision: 5, family: { ...family, name: 'The Bergs', revision: 5 } })
  hear(client, familyId, { type: 'family.saved', revision: 4, family: { ...family, name: 'Bergs', revision: 4 } })
  expect(shown()).toBe('The Bergs')
})
