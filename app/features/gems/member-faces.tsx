import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { GemMark } from '#app/ui/gem-mark.tsx'
import { RadioGroup } from '#app/ui/radio-group.tsx'
import { faceOf } from '#app/lib/face-of.ts'

export type MemberFacesProps = {
  members: readonly (FamilyMember & { balance: number | undefined })[]
  value: MemberId
  onValueChange: (id: MemberId) => void
}

/** Whose ledger is looked at; under each face what they have. */
export function MemberFaces({ members, value, onValueChange }: MemberFacesProps) {
  return (
    <RadioGroup
      label="Whose gems"
      value={value}
      onValueChange={onValueChange}
      className="flex flex-wrap gap-2"
      optionClassName="border-line bg-panel hover:bg-sunken data-checked:border-grape data-checked:bg-grape-soft flex max-w-full items-center gap-3 rounded-card border-2 py-2 pr-4 pl-2 text-left transition-colors"
      options={members.map((member) => ({
        value: member.id,
        name: member.balance === undefined ? member.displayName : `${member.displayName}, ${member.balance} gems`,
        content: (
          <>
            <Avatar {...faceOf(member)} decorative size="large" />
            <span className="min-w-0">
              <span className="block truncate font-bold">{member.displayName}</span>
              <span className="text-gem-ink flex min-h-6 items-center gap-1 font-bold tabular-nums">
                {member.balance !== undefined && (
                  <>
                    <GemMark className="size-4" />
                    {member.balance}
                  </>
                )}
              </span>
            </span>
          </>
        ),
      }))}
    />
  )
}
