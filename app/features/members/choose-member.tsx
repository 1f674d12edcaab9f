import { LockKeyhole } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { family } from '#texts/family'
import { useSwitchMember } from './use-switch-member.ts'

export type ChooseMemberProps = {
  title: string
  text: string
  familyId: FamilyId
  members: readonly FamilyMember[]
  /** The member this device acts as; undefined for none. */
  acting: MemberId | undefined
}

/** Replaces a screen by a choice of members: a tap lets the device act as one, and opens their home page. */
export default function ChooseMember({ title, text, familyId, members, acting }: ChooseMemberProps) {
  const choose = useSwitchMember(familyId, acting)
  return (
    <Notice
      level={1}
      className="my-auto max-w-2xl"
      title={title}
      text={text}
      action={
        <ul aria-label={family.switchMember} className="flex flex-wrap justify-center gap-3">
          {members.map((member) => {
            const asksForPin = member.hasPin && member.id !== acting
            return (
              <li key={member.id}>
                <button
                  type="button"
                  aria-label={
                    asksForPin ? family.switchToWithPin(member.displayName) : family.switchTo(member.displayName)
                  }
                  onClick={() => choose(member)}
                  className="bg-panel border-line hover:border-grape flex h-full w-32 flex-col items-center gap-2 rounded-tile border-2 px-2 py-4 active:scale-[0.97]"
                >
                  <span className="relative flex">
                    <Avatar {...avatarProps(member)} decorative className="size-20 text-3xl" />
                    {asksForPin && (
                      <span className="bg-panel border-line text-muted absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full border">
                        <LockKeyhole aria-hidden className="size-4" />
                      </span>
                    )}
                  </span>
                  <span
                    translate="no"
                    dir="auto"
                    className="font-display line-clamp-2 max-w-full text-lg leading-tight font-bold wrap-anywhere"
                  >
                    {member.displayName}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      }
    />
  )
}
