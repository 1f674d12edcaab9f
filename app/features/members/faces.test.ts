import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { Face } from '#app/ui/media/face.tsx'
import { faces, faceChoices, freeFace } from './faces.ts'

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

test('a new member begins with a face that nobody in the family has', () => {
  const family = ['Anna', 'Otter', 'Kiwi'].map((avatarSeed) => ({ avatarSeed }))
  expect(freeFace(family)).toBe('Fizz')
  const crowd = faces.map((avatarSeed) => ({ avatarSeed: avatarSeed as string }))
  expect(freeFace(crowd)).toBe('Otter 2')
  expect(freeFace([...crowd, { avatarSeed: 'Otter 2' }])).toBe('Fizz 2')
})
