/** The icons in offered-icons.svg, by code points: all that the app offers for quests and rewards. */
const drawn: ReadonlySet<string> = new Set(
  '1f9f9 1f4da 1f9b7 1f37d 1f6cf 1f3a8 26bd 1f415 1f331 1f4aa 1f3ae 1f355 1f3ac 1f4d6 1f366 1f319 1f3b5 1f381'.split(
    ' ',
  ),
)

const emojiStyle = 'fe0f'

/** The id of an emoji in offered-icons.svg; undefined if it is not in there. */
export function spriteIdOf(icon: string): string | undefined {
  const points = Array.from(icon, (letter) => letter.codePointAt(0)?.toString(16)).filter(
    (point) => point !== emojiStyle,
  )
  const id = points.join('-')
  return drawn.has(id) ? id : undefined
}
