import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { DayRange } from '#domain/contract/days.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { archivedPage, type ArchivedQuestsQuery } from '#domain/contract/quests.ts'
import { plusDays } from '#domain/rules/days.ts'
import { withBalance, withCompletions, withEntries, withList, type FamilyState } from '#domain/rules/family-state.ts'
import { doneSince } from '#domain/rules/quests.ts'
import { call, keyOf, read } from './api-client.ts'
import { updateServerState } from '#app/lib/state/family-store.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { dayOf } from '#app/lib/time/today.ts'

/**
 * Reads a list into the family's state; the query's data is the revision at which it was read. `useFamilyQuery` returns
 * the list.
 */
export type FamilyQuery = ReturnType<typeof familyQuery>

function familyQuery<Data>(
  queryKey: readonly string[],
  load: () => Promise<{ reply: Data; revision: number }>,
  put: Put<Data>,
) {
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const { reply, revision } = await load()
      updateServerState((state) => put(state, reply, revision))
      return revision
    },
  })
}

type Put<Data> = (state: FamilyState, reply: Data, revision: number) => FamilyState

export const membersQuery = (familyId: FamilyId) =>
  familyQuery(
    keyOf('members', { familyId }),
    () => read('members', { familyId }),
    (state, members, revision) => withList(state, 'members', members, revision),
  )

export const columnsQuery = (familyId: FamilyId) =>
  familyQuery(
    keyOf('columns', { familyId }),
    () => read('columns', { familyId }),
    (state, columns, revision) => withList(state, 'columns', columns, revision),
  )

/**
 * The quests, without those finished more than 30 days ago, which `archivedQuestsQuery` adds. Reads one day more,
 * because the family's day can be one behind the device's.
 */
export const questsQuery = (familyId: FamilyId) =>
  familyQuery(
    keyOf('quests', { familyId }),
    () => read('quests', { familyId }, { doneSince: plusDays(doneSince(dayOf(new Date(serverNow()))), -1) }),
    (state, quests, revision) => withList(state, 'quests', quests, revision),
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
    queryFn: async ({ client, pageParam }): Promise<ArchivedPage | null> => {
      // Waits for a read in progress, which would remove this page's quests again.
      await client.fetchQuery(questsQuery(familyId))
      const page = await read(
        'archivedQuests',
        { familyId },
        { doneSince: doneSince(dayOf(new Date(serverNow()))), ...pageParam },
      )
      updateServerState((state) => withList(state, 'quests', page.reply, page.revision, () => false))
      const last = page.reply.length === archivedPage ? page.reply.at(-1) : undefined
      // A query's data is never undefined.
      return last === undefined ? null : { before: last.finishedAt ?? last.createdAt, beforeId: last.id }
    },
    getNextPageParam: (next) => next,
    gcTime: 0,
  })

export const rewardsQuery = (familyId: FamilyId) =>
  familyQuery(
    keyOf('rewards', { familyId }),
    () => read('rewards', { familyId }),
    (state, rewards, revision) => withList(state, 'rewards', rewards, revision),
  )

/** The rewards that kids see in the store. */
export const activeRewardsQuery = (familyId: FamilyId) =>
  familyQuery(
    keyOf('activeRewards', { familyId }),
    () => read('activeRewards', { familyId }),
    (state, rewards, revision) => withList(state, 'rewards', rewards, revision, ({ isActive }) => isActive === 1),
  )

/** The newest 200 redemptions and all that still wait, in any order. */
export const redemptionsQuery = (familyId: FamilyId) =>
  familyQuery(
    keyOf('redemptions', { familyId }),
    () => read('redemptions', { familyId }),
    (state, redemptions, revision) => withList(state, 'redemptions', redemptions, revision),
  )

/** The completions on the days of `range`, both ends included, in any order. */
export const completionsQuery = (familyId: FamilyId, range: DayRange) =>
  familyQuery(
    [...keyOf('completions', { familyId }), range.startDate, range.endDate],
    () => read('completions', { familyId }, range),
    (state, completions, revision) => withCompletions(state, completions, revision, range),
  )

/**
 * Refetches the family's queries: those of mounted screens at once, the others when a screen next uses them. Rejects
 * when a read fails.
 */
export function refetchFamily(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }, { throwOnError: true })
}

/** The gems that a member can spend. Read again when a screen that shows them opens, or the window regains focus. */
export const gemsQuery = (memberId: MemberId) => ({
  ...familyQuery(
    keyOf('gems', { memberId }),
    () => read('gems', { memberId }),
    (state, { balance }, revision) => withBalance(state, memberId, balance, revision),
  ),
  staleTime: 0,
  refetchOnMount: true,
  retryOnMount: true,
  refetchOnWindowFocus: true,
})

/** A member's ledger, newest first: the last 1,000 lines. */
export const gemEntriesQuery = (memberId: MemberId) =>
  familyQuery(
    keyOf('gemEntries', { memberId }),
    () => read('gemEntries', { memberId }),
    (state, entries, revision) => withEntries(state, memberId, entries, revision),
  )

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
