import { Check, ChevronsUpDown, LockKeyhole } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { DropdownMenu, MenuItem, MenuLabel } from '#app/ui/overlays/dropdown-menu.tsx'
import { profiles } from '#texts/profiles'
import { useSwitchMember } from './use-switch-member.ts'

export type ProfileSwitcherProps = {
  members: readonly FamilyMember[]
  /** The member this device acts as; without one, the member of the address. */
  memberId: MemberId
  /** The member this device acts as. */
  acting: MemberId | undefined
}

export function ProfileSwitcher({ members, memberId, acting }: ProfileSwitcherProps) {
  const choose = useSwitchMember()
  const shown = members.find(({ id }) => id === memberId)
  if (shown === undefined) return null
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={profiles.switchProfile(spokenName(shown))}
          className="touch hover:bg-sunken flex min-w-0 items-center gap-2 rounded-full p-1 pr-2 font-semibold"
        >
          <Face member={shown} />
          <span translate="no" dir="auto" className="hidden max-w-36 truncate sm:inline">
            {shown.displayName}
          </span>
          <ChevronsUpDown aria-hidden className="text-muted size-4 min-w-0 sm:shrink-0" />
        </button>
      }
    >
      <ProfileItems members={members} memberId={memberId} acting={acting} onChoose={choose} />
    </DropdownMenu>
  )
}

/** The members in a menu, which unmounts with a choice. */
export function ProfileItems({
  members,
  memberId,
  acting,
  onChoose,
}: ProfileSwitcherProps & { onChoose: (member: FamilyMember) => void }) {
  return (
    <>
      <MenuLabel>{profiles.whoIsHere}</MenuLabel>
      {members.map((member) => (
        <MenuItem
          key={member.id}
          onSelect={() => onChoose(member)}
          role="menuitemradio"
          aria-checked={member.id === memberId}
        >
          <Face member={member} />
          <span className="min-w-0 flex-1 leading-tight">
            <span translate="no" dir="auto" className="block max-w-48 truncate">
              {member.displayName}
            </span>
            <span className="text-muted block text-sm">{profiles.roles[member.role]}</span>
          </span>
          {member.hasPin && member.id !== acting && (
            <LockKeyhole aria-label={profiles.asksForPin} className="text-muted" />
          )}
          {member.id === memberId && <Check aria-hidden className="text-grape" />}
        </MenuItem>
      ))}
    </>
  )
}

function Face({ member }: { member: FamilyMember }) {
  return <Avatar {...avatarProps(member)} decorative />
}
