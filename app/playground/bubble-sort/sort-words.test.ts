import { expect, test } from 'vitest'
import { colors, shapes, targetsOf } from '#domain/games/bubble-sort/levels.ts'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { bubbleSort } from '#texts/bubbleSort'
import { nameOf } from './sort-words.ts'

test('the content of a bubble has a name', () => {
  expect(nameOf({ picture: 'cat' })).toBe('cat')
  expect(nameOf({ shape: 'star', color: 'blue', texture: 'dots' })).toBe('blue star')
})

test.each([
  ['English', bubbleSort],
  ['German', de.bubbleSort],
  ['Spanish', es.bubbleSort],
])(
  'in %s each place has a name of its own, and a shape in a color is called the same in a bubble and below',
  (_, { places, shapeIn }) => {
    expect(new Set(Object.values(places)).size).toBe(Object.keys(places).length)
    for (const { id } of targetsOf.twoattribute) {
      const [color, shape] = [colors.find((each) => id.startsWith(each)), shapes.find((each) => id.endsWith(each))]
      expect(color && shape && shapeIn(color, shape).toLowerCase()).toBe(places[id].toLowerCase())
    }
  },
)
