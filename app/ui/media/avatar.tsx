import { useState } from 'react'
import { withFace } from '#app/texts/isolated.ts'
import { cn } from '../layout/cn.ts'
import { Face } from './face.tsx'

export type AvatarPerson = {
  name: string
  /** A path that starts with `/objects/` is a picture; other text seeds a drawn face. */
  seed?: string | null | undefined
  /** Has priority over the seed. */
  imageUrl?: string | null | undefined
  /** Tells the face from that of a namesake by ear; undefined where the name is enough. */
  faceWords?: string | undefined
}

export type AvatarProps = AvatarPerson & {
  size?: 'small' | 'normal' | 'large'
  /** Hides the picture from screen readers, because the name is beside it; the words of the face stay. */
  decorative?: boolean
  className?: string
}

const sizes = { small: 'size-7 text-xs', normal: 'size-9 text-sm', large: 'size-14 text-xl' } as const

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Addresses that failed to load, so that no avatar requests them again at once. */
const broken = new Set<string>()
/** Milliseconds until a retry: an event can be ahead of its picture, and a wall that runs for weeks has failures. */
const retryMs = 6000

/** A picture if one loads; until then, and otherwise, a face drawn from the seed, else initials. */
export function Avatar({
  name,
  seed,
  imageUrl,
  faceWords,
  size = 'normal',
  decorative = false,
  className,
}: AvatarProps) {
  const [, rerender] = useState({})
  const isPicture = seed?.startsWith('/objects/')
  const picture = imageUrl || (isPicture ? seed : '')
  const faceSeed = isPicture ? name : seed
  const words = decorative ? faceWords : withFace(name, faceWords)
  return (
    <span
      {...(words === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words })}
      translate="no"
      className={cn(
        'bg-grape-soft text-grape font-display relative inline-grid shrink-0 place-items-center rounded-full font-bold select-none',
        sizes[size],
        className,
      )}
    >
      {faceSeed ? <Face seed={faceSeed} className="size-full rounded-[inherit]" /> : initialsOf(name)}
      {picture && !broken.has(picture) && (
        <img
          src={picture}
          alt=""
          decoding="sync"
          className="absolute size-full rounded-[inherit] object-cover"
          onError={() => {
            broken.add(picture)
            rerender({})
            setTimeout(() => rerender({ again: broken.delete(picture) }), retryMs)
          }}
        />
      )}
    </span>
  )
}

/** The first letters of the first and the last word: 'Mia von Berg' is MB. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .filter((_, at) => at === 0 || at === words.length - 1)
    .map(firstLetter)
    .join('')
    .toUpperCase()
}

/** The first grapheme, so that an emoji or an accented letter stays whole. */
const firstLetter = (word: string) => [...graphemes.segment(word)][0]?.segment
