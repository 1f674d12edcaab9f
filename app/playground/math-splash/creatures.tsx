import { cn } from '#app/ui/layout/cn.ts'

/** A frog on a leaf; a frog that joins has a flower. */
export function Frog({ hasFlower, className }: { hasFlower: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 64 60" fill="none" aria-hidden className={className}>
      <path
        d="M32 40c17 0 30 4 30 10S49 59 32 59 2 56 2 50c0-3 3-5.5 8-7l14 5-8-6.5C21 40.5 26 40 32 40Z"
        fill="#2f9e44"
      />
      <path d="M32 44v12M32 50 46 45M32 50l16 4" stroke="#69c77c" strokeWidth="1.5" strokeLinecap="round" />
      <path d="M14 46c-5-1-8-6-5-10 5-1 9 3 10 7ZM50 46c5-1 8-6 5-10-5-1-9 3-10 7Z" fill="#247a35" />
      <path d="M32 17c13 0 20 9 20 18s-8 15-20 15-20-6-20-15 7-18 20-18Z" fill="#51c46a" />
      <ellipse cx="32" cy="42" rx="11" ry="7" fill="#d8f5b0" />
      <g fill="#51c46a">
        <circle cx="20" cy="15" r="9" />
        <circle cx="44" cy="15" r="9" />
      </g>
      <g fill="#fff">
        <circle cx="20" cy="14" r="6" />
        <circle cx="44" cy="14" r="6" />
      </g>
      <g fill="#211c3d">
        <circle cx="21" cy="14.5" r="3.2" />
        <circle cx="43" cy="14.5" r="3.2" />
      </g>
      <path d="M22 30c5 5 15 5 20 0" stroke="#211c3d" strokeWidth="2.4" strokeLinecap="round" />
      <g fill="#ff8a5b" fillOpacity="0.8">
        <ellipse cx="18" cy="29" rx="3" ry="2" />
        <ellipse cx="46" cy="29" rx="3" ry="2" />
      </g>
      {hasFlower && (
        <g transform="translate(54 49)">
          {[0, 72, 144, 216, 288].map((turn) => (
            <ellipse key={turn} cy="-5" rx="3.2" ry="5" transform={`rotate(${turn})`} fill="#ffb3c7" />
          ))}
          <circle r="3" fill="#ffc53d" />
        </g>
      )}
    </svg>
  )
}

/** A fish; faint and crossed out if it swam away. */
export function Fish({ isAway, className }: { isAway: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 72 52" fill="none" aria-hidden className={cn(isAway && 'text-ink', className)}>
      <g opacity={isAway ? 0.3 : 1}>
        <path d="M54 26 67 15c2 7 2 15 0 22Z" fill="#e8590c" />
        <path d="M30 11c5-8 13-9 18-7l-5 9ZM34 42c3 5 8 7 12 6l-2-8Z" fill="#e8590c" />
        <path d="M54 26C48 12 36 8 26 10 15 12 8 20 6 26c2 6 9 14 20 16 10 2 22-2 28-16Z" fill="#ff8a5b" />
        <path
          d="M31 9.5c5 10 5 23 0 33M41 13c3.5 8 3.5 18 0 26"
          stroke="#ffe3d3"
          strokeWidth="4.5"
          strokeLinecap="round"
        />
        <circle cx="18" cy="22" r="5" fill="#fff" />
        <circle cx="17" cy="22" r="2.8" fill="#211c3d" />
        <path d="M9 31c3 2 6 2 8 0" stroke="#211c3d" strokeWidth="2" strokeLinecap="round" />
      </g>
      {isAway && <path d="M12 46 60 6" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />}
    </svg>
  )
}
