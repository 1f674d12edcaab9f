import { CalendarClock, Circle, CircleCheck, CircleDashed, CircleDotDashed, CircleQuestionMark, CircleSlash, Lightbulb, type LucideIcon } from 'lucide-react'
import type { DayStatus, Standing } from '#domain/rules/calendar.ts'
import { cn } from '#app/ui/cn.ts'

const looks: Record<DayStatus, { word: string; Icon: LucideIcon; className: string }> = {
  idea: { word: 'Idea', Icon: Lightbulb, className: 'bg-sun-soft text-ink' },
  todo: { word: 'To do', Icon: Circle, className: 'bg-sky-soft text-ink' },
  inprogress: { word: 'In progress', Icon: CircleDotDashed, className: 'bg-coral-soft text-coral-ink' },
  partly: { word: 'Partly done', Icon: CircleDashed, className: 'bg-grape-soft text-grape' },
  done: { word: 'Done', Icon: CircleCheck, className: 'bg-leaf-soft text-leaf-ink' },
  missed: { word: 'Missed', Icon: CircleSlash, className: 'bg-sunken text-muted' },
  upcoming: { word: 'Upcoming', Icon: CalendarClock, className: 'bg-sunken text-muted' },
  unknown: { word: 'Not known', Icon: CircleQuestionMark, className: 'bg-sunken text-muted' },
}

/** What became of a quest on a day, as an icon and a word. */
export function QuestStatusMark({ standing: { status, doneBy, left, quest } }: { standing: Standing }) {
  const { word, Icon, className } = looks[status]
  const { length } = doneBy.filter((id) => quest.assigneeIds.includes(id))
  return (
    <span className={cn('inline-flex items-center gap-1 rounded-full py-0.5 pr-2.5 pl-1.5 text-sm font-bold whitespace-nowrap tabular-nums', className)}>
      <Icon aria-hidden className="size-4" />
      {status === 'partly' ? `${length} of ${length + left.length} done` : word}
    </span>
  )
}
