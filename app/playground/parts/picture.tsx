import type { ComponentProps } from 'react'
import { pictures, type PictureName } from './pictures/all-pictures.ts'

export type PictureProps = Omit<ComponentProps<'svg'>, 'children'> & {
  of: PictureName
  /** The accessible name; without one the picture is decoration. */
  label?: string
  /** False on a pale background. */
  hasGround?: boolean
}

/** A flat drawing on its own pale background, so that it looks the same in light and dark. */
export function Picture({ of, label, hasGround = true, ...rest }: PictureProps) {
  return (
    <svg
      viewBox="-4 -4 72 72"
      fill="none"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      {...rest}
    >
      {hasGround && <rect x="-4" y="-4" width="72" height="72" fill="#f3f8ff" />}
      {pictures[of].map((piece, index) =>
        'fill' in piece ? (
          <path key={index} d={piece.d} fill={piece.fill} />
        ) : (
          <path
            key={index}
            d={piece.d}
            stroke={piece.stroke}
            strokeWidth={piece.width}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ),
      )}
    </svg>
  )
}
