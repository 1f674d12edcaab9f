import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Face } from '#app/ui/face.tsx'
import { faces, facesBeside } from './faces.ts'

test('there are twelve faces, and no two look the same', () => {
  expect(faces).toHaveLength(12)
  expect(new Set(faces.map((seed) => renderToStaticMarkup(createElement(Face, { seed })))).size).toBe(12)
})

test('a face that is none of the twelve stays to be chosen again; a picture is no face', () => {
  expect(facesBeside('Mochi')).toEqual(faces)
  expect(facesBeside('/objects/family/picture')).toEqual(faces)
  expect(facesBeside('default')).toEqual(['default', ...faces.slice(0, 11)])
})
