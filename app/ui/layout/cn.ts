import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Our own names in `theme.css`. */
const merge = extendTailwindMerge({ extend: { theme: { radius: ['control', 'card', 'tile'], shadow: ['lift'] } } })

/** Joins class names; the later of two that set the same property wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
