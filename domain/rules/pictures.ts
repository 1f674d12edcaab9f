import type { PictureType } from '../contract/constants.ts'

/** The type and size in pixels that a picture's bytes declare. */
export type PictureHeader = { type: PictureType; width: number; height: number }

/** Reads a picture's type and size without decoding it; undefined when it has none of the accepted types. */
export function readPicture(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = [readPng, readJpeg, readWebp, readGif].reduce<PictureHeader | undefined>(
    (found, read) => found ?? readSafely(read, view),
    undefined,
  )
  return header !== undefined && header.width > 0 && header.height > 0 ? header : undefined
}

type Reader = (view: DataView) => PictureHeader | undefined

/** Returns undefined for bytes that end before the size. */
function readSafely(read: Reader, view: DataView): PictureHeader | undefined {
  try {
    return read(view)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))
}

const readPng: Reader = (view) => {
  if (view.getUint32(0) !== 0x89_50_4e_47 || view.getUint32(4) !== 0x0d_0a_1a_0a || textAt(view, 12, 4) !== 'IHDR')
    return undefined
  return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

const readGif: Reader = (view) => {
  if (!/^GIF8[79]a$/.test(textAt(view, 0, 6))) return undefined
  return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

const readWebp: Reader = (view) => {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return undefined
  const type = 'image/webp'
  switch (textAt(view, 12, 4)) {
    case 'VP8 ':
      // Behind the start code; the two bits on top of each side are a scale.
      return view.getUint8(23) === 0x9d && view.getUint16(24) === 0x01_2a
        ? { type, width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff }
        : undefined
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined
      const sides = view.getUint32(21, true)
      return { type, width: (sides & 0x3f_ff) + 1, height: ((sides >>> 14) & 0x3f_ff) + 1 }
    }
    case 'VP8X':
      return { type, width: 1 + (view.getUint32(24, true) & 0xff_ff_ff), height: 1 + (view.getUint32(26, true) >>> 8) }
    default:
      return undefined
  }
}

const readJpeg: Reader = (view) => {
  if (view.getUint16(0) !== 0xff_d8) return undefined
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    // Any number of 0xff may fill the space before a marker; some markers stand alone.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else if (isFrame(marker))
      return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else if (marker === 0xd9 || marker === 0xda) return undefined
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
}

/** Start of a frame; three markers of that range are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
