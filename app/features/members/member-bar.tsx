import { LockKeyhole } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { profiles } from '#texts/profiles'
import { useSwitchMember } from './use-switch-member.ts'

export type MemberBarProps = {
  members: readonly FamilyMember[]
  /** The member this device acts as: their face has a ring. */
  acting: MemberId | undefined
}

/** The faces of all members: a tap lets the device act as one, and opens their home page. */
export function MemberBar({ members, acting }: MemberBarProps) {
  const choose = useSwitchMember()
  const asksForPin = ({ id, hasPin }: FamilyMember) => hasPin && id !== acting
  return (
    <nav aria-label={profiles.switchMember} className="border-line bg-panel border-b">
      <ul
        // No tab stop of its own in Firefox, because its buttons are stops.
        tabIndex={-1}
        className="relative flex gap-1 overflow-x-auto overscroll-x-contain px-3 py-2 sm:px-5"
      >
        {members.map((member) => (
          <li key={member.id}>
            <button
              type="button"
              aria-label={
                asksForPin(member)
                  ? profiles.switchToWithPin(spokenName(member))
                  : profiles.switchTo(spokenName(member))
              }
              aria-current={member.id === acting ? 'true' : undefined}
              onClick={() => choose(member)}
              className="group hover:bg-sunken flex w-20 flex-col items-center gap-1 rounded-control px-1 py-1.5"
            >
              <span className="group-aria-current:ring-grape ring-offset-panel relative flex rounded-full ring-offset-2 group-aria-current:ring-3">
                <Avatar {...avatarProps(member)} decorative size="large" />
                {asksForPin(member) && (
                  <span className="bg-panel border-line text-muted absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full border">
                    <LockKeyhole aria-hidden className="size-3.5" />
                  </span>
                )}
              </span>
              <span
                translate="no"
                dir="auto"
                className="group-aria-current:text-grape max-w-full truncate text-sm font-semibold"
              >
                {member.displayName}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
