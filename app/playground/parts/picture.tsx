import type { ComponentProps } from 'react'
import { cn } from '#app/ui/layout/cn.ts'
import { Drawing } from '#app/ui/media/drawing.tsx'

const files: Record<string, string> = import.meta.glob('./pictures/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Our drawings of things that a small child can name, by their English word. */
export function pictureOf(name: string): string {
  const file = files[`./pictures/${name}.svg`]
  if (file === undefined) throw new RangeError(`There is no picture of ${name}`)
  return file
}

export type PictureProps = Omit<ComponentProps<'svg'>, 'children'> & {
  of: string
  /** The accessible name; without one the picture is decoration. */
  label?: string
  /** False on a pale background. */
  hasGround?: boolean
}

/** A flat drawing on its own pale background, so that it looks the same in light and dark. */
export const Picture = ({ of, label, hasGround = true, className, ...rest }: PictureProps) => (
  <Drawing
    of={pictureOf(of)}
    viewBox="-4 -4 72 72"
    className={cn(hasGround && 'pale-ground', className)}
    {...(label !== undefined && { 'aria-hidden': undefined, role: 'img', 'aria-label': label })}
    {...rest}
  />
)
