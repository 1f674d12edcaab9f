import { expect, test } from 'vitest'
import { texturesOf, type Color } from '#domain/games/bubble-sort/levels.ts'
import { looks } from './textured.tsx'

const partsOf = (color: Color) => [1, 3, 5].map((at) => parseInt(looks[color].fill.slice(at, at + 2), 16) / 255)

function lightnessOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the pink is light and strong, as what small children call pink', () => {
  const [red = 0, green = 0, blue = 0] = partsOf('pink')
  expect(red).toBe(1)
  expect(green).toBeLessThan(blue)
  expect((red + green) / 2).toBeGreaterThan(0.7)
})

test('colors that share their textures differ in lightness, for those who see their hues alike', () => {
  const all = Object.keys(texturesOf) as Color[]
  for (const one of all)
    for (const other of all)
      if (one !== other && texturesOf[one].some((texture) => texturesOf[other].includes(texture))) {
        const [dark = 0, light = 0] = [lightnessOf(one), lightnessOf(other)].toSorted((a, b) => a - b)
        expect((light + 0.05) / (dark + 0.05), `${one} and ${other}`).toBeGreaterThan(1.25)
      }
})
