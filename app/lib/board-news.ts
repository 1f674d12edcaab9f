import type { QueryClient } from '@tanstack/react-query'
import type { FamilyEvent } from '#domain/contract/events.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { applyEvent, emptyBoard, type Board } from '#domain/rules/board.ts'
import { keyOf } from './api-client.ts'

type List = 'columns' | 'quests' | 'members'

type News = {
  /** Newest last: live news and the answers of our own calls, of one page's life. */
  events: FamilyEvent[]
  gone: Board['gone']
}

const news = new Map<FamilyId, News>()

// A list that is on its way carries everything up to the moment it was asked for; more changes
// than these do not happen in between.
const mostRemembered = 500

/** Puts one change into the cached lists; a list that is not loaded yet gets it when it comes. */
export function hear(client: QueryClient, familyId: FamilyId, event: FamilyEvent): void {
  const before = cachedBoard(client, familyId)
  const after = applyEvent(before, event)
  news.set(familyId, { events: [...(news.get(familyId)?.events ?? []), event].slice(-mostRemembered), gone: after.gone })
  store(client, familyId, before, after)
}

/** Changes the cached lists by a pure function; lists that are not loaded stay unloaded. */
export function change(client: QueryClient, familyId: FamilyId, next: (board: Board) => Board): void {
  const before = cachedBoard(client, familyId)
  store(client, familyId, before, next(before))
}

/**
 * A list as just fetched, brought up to date: what was heard while it was on its way may be newer.
 * Whatever is older changes nothing, by its version.
 */
export function upToDate<Of extends List>(familyId: FamilyId, list: Of, fetched: Board[Of]): Board[Of] {
  return (news.get(familyId)?.events ?? []).reduce(applyEvent, { ...emptyBoard, [list]: fetched })[list]
}

function cachedBoard(client: QueryClient, familyId: FamilyId): Board {
  return {
    columns: client.getQueryData<Board['columns']>(keyOf('columns', { familyId })) ?? [],
    quests: client.getQueryData<Board['quests']>(keyOf('quests', { familyId })) ?? [],
    members: client.getQueryData<Board['members']>(keyOf('members', { familyId })) ?? [],
    gone: news.get(familyId)?.gone ?? {},
  }
}

function store(client: QueryClient, familyId: FamilyId, before: Board, after: Board): void {
  for (const list of ['columns', 'quests', 'members'] as const) {
    if (after[list] === before[list]) continue
    client.setQueryData(keyOf(list, { familyId }), (known: unknown) => (known === undefined ? undefined : after[list]))
  }
}
