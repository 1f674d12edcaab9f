import { useState, type ReactNode } from 'react'
import { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { WeekStart } from '#domain/contract/families.ts'
import { plusDays } from '#domain/rules/days.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { weekdaysFrom } from '#domain/rules/weeks.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { scheduleSentence } from '#app/lib/text/schedule-sentence.ts'
import { capitalized, formatDay } from '#app/texts/dates.ts'
import { weekdayName } from '#app/texts/weekdays.ts'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { questDialog } from '#texts/questDialog'
import { quests } from '#texts/quests'

export type Schedule = Pick<Quest, 'recurring' | 'weekdays' | 'timesPerWeek' | 'dueOn' | 'startsOn' | 'endsOn'>
type Field = Exclude<keyof Schedule, 'recurring'>

export type SchedulePickerProps = {
  value: Schedule
  onValueChange: <Name extends Field>(name: Name, value: NonNullable<Schedule[Name]> | null) => void
  /** The day on which the quest was made, whose weekday a weekly one has by itself. */
  made: Day
  today: Day
}

/** Asks on which days a quest is due, and says the answer as one sentence. */
export function SchedulePicker({ value, onValueChange, made, today }: SchedulePickerProps) {
  const { recurring, weekdays, timesPerWeek, dueOn } = value
  const { weekStartsOn } = useFamilyClock()
  const sentence = scheduleSentence(value, made)
  useAnnounced(sentence)
  return (
    <div className="flex flex-col gap-3">
      {recurring === 'once' && (
        <DuePicker value={dueOn ?? null} onValueChange={(day) => onValueChange('dueOn', day)} today={today} />
      )}
      {recurring === 'weekly' && (
        <>
          <WeekdayPicker
            value={timesPerWeek == null ? (weekdays ?? null) : []}
            usual={weekdayOf(made)}
            firstDay={weekStartsOn}
            onValueChange={(chosen) => {
              onValueChange('timesPerWeek', null)
              onValueChange('weekdays', chosen)
            }}
          />
          <p className="text-muted -mb-1 text-sm">{questDialog.orTimes}</p>
          <fieldset aria-label={questDialog.timesPerWeek} className={circles}>
            {[1, 2, 3, 4, 5, 6, 7].map((times) => (
              <Circle
                key={times}
                name={quests.timesAWeek(times)}
                isChosen={times === timesPerWeek}
                onPress={() => {
                  onValueChange('weekdays', null)
                  onValueChange('timesPerWeek', times === timesPerWeek ? null : times)
                }}
              >
                {times}
              </Circle>
            ))}
          </fieldset>
        </>
      )}
      {sentence !== '' && <p className="text-muted text-sm">{sentence}</p>}
    </div>
  )
}

/** Asks for the first and the last day of a daily or weekly quest. */
export function PeriodPicker({
  value: { startsOn, endsOn },
  onValueChange,
}: Pick<SchedulePickerProps, 'value' | 'onValueChange'>) {
  return (
    <div className="grid grid-cols-2 gap-3 tiny:grid-cols-1">
      <DayField
        label={questDialog.firstDay}
        value={startsOn ?? null}
        onValueChange={(day) => onValueChange('startsOn', day)}
      />
      <DayField
        label={questDialog.lastDay}
        min={startsOn ?? undefined}
        value={endsOn ?? null}
        onValueChange={(day) => onValueChange('endsOn', day)}
      />
    </div>
  )
}

type DayValue = { value: Day | null; onValueChange: (day: Day | null) => void }

function DayField({ label, min, value, onValueChange }: DayValue & { label: string; min?: Day | undefined }) {
  return (
    <TextField
      label={label}
      type="date"
      min={min}
      value={value ?? ''}
      onChange={({ currentTarget }) => onValueChange(Day.safeParse(currentTarget.value).data ?? null)}
    />
  )
}

/** Any day, one of the next, or another one. */
function DuePicker({ value, onValueChange, today }: DayValue & { today: Day }) {
  const tomorrow = plusDays(today, 1)
  const saturday = plusDays(today, (6 - weekdayOf(today) + 7) % 7 || 7)
  const offered = [...new Set([today, tomorrow, saturday])]
  const [isPicking, setPicking] = useState(value !== null && !offered.includes(value))
  const labelOf = (day: Day) =>
    day === today
      ? questDialog.today
      : day === tomorrow
        ? questDialog.tomorrow
        : capitalized(formatDay(day, 'weekdayAndDay'))
  return (
    <>
      <Select
        label={questDialog.day}
        hideLabel
        value={isPicking ? 'another' : (value ?? 'any')}
        onValueChange={(chosen) => {
          setPicking(chosen === 'another')
          if (chosen !== 'another') onValueChange(chosen === 'any' ? null : Day.parse(chosen))
        }}
        options={[
          { value: 'any', label: questDialog.anyDay },
          ...offered.map((day) => ({ value: day as string, label: labelOf(day) })),
          { value: 'another', label: questDialog.anotherDay },
        ]}
      />
      {isPicking && <DayField label={questDialog.anotherDay} value={value} onValueChange={onValueChange} />}
    </>
  )
}

type WeekdayPickerProps = {
  /** Null for the usual one. */
  value: readonly number[] | null
  usual: number
  firstDay: WeekStart
  onValueChange: (weekdays: number[]) => void
}

function WeekdayPicker({ value, usual, firstDay, onValueChange }: WeekdayPickerProps) {
  const chosen = value ?? [usual]
  const press = (weekday: number) => {
    // The first choice takes the place of the weekday that it has by itself.
    if (value === null) return onValueChange([weekday])
    const next = chosen.includes(weekday) ? chosen.filter((other) => other !== weekday) : [...chosen, weekday]
    if (next.length > 0) onValueChange(next.toSorted((one, other) => one - other))
  }
  return (
    <fieldset aria-label={questDialog.weekdays} className={circles}>
      {weekdaysFrom(firstDay).map((weekday) => (
        <Circle
          key={weekday}
          name={weekdayName(weekday, 'long')}
          isChosen={chosen.includes(weekday)}
          onPress={() => press(weekday)}
        >
          {weekdayName(weekday, 'narrow')}
        </Circle>
      ))}
    </fieldset>
  )
}

const circles = 'flex min-w-0 justify-between gap-1'

type CircleProps = { name: string; isChosen: boolean; onPress: () => void; children: ReactNode }

function Circle({ name, isChosen, onPress, children }: CircleProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={name}
      onClick={onPress}
      className={cn(
        'min-h-11 min-w-0 flex-1 rounded-full border-2 font-bold tabular-nums sm:max-w-12',
        isChosen ? 'bg-grape text-on-grape border-grape' : 'border-edge text-ink hover:border-grape',
      )}
    >
      {children}
    </button>
  )
}
