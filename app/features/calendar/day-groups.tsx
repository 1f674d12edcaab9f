import { useEffect, useState, type ReactNode } from 'react'
import { undoSeconds } from '#domain/contract/constants.ts'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { useProgressiveCount } from '#app/lib/device/use-progressive-count.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { listed } from '#app/texts/isolated.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { calendar as texts } from '#texts/calendar'

/** Quests of a day: all of them, or those of one member. */
export type DayGroup = { member: FamilyMember | undefined; occurrences: readonly QuestOccurrence[] }

/** Groups the quests of a day by the members who have to do them; a quest that is over, by those who did it. */
export const groupsByMember = (
  occurrences: readonly QuestOccurrence[],
  members: readonly FamilyMember[],
): readonly DayGroup[] =>
  members
    .map((member) => ({
      member,
      occurrences: occurrences.filter(({ quest, status, doneBy }) => {
        const isOver = quest.recurring === 'once' && status === 'done' && doneBy.length > 0
        return (isOver ? doneBy : quest.assigneeIds).includes(member.id)
      }),
    }))
    .filter((group) => group.occurrences.length > 0)

export type DayListProps = DayGroup & {
  day: Day
  members: readonly FamilyMember[]
  /** Whether what is done is behind a line that says who did it. */
  isFolded: boolean
  className: string
  card: (occurrence: QuestOccurrence, of: FamilyMember | undefined) => ReactNode
}

/** The quests of a day or of a member on it. */
export function DayList({ day, member, members, occurrences, isFolded, className, card }: DayListProps) {
  const isDone = ({ status, doneBy }: QuestOccurrence) =>
    member === undefined ? status === 'done' : status === 'done' || doneBy.includes(member.id)
  const settled = useSettled(occurrences.filter(isDone).map(({ quest }) => quest.id))
  const done = isFolded ? occurrences.filter((known) => isDone(known) && settled.has(known.quest.id)) : []
  const open = occurrences.filter((known) => !done.includes(known))
  const count = useProgressiveCount(open.length)
  const row = (occurrence: QuestOccurrence) => (
    <li
      key={occurrence.quest.id}
      // A recurring quest has a row on each day; a once-quest has one, which moves between days.
      data-glide={[occurrence.quest.id, occurrence.quest.recurring !== 'once' && day, member?.id]
        .filter(Boolean)
        .join(' ')}
      className="cv-auto border-line shrink-0 list-none not-first:border-t"
    >
      {card(occurrence, member)}
    </li>
  )
  return (
    <div className={cn('bg-panel rounded-control', className)}>
      {member && (
        <h4 className="flex items-center gap-2 px-3 pt-2 text-sm font-bold">
          <Avatar {...avatarProps(member)} decorative size="small" />
          <span translate="no" dir="auto" className="min-w-0 truncate">
            {member.displayName}
          </span>
          <span className="text-muted ml-auto shrink-0 tabular-nums">
            {texts.doneOf(
              occurrences.filter(isDone).length,
              occurrences.filter(({ status }) => status !== 'skipped').length,
            )}
          </span>
        </h4>
      )}
      {open.length > 0 && <ul aria-label={member && spokenName(member)}>{open.slice(0, count).map(row)}</ul>}
      {done.length > 0 && (
        <Disclosure
          label={texts.countDone(done.length)}
          aside={<WhoDidIt done={done} members={member ? [member] : members} />}
          className={open.length > 0 ? 'border-line border-t' : ''}
        >
          <ul>{done.map(row)}</ul>
        </Disclosure>
      )}
    </div>
  )
}

/** The most icons of quests beside a face. */
const mostIcons = 4

/** Who did which of these quests: faces, each with the icons of its quests. */
function WhoDidIt({ done, members }: { done: readonly QuestOccurrence[]; members: readonly FamilyMember[] }) {
  return (
    <span className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3">
      {members.map((member) => {
        const own = done.filter(({ doneBy }) => doneBy.includes(member.id)).map(({ quest }) => quest)
        if (own.length === 0) return null
        return (
          <span key={member.id} className="flex items-center gap-1">
            <Avatar {...avatarProps(member)} faceWords={undefined} decorative size="small" />
            <span className="sr-only">{texts.didThem(spokenName(member), listed(own.map(({ title }) => title)))}</span>
            <span aria-hidden translate="no" className="flex items-center">
              {own.slice(0, mostIcons).map(({ id, icon }) => (
                <Icon key={id} icon={icon} />
              ))}
              {own.length > mostIcons && <span className="ml-1 text-sm">{`+${own.length - mostIcons}`}</span>}
            </span>
          </span>
        )
      })}
    </span>
  )
}

/** Returns what was done for as long as its toast offers Undo, so that no row moves under a finger before that. */
function useSettled(done: readonly string[]): ReadonlySet<string> {
  const now = done.join(' ')
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(setSettled, undoSeconds.screen * 1000, now)
    return () => clearTimeout(timer)
  }, [now])
  return new Set(settled.split(' '))
}
