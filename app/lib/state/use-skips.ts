import type { Day } from '#domain/contract/days.ts'
import { AbsenceId, type MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { skipsOf } from '#domain/rules/absences.ts'
import { isSomedayColumn } from '#domain/rules/columns.ts'
import { plusDays } from '#domain/rules/days.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { spokenName } from '#app/lib/text/avatar-props.ts'
import { toast } from '#app/state/toast.ts'
import { away } from '#texts/away'
import { quests } from '#texts/quests'
import { familyState, useFamilyPart } from './family-store.ts'
import { membersOf } from './use-calendar.ts'
import { useCommand } from './use-command.ts'
import { useFamilyClock } from './use-quests.ts'

/**
 * Returns the items of a quest's menu that skip it today, for all or for one of its children, or take that back. A once-quest
 * that is skipped for all is for tomorrow. None for a quest for someday, which has no day.
 */
export function useSkips(quest: Quest): { label: string; onSelect: () => void }[] {
  const { today, dayOf } = useFamilyClock()
  const absences = useFamilyPart('absences')
  const familyId = useFamilyPart('family')?.id
  const assignees = membersOf(quest.assigneeIds, useFamilyPart('members'))
  const { mutate: add } = useCommand('addAbsence', { failure: quests.updateFailed })
  const { mutate: remove } = useCommand('deleteAbsence', { failure: quests.updateFailed })
  const { mutate: edit } = useCommand('moveOrEditQuest', { failure: quests.updateFailed })
  const columns = useFamilyPart('columns')
  if (familyId === undefined || isSomedayColumn(columns, quest.columnId)) return []
  const skips = skipsOf(quest, absences, { day: today, dayOf })
  const isSkipped = (member: MemberId) => skips.some(({ memberId }) => memberId === null || memberId === member)
  const tell = (words: string, holds: () => boolean, onAction: () => void) =>
    toast({ title: words, holds, action: { label: quests.undo, onAction } })
  const setDue = (dueOn: Day | null) => edit({ questId: quest.id, body: { dueOn } })
  const skip = (memberId: MemberId | null) => {
    if (memberId === null && quest.recurring === 'once') {
      const tomorrow = plusDays(today, 1)
      setDue(tomorrow)
      const holds = () => familyState().quests.some(({ id, dueOn }) => id === quest.id && dueOn === tomorrow)
      return tell(away.isForTomorrow(quest.title), holds, () => setDue(quest.dueOn ?? null))
    }
    const absenceId = AbsenceId.parse(newId())
    add({ familyId, body: { id: absenceId, memberId, questId: quest.id, startsOn: today, endsOn: today } })
    const holds = () => familyState().absences.some(({ id }) => id === absenceId)
    tell(away.isSkipped(quest.title), holds, () => remove({ absenceId }))
  }
  const left = assignees.filter(({ id }) => !isSkipped(id))
  return [
    ...(skips.length > 0
      ? [{ label: away.dontSkip, onSelect: () => skips.forEach(({ id }) => remove({ absenceId: id })) }]
      : [{ label: away.skipToday, onSelect: () => skip(null) }]),
    ...(assignees.length > 1 ? left : []).map((member) => ({
      label: away.skipFor(spokenName(member)),
      onSelect: () => skip(member.id),
    })),
  ]
}
