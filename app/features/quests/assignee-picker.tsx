import { Check, Users } from 'lucide-react'
import { useId, useState } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { announce } from '#app/state/announce.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { questDialog } from '#texts/questDialog'

export type AssigneePickerProps = {
  members: readonly FamilyMember[]
  /** The ids of the ticked members. */
  value: readonly string[]
  /** Whether nobody has chosen yet: then the first tap on another member replaces `value`. */
  isPreselected: boolean
  onValueChange: (ids: string[]) => void
  error?: string | undefined
}

const tile = 'flex w-16 shrink-0 flex-col items-center gap-1 rounded-control'
const nameLook = 'max-w-full truncate text-xs font-semibold'

/** Chooses a quest's assignees by their faces, children first. Keeps at least one: the last ticked cannot be unticked. */
export function AssigneePicker({ members, value, isPreselected, onValueChange, error }: AssigneePickerProps) {
  const reasonId = useId()
  const [isAsked, setIsAsked] = useState(false)
  const isSole = value.length === 1
  const [isChosen, setChosen] = useState(!isPreselected)
  const kids = members.filter(({ role }) => role === 'kid')
  const inOrder = [...kids, ...members.filter(({ role }) => role !== 'kid')]
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{questDialog.assignedTo}</legend>
      <div
        // No tab stop of its own in Firefox, because its boxes are stops.
        tabIndex={-1}
        className="-m-1 flex gap-1 overflow-x-auto p-1 tiny:flex-wrap sm:max-h-64 sm:flex-wrap"
      >
        {kids.length > 1 && (
          <button
            type="button"
            onClick={() => {
              setChosen(true)
              onValueChange(kids.map(({ id }) => id))
            }}
            className={tile}
          >
            <span className="bg-grape-soft text-grape grid size-14 place-items-center rounded-full">
              <Users aria-hidden />
            </span>
            <span className={nameLook}>{questDialog.allKids}</span>
          </button>
        )}
        {inOrder.map((member) => {
          const checked = value.includes(member.id)
          const isLocked = checked && isSole
          return (
            <label key={member.id} className={cn(tile, isLocked ? 'cursor-not-allowed' : 'cursor-pointer')}>
              <span className="relative flex">
                <Avatar
                  {...avatarProps(member)}
                  decorative
                  className={cn('size-14 text-xl', !checked && 'opacity-60')}
                />
                <input
                  type="checkbox"
                  checked={checked}
                  aria-disabled={isLocked || undefined}
                  aria-describedby={isLocked ? reasonId : undefined}
                  onChange={({ currentTarget }) => {
                    setChosen(true)
                    if (currentTarget.checked)
                      return onValueChange(isChosen || !isPreselected ? [...value, member.id] : [member.id])
                    if (!isSole) return onValueChange(value.filter((known) => known !== member.id))
                    setIsAsked(true)
                    return announce(questDialog.oneAssignee)
                  }}
                  className="checked:outline-grape absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full checked:outline-3"
                />
                {checked && (
                  <span
                    aria-hidden
                    className="bg-grape text-on-grape pointer-events-none absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full"
                  >
                    <Check className="size-4" strokeWidth={3.5} />
                  </span>
                )}
              </span>
              <span translate="no" dir="auto" className={nameLook}>
                {member.displayName}
              </span>
            </label>
          )
        })}
      </div>
      <p id={reasonId} hidden={!isAsked || !isSole} className="text-muted text-sm">
        {questDialog.oneAssignee}
      </p>
      {error !== undefined && <p className="text-danger text-sm font-semibold">{error}</p>}
    </fieldset>
  )
}
