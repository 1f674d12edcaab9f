import { AnimatePresence } from 'framer-motion'
import * as m from 'framer-motion/m'
import { useAtomValue } from 'jotai'
import type { FamilyMember } from '#domain/contract/members.ts'
import { presentMembersAtom } from '#app/lib/live/live-status.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { popIn } from '#app/ui/motion/transitions.ts'
import { listed } from '#app/texts/isolated.ts'
import { kid } from '#texts/kid'

const mostFaces = 4

/** The faces of those members who are online, on any device. */
export function OnlineMembers({ members }: { members: readonly FamilyMember[] }) {
  const present = useAtomValue(presentMembersAtom)
  const here = members.filter(({ id }) => present.has(id))
  const names = listed(here.map(({ displayName }) => displayName))
  return (
    // Reserves its height before anybody is online.
    <div className="flex min-h-9 shrink-0 items-center" title={names || undefined}>
      <AnimatePresence initial={false}>
        {here.slice(0, mostFaces).map((member) => (
          <m.span
            key={member.id}
            {...popIn}
            exit={{ opacity: 0, scale: 0.5, transition: { duration: 0.15 } }}
            className="-ml-1.5 first:ml-0"
          >
            <Avatar {...avatarProps(member)} decorative className="ring-gem ring-2" />
          </m.span>
        ))}
      </AnimatePresence>
      {here.length > mostFaces && (
        <span aria-hidden translate="no" className="text-muted ml-1.5 font-bold tabular-nums">
          {`+${here.length - mostFaces}`}
        </span>
      )}
      {here.length > 0 && <span className="sr-only">{kid.hereNow(names)}</span>}
    </div>
  )
}
