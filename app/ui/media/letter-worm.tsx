import type { ComponentProps } from 'react'

export type LetterWormProps = ComponentProps<'svg'> & { mood?: 'idle' | 'cheering' }

/** The worm that eats its way through words. Decoration: its game's name is in text beside it. */
export function LetterWorm({ mood = 'idle', ...rest }: LetterWormProps) {
  const isCheering = mood === 'cheering'
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden {...rest}>
      {isCheering && (
        <path d="M30 9l2.5 3M61 9l-3 3M46 1.500v3.5" stroke="#ffc53d" strokeWidth="3" strokeLinecap="round" />
      )}
      <circle cx="9.5" cy={isCheering ? 45 : 50} r="8" fill="#2f9e44" />
      <circle cx="21" cy="48" r="9.5" fill="#ffc53d" />
      <circle cx="34" cy={isCheering ? 47 : 45} r="10.5" fill="#3d9bff" />
      <g stroke="#211c3d" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path
          d={
            isCheering
              ? 'M12 42.500a3.3 3.3 0 1 0 0 4.600M12.5 41.500v6.5'
              : 'M12 47.500a3.3 3.3 0 1 0 0 4.600M12.5 46.500v6.5'
          }
        />
        <path d="M18.5 42.500v10.500M18.5 48a3.3 3.3 0 1 1 0 4" />
        <path d={isCheering ? 'M37 45a4 4 0 1 0 0 5' : 'M35 44a4 4 0 1 0 0 5'} />
      </g>
      <path d="M40 16q-2-6-6-7M51 16q2-6 6-7" stroke="#6741d9" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="33.5" cy="8.5" r="2.8" fill="#ff8a5b" />
      <circle cx="57.5" cy="8.5" r="2.8" fill="#ff8a5b" />
      <circle cx="45.5" cy="29" r="15.5" fill="#74c95a" />
      <g fill="#ff8a5b" fillOpacity="0.8">
        <ellipse cx="36" cy="34" rx="3" ry="2" />
        <ellipse cx="55" cy="34" rx="3" ry="2" />
      </g>
      {isCheering ? (
        <>
          <path
            d="M37 27.500c1-3.2 5-3.2 6 0M48 27.500c1-3.2 5-3.2 6 0"
            stroke="#211c3d"
            strokeWidth="2.6"
            strokeLinecap="round"
          />
          <path d="M39.5 33h12c0 4.5-2.5 7-6 7s-6-2.5-6-7Z" fill="#211c3d" />
          <path d="M42.5 38.500q3-2.5 6 0-3 2.2-6 0Z" fill="#ff8a5b" />
        </>
      ) : (
        <>
          <ellipse cx="40" cy="27" rx="2.6" ry="3.4" fill="#211c3d" />
          <ellipse cx="51" cy="27" rx="2.6" ry="3.4" fill="#211c3d" />
          <circle cx="41" cy="25.8" r="0.9" fill="#fff" />
          <circle cx="52" cy="25.8" r="0.9" fill="#fff" />
          <path
            d="M41 34.500c1.2 2.4 2.8 3.4 4.5 3.400s3.3-1 4.5-3.4"
            stroke="#211c3d"
            strokeWidth="2.4"
            strokeLinecap="round"
          />
        </>
      )}
    </svg>
  )
}
