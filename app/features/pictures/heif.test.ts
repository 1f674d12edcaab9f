import { expect, test } from 'vitest'
import { avif, heic } from '#testing/heif-pictures.ts'
import { isHeicFile, readHeif } from './heif.ts'

test('the size of an AVIF or a HEIC is read before it is decoded, and nothing of other or torn files', () => {
  expect(readHeif(avif)).toEqual({ isAvif: true, width: 64, height: 64 })
  expect(readHeif(heic)).toEqual({ isAvif: false, width: 64, height: 64 })
  for (const bytes of [new Uint8Array(), avif.subarray(0, 11), avif.subarray(0, 190), new TextEncoder().encode('ftyp')])
    expect(readHeif(bytes)).toBe(undefined)
  const film = new Uint8Array(avif)
  film.set(new TextEncoder().encode('isom'), 8)
  expect(readHeif(film)).toBe(undefined)
})

test('a photo of an iPhone is known by its type or its name', () => {
  expect(isHeicFile({ name: 'IMG_0001.HEIC', type: '' })).toBe(true)
  expect(isHeicFile({ name: 'photo', type: 'image/heif' })).toBe(true)
  expect(isHeicFile({ name: 'IMG_0001.jpg', type: 'image/jpeg' })).toBe(false)
})
