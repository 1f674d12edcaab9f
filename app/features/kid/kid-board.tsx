import { useCallback, useMemo } from 'react'
import type { Quest } from '#domain/contract/quests.ts'
import { isNotYetDue, isOver } from '#domain/rules/due-days.ts'
import { canBeCompleted, doneSince, isArchived, questsInOrder, statusOfQuest } from '#domain/rules/quests.ts'
import { withLast } from '#domain/rules/occurrences.ts'
import { columnsInOrder, isSomedayColumn, statusOfColumn } from '#domain/rules/columns.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { common } from '#texts/common'
import { kid } from '#texts/kid'
import type { KidViewProps } from './kid-calendar.tsx'
import { KidQuestTile, KidCompletedByOther, tilePlace } from './kid-quest-tile.tsx'
import { nameOfCompleter } from './name-of-completer.ts'
import { useDraggedBy } from './use-dragged-by.ts'

/** The family's columns with this child's quests; a quest that a parent moves slides to its new column. */
export function KidBoard({
  calendar: { columns, today, dayOf, days, quests, members, occurrenceOn, isDoneNow, isExcused },
  member,
  onTap,
}: KidViewProps) {
  const draggedByOf = useDraggedBy(members)
  const onToday = new Set(days.find(({ day }) => day === today)?.occurrences.map(({ quest }) => quest.id))
  const isDone = useCallback(
    (quest: Quest) => (quest.recurring === 'once' ? statusOfQuest(quest, columns) === 'done' : isDoneNow(quest)),
    [columns, isDoneNow],
  )
  const contents = useMemo(() => {
    const since = doneSince(today)
    return new Map(
      columns.map(({ id }) => {
        const own = quests.filter(
          (quest) =>
            quest.columnId === id &&
            !isArchived(quest, since) &&
            !isOver(quest, today) &&
            (isDone(quest) ||
              isSomedayColumn(columns, id) ||
              !(isExcused(quest) || isNotYetDue(quest, { today, dayOf }))),
        )
        return [id, withLast(questsInOrder(own, statusOfColumn(columns, id)), isDone)]
      }),
    )
  }, [columns, quests, today, dayOf, isDone, isExcused])
  // Puts the someday column last, because on a phone the first column fills the screen.
  const inOrder = columnsInOrder(columns).toSorted(
    (a, b) => Number(isSomedayColumn(columns, a.id)) - Number(isSomedayColumn(columns, b.id)),
  )
  return (
    // `relative`, because text for screen readers would otherwise overflow it and widen the page.
    <LayoutAnimation
      contents={contents}
      scrolls
      className="relative -mx-4 flex items-start gap-4 overflow-x-auto overscroll-x-contain px-4 pt-1 pb-6 max-md:snap-x max-md:snap-mandatory sm:-mx-6 sm:px-6"
    >
      {inOrder.map((column) => {
        const own = contents.get(column.id) ?? []
        const headingId = `kid-column-${column.id}`
        const list = (
          <ul data-glide-home={column.id} className="flex flex-col gap-3">
            {own.map((quest) => {
              const occurrence = occurrenceOn(today, quest.id)
              const other =
                quest.recurring === 'once' && isDone(quest)
                  ? nameOfCompleter(quest, occurrence?.doneBy ?? [], member, members)
                  : undefined
              const canTap = onToday.has(quest.id) && canBeCompleted(quest, columns)
              return (
                <li key={quest.id} data-glide={quest.id} className={tilePlace}>
                  {other === undefined ? (
                    <KidQuestTile
                      quest={quest}
                      of={member.id}
                      isDone={isDone(quest)}
                      draggedBy={draggedByOf(quest.id)}
                      onTap={canTap ? onTap : undefined}
                    />
                  ) : (
                    <KidCompletedByOther quest={quest} by={other} />
                  )}
                </li>
              )
            })}
            {own.length === 0 && <li className="text-muted px-1 py-4 text-center">{kid.noQuestsHere}</li>}
          </ul>
        )
        return (
          <section
            key={column.id}
            aria-labelledby={headingId}
            className="bg-panel/55 flex min-w-[250px] flex-1 snap-center flex-col gap-3 rounded-tile p-4 max-sm:min-w-[78vw]"
          >
            <h3 id={headingId} className="flex min-w-0 items-center gap-2 px-1 text-xl wrap-anywhere hyphens-auto">
              <span translate="no" aria-hidden className="text-3xl">
                {column.emoji}
              </span>
              <span translate="no" dir="auto">
                {column.title}
              </span>
            </h3>
            {isSomedayColumn(columns, column.id) && own.length > 0 ? (
              <Disclosure label={common.someday} count={own.length} className="text-lg">
                {list}
              </Disclosure>
            ) : (
              list
            )}
          </section>
        )
      })}
    </LayoutAnimation>
  )
}
