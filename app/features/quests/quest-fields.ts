import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import { questDefaults, type Quest } from '#domain/contract/quests.ts'
import { columnOfNewQuest, doneColumn } from '#domain/rules/columns.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { homeColumnOf } from '#domain/rules/quests.ts'
import type { Body } from '#domain/contract/routes.ts'

export const scheduleFields = ['weekdays', 'timesPerWeek', 'dueOn', 'startsOn', 'endsOn'] as const
type ScheduleField = (typeof scheduleFields)[number]

/** Returns the fields without the parts of a schedule that do not go with `recurring`. */
export function withoutOthers<Some extends Partial<Body<'addQuest'>>>(
  fields: Some,
  recurring = fields.recurring,
): Some {
  const others =
    recurring === 'once'
      ? ['weekdays', 'timesPerWeek', 'startsOn', 'endsOn']
      : ['dueOn', ...(recurring === 'daily' ? ['weekdays', 'timesPerWeek'] : [])]
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !others.includes(name))) as Some
}

export type Fields = Required<Omit<Body<'addQuest'>, 'id' | ScheduleField>> & Pick<Body<'addQuest'>, ScheduleField>

/** The fields of a quest that its dialog changes. */
export function fieldsOf(quest: Quest): Fields {
  const { title, description, icon, gemValue, assigneeIds, columnId, recurring, targetTime } = quest
  const { weekdays = null, timesPerWeek = null, dueOn = null, startsOn = null, endsOn = null } = quest
  const schedule = { weekdays, timesPerWeek, dueOn, startsOn, endsOn }
  return { title, description, icon, gemValue, assigneeIds, columnId, recurring, targetTime, ...schedule }
}

/** The fields of a new quest before anything is chosen. */
export function newQuest(
  columns: readonly QuestColumn[],
  asked: ColumnId | undefined,
  members: readonly FamilyMember[],
  day: Day | undefined,
  title = '',
): Fields {
  const columnId = columns.find((column) => column.id === asked)?.id ?? columnOfNewQuest(columns)
  if (columnId === undefined) throw new Error('A quest needs a column')
  const { icon, gemValue, recurring } = questDefaults
  return {
    title,
    description: '',
    icon,
    gemValue,
    assigneeIds: members.slice(0, 1).map(({ id }) => id),
    columnId,
    recurring,
    targetTime: null,
    ...(day !== undefined && { dueOn: day, weekdays: [weekdayOf(day)] }),
  }
}

/**
 * The fields of another quest like this one, to do from `today` on: in the column where it is to do, without days that
 * are over, on the weekday that it has.
 */
export function copyOf(
  quest: Quest,
  columns: readonly QuestColumn[],
  { today, dayOf }: { today: Day; dayOf: (moment: string) => Day },
): Body<'addQuest'> {
  const fields = fieldsOf(quest)
  const { weekdays, timesPerWeek, dueOn, endsOn } = fields
  const home = homeColumnOf(quest)
  return withoutOthers({
    ...fields,
    columnId: home === doneColumn(columns)?.id ? (columnOfNewQuest(columns) ?? home) : home,
    weekdays: weekdays ?? (timesPerWeek == null ? [weekdayOf(dayOf(quest.createdAt))] : null),
    dueOn: dueOn != null && dueOn < today ? null : dueOn,
    endsOn: endsOn != null && endsOn < today ? null : endsOn,
  })
}
