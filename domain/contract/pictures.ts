import * as z from 'zod/mini'
import { messageOf } from './errors.ts'
import { AvatarSeed } from './members.ts'

/**
 * `/objects/`, the family, a name; or the address it was sent to, whole or from the path on, with its token or without.
 */
const address =
  /^(?:\/objects\/([\w-]{1,99}\/[\w.-]{1,99})|(?:https?:\/\/[^/?#]+)?\/storage\/v1\/object\/upload\/sign\/avatars\/([\w-]{1,99}\/[\w.-]{1,99})(?:\?[^#]*)?)$/

/** A picture of this installation, by its path or by the address it was sent to. */
export const PictureAddress = z.string().check(z.maxLength(3000), z.regex(address, messageOf('unknown_picture')))

/** Returns a picture's path for any of its addresses. */
export const picturePath = (named: string) => named.replace(address, '/objects/$1$2')

/** The address to PUT one picture to, for two hours: on the app's own origin or on Supabase's. */
export const UploadAddress = z.object({ uploadURL: z.string() })
export type UploadAddress = z.infer<typeof UploadAddress>

/** The avatar to set for a member: an uploaded picture, or the seed of a generated one. */
export const AvatarChange = z
  .strictObject({ avatarUrl: z.optional(PictureAddress), avatarSeed: z.optional(AvatarSeed) })
  .check(
    z.refine(
      ({ avatarUrl, avatarSeed }) => (avatarUrl === undefined) !== (avatarSeed === undefined),
      messageOf('avatar_not_chosen'),
    ),
  )

/** Null removes the picture. */
export const ProfileImage = z.strictObject({ profileImageUrl: z.nullable(PictureAddress) })
