import * as z from 'zod/mini'

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

const notOurs = 'This is not a picture that was uploaded here'

/** Where a picture of this installation lies: `/objects/`, the family, a name. */
const path = /^\/objects\/[\w-]+\/[\w.-]+$/
/** The address it was sent to, whole or from the path on, with its token or without. */
const uploadAddress = /^(?:https?:\/\/[^/?#]+)?\/storage\/v1\/object\/upload\/sign\/avatars\/([\w-]+\/[\w.-]+)(?:\?[^#]*)?$/

/** A picture by its path or by the address it was sent to; read as its path. */
export const PicturePath = z.pipe(
  z.string().check(z.maxLength(3000)),
  z.pipe(
    z.transform((address: string) => {
      const sentTo = uploadAddress.exec(address)
      return sentTo ? `/objects/${sentTo[1]}` : address
    }),
    z.string().check(z.maxLength(300), z.regex(path, notOurs)),
  ),
)

/** Where one picture is to be sent by PUT, for two hours: from the app's own origin or from Supabase's. */
export const UploadAddress = z.object({ uploadURL: z.string() })
export type UploadAddress = z.infer<typeof UploadAddress>
