import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import type { CalendarDays } from '#app/lib/state/use-calendar.ts'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { calendar as texts } from '#texts/calendar'

/** Replaces the days while there are none to show. */
export function CalendarNotice({ calendar }: { calendar: CalendarDays }) {
  if (calendar.error) {
    return (
      <FailedNotice level={3} title={texts.notLoaded} text={sentenceFrom(calendar.error)} onRetry={calendar.retry} />
    )
  }
  return (
    <Loading
      label={texts.loading}
      className="flex min-h-0 flex-1 justify-center gap-3 overflow-hidden pb-4 max-md:-mx-4"
    >
      {calendar.days.map(({ day }, index) => (
        <div
          key={day}
          className="bg-sunken flex min-w-[9.5rem] flex-1 flex-col gap-2.5 rounded-card p-3 max-md:shrink-0 max-md:basis-[82vw]"
        >
          <Skeleton className="bg-panel h-5 w-20" />
          <Skeleton className="bg-panel size-10 rounded-full" />
          {Array.from({ length: 1 + (index % 3) }, (_, card) => (
            <Skeleton key={card} className="bg-panel h-28 rounded-card" />
          ))}
        </div>
      ))}
    </Loading>
  )
}
