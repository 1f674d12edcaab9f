import { useSetAtom } from 'jotai'
import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { lateDays } from '#domain/contract/constants.ts'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { ColumnId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { plusDays } from '#domain/rules/days.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { membersOf } from '#app/lib/state/use-calendar.ts'
import { useSkips } from '#app/lib/state/use-skips.ts'
import { spokenName, withAvatarProps } from '#app/lib/text/avatar-props.ts'
import { hasDays, Repeats } from '#app/lib/text/repeats.tsx'
import { useLateWords } from '#app/lib/text/late-words.ts'
import { listed } from '#app/texts/isolated.ts'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { QuestFacts, QuestIcon, QuestRow } from '#app/ui/layout/quest-row.tsx'
import { DropdownMenu } from '#app/ui/overlays/dropdown-menu.tsx'
import { QuestMenuItems, type QuestMenuItemsProps } from '#app/ui/overlays/quest-menu-items.tsx'
import { calendar as texts } from '#texts/calendar'
import { quests } from '#texts/quests'
import { QuestStatus, StatusIcon } from './quest-status.tsx'
import { Tick } from './tick.tsx'
import type { useCompletion } from '#app/lib/state/use-completion.ts'
import { completionOf, type useReopenQuest, type useUndoCompletion } from './use-undo-completion.ts'

/** Asks which member completed a quest on a day, or whose completion to undo, or of each assignee whether they did it. */
export type CompletionQuestion = { kind: 'complete' | 'undo' | 'tick'; day: Day; asked: QuestOccurrence }

export type OccurrenceRowProps = {
  day: Day
  today: Day
  occurrence: QuestOccurrence
  /** The member in whose list it is, whom its tick is about alone. */
  of: FamilyMember | undefined
  members: readonly FamilyMember[]
  /** The column for a quest that is reopened. */
  todoId: ColumnId | undefined
  ask: (question: CompletionQuestion) => void
  complete: ReturnType<typeof useCompletion>['complete']
  reopen: ReturnType<typeof useReopenQuest>['mutate']
  undo: ReturnType<typeof useUndoCompletion>['mutate']
}

/** A quest on a day with its actions. Renders only when the quest's state on that day changes. */
export const OccurrenceRow = memo(DrawnRow, (before, { occurrence, ...now }) => {
  const isSameElse = (Object.keys(now) as (keyof typeof now)[]).every((name) => before[name] === now[name])
  return isSameElse && isSameOccurrence(before.occurrence, occurrence)
})

function DrawnRow({ day, today, occurrence, of, members, todoId, ask, complete, reopen, undo }: OccurrenceRowProps) {
  const { quest, status } = occurrence
  const openDialog = useSetAtom(questDialogAtom)
  const askToDelete = useSetAtom(questToDeleteAtom)
  const edit = () => openDialog({ kind: 'edit', questId: quest.id })
  const canComplete = day === today && status !== 'done'
  const late = useLateWords(quest, canComplete && status !== 'skipped')
  const askWhoDidIt = () => ask({ kind: 'complete', day, asked: occurrence })
  const assignees = membersOf(quest.assigneeIds, members)
  const [assignee, ...others] = of ? [of] : assignees
  const completeForOne =
    assignee && others.length === 0 ? () => complete({ quest, memberId: assignee.id, day }) : undefined
  const doneBy = membersOf(occurrence.doneBy, members)
  const undoing = () => {
    // One that is open again keeps what was done when it was daily or weekly.
    const isOpenAgain = quest.finishedAt === null && doneBy.length > 0
    if (quest.recurring === 'once' && !isOpenAgain)
      return status === 'done' && todoId !== undefined
        ? () => reopen({ questId: quest.id, body: { columnId: todoId } })
        : undefined
    const doers = of ? [of] : doneBy
    const completion = completionOf(occurrence, doers[0])
    if (completion === undefined) return undefined
    return () => (doers.length > 1 ? ask({ kind: 'undo', day, asked: occurrence }) : undo(completion))
  }
  const onUndo = undoing()
  const ticked = [assignee, ...others].filter((member) => member && occurrence.doneBy.includes(member.id)).length
  const isOver = quest.recurring === 'once' && status === 'done'
  const done = isOver || ticked > others.length ? 'all' : ticked > 0 ? 'some' : 'none'
  const canTick =
    day <= today &&
    day >= plusDays(today, -lateDays.completion) &&
    assignee !== undefined &&
    (done !== 'all' || onUndo !== undefined)
  const press = () => {
    if (isOver || (done === 'all' && others.length === 0)) onUndo?.()
    else if (completeForOne) completeForOne()
    else ask({ kind: quest.recurring === 'once' ? 'complete' : 'tick', day, asked: occurrence })
  }
  const isQuiet = status === 'done' || status === 'skipped'
  const isDoneByAll =
    status === 'done' && doneBy.length === assignees.length && doneBy.every((member) => assignees.includes(member))
  return (
    <QuestRow
      quest={quest}
      // In the list of a member their own face says nothing.
      people={assignees.filter((member) => member !== of).map(withAvatarProps)}
      most={2}
      isQuiet={isQuiet}
      icon={<QuestIcon icon={quest.icon} isQuiet={isQuiet} />}
      onOpen={edit}
      className="hover:bg-sunken rounded-control"
      tick={
        canTick ? (
          <Tick
            name={others.length === 0 ? texts.doneByOne(quest.title, spokenName(assignee)) : texts.whoDid(quest.title)}
            done={done}
            isCheckbox={others.length === 0}
            onPress={press}
          />
        ) : (
          day <= today && <StatusIcon status={status} />
        )
      }
      menu={
        <DropdownMenu
          trigger={<IconButton label={quests.moreFor(quest.title)} icon={<Ellipsis aria-hidden />} tooltip={false} />}
        >
          <Items
            quest={quest}
            isSkippable={canComplete}
            onComplete={canComplete ? (completeForOne ?? askWhoDidIt) : undefined}
            onOther={canComplete && completeForOne && members.length > 1 ? askWhoDidIt : undefined}
            onUndo={onUndo}
            onEdit={edit}
            onDuplicate={() => openDialog({ kind: 'duplicate', questId: quest.id })}
            onDelete={() => askToDelete(quest.id)}
          />
        </DropdownMenu>
      }
    >
      <QuestFacts quest={quest} days={hasDays(quest) && <Repeats quest={quest} on={day} />} late={late} />
      <QuestStatus occurrence={occurrence} />
      {/* Names no members whose faces are on the row anyway. */}
      {doneBy.length > 0 && !isDoneByAll && (
        <span className="dotted">{texts.doneBy(listed(doneBy.map(spokenName)))}</span>
      )}
    </QuestRow>
  )
}

/** A component of its own, which is mounted while the menu is open. */
function Items({ quest, isSkippable, ...items }: QuestMenuItemsProps & { quest: Quest; isSkippable: boolean }) {
  const skips = useSkips(quest)
  return <QuestMenuItems {...items} skips={isSkippable ? skips : []} />
}

function isSameOccurrence(a: QuestOccurrence, b: QuestOccurrence): boolean {
  const days = ({ completions }: QuestOccurrence) => completions.map(({ completedDate }) => completedDate)
  return (
    a.quest === b.quest &&
    a.status === b.status &&
    isSameList(a.doneBy, b.doneBy) &&
    isSameList(a.left, b.left) &&
    isSameList(days(a), days(b))
  )
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
