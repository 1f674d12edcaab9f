import fc from 'fast-check'
import { expect, test } from 'vitest'
import { middleOf, mostZoom, moved, zoomed, zoomOf } from './crop.ts'

const landscape = { width: 400, height: 300 }

test('a crop starts as the largest centered square', () => {
  expect(middleOf(landscape)).toEqual({ x: 50, y: 0, side: 300 })
  expect(middleOf({ width: 300, height: 500 })).toEqual({ x: 0, y: 100, side: 300 })
})

test('a crop zooms around its center', () => {
  expect(zoomed(middleOf(landscape), landscape, 2)).toEqual({ x: 125, y: 75, side: 150 })
  expect(zoomOf(zoomed(middleOf(landscape), landscape, 3), landscape)).toBeCloseTo(3)
  expect(zoomed(middleOf(landscape), landscape, 99).side).toBe(300 / mostZoom)
})

test('a crop moves up to the edge of the picture', () => {
  expect(moved(middleOf(landscape), landscape, 20, 20)).toEqual({ x: 70, y: 0, side: 300 })
  expect(moved(middleOf(landscape), landscape, -999, 0)).toEqual({ x: 0, y: 0, side: 300 })
})

test('a crop stays inside the picture after any change', () => {
  const side = fc.integer({ min: 1, max: 9000 })
  const deed = fc.record({
    right: fc.integer({ min: -9000, max: 9000 }),
    down: fc.integer({ min: -9000, max: 9000 }),
    zoom: fc.double({ min: 0, max: 9, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.record({ width: side, height: side }), fc.array(deed, { maxLength: 20 }), (picture, deeds) => {
      const end = deeds.reduce(
        (crop, { right, down, zoom }) => zoomed(moved(crop, picture, right, down), picture, zoom),
        middleOf(picture),
      )
      expect(end.x).toBeGreaterThanOrEqual(0)
      expect(end.y).toBeGreaterThanOrEqual(0)
      expect(end.x + end.side).toBeLessThanOrEqual(picture.width + 1e-6)
      expect(end.y + end.side).toBeLessThanOrEqual(picture.height + 1e-6)
    }),
  )
})
