import { useState } from 'react'
import type { Quest } from '#domain/contract/quests.ts'
import { BubbleMark } from '#app/ui/bubble-mark.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Segments } from '#app/ui/segments.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { useCalendar } from '#app/lib/use-calendar.ts'
import { CompleteDialog } from './complete-dialog.tsx'
import { KidBoard } from './kid-board.tsx'
import { KidCalendar } from './kid-calendar.tsx'
import type { BubbleProps } from './kid-dashboard.tsx'

const views = [
  { value: 'calendar', label: 'Calendar' },
  { value: 'board', label: 'Board' },
] as const

/** What this child has to do, and the way to have done it. */
export default function KidQuests({ family, member }: BubbleProps) {
  const [view, setView] = useState<'calendar' | 'board'>('calendar')
  const [asked, ask] = useState<Quest | null>(null)
  const calendar = useCalendar(family.id, 3, member.id)
  if (calendar.error) {
    return (
      <Notice
        tone="error"
        picture={<BubbleMark mood="puzzled" className="size-28" />}
        title="Your quests did not load"
        text={sentenceFrom(calendar.error, 'Something went wrong on our side. Please try again.')}
        action={<Button onClick={calendar.retry}>Try again</Button>}
      />
    )
  }
  if (calendar.isPending) {
    return (
      <Loading label="Loading your quests..." className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {[1, 2, 3].map((tile) => (
          <Skeleton key={tile} className="bg-panel h-48 rounded-tile" />
        ))}
      </Loading>
    )
  }
  if (calendar.columns.length === 0) {
    return <Notice picture={<BubbleMark className="size-28" />} title="No quest board available yet. Ask a parent to set one up!" />
  }
  return (
    <section aria-labelledby="my-quests" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="my-quests" className="text-xl sm:text-2xl">
          Tap a quest to complete it!
        </h2>
        <Segments label="How to look at my quests" value={view} onValueChange={setView} options={views} />
      </div>
      {view === 'calendar' ? <KidCalendar calendar={calendar} onTap={ask} /> : <KidBoard calendar={calendar} onTap={ask} />}
      {asked !== null && (
        <CompleteDialog familyId={family.id} quest={asked} member={member} columns={calendar.columns} day={calendar.today} onClose={() => ask(null)} />
      )}
    </section>
  )
}
