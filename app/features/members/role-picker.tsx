import { Sparkles, UserRound } from 'lucide-react'
import type { MemberRole } from '#domain/contract/families.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { equalSegments, RadioField, segment } from '#app/ui/controls/radio-field.tsx'
import { family } from '#texts/family'
import { profiles } from '#texts/profiles'

const choices: readonly { value: MemberRole; Icon: typeof UserRound }[] = [
  { value: 'parent', Icon: UserRound },
  { value: 'kid', Icon: Sparkles },
]

export type RolePickerProps = {
  value: MemberRole
  onValueChange: (role: MemberRole) => void
  error: string | undefined
}

export function RolePicker({ value, onValueChange, error }: RolePickerProps) {
  return (
    <RadioField
      label={family.role}
      error={error}
      value={value}
      onValueChange={onValueChange}
      className={equalSegments}
      optionClassName={cn(segment, 'flex-col gap-0.5 px-2 py-2 text-center font-normal whitespace-normal')}
      options={choices.map(({ value: role, Icon }) => ({
        value: role,
        name: profiles.roles[role],
        content: (
          <>
            <span className="flex items-center gap-2 font-bold">
              <Icon aria-hidden className="size-5" />
              <span>{profiles.roles[role]}</span>
            </span>
            <span className="text-sm text-balance">{family.roleMeans[role]}</span>
          </>
        ),
      }))}
    />
  )
}
