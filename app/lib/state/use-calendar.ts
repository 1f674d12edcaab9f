import { useMemo } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId, MemberId, QuestId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { daysOfView, progressOn, questsForSomeday, questsOnDay, type CalendarView, type QuestOccurrence } from '#domain/rules/calendar.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { membersQuery } from '#app/lib/api/queries.ts'
import { useFamilyQuery } from './use-family-query.ts'
import { useQuests } from './use-quests.ts'

export type CalendarDay = { day: Day; standings: readonly QuestOccurrence[] }

export type CalendarDays = {
  today: Day
  days: readonly CalendarDay[]
  /** What is for someday, and stands on no day. */
  someday: readonly QuestOccurrence[]
  /** All of the family, or all of the one member asked about. */
  quests: readonly Quest[]
  columns: readonly QuestColumn[]
  members: readonly FamilyMember[]
  isPending: boolean
  /** The first thing without which no calendar can be drawn; `retry` asks again for what failed. */
  error: Error | null
  retry: () => void
  /** Who did what could not be read: the rest is shown all the same. */
  completionsFailed: boolean
  completionsBusy: boolean
  /** How a quest stands on a day, also when that day is out of sight; one for someday stands alike on all of them. */
  standingOn: (day: Day, questId: QuestId) => QuestOccurrence | undefined
  /** Whether a recurring quest is done for the due day that today counts for. */
  isDoneNow: (quest: Quest) => boolean
}

const nothing: readonly never[] = []

/** The days of `view` with what stands on them, for the family or for one member of it, as events and the clock change them. */
export function useCalendar(familyId: FamilyId, view: CalendarView, of?: MemberId): CalendarDays {
  const { today, dayOf, quests = nothing, columns = nothing, completions, queries, completionsQuery: done } = useQuests(familyId)
  const week = useMemo(() => daysOfView(today, 7), [today])
  const ofMembers = useFamilyQuery(membersQuery(familyId), 'members')
  const needed = [...queries, ofMembers]
  const { data: members = nothing } = ofMembers
  // Asked again after a failure it is pending once more, but what stands there stays there.
  const completionsFailed = done.isError || (done.isPending && done.errorUpdateCount > 0)

  const own = useMemo(() => (of === undefined ? quests : quests.filter((quest) => quest.assigneeIds.includes(of))), [quests, of])
  const standingsOf = useMemo(
    () => remembered((day: Day) => questsOnDay({ quests, columns, completions }, { day, today, dayOf }, of && new Set([of]))),
    [quests, columns, completions, today, dayOf, of],
  )
  const someday = useMemo(() => questsForSomeday({ quests, columns, completions }, of && new Set([of])), [quests, columns, completions, of])
  const isDoneNow = useMemo(() => {
    const byQuest = groupBy(completions ?? [], (completion) => completion.questId)
    return (quest: Quest) => progressOn(quest, byQuest.get(quest.id) ?? [], { day: today, dayOf }, of && new Set([of])).left.length === 0
  }, [completions, today, dayOf, of])
  return {
    today,
    quests: own,
    someday,
    days: daysOfView(today, view).map((day) => ({ day, standings: standingsOf(day) })),
    columns,
    members,
    isPending: needed.some((query) => query.isPending) || (done.isPending && !completionsFailed),
    error: needed.find((query) => query.data === undefined && query.isError)?.error ?? null,
    retry: () => {
      for (const query of [...needed, done]) if (query.isError) void query.refetch()
    },
    completionsFailed,
    completionsBusy: done.isFetching,
    isDoneNow,
    standingOn: (day, questId) => (week.includes(day) ? [...standingsOf(day), ...someday].find(({ quest }) => quest.id === questId) : undefined),
  }
}

/** Works a day out when it is asked for, and once: of a week mostly three are shown. */
function remembered<Answer>(work: (day: Day) => Answer): (day: Day) => Answer {
  const known = new Map<Day, Answer>()
  return (day) => {
    const answer = known.get(day) ?? work(day)
    known.set(day, answer)
    return answer
  }
}

/** The members of these ids, in that order; who left the family is left out. */
export function membersOf(ids: readonly MemberId[], members: readonly FamilyMember[]): FamilyMember[] {
  return ids.flatMap((id) => members.find((member) => member.id === id) ?? [])
}
