import { infiniteQueryOptions, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { DayRange } from '#domain/contract/days.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { pageSizes } from '#domain/contract/constants.ts'
import { routes } from '#domain/contract/routes.ts'
import type { ArchivedQuestsQuery } from '#domain/contract/quests.ts'
import { withArchived, withBalance, withCompletions, withEntries, withRead } from '#domain/rules/family-state.ts'
import { doneSince } from '#domain/rules/quests.ts'
import { call, keyOf } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { followMembership, refreshSession, sessionOf, takeOpeningRead } from '#app/lib/session/session.ts'
import { serverState, updateServerState } from '#app/lib/state/family-store.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { dayOf } from '#app/lib/time/today.ts'

/**
 * Reads the family's state: all of it, or nothing where the server says that it is known. The query's data is the
 * revision of the read; `useFamilyPart` returns the state, and `readAt` whether it was read. Read again when the acting
 * member or the day changes, after a lost line and after a gap.
 */
export const familyStateQuery = (familyId: FamilyId) =>
  queryOptions({
    queryKey: keyOf('familyState', { familyId }),
    queryFn: async ({ client }): Promise<number> => {
      const { family, readAt } = serverState()
      const isKnown = family?.id === familyId && readAt?.actingMember === sessionOf(client)?.actingMember
      const known = isKnown && readAt ? { known: `${readAt.completeTo}.${readAt.seat}` } : {}
      const apply = followMembership(client)
      const reply = await (takeOpeningRead(familyId) ?? call('familyState', { familyId }, known)).catch((error) => {
        // This browser has another family by now, or none.
        if (error instanceof ApiError && error.code === 'not_found') void refreshSession(client)
        throw error
      })
      if ('unchanged' in reply) return readAt?.revision ?? 0
      if (!apply({ ...reply.membership, family: reply.family })) return reply.revision
      updateServerState((state) => withRead(state, reply, reply.membership.activeMemberId))
      for (const { id } of reply.members) client.setQueryData(gemsQuery(id).queryKey, reply.balances[id] ?? 0)
      // Their events were missed as well.
      if (readAt !== undefined) void client.invalidateQueries({ predicate: ({ queryKey }) => isBeside(queryKey) })
      return reply.revision
    },
    staleTime: 0,
  })

/** True for what screens read beside the family's state. */
const isBeside = (key: readonly unknown[]) => key[0] !== 'session' && key[2] !== 'state' && key[2] !== 'gems'

/** Reads the family's state again where a screen shows it; rejects when that fails. */
export const readFamilyAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries(
    { type: 'active', predicate: ({ queryKey }) => queryKey[2] === 'state' },
    { throwOnError: true },
  )

type ArchivedPage = Pick<ArchivedQuestsQuery, 'before' | 'beforeId'>
const firstPage: ArchivedPage = {}

/**
 * Reads the archived quests of the last column into the quests, page by page; its own data is the cursor of the next
 * page.
 */
export const archivedQuestsQuery = (familyId: FamilyId) =>
  infiniteQueryOptions({
    queryKey: keyOf('archivedQuests', { familyId }),
    initialPageParam: firstPage,
    queryFn: async ({ pageParam }): Promise<ArchivedPage | null> => {
      const since = doneSince(dayOf(new Date(serverNow())))
      const page = await call('archivedQuests', { familyId }, { doneSince: since, ...pageParam })
      updateServerState((state) => withArchived(state, page))
      const last = page.length === pageSizes.archivedQuests ? page.at(-1) : undefined
      // A query's data is never undefined.
      return last === undefined ? null : { before: last.finishedAt ?? last.createdAt, beforeId: last.id }
    },
    getNextPageParam: (next) => next,
    gcTime: 0,
  })

/** Milliseconds within which the balance of the opening read is that of the first mount. */
const openingMs = 15_000

/** The completions of days that the family's state does not have, read into it; undefined reads none. */
export const completionsQuery = (missing: (DayRange & { familyId: FamilyId }) | undefined) =>
  queryOptions({
    queryKey: [routes.completions.path, missing],
    queryFn:
      missing === undefined
        ? skipToken
        : async () => {
            const { familyId, ...days } = missing
            const revision = serverState().readAt?.completeTo ?? 0
            const paid = await call('completions', { familyId }, days)
            const list = paid.map(({ gems: _gems, ...completion }) => completion)
            updateServerState((state) => withCompletions(state, list, revision, days))
            return list.length
          },
  })

/**
 * The gems that a member can spend, read into the family's state. Read again when a screen that shows them opens, or the
 * window regains focus.
 */
export const gemsQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: keyOf('gems', { memberId }),
    queryFn: async () => {
      const revision = serverState().readAt?.completeTo ?? 0
      const { balance } = await call('gems', { memberId })
      updateServerState((state) => withBalance(state, memberId, balance, revision))
      return balance
    },
    staleTime: openingMs,
    refetchOnMount: true,
    retryOnMount: true,
    refetchOnWindowFocus: 'always',
  })

/** A member's ledger, read into the family's state, newest first: the last 1,000 lines. */
export const gemEntriesQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: keyOf('gemEntries', { memberId }),
    queryFn: async () => {
      const entries = await call('gemEntries', { memberId })
      updateServerState((state) => withEntries(state, memberId, entries))
      return entries.length
    },
  })

/** A member's practice in the playground. No event changes it, so each screen that opens reads it again. */
export const practiceQuery = (memberId: MemberId) =>
  queryOptions({
    queryKey: keyOf('practice', { memberId }),
    queryFn: () => call('practice', { memberId }),
    staleTime: 0,
    refetchOnMount: 'always',
    retryOnMount: true,
  })

export const adminStatsQuery = () =>
  queryOptions({ queryKey: keyOf('adminStats'), queryFn: () => call('adminStats'), staleTime: 0, retryOnMount: true })
