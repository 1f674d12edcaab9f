import { LockKeyhole, Pencil, ShieldAlert, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { avatarProps, spokenName } from '#app/lib/text/avatar-props.ts'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { OnItsWay } from '#app/ui/feedback/on-its-way.tsx'
import { common } from '#texts/common'
import { family } from '#texts/family'
import { profiles } from '#texts/profiles'
import { pins } from '#texts/pins'

export type MemberCardProps = {
  member: FamilyMember
  /** Says whether the member is away, and changes it. */
  children: ReactNode
  /** The card is the signed-in user's own. */
  isMe: boolean
  /** Sets the PIN of a parent who has none, while others have one. */
  onSetPin: (() => void) | undefined
  onEdit: () => void
  onRemove: () => void
  isRemoving: boolean
  /** The server's sentence why it did not remove the member. */
  problem: string | undefined
}

export function MemberCard({
  member,
  children,
  isMe,
  onSetPin,
  onEdit,
  onRemove,
  isRemoving,
  problem,
}: MemberCardProps) {
  const { id, displayName, role, hasPin } = member
  const spoken = spokenName(member)
  return (
    <article
      aria-label={spoken}
      className="border-line bg-panel flex h-full flex-wrap content-start items-center gap-x-4 gap-y-3 rounded-card border p-4 sm:flex-col sm:flex-nowrap sm:p-5 sm:text-center"
    >
      <Avatar {...avatarProps(member)} decorative className="size-20 text-4xl sm:size-28 sm:text-5xl" />
      {/* Goes below the face where its place beside it would be narrower. */}
      <div className="flex min-w-0 basis-36 grow flex-col gap-1.5 sm:grow-0 sm:basis-auto sm:items-center">
        <h2 translate="no" dir="auto" className="text-xl wrap-anywhere">
          {displayName}
        </h2>
        <p className="flex flex-wrap items-center gap-1.5 text-sm sm:justify-center font-bold">
          <Tag>{profiles.roles[role]}</Tag>
          {isMe && <Tag className="bg-grape-soft text-grape">{profiles.you}</Tag>}
          {hasPin && (
            <Tag>
              <LockKeyhole aria-hidden className="size-4" />
              <span>{family.pinSet}</span>
            </Tag>
          )}
          <OnItsWay id={id} />
        </p>
        {onSetPin && (
          <button
            type="button"
            aria-label={pins.noPinOf(spoken)}
            onClick={onSetPin}
            className="touch bg-coral-soft text-coral-ink inline-flex items-center gap-1.5 self-start rounded-full px-3 text-sm font-bold sm:self-center"
          >
            <ShieldAlert aria-hidden className="size-4" />
            <span>{pins.noPin}</span>
          </button>
        )}
      </div>
      {problem !== undefined && (
        <div className="w-full">
          <FormError sentence={problem} />
        </div>
      )}
      <div className="mt-auto flex w-full flex-wrap gap-2 sm:pt-2">
        <Button variant="quiet" className="flex-1 px-2" aria-label={family.editOf(spoken)} onClick={onEdit}>
          <Pencil aria-hidden />
          <span>{common.edit}</span>
        </Button>
        <Button
          variant="quiet"
          className="flex-1 px-2"
          aria-label={family.removeOf(spoken)}
          busy={isRemoving}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
          <span>{isRemoving ? family.removing : family.remove}</span>
        </Button>
        {children}
      </div>
    </article>
  )
}

function Tag({ className = 'bg-sunken text-muted', children }: { className?: string; children: ReactNode }) {
  return <span className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 ${className}`}>{children}</span>
}
