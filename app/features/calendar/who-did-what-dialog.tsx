import { skipToken, useQuery } from '@tanstack/react-query'
import { getDate } from 'date-fns/getDate'
import { parseISO } from 'date-fns/parseISO'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { QuestId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { daysOfWeek } from '#domain/rules/weeks.ts'
import { call } from '#app/lib/api/api-client.ts'
import { onReceived, useFamilyPart, useServerPart } from '#app/lib/state/family-store.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { formatDay } from '#app/texts/dates.ts'
import { listed } from '#app/texts/isolated.ts'
import { weekdayName } from '#app/texts/weekdays.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { calendar as texts } from '#texts/calendar'
import './who-did-what.css'

/** What each child, and each parent who did something, did in the week of `day`, as recorded; printed on one page. */
export function WhoDidWhatDialog({ day, onClose }: { day: Day; onClose: () => void }) {
  const { today, weekStartsOn } = useFamilyClock()
  const days = daysOfWeek(day, weekStartsOn)
  const [startDate, endDate] = [days[0] ?? day, days[6] ?? day]
  const { id: familyId, name } = useServerPart('family') ?? {}
  const members = useFamilyPart('members')
  const quests = useFamilyPart('quests')
  const {
    data: done,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['who did what', familyId, startDate],
    queryFn: familyId === undefined ? skipToken : () => call('completions', { familyId }, { startDate, endDate }),
    gcTime: 0,
  })
  // What was paid is in no event.
  useEffect(
    () => onReceived((before, { completions }) => void (before.completions !== completions && refetch())),
    [refetch],
  )
  const isUnknown = isError && done === undefined
  useAnnounced(isUnknown && texts.notRead)
  const rows = members
    .map((member) => ({ member, own: (done ?? []).filter(({ memberId }) => memberId === member.id) }))
    .filter(({ member, own }) => member.role === 'kid' || own.length > 0)
  const week = texts.weekOf(formatDay(startDate, 'day'), formatDay(endDate, 'dayWithYear'))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.whoDidWhat}
      description={week}
      size="wide"
      footer={
        <Button onClick={() => window.print()}>
          <Printer aria-hidden />
          <span>{texts.print}</span>
        </Button>
      }
    >
      {isUnknown && <p>{texts.notRead}</p>}
      {done !== undefined && (
        <table data-printed aria-label={`${texts.whoDidWhat}, ${week}`} className="w-full table-fixed border-collapse">
          <thead>
            <tr className="text-muted text-sm">
              <th scope="col" className="w-[26%] text-left">
                <span translate="no">{name}</span>
              </th>
              {days.map((each) => (
                <th
                  key={each}
                  scope="col"
                  aria-label={formatDay(each, 'weekdayAndDay')}
                  aria-current={each === today ? 'date' : undefined}
                  className="aria-[current]:bg-today aria-[current]:border-today-edge border-t-2 border-transparent py-1 font-semibold tabular-nums"
                >
                  <span className="block">{weekdayName(weekdayOf(each), 'narrow')}</span>
                  <span translate="no" className="block">
                    {getDate(parseISO(each))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ member, own }) => (
              <tr key={member.id} className="border-line border-t">
                <th scope="row" className="py-2 pr-2 text-left">
                  <span className="flex min-w-0 items-center gap-2">
                    <Avatar {...avatarProps(member)} decorative className="size-9 max-sm:hidden" />
                    <span className="flex min-w-0 flex-col">
                      <span translate="no" dir="auto" className="wrap-anywhere">
                        {member.displayName}
                      </span>
                      <GemCount
                        gems={own.reduce((sum, { gems }) => sum + gems, 0)}
                        mark="size-4"
                        className="text-gem-ink text-sm"
                      />
                    </span>
                  </span>
                </th>
                {days.map((each) => (
                  <DoneOnDay
                    key={each}
                    isToday={each === today}
                    done={own
                      .filter(({ completedDate }) => completedDate === each)
                      .map(({ questId }) => ({ questId, quest: quests.find(({ id }) => id === questId) }))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

/** `quest` is missing for one that was finished more than a month ago, which the family's state does not have. */
type Done = { questId: QuestId; quest: Quest | undefined }

/** A dot for each quest that was done, on a wide screen and on paper its icon. */
function DoneOnDay({ done, isToday }: { done: readonly Done[]; isToday: boolean }) {
  return (
    <td className={cn('p-0.5 align-middle', isToday && 'bg-today')}>
      <span aria-hidden className="flex flex-wrap items-center justify-center gap-1">
        {done.map(({ questId, quest }) => (
          <span
            key={questId}
            className={cn(
              'bg-leaf size-2 overflow-hidden rounded-full',
              quest && 'sm:size-auto sm:bg-transparent print:size-auto print:bg-transparent',
            )}
          >
            {quest && <Icon icon={quest.icon} className="size-5 max-sm:hidden print:block" />}
          </span>
        ))}
      </span>
      <span className="sr-only">
        {done.length === 0 ? texts.nothingDone : listed(done.map(({ quest }) => quest?.title ?? texts.olderQuest))}
      </span>
    </td>
  )
}
