import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PictureAddress, picturePath } from '../contract/pictures.ts'
import { readPicture } from './pictures.ts'
import { otherWebps, pngOf, samplePictures } from '#testing/sample-pictures.ts'

const text = (letters: string) => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

describe('the bytes of a picture', () => {
  test.each(Object.entries(samplePictures))('%s', (type, bytes) =>
    expect(readPicture(bytes)).toEqual({ type, width: 7, height: 5 }),
  )
  test.each(otherWebps)('a WebP of another kind', (bytes) =>
    expect(readPicture(bytes)).toEqual({ type: 'image/webp', width: 7, height: 5 }),
  )
  test('whatever their place in memory is', () => {
    const bytes = joined(text('abc'), samplePictures['image/webp']).subarray(3)
    expect(readPicture(bytes)?.width).toBe(7)
  })
  test('say how large it is, however large', () => {
    expect(readPicture(pngOf(20_000, 20_000))).toEqual({ type: 'image/png', width: 20_000, height: 20_000 })
    expect(readPicture(pngOf(4_294_967_295, 1))?.width).toBe(4_294_967_295)
  })
  test('a JPEG with location data, a comment and filling before its size', () => {
    const jpeg = samplePictures['image/jpeg']
    const exif = joined(Uint8Array.of(0xff, 0xe1, 0x00, 0x0a), text('Exif\0\0GP'))
    const comment = joined(Uint8Array.of(0xff, 0xff, 0xff, 0xfe, 0x00, 0x04), text('hi'))
    const standalone = Uint8Array.of(0xff, 0x01, 0xff, 0xd0)
    expect(readPicture(joined(jpeg.subarray(0, 2), exif, comment, standalone, jpeg.subarray(2)))).toEqual({
      type: 'image/jpeg',
      width: 7,
      height: 5,
    })
  })
  test.each([
    ['nothing', new Uint8Array()],
    ['a text', text('Dear diary, this is no picture at all, whatever its name says.png')],
    ['a drawing in SVG', text('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>')],
    ['a page', text('<!doctype html><script>alert(1)</script>')],
    ['a sound in RIFF', text('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0')],
    ['a picture without width', pngOf(0, 5)],
    ['a picture without height', pngOf(7, 0)],
    ['a JPEG that ends where its data begins', Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 0)],
    ['a JPEG that is over before it began', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0, 0)],
    ['a JPEG whose segment has no length', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff)],
    ['a WebP of no known kind', text('RIFF\x24\0\0\0WEBPVP9 \x10\0\0\0aaaaaaaaaaaaaaaaaa')],
  ])('%s is none', (_, bytes) => expect(readPicture(bytes)).toBe(undefined))
  test.each([...Object.values(samplePictures), ...otherWebps])('a picture cut off before its size is none', (bytes) => {
    for (let length = 0; length < 10; length++) expect(readPicture(bytes.subarray(0, length))).toBe(undefined)
  })
  test('whatever they are, they are read to an end', () => {
    const starts = [...Object.values(samplePictures), ...otherWebps, Uint8Array.of(0xff, 0xd8)]
    fc.assert(
      fc.property(
        fc.constantFrom(...starts),
        fc.nat({ max: 60 }),
        fc.uint8Array({ maxLength: 200 }),
        (start, kept, rest) => {
          const read = readPicture(joined(start.subarray(0, kept), rest))
          expect(read === undefined || (read.width > 0 && read.height > 0)).toBe(true)
        },
      ),
    )
  })
})

describe('where a picture lies', () => {
  const path = '/objects/f/p'
  test.each([
    path,
    '/storage/v1/object/upload/sign/avatars/f/p',
    '/storage/v1/object/upload/sign/avatars/f/p?token=a.b.c',
    'https://project.supabase.co/storage/v1/object/upload/sign/avatars/f/p?token=a.b.c',
    'http://192.168.1.7:3000/storage/v1/object/upload/sign/avatars/f/p',
  ])('is read from %s', (address) => expect(picturePath(PictureAddress.parse(address))).toBe(path))
  test.each([
    '',
    'p',
    '/objects/f',
    '/objects/f/p/q',
    '/objects/../p',
    '/objects/f/p?x',
    'https://evil.example/objects/f/p',
    '/storage/v1/object/upload/sign/other/f/p',
    '/storage/v1/object/upload/sign/avatars/f/p#x',
    'x/storage/v1/object/upload/sign/avatars/f/p',
    `/objects/f/${'p'.repeat(300)}`,
    null,
  ])('is not read from %j', (address) => expect(PictureAddress.safeParse(address).success).toBe(false))
})
