import { LockKeyhole } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { FaceTile } from '#app/ui/controls/face-tile.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { profiles } from '#texts/profiles'
import { useSwitchMember } from './use-switch-member.ts'

export type ChooseMemberProps = {
  title: string
  text: string
  members: readonly FamilyMember[]
  /** The member this device acts as; undefined for none. */
  acting: MemberId | undefined
}

/** Replaces a screen by a choice of members: a tap lets the device act as one, and opens their home page. */
export default function ChooseMember({ title, text, members, acting }: ChooseMemberProps) {
  const choose = useSwitchMember()
  return (
    <Notice
      level={1}
      className="my-auto max-w-2xl"
      title={title}
      text={text}
      action={
        <ul aria-label={profiles.switchMember} className="flex flex-wrap justify-center gap-3">
          {members.map((member) => {
            const asksForPin = member.hasPin && member.id !== acting
            return (
              <li key={member.id}>
                <FaceTile
                  person={avatarProps(member)}
                  aria-label={
                    asksForPin ? profiles.switchToWithPin(spokenName(member)) : profiles.switchTo(spokenName(member))
                  }
                  badge={asksForPin ? <LockKeyhole aria-hidden className="size-4" /> : undefined}
                  badgeClassName="bg-panel border-line text-muted border"
                  className="w-32"
                  onClick={() => choose(member)}
                />
              </li>
            )
          })}
        </ul>
      }
    />
  )
}
