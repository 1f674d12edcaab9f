import { useAtomValue } from 'jotai'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { presentMembersAtom } from '#app/lib/live-status.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { faceOf } from '#app/lib/face-of.ts'
import { kid } from '#texts/kid'

const mostFaces = 4

/** The faces of those of the family who are here at this moment, on whichever device. */
export function HereNow({ members }: { members: readonly FamilyMember[] }) {
  const present = useAtomValue(presentMembersAtom)
  const here = members.filter(({ id }) => present.has(id))
  const names = here.map(({ displayName }) => displayName).join(', ')
  return (
    // Its height is there before anybody is.
    <div className="flex min-h-9 shrink-0 items-center" title={names || undefined}>
      {here.slice(0, mostFaces).map((member) => (
        <Avatar key={member.id} {...faceOf(member)} decorative className="animate-arrive ring-gem -ml-1.5 ring-2 first:ml-0" />
      ))}
      {here.length > mostFaces && (
        <span aria-hidden className="text-muted ml-1.5 font-bold tabular-nums">
          {`+${here.length - mostFaces}`}
        </span>
      )}
      {here.length > 0 && <span className="sr-only">{kid.hereNow(names)}</span>}
    </div>
  )
}
