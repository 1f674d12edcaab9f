import { Users } from 'lucide-react'
import { useId, useState } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { announce } from '#app/state/announce.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { quests } from '#texts/quests'

export type AssigneePickerProps = {
  members: readonly FamilyMember[]
  /** The ids of the ticked members. */
  value: readonly string[]
  /** Whether nobody has chosen yet: then the first tap on another member replaces `value`. */
  isPreselected: boolean
  onValueChange: (ids: string[]) => void
  error?: string | undefined
}

/** Chooses a quest's assignees, children first. Keeps at least one: the last ticked cannot be unticked. */
export function AssigneePicker({ members, value, isPreselected, onValueChange, error }: AssigneePickerProps) {
  const reasonId = useId()
  const [isAsked, setIsAsked] = useState(false)
  const isSole = value.length === 1
  const [isChosen, setChosen] = useState(!isPreselected)
  const kids = members.filter(({ role }) => role === 'kid')
  const inOrder = [...kids, ...members.filter(({ role }) => role !== 'kid')]
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-bold">{quests.assignedTo}</legend>
      {kids.length > 1 && (
        <Button
          variant="soft"
          className="self-start"
          onClick={() => {
            setChosen(true)
            onValueChange(kids.map(({ id }) => id))
          }}
        >
          <Users aria-hidden />
          <span>{quests.allKids}</span>
        </Button>
      )}
      <div
        // No tab stop of its own in Firefox, because its boxes are stops.
        tabIndex={-1}
        className="border-line grid max-h-64 gap-x-2 overflow-y-auto rounded-card border p-1.5 sm:grid-cols-2"
      >
        {inOrder.map((member) => {
          const checked = value.includes(member.id)
          return (
            <Checkbox
              key={member.id}
              checked={checked}
              lockedBy={checked && isSole ? reasonId : undefined}
              onCheckedChange={(tick) => {
                setChosen(true)
                if (tick) return onValueChange(isChosen || !isPreselected ? [...value, member.id] : [member.id])
                if (!isSole) return onValueChange(value.filter((known) => known !== member.id))
                setIsAsked(true)
                return announce(quests.oneAssignee)
              }}
              label={
                <>
                  <Avatar {...avatarProps(member)} decorative size="small" />
                  <span translate="no" dir="auto" className="truncate font-semibold">
                    {member.displayName}
                  </span>
                </>
              }
            />
          )
        })}
      </div>
      <p id={reasonId} hidden={!isAsked || !isSole} className="text-muted text-sm">
        {quests.oneAssignee}
      </p>
      {error !== undefined && <p className="text-danger text-sm font-semibold">{error}</p>}
    </fieldset>
  )
}
