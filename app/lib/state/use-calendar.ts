import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId, QuestId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import {
  daysOfView,
  progressOn,
  questsForSomeday,
  questsOnDay,
  type CalendarView,
  type QuestOccurrence,
} from '#domain/rules/occurrences.ts'
import { excuseOfAll } from '#domain/rules/absences.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { completionsQuery } from '#app/lib/api/queries.ts'
import { plusDays } from '#domain/rules/days.ts'
import { useFamilyPart, useServerPart } from './family-store.ts'
import { useQuests, type FamilyClock } from './use-quests.ts'

export type CalendarDay = { day: Day; occurrences: readonly QuestOccurrence[] }

export type CalendarDays = FamilyClock & {
  days: readonly CalendarDay[]
  /** The someday quests, which have no day. */
  someday: readonly QuestOccurrence[]
  /** All quests of the family, or of the given member. */
  quests: readonly Quest[]
  columns: readonly QuestColumn[]
  members: readonly FamilyMember[]
  /** The quests of a day that is at most six days from the chosen one. */
  occurrencesOn: (day: Day) => readonly QuestOccurrence[]
  /** A quest on a day of the week around today, also a hidden one; a someday quest is the same on each of them. */
  occurrenceOn: (day: Day, questId: QuestId) => QuestOccurrence | undefined
  /** Whether a recurring quest is done for the due day to which today belongs, or often enough this week. */
  isDoneNow: (quest: Quest) => boolean
  /** Whether nobody, or not the given member, has to do a quest today, because it is skipped or they are away. */
  isExcused: (quest: Quest) => boolean
}

/**
 * The days of `view` around `chosen`, or around today, with their quests, for the family or for one member; updates with
 * events and with the clock.
 */
export function useCalendar(view: CalendarView, of?: MemberId, chosen?: Day): CalendarDays {
  const { today, dayOf, weekStartsOn, quests, columns, completions } = useQuests()
  const middle = chosen ?? today
  const isKnown = useKnownDays(plusDays(middle, -6))
  const members = useFamilyPart('members')
  const absences = useFamilyPart('absences')
  const week = useMemo(() => [...daysOfView(today, 7), ...daysOfView(middle, 7)], [today, middle])

  const own = useMemo(
    () => (of === undefined ? quests : quests.filter((quest) => quest.assigneeIds.includes(of))),
    [quests, of],
  )
  const occurrencesOf = useMemo(
    () =>
      cachedByDay((day: Day) =>
        // A child is not shown what it need not do.
        questsOnDay(
          { quests, columns, absences, completions: isKnown(day) ? completions : undefined },
          { day, today, dayOf, weekStartsOn },
          of && new Set([of]),
        ).filter(({ status }) => of === undefined || status !== 'skipped'),
      ),
    [quests, columns, completions, absences, today, dayOf, weekStartsOn, of, isKnown],
  )
  const someday = useMemo(
    () => questsForSomeday({ quests, columns, completions }, of && new Set([of])),
    [quests, columns, completions, of],
  )
  const isDoneNow = useMemo(() => {
    const byQuest = groupBy(completions, (completion) => completion.questId)
    return (quest: Quest) =>
      progressOn(quest, byQuest.get(quest.id) ?? [], { day: today, dayOf, weekStartsOn }, of && new Set([of])).left
        .length === 0
  }, [completions, today, dayOf, weekStartsOn, of])
  const isExcused = useCallback(
    (quest: Quest) =>
      excuseOfAll(quest, absences, of === undefined ? quest.assigneeIds : [of], { day: today, dayOf }) !== undefined,
    [absences, of, today, dayOf],
  )
  return {
    today,
    dayOf,
    weekStartsOn,
    quests: own,
    someday,
    days: daysOfView(middle, view).map((day) => ({ day, occurrences: occurrencesOf(day) })),
    columns,
    members,
    isDoneNow,
    isExcused,
    occurrencesOn: occurrencesOf,
    occurrenceOn: (day, questId) =>
      week.includes(day) ? [...occurrencesOf(day), ...someday].find(({ quest }) => quest.id === questId) : undefined,
  }
}

/** Reads the completions from `first` on that the family's state does not have; returns which days are known. */
function useKnownDays(first: Day): (day: Day) => boolean {
  const { days } = useServerPart('readAt') ?? {}
  const familyId = useServerPart('family')?.id
  const isMissing = days !== undefined && familyId !== undefined && first < days.startDate
  const missing = isMissing ? { familyId, startDate: first, endDate: days.startDate } : undefined
  const { isSuccess } = useQuery(completionsQuery(missing))
  const start = missing !== undefined && !isSuccess ? missing.endDate : undefined
  return useCallback((day) => start === undefined || day >= start, [start])
}

/** Caches `work` by day, and runs it on demand, because mostly three days of a week are shown. */
function cachedByDay<Answer>(work: (day: Day) => Answer): (day: Day) => Answer {
  const known = new Map<Day, Answer>()
  return (day) => {
    const answer = known.get(day) ?? work(day)
    known.set(day, answer)
    return answer
  }
}

/** The members of these ids, in that order, without members who left the family. */
export function membersOf(ids: readonly MemberId[], members: readonly FamilyMember[]): FamilyMember[] {
  return ids.flatMap((id) => members.find((member) => member.id === id) ?? [])
}
