import { LockKeyhole } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { family } from '#texts/family'
import { profiles } from '#texts/profiles'
import { useSwitchMember } from './use-switch-member.ts'

export type ProfileChangedProps = {
  /** The member that another tab chose for this device. */
  acting: FamilyMember
  /** The member whose screens this tab showed before; undefined once they were removed. */
  previous: FamilyMember | undefined
}

/**
 * Replaces a screen after another tab switched the acting member: a tap on the face continues as them; below is a way
 * back.
 */
export default function ProfileChanged({ acting, previous }: ProfileChangedProps) {
  const choose = useSwitchMember()
  const title = family.deviceIsNow(acting.displayName)
  usePageTitle(title)
  return (
    <Notice
      level={1}
      tone="change"
      className="my-auto"
      title={title}
      text={family.chosenInOtherTab}
      action={
        <div className="flex flex-col items-center gap-5">
          <button
            type="button"
            onClick={() => choose(acting)}
            className="bg-panel border-line hover:border-grape flex w-60 max-w-full flex-col items-center gap-4 rounded-tile border-2 px-4 py-6 active:scale-[0.97]"
          >
            <Avatar {...avatarProps(acting)} decorative className="size-36 text-6xl" />
            <span className="font-display line-clamp-3 max-w-full text-xl leading-tight font-bold wrap-anywhere">
              {family.goOnAs(acting.displayName)}
            </span>
          </button>
          {previous && (
            <Button variant="quiet" onClick={() => choose(previous)} className="max-w-full py-1.5 whitespace-normal">
              <Avatar {...avatarProps(previous)} decorative />
              <span className="min-w-0 wrap-anywhere">{family.backTo(previous.displayName)}</span>
              {previous.hasPin && <LockKeyhole aria-label={profiles.asksForPin} className="text-muted" />}
            </Button>
          )}
        </div>
      }
    />
  )
}
