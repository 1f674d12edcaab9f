import type { PictureType } from '../contract/constants.ts'

/**
 * Whether a file of this type has all parts of a picture: no browser shows a header alone or a truncated file.
 * Bytes after the last part are ignored, because cameras put their own data there.
 */
export function isWholePicture(bytes: Uint8Array, type: PictureType): boolean {
  try {
    return endings[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    // A part would lie beyond the end.
    if (error instanceof RangeError) return false
    throw error
  }
}

type Ending = (view: DataView) => boolean

/** Reads chunks of a length, a name, the data and a checksum, until one named IEND. */
const readsPng: Ending = (view) => {
  let hasPixels = false
  for (let at = 8; ;) {
    const length = view.getUint32(at)
    const name = view.getUint32(at + 4)
    at += 12 + length
    // The checksum's last byte.
    view.getUint8(at - 1)
    if (name === idat && length > 0) hasPixels = true
    if (name === iend) return hasPixels
  }
}
const idat = 0x49_44_41_54
const iend = 0x49_45_4e_44

/** Reads segments with a length, and the data after each start of a scan, until the end marker. */
const readsJpeg: Ending = (view) => {
  let hasPixels = false
  for (let at = 2; ;) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return false
    if (marker === 0xd9) return hasPixels
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2
    else {
      at += 2 + Math.max(2, view.getUint16(at + 2))
      if (marker !== 0xda) continue
      const begun = at
      // In the data of a scan 0xff is followed by 0, or by a marker that restarts the decoder.
      while (view.getUint8(at) !== 0xff || view.getUint8(at + 1) === 0 || (view.getUint8(at + 1) & 0xf8) === 0xd0) at++
      hasPixels ||= at > begun
    }
  }
}

/** Reads blocks until the trailer; each has sub-blocks, the last one of which is empty. */
const readsGif: Ending = (view) => {
  let at = 13 + sizeOfColors(view.getUint8(10))
  const skipSubBlocks = () => {
    for (let length = view.getUint8(at++); length > 0; length = view.getUint8(at++)) at += length
  }
  let hasPixels = false
  for (;;) {
    const block = view.getUint8(at)
    if (block === 0x3b) return hasPixels
    if (block === 0x21) at += 2
    else if (block === 0x2c) {
      at += 11 + sizeOfColors(view.getUint8(at + 9))
      hasPixels ||= view.getUint8(at) > 0
    } else return false
    skipSubBlocks()
  }
}
const sizeOfColors = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

/** Reads chunks of a name and a length, up to the length that the file declares. */
const readsWebp: Ending = (view) => {
  const end = 8 + view.getUint32(4, true)
  // An odd length is padded by a byte that some writers leave out at the end.
  if (view.byteLength < end - (end & 1)) return false
  for (let at = 12; at < end;) {
    const name = view.getUint32(at)
    const length = view.getUint32(at + 4, true)
    if (length > 0 && at + 8 + length <= view.byteLength && (name === vp8 || name === vp8l || name === anmf))
      return true
    at += 8 + length + (length & 1)
  }
  return false
}
const vp8 = 0x56_50_38_20
const vp8l = 0x56_50_38_4c
const anmf = 0x41_4e_4d_46

const endings: Record<PictureType, Ending> = {
  'image/png': readsPng,
  'image/jpeg': readsJpeg,
  'image/gif': readsGif,
  'image/webp': readsWebp,
}
