import type { ComponentProps, ReactNode } from 'react'

/** Ground, body, shade; the body stands out from its ground in both themes. */
const coats = [
  ['#efe6ff', '#9775fa', '#6741d9'],
  ['#ffe3d3', '#ff8a5b', '#d9480f'],
  ['#d3f6ef', '#2cc3b0', '#0b8a7a'],
  ['#fff0c2', '#ffc53d', '#e09800'],
  ['#d6ebff', '#5caeff', '#1c7ed6'],
  ['#dcf5df', '#63c174', '#2f9e44'],
  ['#ffdeeb', '#f783ac', '#d6336c'],
  ['#dfe4ff', '#748ffc', '#4263eb'],
] as const

const ink = '#211c3d'

const eyes: ReactNode[] = [
  <g key="round" fill={ink}>
    <circle cx="24" cy="36" r="3.4" />
    <circle cx="40" cy="36" r="3.4" />
    <circle cx="25.2" cy="34.8" r="1.1" fill="#fff" />
    <circle cx="41.2" cy="34.8" r="1.1" fill="#fff" />
  </g>,
  <g key="smiling" stroke={ink} strokeWidth="2.8" strokeLinecap="round" fill="none">
    <path d="M20.5 37c1.2-3.4 5.8-3.4 7 0M36.5 37c1.2-3.4 5.8-3.4 7 0" />
  </g>,
  <g key="wide">
    <circle cx="24" cy="35.5" r="5.4" fill="#fff" />
    <circle cx="40" cy="35.5" r="5.4" fill="#fff" />
    <circle cx="24.8" cy="36" r="2.7" fill={ink} />
    <circle cx="39.2" cy="36" r="2.7" fill={ink} />
  </g>,
  <g key="glasses" fill="none" stroke={ink} strokeWidth="2.2">
    <circle cx="23.5" cy="36" r="5.8" fill="#fff" fillOpacity="0.65" />
    <circle cx="40.5" cy="36" r="5.8" fill="#fff" fillOpacity="0.65" />
    <path d="M29.3 35.5c1.6-1 3.8-1 5.4 0" />
    <circle cx="23.5" cy="36" r="2.2" fill={ink} stroke="none" />
    <circle cx="40.5" cy="36" r="2.2" fill={ink} stroke="none" />
  </g>,
]

const mouths: ReactNode[] = [
  <path key="smile" d="M26.5 45c1.4 2.6 3.4 3.8 5.5 3.8s4.1-1.2 5.5-3.8" stroke={ink} strokeWidth="2.6" strokeLinecap="round" fill="none" />,
  <path key="laugh" d="M25.5 44.5h13c0 4.6-2.8 7-6.5 7s-6.5-2.4-6.5-7Z" fill={ink} />,
  <g key="tooth">
    <path d="M25.5 44.5c2 1.6 11 1.6 13 0-.4 4.4-3.4 6-6.5 6s-6.1-1.6-6.5-6Z" fill={ink} />
    <path d="M30 45.6h4v2.8h-4z" fill="#fff" />
  </g>,
  <circle key="singing" cx="32" cy="47.2" r="3" fill={ink} />,
]

function topping(kind: number, shade: string): ReactNode {
  switch (kind) {
    case 0:
      return (
        <g>
          <path d="M32 18v-7" stroke={shade} strokeWidth="3" strokeLinecap="round" />
          <circle cx="32" cy="8.5" r="4" fill={shade} />
        </g>
      )
    case 1:
      return <path d="M19 21 15.5 9.5 27 15.5ZM45 21l3.5-11.5L37 15.5Z" fill={shade} stroke={shade} strokeWidth="3" strokeLinejoin="round" />
    case 2:
      return <path d="M32 18c-1-6 2-11 8-11.5.6 6-2.6 10.6-8 11.5Zm0 0c-.6-4.6-3.6-7.6-8.4-7.4 0 4.6 3.4 7.6 8.4 7.4Z" fill="#2f9e44" />
    case 3:
      return <path d="M21 19.5 19 9.5l7.5 4.5L32 7l5.5 7L45 9.5l-2 10Z" fill="#ffc53d" stroke="#e09800" strokeWidth="1.6" strokeLinejoin="round" />
    case 4:
      return <path d="M17 24c0-9 7-14 15-14s15 5 15 14c4 0 7 1 8 3H17c-1.4-.6-1.4-2.4 0-3Z" fill={shade} />
    case 5:
      return <path d="M22 18c-1-5 3-8 6-5 0-6 7-7 8-1 4-2.6 7.4 1 6 6Z" fill={shade} />
    default:
      return <path d="M32 15.5 22 9.5v10l10-4Zm0 0 10-6v10l-10-4Z" fill="#f06595" stroke="#c2255c" strokeWidth="1.6" strokeLinejoin="round" />
  }
}

/** A friendly creature, always the same one for the same seed. It fills the box it is given. */
export function Face({ seed, ...rest }: ComponentProps<'svg'> & { seed: string }) {
  const number = hash(seed)
  const [ground, body, shade] = coats[number % coats.length] ?? coats[0]
  return (
    <svg viewBox="0 0 64 64" aria-hidden {...rest}>
      <path fill={ground} d="M0 0h64v64H0z" />
      {topping((number >>> 20) % 7, shade)}
      <path d="M10 66V40c0-13 9.6-23 22-23s22 10 22 23v26Z" fill={body} />
      {eyes[(number >>> 8) % eyes.length]}
      {mouths[(number >>> 14) % mouths.length]}
      <path d="M16.5 43h2M45.5 43h2" stroke="#fff" strokeWidth="4.4" strokeLinecap="round" opacity="0.35" />
    </svg>
  )
}

/** FNV-1a, then MurmurHash3's last steps, so that seeds one letter apart look unlike. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
