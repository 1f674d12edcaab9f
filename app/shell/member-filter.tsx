import { useSetAtom } from 'jotai'
import type { FamilyMember } from '#domain/contract/members.ts'
import { shownMemberAtom, useShownMember } from '#app/lib/state/shown-member.ts'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { shell } from '#texts/shell'

/** Faces of which one shows the quests of its member alone; another press shows all again. */
export function MemberFilter({ members }: { members: readonly FamilyMember[] }) {
  const [shown, show] = [useShownMember(), useSetAtom(shownMemberAtom)]
  if (members.length < 2) return null
  return (
    <fieldset
      aria-label={shell.onlyQuestsOf}
      // No tab stop of its own in Firefox, because its faces are stops.
      tabIndex={-1}
      className="flex min-w-11 shrink-[99] overflow-x-auto"
    >
      {members.map((member) => (
        <button
          key={member.id}
          type="button"
          aria-label={spokenName(member)}
          aria-pressed={member.id === shown}
          onClick={() => show(member.id === shown ? null : member.id)}
          className="group touch-square grid shrink-0 place-items-center rounded-full"
        >
          <Avatar
            {...avatarProps(member)}
            decorative
            className="group-aria-pressed:outline-grape outline-offset-1 group-aria-pressed:outline-3 forced-colors:group-aria-pressed:outline-[Highlight]"
          />
        </button>
      ))}
    </fieldset>
  )
}
