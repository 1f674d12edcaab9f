import { CircleCheck, CircleMinus, CircleQuestionMark, CircleSlash, type LucideIcon } from 'lucide-react'
import type { DayStatus, QuestOccurrence } from '#domain/rules/occurrences.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { calendar } from '#texts/calendar'

/** What is said by a tick, or by its day, and to screen readers alone by a word. */
const said: ReadonlySet<DayStatus> = new Set(['todo', 'done', 'upcoming'])

/** The status of a quest on a day in words. */
export function QuestStatus({ occurrence: { status, doneBy, left, quest } }: { occurrence: QuestOccurrence }) {
  const { length } = doneBy.filter((id) => quest.assigneeIds.includes(id))
  return (
    <span className={said.has(status) ? 'sr-only' : 'dotted'}>
      {status === 'partly' ? calendar.doneOf(length, length + left.length) : calendar.statuses[status]}
    </span>
  )
}

const icons: Partial<Record<DayStatus, LucideIcon>> = {
  done: CircleCheck,
  missed: CircleSlash,
  skipped: CircleMinus,
  unknown: CircleQuestionMark,
}

/** The status in place of a tick, on a day on which nothing is ticked any more. */
export function StatusIcon({ status }: { status: DayStatus }) {
  const Icon = icons[status]
  return (
    Icon && (
      <span className={cn('grid size-11 place-items-center', status === 'done' ? 'text-leaf-ink' : 'text-muted')}>
        <Icon aria-hidden className="size-6" />
      </span>
    )
  )
}
