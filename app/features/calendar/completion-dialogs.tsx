import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { avatarProps, withAvatarProps } from '#app/lib/text/avatar-props.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { useCompletion } from '#app/lib/state/use-completion.ts'
import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { FacesDialog } from '#app/ui/overlays/faces-dialog.tsx'
import { toast } from '#app/state/toast.ts'
import { calendar } from '#texts/calendar'
import { common } from '#texts/common'
import { quests } from '#texts/quests'
import { calendarCompletion } from './calendar-completion.ts'
import { completionOf, useUndoCompletion } from './use-undo-completion.ts'

type DialogProps = {
  /** The quest as it was when the dialog opened. */
  asked: QuestOccurrence
  /** The quest as it is now; undefined when it was deleted or moved to another day meanwhile. */
  now: QuestOccurrence | undefined
  day: Day
  members: readonly FamilyMember[]
  onClose: () => void
}

export function CompleteOnDayDialog({ asked, now, day, members, onClose }: DialogProps) {
  const { complete, completing } = useCompletion(calendarCompletion())
  // Ignores the dialog's own optimistic completion.
  const occurrence = completing === undefined ? now : asked
  const { quest, doneBy } = occurrence ?? asked
  const assignees = membersOf(quest.assigneeIds, members)
  const others = members.filter((member) => !assignees.includes(member))
  const isOver = quest.recurring === 'once' && occurrence?.status === 'done'
  const choose = (member: FamilyMember) => {
    if (now !== undefined) return complete({ quest, memberId: member.id, day }, { onSuccess: onClose })
    toast({ title: common.error, description: calendar.completeFailed, destructive: true })
    onClose()
  }
  return (
    <FacesDialog
      title={quests.whoDidIt}
      description={isOver ? calendar.doneAlready(quest.title) : quests.questForGems(quest.title, quest.gemValue)}
      people={assignees.map(withAvatarProps)}
      others={others.map(withAvatarProps)}
      done={new Set(isOver ? members.map(({ id }) => id) : doneBy)}
      chosen={completing}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

/** Shows which assignees did a quest that comes again on a day; a press on one says that they did, or that they did not. */
export function TickDialog({ asked, now, day, members, onClose }: DialogProps) {
  const { complete } = useCompletion(calendarCompletion())
  const { mutate: undo } = useUndoCompletion()
  const occurrence = now ?? asked
  const { quest, doneBy } = occurrence
  const assignees = membersOf(quest.assigneeIds, members)
  const press = (pressed: readonly FamilyMember[], isDone: boolean) => {
    for (const member of pressed) {
      const completion = completionOf(occurrence, member)
      if (isDone && completion === undefined) complete({ quest, memberId: member.id, day })
      if (!isDone && completion) undo(completion)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={quests.whoDidIt}
      description={quests.questForGems(quest.title, quest.gemValue)}
      size="small"
    >
      <Checkbox
        label={calendar.all}
        checked={assignees.every(({ id }) => doneBy.includes(id))}
        onCheckedChange={(isDone) => press(assignees, isDone)}
      />
      {assignees.map((member) => (
        <Checkbox
          key={member.id}
          label={
            <>
              <Avatar {...avatarProps(member)} decorative className="size-9" />
              <span translate="no" dir="auto" className="min-w-0 wrap-anywhere">
                {member.displayName}
              </span>
            </>
          }
          checked={doneBy.includes(member.id)}
          onCheckedChange={(isDone) => press([member], isDone)}
        />
      ))}
    </Dialog>
  )
}

/** Asks which completion to undo; only when several members did the quest. */
export function UndoDialog({ asked, now, members, onClose }: DialogProps) {
  const undo = useUndoCompletion()
  const occurrence = undo.isPending ? asked : (now ?? asked)
  const { quest, doneBy } = occurrence
  const choose = (member: FamilyMember) => {
    // If another screen undid it meanwhile, uses the completion as of opening: the server then reports that it is gone.
    const completion = completionOf(occurrence, member) ?? completionOf(asked, member)
    if (completion) undo.mutate(completion, { onSuccess: onClose })
  }
  return (
    <FacesDialog
      title={calendar.whoseUndone}
      description={calendar.undoMeans(quest.title, quest.gemValue)}
      people={membersOf(doneBy, members).map(withAvatarProps)}
      chosen={undo.isPending ? undo.variables?.memberId : undefined}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
