/** The size that an AVIF or HEIC file declares. */
export type HeifHeader = { isAvif: boolean; width: number; height: number }

/** Brands of the container that both formats share, by their four letters. */
const brands = /^(?:avi[fs]|hei[cxms]|hev[cxms]|mif1|msf1)$/

/** Bytes at the start of a file in which its properties are. */
const mostRead = 1_000_000

/**
 * Reads the largest size that a HEIF file declares, of the picture or of its tiles; undefined for another file. Source:
 * ISO/IEC 23008-12, the file type box and the property `ispe`.
 */
export function readHeif(bytes: Uint8Array): HeifHeader | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, mostRead))
  if (text.slice(4, 8) !== 'ftyp' || !brands.test(text.slice(8, 12))) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [width, height] = [0, 0]
  for (const { index } of text.matchAll(/ispe/g)) {
    if (index + 16 > bytes.length) break
    const size = [view.getUint32(index + 8), view.getUint32(index + 12)] as const
    if (size[0] * size[1] > width * height) [width, height] = size
  }
  return width > 0 ? { isAvif: /avi[fs]/.test(text.slice(8, view.getUint32(0))), width, height } : undefined
}

/** True for a file that calls itself HEIC, as iPhones do, also where the browser knows no type for it. */
export const isHeicFile = ({ name = '', type = '' }: { name?: string; type?: string }): boolean =>
  /^image\/hei[cf]$/.test(type) || /\.hei[cf]$/i.test(name)
