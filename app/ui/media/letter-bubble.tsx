import { useId, type ComponentProps } from 'react'

export type LetterBubbleProps = ComponentProps<'svg'> & {
  mood?: 'idle' | 'cheering' | 'puzzled'
  /** The path of its letter, in a square of 400 units. */
  letter?: string
}

const capitalA = 'M200 60L94 340M200 60L306 340M137 228L263 228'

/** A bubble with a letter. Decoration: its meaning is in text beside it. */
export function LetterBubble({ mood = 'idle', letter = capitalA, ...rest }: LetterBubbleProps) {
  const id = useId()
  return (
    <svg viewBox="0 0 96 96" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden {...rest}>
      <defs>
        <radialGradient id={id} cx="0.34" cy="0.26" r="0.85">
          <stop offset="0" stopColor="#e0fbff" />
          <stop offset="0.42" stopColor="#7cc4ff" />
          <stop offset="1" stopColor="#4c63e6" />
        </radialGradient>
      </defs>
      <g stroke="#4c63e6" strokeWidth="5">
        {mood === 'cheering' ? (
          <path d="M14 46C8 40 5 33 6 25M82 46c6-6 9-13 8-21" />
        ) : (
          <path d="M14 58c-5 1-8 5-8 11M82 58c5 1 8 5 8 11" />
        )}
        <path d="M38 86v4.500M58 86v4.5" />
      </g>
      {mood === 'cheering' && <path d="M48 2.500v5M26 7l2.6 4.300M70 7l-2.6 4.3" stroke="#ffc53d" strokeWidth="4.5" />}
      <circle cx="48" cy="51" r="37" fill={`url(#${id})`} />
      <path d="M22 38c3.4-7 8-11.5 14-14" stroke="#fff" strokeOpacity="0.9" strokeWidth="5.5" />
      <circle cx="84" cy="84" r="6.5" fill="#3fd8c2" />
      <circle cx="82" cy="82" r="1.9" fill="#fff" fillOpacity="0.9" />
      {mood === 'cheering' ? (
        <path d="M33 36c1.2-4 6.3-4 7.5 0M55.5 36c1.2-4 6.3-4 7.5 0" stroke="#211c3d" strokeWidth="3.6" />
      ) : (
        <g fill="#211c3d">
          <ellipse cx="37" cy="34.5" rx="3.7" ry="4.8" />
          <ellipse cx="59" cy="34.5" rx="3.7" ry={mood === 'puzzled' ? 2.8 : 4.8} />
          <circle cx="38.3" cy="32.8" r="1.3" fill="#fff" />
          <circle cx="60.3" cy="33.3" r="1.3" fill="#fff" />
        </g>
      )}
      <g fill="#ff8a5b" fillOpacity="0.8">
        <ellipse cx="29" cy="43" rx="4.2" ry="2.7" />
        <ellipse cx="67" cy="43" rx="4.2" ry="2.7" />
      </g>
      {mood === 'puzzled' ? (
        <path d="M43.5 43.500c1.8-2 3 1.4 4.7 0s2.7-1.4 4.3 0" stroke="#211c3d" strokeWidth="3" />
      ) : mood === 'cheering' ? (
        <path d="M41.5 40.500h13c0 4.5-2.8 7.2-6.5 7.200s-6.5-2.7-6.5-7.200Z" fill="#211c3d" />
      ) : (
        <path d="M43 42c1.3 2.3 3 3.3 5 3.300s3.7-1 5-3.3" stroke="#211c3d" strokeWidth="3" />
      )}
      <g transform="translate(30.4 48.5) scale(0.088)" stroke="#fff">
        <path d={letter} strokeWidth="60" />
      </g>
    </svg>
  )
}
