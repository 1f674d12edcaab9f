import { Undo2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { announce } from '#app/state/announce.ts'
import { shortNames } from '#app/lib/text/repeats.tsx'
import { listed } from '#app/texts/isolated.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { shortDay } from '#app/texts/weekdays.ts'
import { GemCount } from '#app/ui/media/gem-count.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { questDialog } from '#texts/questDialog'
import { quests } from '#texts/quests'
import { ui } from '#texts/ui'
import type { Schedule } from './schedule-picker.tsx'

/** The parts of the dialog that a line sets. */
export type LinePart = 'assignees' | 'repeats' | 'days' | 'time' | 'gems' | 'icon'

export type LineChipsProps = {
  title: string
  assignees: readonly FamilyMember[]
  schedule: Schedule
  targetTime: string | null | undefined
  gemValue: number
  icon: string
  /** Called to change a part. */
  onChange: (part: LinePart) => void
  /** Called when the whole line is the title. */
  onKeep: () => void
}

/** Milliseconds without a key after which screen readers say what was understood. */
const pauseMs = 800

/** Shows what was understood of a line, as buttons that lead to where it is changed. */
export function LineChips({
  title,
  assignees,
  schedule,
  targetTime,
  gemValue,
  icon,
  onChange,
  onKeep,
}: LineChipsProps) {
  const { recurring, weekdays, timesPerWeek, dueOn, startsOn } = schedule
  const day = recurring === 'once' ? dueOn : startsOn
  const days =
    recurring === 'weekly' && weekdays != null
      ? shortNames(weekdays)
      : day != null && (recurring === 'once' ? shortDay(day, true) : quests.from(shortDay(day)))
  const names = listed(assignees.map(({ displayName }) => displayName))
  const time = targetTime != null && timeOfDay(targetTime)
  const chips = [
    { part: 'assignees', label: questDialog.assignedTo, text: names, look: <Untranslated text={names} /> },
    {
      part: 'repeats',
      label: questDialog.repeats,
      text: timesPerWeek == null ? quests.recurring[recurring] : quests.timesAWeek(timesPerWeek),
    },
    { part: 'days', label: questDialog.day, text: days },
    { part: 'time', label: questDialog.targetTime, text: time, look: <Untranslated text={time} /> },
    {
      part: 'gems',
      label: questDialog.gems,
      text: ui.gems(gemValue),
      look: <GemCount gems={gemValue} mark="size-4" />,
    },
  ] as const
  const shown = chips.filter(({ text }) => typeof text === 'string')
  const said = questDialog.understood(shown.map(({ text }) => text).join(', '))
  useEffect(() => {
    const timer = setTimeout(() => announce(said), pauseMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <ul aria-label={said} className="flex flex-wrap gap-x-1.5">
      <li className="text-muted flex min-h-11 max-w-full items-center">
        <span translate="no" dir="auto" className="truncate font-semibold">
          {title}
        </span>
      </li>
      {shown.map(({ part, label, text, ...chip }) => (
        <Chip key={part} label={`${label}: ${text}`} onPress={() => onChange(part)}>
          {'look' in chip ? chip.look : <span className="truncate">{text}</span>}
        </Chip>
      ))}
      <Chip label={`${questDialog.icon}: ${icon}`} onPress={() => onChange('icon')}>
        <Icon icon={icon} className="text-lg" />
      </Chip>
      <Chip label={questDialog.keepWords} onPress={onKeep}>
        <Undo2 aria-hidden className="size-4" />
      </Chip>
    </ul>
  )
}

const Untranslated = ({ text }: { text: string | false }) => (
  <span translate="no" className="truncate">
    {text}
  </span>
)

function Chip({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <li className="flex max-w-full">
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={onPress}
        className="touch flex min-w-0 items-center"
      >
        <span className="bg-grape-soft text-grape flex h-8 min-w-8 items-center justify-center rounded-full px-2.5 text-sm font-semibold">
          {children}
        </span>
      </button>
    </li>
  )
}
