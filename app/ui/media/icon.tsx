import sprite from './offered-icons.svg'
import { cn } from '../layout/cn.ts'
import { spriteIdOf } from './sprite-id.ts'

/**
 * The icon of a quest or reward, as large as the text around it. The icons that we offer come from our own file, so
 * that they look the same on each device and exist without an emoji font; the font draws other emojis.
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
      {/* Screen readers, copying and search use the emoji itself. */}
      <span className="sr-only">{icon}</span>
    </span>
  )
}
