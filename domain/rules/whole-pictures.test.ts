import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PictureType } from '../contract/constants.ts'
import { readPicture } from './pictures.ts'
import { otherWebps, samplePictures } from '#testing/sample-pictures.ts'
import { isWholePicture } from './whole-pictures.ts'

const pictures: [PictureType, Uint8Array][] = [
  ...(Object.entries(samplePictures) as [PictureType, Uint8Array][]),
  ...otherWebps.map((bytes): [PictureType, Uint8Array] => ['image/webp', bytes]),
]

describe.each(pictures)('%s', (type, bytes) => {
  test('is whole, whatever lies behind it', () => {
    expect(isWholePicture(bytes, type)).toBe(true)
    expect(isWholePicture(Uint8Array.from([...bytes, 0, 1, 2]), type)).toBe(true)
  })
  test('is not whole wherever it is cut off, also where its size is known already', () => {
    const cut = Array.from(bytes.keys()).map((length) => bytes.subarray(0, length))
    expect(cut.filter((part) => isWholePicture(part, type)).map(({ length }) => bytes.length - length)).toEqual([])
    expect(cut.some((part) => readPicture(part) !== undefined)).toBe(true)
  })
})

test('a head that is followed by the end alone holds no picture', () => {
  const png = samplePictures['image/png']
  expect(isWholePicture(Uint8Array.from([...png.subarray(0, 33), ...png.subarray(-12)]), 'image/png')).toBe(false)
  const jpeg = samplePictures['image/jpeg']
  const scan = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xda)
  expect(isWholePicture(Uint8Array.from([...jpeg.subarray(0, scan), 0xff, 0xd9]), 'image/jpeg')).toBe(false)
  const gif = samplePictures['image/gif']
  expect(isWholePicture(Uint8Array.from([...gif.subarray(0, 19), 0x3b]), 'image/gif')).toBe(false)
})

test('whatever they are, they are read to an end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...pictures),
      fc.nat({ max: 60 }),
      fc.uint8Array({ maxLength: 200 }),
      ([type, start], kept, rest) => {
        expect(typeof isWholePicture(Uint8Array.from([...start.subarray(0, kept), ...rest]), type)).toBe('boolean')
      },
    ),
  )
})
