import { RadioGroup } from 'radix-ui'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { GemMark } from '#app/ui/gem-mark.tsx'

export type MemberFacesProps = {
  members: readonly (FamilyMember & { balance: number | undefined })[]
  value: MemberId
  onValueChange: (id: MemberId) => void
}

/** Whose ledger is looked at; under each face what they have. */
export function MemberFaces({ members, value, onValueChange }: MemberFacesProps) {
  const choose = (chosen: string) => {
    const member = members.find(({ id }) => id === chosen)
    if (member) onValueChange(member.id)
  }
  return (
    <RadioGroup.Root aria-label="Whose gems" value={value} onValueChange={choose} className="flex flex-wrap gap-2">
      {members.map(({ id, displayName, avatarSeed, userProfileImageUrl, balance }) => (
        <RadioGroup.Item
          key={id}
          value={id}
          aria-label={balance === undefined ? displayName : `${displayName}, ${balance} gems`}
          className="border-line bg-panel hover:bg-sunken data-[state=checked]:border-grape data-[state=checked]:bg-grape-soft flex max-w-full items-center gap-3 rounded-card border-2 py-2 pr-4 pl-2 text-left transition-colors"
        >
          <Avatar name={displayName} seed={avatarSeed} imageUrl={userProfileImageUrl} decorative size="large" />
          <span className="min-w-0">
            <span className="block truncate font-bold">{displayName}</span>
            <span className="text-gem-ink flex min-h-6 items-center gap-1 font-bold tabular-nums">
              {balance !== undefined && (
                <>
                  <GemMark className="size-4" />
                  {balance}
                </>
              )}
            </span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
