import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Face } from '#app/ui/media/face.tsx'
import { faces, faceChoices } from './faces.ts'

test('there are twelve faces, no two look the same, and the same seed is always the same face', () => {
  expect(faces).toHaveLength(12)
  const drawn = (seed: string) => renderToStaticMarkup(createElement(Face, { seed }))
  expect(new Set(faces.map((seed) => drawn(seed).replace(`data-face="${seed}"`, ''))).size).toBe(12)
  expect(drawn('Mia')).toBe(drawn('Mia'))
})

test('a current face outside of the twelve can be chosen again; a picture is no face', () => {
  expect(faceChoices('Mochi')).toEqual(faces)
  expect(faceChoices('/objects/family/picture')).toEqual(faces)
  expect(faceChoices('default')).toEqual(['default', ...faces.slice(0, 11)])
})
