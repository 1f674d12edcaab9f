import {
  CalendarClock,
  Circle,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  CircleMinus,
  CircleQuestionMark,
  CircleSlash,
  Lightbulb,
  type LucideIcon,
} from 'lucide-react'
import type { DayStatus, QuestOccurrence } from '#domain/rules/occurrences.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { calendar } from '#texts/calendar'

const looks: Record<DayStatus, { Icon: LucideIcon; className: string }> = {
  idea: { Icon: Lightbulb, className: 'bg-sun-soft text-ink' },
  todo: { Icon: Circle, className: 'bg-sky-soft text-ink' },
  inprogress: { Icon: CircleDotDashed, className: 'bg-coral-soft text-coral-ink' },
  partly: { Icon: CircleDashed, className: 'bg-grape-soft text-grape' },
  done: { Icon: CircleCheck, className: 'bg-leaf-soft text-leaf-ink' },
  missed: { Icon: CircleSlash, className: 'bg-sunken text-muted' },
  upcoming: { Icon: CalendarClock, className: 'bg-sunken text-muted' },
  skipped: { Icon: CircleMinus, className: 'bg-sunken text-muted' },
  unknown: { Icon: CircleQuestionMark, className: 'bg-sunken text-muted' },
}

/** The status of a quest on a day, as an icon and a word. */
export function QuestStatusMark({ occurrence: { status, doneBy, left, quest } }: { occurrence: QuestOccurrence }) {
  const { Icon, className } = looks[status]
  const { length } = doneBy.filter((id) => quest.assigneeIds.includes(id))
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 rounded-full py-0.5 pr-2.5 pl-1.5 text-sm font-bold whitespace-nowrap tabular-nums',
        className,
      )}
    >
      <Icon aria-hidden className="size-4" />
      <span>{status === 'partly' ? calendar.doneOf(length, length + left.length) : calendar.statuses[status]}</span>
    </span>
  )
}
