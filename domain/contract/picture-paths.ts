import * as z from 'zod/mini'

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
