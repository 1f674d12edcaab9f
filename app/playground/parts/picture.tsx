import type { ComponentProps } from 'react'
import { pictures, type PictureName } from './pictures/pictures.ts'

export type PictureProps = Omit<ComponentProps<'svg'>, 'children'> & {
  of: PictureName
  /** What a screen reader calls it; without one it is decoration. */
  label?: string
  /** Off where it stands on something pale anyway. */
  hasGround?: boolean
}

/** A thing, drawn flat on a pale ground of its own, so it looks the same by day and by night. */
export function Picture({ of, label, hasGround = true, ...rest }: PictureProps) {
  return (
    <svg viewBox="-4 -4 72 72" fill="none" {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })} {...rest}>
      {hasGround && <rect x="-4" y="-4" width="72" height="72" fill="#f3f8ff" />}
      {pictures[of].map((piece, index) =>
        'fill' in piece ? (
          <path key={index} d={piece.d} fill={piece.fill} />
        ) : (
          <path key={index} d={piece.d} stroke={piece.stroke} strokeWidth={piece.width} strokeLinecap="round" strokeLinejoin="round" />
        ),
      )}
    </svg>
  )
}
