import type { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { timesDone, weekOf } from '#domain/rules/weeks.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { listed } from '#app/texts/isolated.ts'
import { shortDay, weekdayName } from '#app/texts/weekdays.ts'
import { quests } from '#texts/quests'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'

/** 'Mon, Thu' */
export const shortNames = (weekdays: readonly number[]) =>
  weekdays.map((weekday) => weekdayName(weekday, 'short')).join(', ')

/** The days of a quest in short, on the family's calendar: 'Daily', 'on Tuesdays', 'Mon, Thu, until 20 Dec', 'Sat 5 Dec'. */
export function Repeats({ quest, on }: { quest: Quest; on?: Day }) {
  const { recurring, weekdays, timesPerWeek, createdAt, dueOn, startsOn, endsOn } = quest
  const { today, dayOf, weekStartsOn } = useFamilyClock()
  const isThisWeek = on === undefined || weekOf(on, weekStartsOn) === weekOf(today, weekStartsOn)
  const isCounted = timesPerWeek != null && isThisWeek
  const words = [
    dueOn != null && shortDay(dueOn, true),
    timesPerWeek != null && !isCounted && quests.timesAWeek(timesPerWeek),
    recurring === 'weekly' && weekdays != null && shortNames(weekdays),
    recurring === 'weekly' && weekdays == null && timesPerWeek == null && weeklyOn(dayOf(createdAt)),
    recurring === 'daily' && quests.recurring.daily,
    startsOn != null && startsOn > today && quests.from(shortDay(startsOn)),
    endsOn != null && quests.until(shortDay(endsOn)),
  ]
  const days = words.filter(Boolean).join(', ')
  if (!isCounted) return <span>{days}</span>
  return (
    <span>
      <TimesThisWeek quest={quest} />
      {days !== '' && <span>{`, ${days}`}</span>}
    </span>
  )
}

/** How often a quest was done in the week of today: '2 of 3 this week', with several assignees 'Mia 2, Leo 1 of 3 this week'. */
export function TimesThisWeek({ quest, of }: { quest: Quest; of?: MemberId | undefined }) {
  const { today, weekStartsOn } = useFamilyClock()
  const completions = useFamilyPart('completions')
  const members = useFamilyPart('members')
  const ofQuest = completions.filter(({ questId }) => questId === quest.id)
  const counted = membersOf(of === undefined ? quest.assigneeIds : [of], members).map(({ id, displayName }) => ({
    displayName,
    times: timesDone(ofQuest, id, { day: today, weekStartsOn }),
  }))
  const [only, ...others] = counted
  const done =
    others.length === 0
      ? (only?.times ?? 0)
      : listed(counted.map(({ displayName, times }) => `${displayName} ${times}`))
  return <span>{quests.timesThisWeek(done, quest.timesPerWeek ?? 0)}</span>
}

/** The days that were chosen for a quest which is due, for who does it: 'Mon, Thu, until 20 Dec'; '' for none. */
export const ownDays = ({ weekdays, endsOn }: Quest): string =>
  [weekdays != null && weekdays.length < 7 && shortNames(weekdays), endsOn != null && quests.until(shortDay(endsOn))]
    .filter(Boolean)
    .join(', ')

/** Whether a card says on which days a quest is due. */
export const hasDays = ({ recurring, dueOn }: Quest): boolean => recurring !== 'once' || dueOn != null

/** 'on Tuesdays', for any Tuesday. */
export const weeklyOn = (day: Day): string => quests.weeklyOn[weekdayOf(day) % 7] ?? quests.recurring.weekly
