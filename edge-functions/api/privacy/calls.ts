import type { RouteName } from '../../../domain/contract/routes.ts'
import { FamilyDeletion } from '../../../domain/contract/privacy.ts'
import type { Call } from '../call.ts'
import { removeLeftovers } from '../pictures/leftovers.ts'
import { Refusal } from '../refusal.ts'
import { clearedCookies, deviceCookie } from '../session/cookies.ts'
import { deleteExpired } from './cleanup.ts'

export const privacyCalls = {
  deleteFamily: {
    open: false,
    async run(parts, { request, address, args, user }) {
      const { familyId = null, ...body } = args
      const may = await parts.database.ask(user.json, 'may_delete_family', { familyId })
      if (may instanceof Refusal) return may
      const tooMany = await parts.limits.count('password', address, user.email)
      if (tooMany) return tooMany
      const wrong = await parts.auth.checkPassword(address, user.email, FamilyDeletion.parse(body).currentPassword)
      if (wrong) return wrong
      const json = await parts.database.ask(user.json, 'delete_family', { familyId })
      if (json instanceof Refusal) return json
      await removeLeftovers(parts, 100)
      return { json, cookies: [...clearedCookies(request), deviceCookie(request, '')] }
    },
  },
  removeMember: {
    open: false,
    async run(parts, { user, args, key }) {
      const reply = await parts.database.runCommand(user.json, 'remove_member', args, key)
      if (reply instanceof Refusal) return reply
      // Removes the member's picture file too, not only its name.
      await removeLeftovers(parts, 10)
      return reply
    },
  },
  cleanUp: {
    open: true,
    async run(parts, { address }) {
      const tooMany = await parts.limits.count('cleanUp', address, '')
      return tooMany ?? { json: JSON.stringify({ removed: await deleteExpired(parts) }) }
    },
  },
} as const satisfies Partial<Record<RouteName, Call>>
