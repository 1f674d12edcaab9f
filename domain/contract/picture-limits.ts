/** Limits of a picture, checked before the upload, by the bucket, and when a call names the picture. */
export const pictureLimits = {
  bytes: 5_242_880,
  /** No SVG, which can hold scripts. */
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  /** Maximum width and height of a stored picture, in pixels; the app itself sends `keptSide`. */
  side: 4096,
  /** Side of the square to which the browser scales a picture before the upload, in pixels. */
  keptSide: 512,
  /** Maximum pixels of a picture that the browser decodes: each takes four bytes, and no phone fits more into 5 MB. */
  openedPixels: 64_000_000,
} as const

export type PictureType = (typeof pictureLimits.types)[number]
