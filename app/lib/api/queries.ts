import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { archivedPage, type ArchivedQuestsQuery, type Quest } from '#domain/contract/quests.ts'
import { plusDays } from '#domain/rules/days.ts'
import { doneSince } from '#domain/rules/finished.ts'
import { call, keyOf } from './api-client.ts'
import { addQuests, upToDate } from '#app/lib/state/family-news.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { dayOf } from '#app/lib/time/today.ts'

/** The signed-in user's families; the first is the one shown. Ask only when somebody is signed in. */
export const myFamiliesQuery = () => queryOptions({ queryKey: keyOf('myFamilies'), queryFn: () => call('myFamilies') })

export const membersQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('members', { familyId }), queryFn: () => upToDate(familyId, 'members', () => call('members', { familyId })) })

export const columnsQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('columns', { familyId }), queryFn: () => upToDate(familyId, 'columns', () => call('columns', { familyId })) })

/**
 * The quests, without those finished more than 30 days ago; these join them when `archivedQuestsQuery` reads them. A day more, as the family's
 * day can be one before that of this device.
 */
export const questsQuery = (familyId: FamilyId) =>
  queryOptions({
    queryKey: keyOf('quests', { familyId }),
    queryFn: () => upToDate(familyId, 'quests', () => call('quests', { familyId }, { doneSince: plusDays(doneSince(dayOf(new Date(serverNow()))), -1) })),
  })

type ArchivedPage = Pick<ArchivedQuestsQuery, 'before' | 'beforeId'>
const firstPage: ArchivedPage = {}

/** Reads what the last column shows no more, page by page, into the quests; what it keeps itself is where the next page begins. */
export const archivedQuestsQuery = (familyId: FamilyId) =>
  infiniteQueryOptions({
    queryKey: keyOf('archivedQuests', { familyId }),
    initialPageParam: firstPage,
    queryFn: async ({ client, pageParam }): Promise<ArchivedPage | null> => {
      // A list on its way would take the page's quests out again.
      await client.fetchQuery(questsQuery(familyId))
      let last: Quest | undefined
      const page = await upToDate(familyId, 'quests', async () => {
        const quests = await call('archivedQuests', { familyId }, { doneSince: doneSince(dayOf(new Date(serverNow()))), ...pageParam })
        if (quests.length === archivedPage) last = quests.at(-1)
        return quests
      })
      addQuests(client, familyId, page)
      // A query's data is never undefined.
      return last === undefined ? null : { before: last.finishedAt ?? last.createdAt, beforeId: last.id }
    },
    getNextPageParam: (next) => next,
    gcTime: 0,
  })

export const rewardsQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('rewards', { familyId }), queryFn: () => upToDate(familyId, 'rewards', () => call('rewards', { familyId })) })

/** What kids can see in the store, cheapest first. */
export const activeRewardsQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('activeRewards', { familyId }), queryFn: () => call('activeRewards', { familyId }) })

/** The newest 200, and whatever is still waiting; newest first when fetched, in any order after live news. */
export const redemptionsQuery = (familyId: FamilyId) =>
  queryOptions({ queryKey: keyOf('redemptions', { familyId }), queryFn: () => upToDate(familyId, 'redemptions', () => call('redemptions', { familyId })) })

/** Who did what on the days of `range`, both ends included, in any order. */
export const completionsQuery = (familyId: FamilyId, range: Range) =>
  queryOptions({
    // The range ends the key: live news finds by it which lists a day belongs to.
    queryKey: [...keyOf('completions', { familyId }), range.startDate, range.endDate],
    queryFn: () => upToDate(familyId, 'completions', () => call('completions', { familyId }, range)),
  })

/** What a member can spend. Asked again whenever a screen that shows it opens or the window comes back. */
export const gemsQuery = (familyId: FamilyId, memberId: MemberId) =>
  queryOptions({
    queryKey: keyOf('gems', { memberId }),
    queryFn: async () => {
      const balances = await upToDate(familyId, 'balances', async () => ({ [memberId]: (await call('gems', { memberId })).balance }))
      return { balance: balances[memberId] ?? 0 }
    },
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  })

/** A member's ledger, newest first: the last 1,000 lines. */
export const gemEntriesQuery = (familyId: FamilyId, memberId: MemberId) =>
  queryOptions({
    queryKey: keyOf('gemEntries', { memberId }),
    queryFn: async () => {
      const entries = await upToDate(familyId, 'entries', () => call('gemEntries', { memberId }))
      return entries.filter((entry) => entry.memberId === memberId)
    },
  })

/** What a member practises in the playground. No news tells of it: it is asked for anew by every screen that opens. */
export const practiceQuery = (memberId: MemberId) =>
  queryOptions({ queryKey: keyOf('practice', { memberId }), queryFn: () => call('practice', { memberId }), staleTime: 0, refetchOnMount: 'always' })

export const adminStatsQuery = () => queryOptions({ queryKey: keyOf('adminStats'), queryFn: () => call('adminStats'), staleTime: 0 })

type Range = { startDate: Day; endDate: Day }
