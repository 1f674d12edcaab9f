import type { QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import type { FamilyEvent } from '#domain/contract/events.ts'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { QuestCompletion } from '#domain/contract/quest-completions.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { Reward } from '#domain/contract/rewards.ts'
import { applyEvent, completionKey, emptyHousehold, withQuests, type Household } from '#domain/rules/news.ts'
import { store } from '#app/state/store.ts'
import { keyOf } from '#app/lib/api/api-client.ts'

const lists = ['columns', 'quests', 'members', 'rewards', 'redemptions'] as const

/**
 * Milliseconds for which news is held against what is read: the database tells of a change a moment
 * before other connections see it, so an answer can be older than news that came before it.
 */
export const aheadMs = 100

type News = {
  latest: Household['latest']
  /** What was heard, and when: a moment ago, or since the first of the answers that are on their way was asked for. */
  heard: readonly { event: FamilyEvent; at: number }[]
  /** How many answers are on their way. */
  awaited: number
}

const newsAtom = atom<ReadonlyMap<FamilyId, News>>(new Map())

const newsOf = (familyId: FamilyId): News => store.get(newsAtom).get(familyId) ?? { latest: {}, heard: [], awaited: 0 }

function changeNews(familyId: FamilyId, change: Partial<News>): void {
  store.set(newsAtom, (news) => new Map(news).set(familyId, { ...newsOf(familyId), ...change }))
}

/** Puts one change, from live news or from an answer to us, into all that is cached of the family. */
export function hear(client: QueryClient, familyId: FamilyId, event: FamilyEvent): void {
  const { latest, heard, awaited } = newsOf(familyId)
  const before = cachedHousehold(client, familyId, latest)
  const after = applyEvent(before, event)
  changeNews(familyId, { latest: after.latest, heard: [...(awaited === 0 ? recently(heard) : heard), { event, at: Date.now() }] })
  cache(client, familyId, before, after)
  hearOfFamily(client, familyId, event)
  // What is in the window, and in which order, is the server's to say, once it sees it.
  const stale = { 'reward.saved': ['activeRewards'], 'reward.deleted': ['activeRewards'], 'reward.hidden': ['activeRewards', 'rewards'] } as const
  if (event.type in stale) {
    const lists = stale[event.type as keyof typeof stale]
    setTimeout(() => lists.forEach((list) => void client.invalidateQueries({ queryKey: keyOf(list, { familyId }) })), aheadMs)
  }
}

/** Puts the events of an answer into all that is cached of the family: what was changed, before anything is said about it. */
export function applyReplyEvents(client: QueryClient, familyId: FamilyId, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('events' in answer)) return
  // The call has parsed them.
  for (const event of answer.events as readonly FamilyEvent[]) {
    // Of a reward that kids are not shown the answer says what its event does not.
    const reward = event.type === 'reward.hidden' ? Reward.safeParse(answer).data : undefined
    hear(client, familyId, reward === undefined ? event : { type: 'reward.saved', revision: event.revision, reward })
  }
}

/** Adds quests that were read by another call to the cached ones: what is newer stays, what is gone does not come back. */
export function addQuests(client: QueryClient, familyId: FamilyId, quests: readonly Quest[]): void {
  const before = cachedHousehold(client, familyId, newsOf(familyId).latest)
  cache(client, familyId, before, withQuests(before, quests))
}

/** Changes the cached quests by a pure function, for a guess and for taking it back; unloaded ones stay so. */
export function changeQuests(client: QueryClient, familyId: FamilyId, next: (quests: readonly Quest[]) => readonly Quest[]): void {
  client.setQueryData<readonly Quest[]>(keyOf('quests', { familyId }), (quests) => quests && next(quests))
}

/**
 * Reads a part of the household and brings it up to date: what was heard while the answer was on its
 * way, or a moment before, may be newer than the answer. What was heard earlier is in it.
 */
export async function upToDate<Part extends keyof Household>(familyId: FamilyId, part: Part, read: () => Promise<Household[Part]>): Promise<Household[Part]> {
  const { heard, awaited } = newsOf(familyId)
  const earlier = heard.length - recently(heard).length
  changeNews(familyId, { awaited: awaited + 1 })
  try {
    const answer = await read()
    const since = newsOf(familyId).heard.slice(earlier)
    return since.map(({ event }) => event).reduce(applyEvent, { ...emptyHousehold, [part]: answer })[part]
  } finally {
    changeNews(familyId, { awaited: newsOf(familyId).awaited - 1 })
  }
}

const recently = (heard: News['heard']) => heard.filter(({ at }) => Date.now() - at < aheadMs)

function cachedHousehold(client: QueryClient, familyId: FamilyId, latest: Household['latest']): Household {
  const completions = cachedCompletions(client, familyId).flatMap(([, list]) => list)
  return {
    ...emptyHousehold,
    ...Object.fromEntries(lists.map((list) => [list, client.getQueryData(keyOf(list, { familyId })) ?? []])),
    completions: [...new Map(completions.map((done) => [completionKey(done), done])).values()],
    balances: Object.fromEntries(cachedOfMembers<{ balance: number }>(client, 'gems').map(([id, { balance }]) => [id, balance])),
    entries: cachedOfMembers<Household['entries']>(client, 'gem-entries').flatMap(([, entries]) => entries),
    latest,
  }
}

function cache(client: QueryClient, familyId: FamilyId, before: Household, after: Household): void {
  for (const list of lists) {
    if (after[list] !== before[list]) setKnown(client, keyOf(list, { familyId }), after[list])
  }
  if (after.completions !== before.completions) {
    for (const [key] of cachedCompletions(client, familyId)) {
      const [start = '', end = ''] = key.slice(-2)
      client.setQueryData(
        key,
        after.completions.filter((done) => done.completedDate >= start && done.completedDate <= end),
      )
    }
  }
  for (const [memberId, balance] of Object.entries(after.balances)) {
    if (before.balances[memberId] !== balance) setKnown(client, [...memberKey, memberId, 'gems'], { balance })
  }
  if (after.entries !== before.entries) {
    for (const [memberId] of cachedOfMembers(client, 'gem-entries')) {
      client.setQueryData(
        [...memberKey, memberId, 'gem-entries'],
        after.entries.filter((entry) => entry.memberId === memberId),
      )
    }
  }
}

/** Name and reward mode of the family, and what the signed-in user is in it. */
function hearOfFamily(client: QueryClient, familyId: FamilyId, event: FamilyEvent): void {
  if (event.type !== 'family.saved' && event.type !== 'member.saved') return
  client.setQueryData<readonly Membership[]>(keyOf('myFamilies'), (memberships) =>
    memberships?.map((membership) => {
      if (membership.family.id !== familyId) return membership
      if (event.type === 'member.saved') return event.member.id === membership.id ? { ...membership, role: event.member.role } : membership
      return event.family.revision > membership.family.revision ? { ...membership, family: event.family } : membership
    }),
  )
}

const memberKey = ['/api/family-members']

function cachedOfMembers<Data>(client: QueryClient, what: 'gems' | 'gem-entries'): [string, Data][] {
  return client
    .getQueriesData<Data>({ queryKey: memberKey, predicate: ({ queryKey }) => queryKey[2] === what })
    .flatMap(([key, data]): [string, Data][] => (data === undefined ? [] : [[String(key[1]), data]]))
}

/** One list for each range of days that somebody asked for. */
function cachedCompletions(client: QueryClient, familyId: FamilyId): [readonly string[], readonly QuestCompletion[]][] {
  return client
    .getQueriesData<readonly QuestCompletion[]>({ queryKey: keyOf('completions', { familyId }) })
    .flatMap(([key, data]): [readonly string[], readonly QuestCompletion[]][] => (data === undefined ? [] : [[key.map(String), data]]))
}

/** What nobody has asked for yet stays unknown. */
function setKnown(client: QueryClient, key: readonly string[], next: unknown): void {
  client.setQueryData(key, (known: unknown) => (known === undefined ? undefined : next))
}
