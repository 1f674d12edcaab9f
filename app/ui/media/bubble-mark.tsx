import { useId, type ComponentProps } from 'react'

export type BubbleMarkProps = ComponentProps<'svg'> & { mood?: 'idle' | 'cheering' | 'puzzled' }

/** The bubble of Bubblequest. Decoration: its name is in text beside it. */
export function BubbleMark({ mood = 'idle', ...rest }: BubbleMarkProps) {
  const id = useId()
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden {...rest}>
      <defs>
        <radialGradient id={id} cx="0.34" cy="0.28" r="0.85">
          <stop offset="0" stopColor="#e9dfff" />
          <stop offset="0.45" stopColor="#b197fc" />
          <stop offset="1" stopColor="#6741d9" />
        </radialGradient>
      </defs>
      {mood === 'cheering' && (
        <g stroke="#ffc53d" strokeWidth="3.5" strokeLinecap="round">
          <path d="M32 1.8v3.4M12 9l2.4 2.6M52 9l-2.4 2.6" />
        </g>
      )}
      <circle cx="32" cy="34" r="26" fill={`url(#${id})`} />
      <path
        d="M16.5 27c1.6-6 6-10.2 11.2-11.8"
        stroke="#fff"
        strokeOpacity="0.85"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="54.5" cy="12.5" r="5" fill="#3fd8c2" />
      <circle cx="53" cy="11" r="1.4" fill="#fff" fillOpacity="0.9" />
      <g fill="#211c3d">
        {mood === 'cheering' ? (
          <g stroke="#211c3d" strokeWidth="3" strokeLinecap="round" fill="none">
            <path d="M20.5 34.5c1-3 5-3 6 0M37.5 34.5c1-3 5-3 6 0" />
          </g>
        ) : (
          <>
            <ellipse cx="24" cy="34" rx="2.9" ry="3.7" />
            <ellipse cx="41" cy="34" rx="2.9" ry={mood === 'puzzled' ? 2.4 : 3.7} />
          </>
        )}
      </g>
      <g fill="#ff8a5b" fillOpacity="0.75">
        <ellipse cx="18.5" cy="41" rx="3.4" ry="2.2" />
        <ellipse cx="46.5" cy="41" rx="3.4" ry="2.2" />
      </g>
      {mood === 'puzzled' ? (
        <path
          d="M27 45.5c2-2.4 3.6 1.8 5.6-.4 1.6-1.8 3.2 1.4 5 0"
          stroke="#211c3d"
          strokeWidth="2.8"
          strokeLinecap="round"
        />
      ) : mood === 'cheering' ? (
        <path d="M25.5 41h14c0 5-3 8-7 8s-7-3-7-8Z" fill="#211c3d" />
      ) : (
        <path d="M26.5 42c1.4 3 3.6 4.3 6 4.3s4.6-1.3 6-4.3" stroke="#211c3d" strokeWidth="2.8" strokeLinecap="round" />
      )}
    </svg>
  )
}
