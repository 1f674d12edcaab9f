import { faceParts } from '#domain/rules/faces.ts'
import { cn } from '../layout/cn.ts'

/** Background, body, shade; the body has enough contrast in both themes. */
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

const eyes = [
  `<g fill="${ink}"><circle cx="24" cy="36" r="3.4"/><circle cx="40" cy="36" r="3.4"/><g fill="#fff"><circle cx="25.2" cy="34.8" r="1.1"/><circle cx="41.2" cy="34.8" r="1.1"/></g></g>`,
  `<path d="M20.5 37c1.2-3.4 5.8-3.4 7 0M36.5 37c1.2-3.4 5.8-3.4 7 0" stroke="${ink}" stroke-width="2.8" stroke-linecap="round" fill="none"/>`,
  `<g fill="#fff"><circle cx="24" cy="35.5" r="5.4"/><circle cx="40" cy="35.5" r="5.4"/></g><g fill="${ink}"><circle cx="24.8" cy="36" r="2.7"/><circle cx="39.2" cy="36" r="2.7"/></g>`,
  `<g fill="#fff" fill-opacity=".65" stroke="${ink}" stroke-width="2.2"><circle cx="23.5" cy="36" r="5.8"/><circle cx="40.5" cy="36" r="5.8"/><path d="M29.3 35.5c1.6-1 3.8-1 5.4 0" fill="none"/></g><g fill="${ink}"><circle cx="23.5" cy="36" r="2.2"/><circle cx="40.5" cy="36" r="2.2"/></g>`,
]

const mouths = [
  `<path d="M26.5 45c1.4 2.6 3.4 3.8 5.5 3.8s4.1-1.2 5.5-3.8" stroke="${ink}" stroke-width="2.6" stroke-linecap="round" fill="none"/>`,
  `<path d="M25.5 44.5h13c0 4.6-2.8 7-6.5 7s-6.5-2.4-6.5-7Z" fill="${ink}"/>`,
  `<path d="M25.5 44.5c2 1.6 11 1.6 13 0-.4 4.4-3.4 6-6.5 6s-6.1-1.6-6.5-6Z" fill="${ink}"/><path d="M30 45.6h4v2.8h-4z" fill="#fff"/>`,
  `<circle cx="32" cy="47.2" r="3" fill="${ink}"/>`,
]

const toppings = (shade: string) => [
  `<path d="M32 18v-7" stroke="${shade}" stroke-width="3" stroke-linecap="round"/><circle cx="32" cy="8.5" r="4" fill="${shade}"/>`,
  `<path d="M19 21 15.5 9.5 27 15.5ZM45 21l3.5-11.5L37 15.5Z" fill="${shade}" stroke="${shade}" stroke-width="3" stroke-linejoin="round"/>`,
  `<path d="M32 18c-1-6 2-11 8-11.5.6 6-2.6 10.6-8 11.5Zm0 0c-.6-4.6-3.6-7.6-8.4-7.4 0 4.6 3.4 7.6 8.4 7.4Z" fill="#2f9e44"/>`,
  `<path d="M21 19.5 19 9.5l7.5 4.5L32 7l5.5 7L45 9.5l-2 10Z" fill="#ffc53d" stroke="#e09800" stroke-width="1.6" stroke-linejoin="round"/>`,
  `<path d="M17 24c0-9 7-14 15-14s15 5 15 14c4 0 7 1 8 3H17c-1.4-.6-1.4-2.4 0-3Z" fill="${shade}"/>`,
  `<path d="M22 18c-1-5 3-8 6-5 0-6 7-7 8-1 4-2.6 7.4 1 6 6Z" fill="${shade}"/>`,
  `<path d="M32 15.5 22 9.5v10l10-4Zm0 0 10-6v10l-10-4Z" fill="#f06595" stroke="#c2255c" stroke-width="1.6" stroke-linejoin="round"/>`,
]

/** Values of `background-image` by seed: each face is one element, because a board has hundreds. */
const pictures = new Map<string, string>()

function pictureOf(seed: string): string {
  const known = pictures.get(seed)
  if (known !== undefined) return known
  const { coat, topping, eyes: eye, mouth } = faceParts(seed)
  const [ground, body, shade] = coats[coat] ?? coats[0]
  const drawing = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="${ground}" d="M0 0h64v64H0z"/>`,
    toppings(shade)[topping],
    `<path d="M10 66V40c0-13 9.6-23 22-23s22 10 22 23v26Z" fill="${body}"/>`,
    eyes[eye],
    mouths[mouth],
    '<path d="M16.5 43h2M45.5 43h2" stroke="#fff" stroke-width="4.4" stroke-linecap="round" opacity=".35"/></svg>',
  ].join('')
  // Escapes only what a URL or a style requires, because each face of a board repeats this text.
  const picture = `url("data:image/svg+xml,${drawing.replaceAll('"', "'").replaceAll('#', '%23')}")`
  pictures.set(seed, picture)
  return picture
}

/** A friendly creature, the same for the same seed. Fills its box. */
export function Face({ seed, className }: { seed: string; className?: string }) {
  return (
    <span
      aria-hidden
      data-face={seed}
      className={cn('block aspect-square bg-cover bg-clip-padding', className)}
      style={{ backgroundImage: pictureOf(seed) }}
    />
  )
}
