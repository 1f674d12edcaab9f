import { CircleCheck } from 'lucide-react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { faceOf } from '#app/lib/face-of.ts'
import { calendar } from '#texts/calendar'
import { quests } from '#texts/quests'

export type FacesDialogProps = {
  title: string
  description: string
  /** Those it is most likely about. */
  members: readonly FamilyMember[]
  /** Anybody else it may be about, under a heading of their own. */
  others?: readonly FamilyMember[]
  /** Who cannot be chosen, because they have done it already. */
  done?: ReadonlySet<MemberId>
  /** Who was chosen, while the server is asked. */
  chosen: MemberId | undefined
  onChoose: (member: FamilyMember) => void
  onClose: () => void
}

const nobody: ReadonlySet<MemberId> = new Set()

/** Asks who, by face. One press is the answer. */
export function FacesDialog({ title, description, members, others = [], done = nobody, chosen, onChoose, onClose }: FacesDialogProps) {
  const first = [...members, ...others].find((member) => !done.has(member.id))
  const face = (member: FamilyMember) => (
    <li key={member.id}>
      <button
        type="button"
        disabled={done.has(member.id)}
        data-autofocus={member === first || undefined}
        // Not disabled meanwhile: the focus would be lost if the answer is no.
        aria-busy={chosen === member.id || undefined}
        onClick={() => chosen ?? onChoose(member)}
        className="border-line bg-panel enabled:hover:border-grape enabled:hover:bg-grape-soft aria-busy:border-grape aria-busy:bg-grape-soft disabled:bg-sunken relative flex size-full min-h-32 flex-col items-center justify-center gap-2 rounded-card border-2 p-3 disabled:cursor-not-allowed"
      >
        <Avatar {...faceOf(member)} decorative size="large" />
        <span translate="no" className="font-display max-w-full text-center text-lg leading-tight font-bold wrap-anywhere">
          {member.displayName}
        </span>
        {done.has(member.id) && (
          <span className="text-leaf-ink flex items-center gap-1 text-sm font-bold">
            <CircleCheck aria-hidden className="size-4" />
            <span>{quests.done}</span>
          </span>
        )}
      </button>
    </li>
  )
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} description={description}>
      <div className="flex flex-col gap-4">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">{members.map(face)}</ul>
        {others.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="text-muted text-base">{calendar.somebodyElse}</h3>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">{others.map(face)}</ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
