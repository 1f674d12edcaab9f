import { expect, test } from 'vitest'
import { capitalLetters, smallLetters, type Glyph } from './glyphs.ts'
import { arrowsOf, numbersOf } from './guide.ts'
import { canvasSize, letterOf } from './letters.ts'
import { pathOf } from './pen.ts'

const perRow = 13

test('the sheet of all letters shows them as they are', async () => {
  await expect(sheetOf([...capitalLetters, ...smallLetters])).toMatchFileSnapshot('../../../docs/letters.svg')
})

/** Every letter on its lines, with a number where each stroke begins and arrows where it goes. */
function sheetOf(glyphs: readonly Glyph[]): string {
  const cells = glyphs.map((glyph, index) => {
    const [x, y] = [(index % perRow) * canvasSize, Math.floor(index / perRow) * canvasSize]
    return `<g transform="translate(${x} ${y})">${cellOf(glyph)}</g>`
  })
  const [width, height] = [perRow * canvasSize, (glyphs.length / perRow) * canvasSize]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width / 2}" height="${height / 2}" fill="none" stroke-linecap="round" stroke-linejoin="round">
<rect width="${width}" height="${height}" fill="#fff"/>
${cells.join('\n')}
</svg>
`
}

function cellOf(glyph: Glyph): string {
  const { strokes, lines } = letterOf(glyph)
  const rules = Object.entries(lines)
    .filter(([, y]) => y > 0 && y < canvasSize)
    .map(
      ([name, y]) =>
        `<path d="M10 ${y}H390" stroke="#9ccbff" stroke-width="2"${name === 'middle' ? ' stroke-dasharray="8 10"' : ''}/>`,
    )
  const ink = strokes.map(({ points }) => `<path d="${pathOf(points)}" stroke="#c9b6ff" stroke-width="44"/>`)
  const ways = strokes.map(({ points }) => `<path d="${pathOf(points)}" stroke="#6741d9" stroke-width="3"/>`)
  const arrows = strokes.flatMap((stroke) =>
    arrowsOf(stroke).map(
      ({ at, angle }) =>
        `<path d="M-6-7L6 0L-6 7" transform="translate(${at.map(Math.round).join(' ')}) rotate(${Math.round(angle)})" stroke="#211c3d" stroke-width="4"/>`,
    ),
  )
  const numbers = numbersOf(strokes).map(
    ([x, y], index) =>
      `<circle cx="${strokes[index]?.points[0]?.[0]}" cy="${strokes[index]?.points[0]?.[1]}" r="7" fill="#247a35"/><text x="${Math.round(x)}" y="${Math.round(y) + 9}" font-family="sans-serif" font-size="26" font-weight="700" text-anchor="middle" fill="#247a35">${index + 1}</text>`,
  )
  return [...rules, ...ink, ...ways, ...arrows, ...numbers].join('')
}
