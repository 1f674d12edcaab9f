import { useId, type ComponentProps } from 'react'

export type ClockOwlProps = ComponentProps<'svg'> & { mood?: 'idle' | 'cheering' | 'puzzled' }

/** The owl with a clock for a belly. Decoration: its words are in text beside it. */
export function ClockOwl({ mood = 'idle', ...rest }: ClockOwlProps) {
  const id = useId()
  return (
    <svg viewBox="0 0 96 96" fill="none" aria-hidden {...rest}>
      <defs>
        <radialGradient id={id} cx="0.38" cy="0.25" r="0.85">
          <stop offset="0" stopColor="#c9b6ff" />
          <stop offset="0.5" stopColor="#8d6cf0" />
          <stop offset="1" stopColor="#5630c4" />
        </radialGradient>
      </defs>
      {mood === 'cheering' && (
        <path
          d="M9 12l4 4M87 12l-4 4M48 2v5M28 4l2 4M68 4l-2 4"
          stroke="#ffc53d"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      )}
      <g fill="#ff8a5b">
        <ellipse cx="37" cy="90" rx="8" ry="4.5" />
        <ellipse cx="59" cy="90" rx="8" ry="4.5" />
      </g>
      {mood === 'cheering' ? (
        <g fill="#5630c4">
          <path d="M22 56C8 52 3 40 5 27c10 3 19 12 23 22Z" />
          <path d="M74 56c14-4 19-16 17-29-10 3-19 12-23 22Z" />
        </g>
      ) : (
        <g fill="#5630c4">
          <path d="M20 46C9 54 8 70 15 82c9-5 14-16 13-28Z" />
          <path d="M76 46c11 8 12 24 5 36-9-5-14-16-13-28Z" />
        </g>
      )}
      <path
        d="M19 34 17 11c9 1 15 5 19 10h24c4-5 10-9 19-10l-2 23c4 7 6 14 6 21 0 22-15 35-35 35S13 77 13 55c0-7 2-14 6-21Z"
        fill={`url(#${id})`}
      />
      <g fill="#fffbf5" stroke="#ffc53d" strokeWidth="2.5">
        <circle cx="35" cy="38" r="13" />
        <circle cx="61" cy="38" r="13" />
      </g>
      {mood === 'cheering' ? (
        <path
          d="M28.5 40c2-6 11-6 13 0M54.5 40c2-6 11-6 13 0"
          stroke="#211c3d"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      ) : mood === 'puzzled' ? (
        <g fill="#211c3d">
          <circle cx="38" cy="34" r="5.5" />
          <circle cx="63" cy="35" r="4" />
          <g fill="#fff">
            <circle cx="39.5" cy="32.5" r="1.7" />
            <circle cx="64" cy="34" r="1.3" />
          </g>
          <path
            d="M26 23c3-3 8-4 12-2M56 26c4 0 8 0 12 2"
            stroke="#211c3d"
            strokeWidth="3"
            strokeLinecap="round"
            fill="none"
          />
        </g>
      ) : (
        <g fill="#211c3d">
          <circle cx="37" cy="39" r="6" />
          <circle cx="59" cy="39" r="6" />
          <g fill="#fff">
            <circle cx="39" cy="36.5" r="2" />
            <circle cx="61" cy="36.5" r="2" />
          </g>
        </g>
      )}
      <path d={mood === 'cheering' ? 'M42 46h12c0 7-3 10-6 10s-6-3-6-10Z' : 'M42.5 47h11L48 55.5Z'} fill="#ff8a5b" />
      <circle cx="48" cy="71" r="14.5" fill="#fffbf5" stroke="#ffc53d" strokeWidth="3" />
      <path d="M48 60v2M48 80v2M37 71h2M57 71h2" stroke="#8a84a6" strokeWidth="2" strokeLinecap="round" />
      <path
        d={
          mood === 'cheering'
            ? 'M48 71v-8M48 71l5 0'
            : mood === 'puzzled'
              ? 'M48 71l-6-5M48 71l3 6'
              : 'M48 71v-8M48 71l5 3'
        }
        stroke="#6741d9"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="48" cy="71" r="2" fill="#211c3d" />
      {mood === 'puzzled' && (
        <g>
          <path d="M82 15c0-4 9-5 9 1 0 4-4.5 4-4.5 8" stroke="#ffc53d" strokeWidth="3.5" strokeLinecap="round" />
          <circle cx="86.5" cy="29.5" r="2.2" fill="#ffc53d" />
        </g>
      )}
    </svg>
  )
}
