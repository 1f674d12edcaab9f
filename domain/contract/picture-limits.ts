/** What a picture may be, wherever it is looked at: before it is sent, in the bucket, and when it is named. */
export const pictureLimits = {
  bytes: 5_242_880,
  /** No drawings in SVG: those can hold scripts. */
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  /** Of a picture that is kept, in pixels; the app itself sends `keptSide`. */
  side: 4096,
  /** Square, in pixels: what the browser makes of a picture before it is sent. */
  keptSide: 512,
  /** Of a picture that a browser is asked to open: four bytes each, and no phone takes more into 5 MB. */
  openedPixels: 64_000_000,
} as const

export type PictureType = (typeof pictureLimits.types)[number]
