import { useId, type ComponentProps } from 'react'

export type SortingBubbleProps = ComponentProps<'svg'> & { mood?: 'idle' | 'cheering' }

/** A bubble with shapes. Decoration: its game's name is in text beside it. */
export function SortingBubble({ mood = 'idle', ...rest }: SortingBubbleProps) {
  const id = useId()
  const isCheering = mood === 'cheering'
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden {...rest}>
      <defs>
        <radialGradient id={id} cx="0.34" cy="0.28" r="0.85">
          <stop offset="0" stopColor="#f2f9ff" />
          <stop offset="0.55" stopColor="#a9d8ff" />
          <stop offset="1" stopColor="#3d9bff" />
        </radialGradient>
      </defs>
      {isCheering && (
        <path d="M32 0.8v3.2M10 8l2.4 2.6M54 8l-2.4 2.6" stroke="#ffc53d" strokeWidth="3.2" strokeLinecap="round" />
      )}
      <circle cx="32" cy="35" r="27" fill={`url(#${id})`} />
      <path d="M13.5 27c2-6 6.6-10.5 12-12.5" stroke="#fff" strokeWidth="3.6" strokeLinecap="round" />
      <g strokeLinejoin="round" strokeWidth="2" stroke="#fff" transform={isCheering ? 'translate(0 -2)' : undefined}>
        <path d="M13.5 53 20 42.5 26.5 53Z" fill="#e8590c" transform={isCheering ? 'rotate(-14 20 49)' : undefined} />
        <rect
          x="27"
          y="47"
          width="10.5"
          height="10.5"
          rx="1.5"
          fill="#6741d9"
          transform={isCheering ? 'rotate(12 32 52)' : undefined}
        />
        <path
          d="m44.5 41.5 1.9 3.9 4.3.6-3.1 3 .7 4.3-3.8-2-3.8 2 .7-4.3-3.1-3 4.3-.6Z"
          fill="#ffc53d"
          transform={isCheering ? 'rotate(14 44 47)' : undefined}
        />
      </g>
      <g fill="#ff8a5b" fillOpacity="0.75">
        <ellipse cx="18.5" cy="36" rx="3.4" ry="2.2" />
        <ellipse cx="46.5" cy="36" rx="3.4" ry="2.2" />
      </g>
      {isCheering ? (
        <>
          <path
            d="M21.5 29c1-3.2 5-3.2 6 0M37.5 29c1-3.2 5-3.2 6 0"
            stroke="#211c3d"
            strokeWidth="2.8"
            strokeLinecap="round"
          />
          <path d="M26 34.500h13c0 4.8-2.8 7.3-6.5 7.300S26 39.3 26 34.500Z" fill="#211c3d" />
        </>
      ) : (
        <>
          <ellipse cx="24.5" cy="29" rx="2.7" ry="3.5" fill="#211c3d" />
          <ellipse cx="40.5" cy="29" rx="2.7" ry="3.5" fill="#211c3d" />
          <path
            d="M27.5 35.500c1.3 2.6 3 3.7 5 3.700s3.7-1.1 5-3.7"
            stroke="#211c3d"
            strokeWidth="2.6"
            strokeLinecap="round"
          />
        </>
      )}
    </svg>
  )
}
