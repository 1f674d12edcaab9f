import { useId, type ComponentProps } from 'react'

export type OtterProps = ComponentProps<'svg'> & { mood?: 'idle' | 'cheering' }

/** The otter with its shell, up to its belly in the water. Decoration: its words are in text beside it. */
export function Otter({ mood = 'idle', ...rest }: OtterProps) {
  const id = useId()
  const fur = `url(#${id}fur)`
  return (
    <svg viewBox="0 0 120 120" fill="none" aria-hidden {...rest}>
      <defs>
        <radialGradient id={`${id}fur`} cx="0.4" cy="0.2" r="0.95">
          <stop offset="0" stopColor="#b98263" />
          <stop offset="0.55" stopColor="#8f5a41" />
          <stop offset="1" stopColor="#6b3f2e" />
        </radialGradient>
        <linearGradient id={`${id}water`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#5fe0cd" />
          <stop offset="1" stopColor="#3d9bff" />
        </linearGradient>
      </defs>
      {mood === 'cheering' && (
        <g fill="#3d9bff">
          <path d="M14 66c-4 5-5 8-5 10a5 5 0 0 0 10 0c0-2-1-5-5-10ZM106 66c-4 5-5 8-5 10a5 5 0 0 0 10 0c0-2-1-5-5-10Z" />
          <circle cx="27" cy="84" r="3.5" fill="#5fe0cd" />
          <circle cx="94" cy="82" r="3" fill="#5fe0cd" />
        </g>
      )}
      {mood === 'cheering' && (
        <path
          d="M35 76C24 66 15 52 15 37M85 76c11-10 20-24 20-39"
          stroke="#7a4a36"
          strokeWidth="13"
          strokeLinecap="round"
        />
      )}
      <path d="M31 120V80c0-18 13-28 29-28s29 10 29 28v40Z" fill={fur} />
      <ellipse cx="60" cy="93" rx="18" ry="23" fill="#fff3d1" />
      <g fill="#7a4a36">
        <circle cx="34" cy="24" r="9" />
        <circle cx="86" cy="24" r="9" />
      </g>
      <g fill="#e6a98c">
        <circle cx="34" cy="25" r="4.5" />
        <circle cx="86" cy="25" r="4.5" />
      </g>
      <path d="M60 8c22 0 35 14 35 31 0 18-15 28-35 28S25 57 25 39C25 22 38 8 60 8Z" fill={fur} />
      <path d="M60 43c4-5 12-5 16-1 6 6 3 16-5 18-5 1.5-17 1.5-22 0-8-2-11-12-5-18 4-4 12-4 16 1Z" fill="#fff3d1" />
      {mood === 'cheering' ? (
        <path
          d="M40 36c1.5-5.5 9-5.5 10.5 0M69.5 36c1.5-5.5 9-5.5 10.5 0"
          stroke="#211c3d"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      ) : (
        <g>
          <ellipse cx="45" cy="34" rx="4.2" ry="5" fill="#211c3d" />
          <ellipse cx="75" cy="34" rx="4.2" ry="5" fill="#211c3d" />
          <circle cx="46.6" cy="32" r="1.6" fill="#fff" />
          <circle cx="76.6" cy="32" r="1.6" fill="#fff" />
        </g>
      )}
      <path d="M54 42.5c0-3 12-3 12 0 0 3-3.5 6-6 6s-6-3-6-6Z" fill="#211c3d" />
      {mood === 'cheering' ? (
        <path d="M51.5 51.5c5 1.5 12 1.5 17 0 0 6-4 9-8.5 9s-8.5-3-8.5-9Z" fill="#c92a2a" />
      ) : (
        <path
          d="M60 48.5v4M52 53c2.5 3.5 6 3.5 8 0 2 3.5 5.5 3.5 8 0"
          stroke="#211c3d"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      )}
      <path
        d="M33 46l-11-2.5M33 52l-11 1.5M87 46l11-2.5M87 52l11 1.5"
        stroke="#6b3f2e"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <g fill="#ff8a5b" fillOpacity="0.6">
        <ellipse cx="35" cy="45" rx="4" ry="2.6" />
        <ellipse cx="85" cy="45" rx="4" ry="2.6" />
      </g>
      {mood === 'cheering' ? (
        <g>
          <g fill="#7a4a36">
            <circle cx="15" cy="35" r="8" />
            <circle cx="105" cy="35" r="8" />
          </g>
          <Shell x={105} y={22} />
        </g>
      ) : (
        <g>
          <path
            d="M34 78c2 10 9 14 17 13M86 78c-2 10-9 14-17 13"
            stroke="#7a4a36"
            strokeWidth="11"
            strokeLinecap="round"
          />
          <Shell x={60} y={88} />
        </g>
      )}
      <path
        d="M5 112c-3-6 4-12 15-7 7 3 13 3 20 0s13-3 20 0 13 3 20 0 13-3 20 0c11-5 18 1 15 7-4 6-28 8-55 8s-51-2-55-8Z"
        fill={`url(#${id}water)`}
      />
      <path
        d="M14 111c5-3 9-3 13 0M53 112c5-3 9-3 13 0M92 111c5-3 9-3 13 0"
        stroke="#fff"
        strokeOpacity="0.75"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}

function Shell({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0 9C-7 9-12 3-11-3c1-7 6-10 11-10s10 3 11 10c1 6-4 12-11 12Z" fill="#ffc53d" />
      <path
        d="M0 8v-19M-3 8-8-8M3 8 8-8"
        stroke="#e8590c"
        strokeOpacity="0.7"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </g>
  )
}
