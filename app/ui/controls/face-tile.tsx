import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../layout/cn.ts'
import { Avatar, type AvatarPerson } from '../media/avatar.tsx'

export type FaceTileProps = Omit<ComponentProps<'button'>, 'children' | 'type'> & {
  person: AvatarPerson
  /** A mark at the lower right of the face. */
  badge?: ReactNode
  /** The look of the mark. */
  badgeClassName?: string
}

/** A large button with a face and the name under it. */
export function FaceTile({
  person,
  badge,
  badgeClassName,
  className,
  disabled = false,
  onClick,
  ...rest
}: FaceTileProps) {
  return (
    <button
      type="button"
      className={cn(
        'bg-panel border-line hover:border-grape aria-pressed:border-grape aria-pressed:bg-grape-soft flex h-full flex-col items-center gap-2 rounded-tile border-2 px-2 py-4 active:scale-[0.97]',
        className,
      )}
      {...rest}
      // Keeps the focus when the press disables all.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <span className="relative flex">
        <Avatar {...person} decorative className="size-20 text-3xl" />
        {badge !== undefined && (
          <span
            className={cn('absolute -right-1 -bottom-1 grid size-8 place-items-center rounded-full', badgeClassName)}
          >
            {badge}
          </span>
        )}
      </span>
      <span
        translate="no"
        dir="auto"
        className="font-display line-clamp-2 max-w-full text-lg leading-tight font-bold wrap-anywhere"
      >
        {person.name}
      </span>
    </button>
  )
}
