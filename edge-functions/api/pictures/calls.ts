import * as z from 'zod/mini'
import { picturePath } from '../../../domain/contract/pictures.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { Args, CallHandler } from '../call.ts'
import { valueOf } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import { removeOrphanedPictures } from './orphaned-pictures.ts'
import { inspectUpload } from './inspect-upload.ts'

const ExpectedUpload = z.object({ name: z.string() })
const PictureToCheck = z.object({ checked: z.boolean() })

export const pictureCalls = {
  requestUpload: {
    open: false,
    async run(deps, { user }) {
      // Each upload removes some orphaned pictures, so that they never pile up.
      await removeOrphanedPictures(deps, 10)
      const expected = await deps.database.ask(user, 'await_picture', {})
      if (expected instanceof Refusal) return expected
      const uploadURL = await deps.storage.signUpload(user.token, ExpectedUpload.parse(valueOf(expected)).name)
      return uploadURL instanceof Refusal ? uploadURL : { json: JSON.stringify({ uploadURL }), isSecret: true }
    },
  },
  setAvatar: setPictureCall('set_avatar', 'avatarUrl'),
  setProfileImage: setPictureCall('set_profile_image', 'profileImageUrl'),
} as const satisfies Partial<Record<RouteName, CallHandler>>

/** Creates a call that sets the picture in `field`, if any; its bytes are checked once before. */
function setPictureCall(command: string, field: 'avatarUrl' | 'profileImageUrl'): CallHandler {
  return {
    open: false,
    async run({ database, storage }, { user, args: named }) {
      const path = pathIn(named, field)
      const args = path === undefined ? named : { ...named, [field]: path }
      if (path !== undefined) {
        const known = await database.ask(user, 'picture_to_check', args)
        if (known instanceof Refusal) return known
        if (!PictureToCheck.parse(valueOf(known)).checked) {
          const refused = await inspectUpload(storage, path.slice('/objects/'.length))
          if (refused) return refused
          const taken = await database.ask(user, 'take_picture', args)
          if (taken instanceof Refusal) return taken
        }
      }
      const json = await database.ask(user, command, args)
      return json instanceof Refusal ? json : { json }
    },
  }
}

function pathIn(args: Args, field: string): string | undefined {
  const named = args[field]
  return typeof named === 'string' ? picturePath(named) : undefined
}
