import * as z from 'zod/mini'
import { picturePath } from '../../../domain/contract/pictures.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { Args, Call } from '../call.ts'
import { valueOf } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { removeLeftovers } from './leftovers.ts'
import { lookAt } from './look.ts'

const Awaited = z.object({ name: z.string() })
const ToCheck = z.object({ checked: z.boolean() })

export const pictureCalls = {
  requestUpload: {
    open: false,
    async run(parts, { user }) {
      // Each upload removes some orphaned pictures, so that they never pile up.
      await removeLeftovers(parts, 10)
      const awaited = await parts.database.ask(user.json, 'await_picture', {})
      if (awaited instanceof Refusal) return awaited
      const uploadURL = await parts.storage.signUpload(user.token, Awaited.parse(valueOf(awaited)).name)
      return uploadURL instanceof Refusal ? uploadURL : { json: JSON.stringify({ uploadURL }), isSecret: true }
    },
  },
  setAvatar: showing('set_avatar', 'avatarUrl'),
  setProfileImage: showing('set_profile_image', 'profileImageUrl'),
} as const satisfies Partial<Record<RouteName, Call>>

/** Creates a call that sets the picture in `field`, if any; its bytes are checked once before. */
function showing(command: string, field: 'avatarUrl' | 'profileImageUrl'): Call {
  return {
    open: false,
    async run({ database, storage }, { user, args: named }) {
      const path = pathIn(named, field)
      const args = path === undefined ? named : { ...named, [field]: path }
      if (path !== undefined) {
        const known = await database.ask(user.json, 'picture_to_check', args)
        if (known instanceof Refusal) return known
        if (!ToCheck.parse(valueOf(known)).checked) {
          const refused = await lookAt(storage, path.slice('/objects/'.length))
          if (refused) return refused
          const taken = await database.ask(user.json, 'take_picture', args)
          if (taken instanceof Refusal) return taken
        }
      }
      const json = await database.ask(user.json, command, args)
      return json instanceof Refusal ? json : { json }
    },
  }
}

function pathIn(args: Args, field: string): string | undefined {
  const named = args[field]
  return typeof named === 'string' ? picturePath(named) : undefined
}
