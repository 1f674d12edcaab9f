import { useState } from 'react'
import { cn } from './cn.ts'
import { Face } from './face.tsx'

export type AvatarPerson = {
  name: string
  /** A path that begins with `/objects/` is a picture; anything else seeds a drawn face. */
  seed?: string | null | undefined
  /** Goes before the seed. */
  imageUrl?: string | null | undefined
}

export type AvatarProps = AvatarPerson & {
  size?: 'small' | 'normal' | 'large'
  /** The name already stands beside the picture: say nothing. */
  decorative?: boolean
  className?: string
}

const sizes = { small: 'size-7 text-xs', normal: 'size-9 text-sm', large: 'size-14 text-xl' } as const

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A picture if there is one that loads, else a face drawn from the seed, else initials. */
export function Avatar({ name, seed, imageUrl, size = 'normal', decorative = false, className }: AvatarProps) {
  const picture = imageUrl || (seed?.startsWith('/objects/') ? seed : undefined)
  const [broken, setBroken] = useState<string>()
  const faceSeed = seed?.startsWith('/objects/') ? name : seed
  return (
    <span
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      className={cn(
        'bg-grape-soft text-grape font-display inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-bold select-none',
        sizes[size],
        className,
      )}
    >
      {picture && picture !== broken ? (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : faceSeed ? (
        <Face seed={faceSeed} className="size-full" />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** The first letters of the first and the last word: 'Mia von Berg' is MB. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map((word) => firstLetter(word ?? ''))
    .join('')
    .toUpperCase()
}

/** As a person sees it: an emoji or an accented letter stays whole. */
function firstLetter(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment
  return ''
}
