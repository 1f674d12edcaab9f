import { Sparkles, UserRound } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { MemberRole } from '#domain/contract/families.ts'

export const roleNames: Record<MemberRole, string> = { parent: 'Parent', kid: 'Kid' }

const choices: readonly { value: MemberRole; text: string; Icon: typeof UserRound }[] = [
  { value: 'kid', text: 'completes quests, earns gems', Icon: Sparkles },
  { value: 'parent', text: 'plans, changes everything', Icon: UserRound },
]

export type RolePickerProps = { value: MemberRole; onValueChange: (role: MemberRole) => void; error: string | undefined }

export function RolePicker({ value, onValueChange, error }: RolePickerProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-bold">
        Role
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        value={value}
        onValueChange={(chosen) => onValueChange(MemberRole.parse(chosen))}
        className="bg-sunken grid grid-cols-2 gap-1 rounded-2xl p-1"
      >
        {choices.map(({ value: role, text, Icon }) => (
          <RadioGroup.Item
            key={role}
            value={role}
            aria-label={roleNames[role]}
            className="text-muted hover:text-ink data-[state=checked]:bg-panel data-[state=checked]:text-ink data-[state=checked]:shadow-lift touch flex flex-col items-center gap-0.5 rounded-control px-2 py-2 text-center transition-colors"
          >
            <span className="flex items-center gap-2 font-bold">
              <Icon aria-hidden className="size-5" />
              {roleNames[role]}
            </span>
            <span className="text-sm text-balance">{text}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {error !== undefined && (
        <p id={`${id}-note`} className="text-danger text-sm font-semibold">
          {error}
        </p>
      )}
    </div>
  )
}
