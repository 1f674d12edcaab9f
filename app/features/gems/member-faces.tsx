import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { FacePicker } from '#app/ui/controls/face-picker.tsx'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { gems } from '#texts/gems'

export type MemberFacesProps = {
  members: readonly (FamilyMember & { balance: number | undefined })[]
  value: MemberId
  onValueChange: (id: MemberId) => void
}

/** Chooses the member of the ledger; below each face is the balance. */
export function MemberFaces({ members, value, onValueChange }: MemberFacesProps) {
  return (
    <FacePicker
      label={gems.whoseGems}
      value={value}
      onValueChange={onValueChange}
      people={members.map(({ balance, ...member }) => ({
        id: member.id,
        ...avatarProps(member),
        belowInWords: balance === undefined ? undefined : gems.count(balance),
        below: (
          <span className="text-gem-ink flex items-center gap-1">
            {balance !== undefined && <GemMark className="size-4" />}
            {balance !== undefined && <span translate="no">{balance}</span>}
          </span>
        ),
      }))}
    />
  )
}
