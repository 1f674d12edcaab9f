import { Icon } from '../media/icon.tsx'
import { cn } from '../layout/cn.ts'
import './day-bubbles.css'

const most = 12

/** The bubbles of a day that is done, which rise once; decoration. */
export function DayBubbles({ icons, className }: { icons: readonly string[]; className?: string }) {
  return (
    <span aria-hidden className={cn('flex flex-wrap justify-center gap-3 leading-none', className)}>
      {icons.slice(0, most).map((icon, index) => (
        <span
          // Icons repeat.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          className="day-bubble grid size-[1.75em] place-items-center rounded-full bg-(image:--bubble)"
          style={{ animationDelay: `${index * 90}ms` }}
        >
          <Icon icon={icon} />
        </span>
      ))}
    </span>
  )
}
