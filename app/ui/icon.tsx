import sprite from './offered-icons.svg'
import { cn } from './cn.ts'
import { spriteIdOf } from './sprite-id.ts'

/**
 * The icon of a quest or reward, as large as the letters around it: one of those that we offer is drawn from our own file, so that it looks alike on every
 * device and is there on one without an emoji font; any other emoji is left to the font.
 */
export function Icon({ icon, className }: { icon: string; className?: string }) {
  const id = spriteIdOf(icon)
  if (id === undefined) {
    return (
      <span translate="no" className={className}>
        {icon}
      </span>
    )
  }
  return (
    <span translate="no" className={cn('relative inline-block size-[1.15em] align-[-0.2em]', className)}>
      <svg aria-hidden className="size-full">
        <use href={`${sprite}#${id}`} />
      </svg>
      {/* What is read, copied and searched is the emoji still. */}
      <span className="sr-only">{icon}</span>
    </span>
  )
}
