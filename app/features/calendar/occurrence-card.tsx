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
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { DropdownMenu } from '#app/ui/overlays/dropdown-menu.tsx'
import { QuestMenuItems, type QuestMenuItemsProps } from '#app/ui/overlays/quest-menu-items.tsx'
import { calendar as texts } from '#texts/calendar'
import { quests } from '#texts/quests'
import { CalendarCard } from './calendar-card.tsx'
import { Tick } from './tick.tsx'
import type { useCompletion } from '#app/lib/state/use-completion.ts'
import { completionOf, type useReopenQuest, type useUndoCompletion } from './use-undo-completion.ts'

/** Asks which member completed a quest on a day, or whose completion to undo, or of each assignee whether they did it. */
export type CompletionQuestion = { kind: 'complete' | 'undo' | 'tick'; day: Day; asked: QuestOccurrence }

export type OccurrenceCardProps = {
  day: Day
  today: Day
  occurrence: QuestOccurrence
  members: readonly FamilyMember[]
  /** The column for a quest that is reopened. */
  todoId: ColumnId | undefined
  ask: (question: CompletionQuestion) => void
  complete: ReturnType<typeof useCompletion>['complete']
  reopen: ReturnType<typeof useReopenQuest>['mutate']
  undo: ReturnType<typeof useUndoCompletion>['mutate']
}

/** A quest on a day with its actions. Renders only when the quest's state on that day changes. */
export const OccurrenceCard = memo(DrawnCard, (before, { occurrence, ...now }) => {
  const isSameElse = (Object.keys(now) as (keyof typeof now)[]).every((name) => before[name] === now[name])
  return isSameElse && isSameOccurrence(before.occurrence, occurrence)
})

function DrawnCard({ day, today, occurrence, members, todoId, ask, complete, reopen, undo }: OccurrenceCardProps) {
  const { quest, status } = occurrence
  const openDialog = useSetAtom(questDialogAtom)
  const askToDelete = useSetAtom(questToDeleteAtom)
  const edit = () => openDialog({ kind: 'edit', questId: quest.id })
  const canComplete = day === today && status !== 'done'
  const askWhoDidIt = () => ask({ kind: 'complete', day, asked: occurrence })
  const assignees = membersOf(quest.assigneeIds, members)
  const [assignee, ...others] = assignees
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
    const [doer] = doneBy
    const completion = completionOf(occurrence, doer)
    if (doer === undefined || completion === undefined) return undefined
    return () => (doneBy.length > 1 ? ask({ kind: 'undo', day, asked: occurrence }) : undo(completion))
  }
  const onUndo = undoing()
  const ticked = assignees.filter(({ id }) => occurrence.doneBy.includes(id)).length
  const isOver = quest.recurring === 'once' && status === 'done'
  const done = isOver || (ticked > 0 && ticked === assignees.length) ? 'all' : ticked > 0 ? 'some' : 'none'
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
  return (
    <CalendarCard
      day={day}
      occurrence={occurrence}
      isDueNow={canComplete && status !== 'skipped'}
      members={members}
      onOpen={edit}
      tick={
        canTick && (
          <Tick
            name={others.length === 0 ? texts.doneByOne(quest.title, assignee.displayName) : texts.whoDid(quest.title)}
            done={done}
            isCheckbox={others.length === 0}
            onPress={press}
          />
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
            onDelete={() => askToDelete(quest.id)}
          />
        </DropdownMenu>
      }
    />
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
