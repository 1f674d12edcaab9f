import { Sparkles, UserRound } from 'lucide-react'
import type { MemberRole } from '#domain/contract/families.ts'
import { cn } from '#app/ui/cn.ts'
import { RadioField, segment, segments } from '#app/ui/radio-field.tsx'

export const roleNames: Record<MemberRole, string> = { parent: 'Parent', kid: 'Kid' }

const choices: readonly { value: MemberRole; text: string; Icon: typeof UserRound }[] = [
  { value: 'kid', text: 'completes quests, earns gems', Icon: Sparkles },
  { value: 'parent', text: 'plans, changes everything', Icon: UserRound },
]

export type RolePickerProps = { value: MemberRole; onValueChange: (role: MemberRole) => void; error: string | undefined }

export function RolePicker({ value, onValueChange, error }: RolePickerProps) {
  return (
    <RadioField
      label="Role"
      error={error}
      value={value}
      onValueChange={onValueChange}
      className={`${segments} grid-cols-2`}
      optionClassName={cn(segment, 'flex-col gap-0.5 px-2 py-2 text-center font-normal whitespace-normal')}
      options={choices.map(({ value: role, text, Icon }) => ({
        value: role,
        name: roleNames[role],
        content: (
          <>
            <span className="flex items-center gap-2 font-bold">
              <Icon aria-hidden className="size-5" />
              {roleNames[role]}
            </span>
            <span className="text-sm text-balance">{text}</span>
          </>
        ),
      }))}
    />
  )
}
