import type { RouteName } from '../../../domain/contract/routes.ts'
import { FamilyDeletion } from '../../../domain/contract/privacy.ts'
import type { CallHandler } from '../call.ts'
import { removeOrphanedPictures } from '../pictures/orphaned-pictures.ts'
import { Refusal } from '../refusal.ts'
import { clearedCookies, deviceCookie } from '../session/cookies.ts'
import { deleteExpired } from './cleanup.ts'

export const privacyCalls = {
  deleteFamily: {
    open: false,
    async run(deps, { request, address, args, user }) {
      const { familyId = null, ...body } = args
      const may = await deps.database.ask(user, 'may_delete_family', { familyId })
      if (may instanceof Refusal) return may
      const { currentPassword } = FamilyDeletion.parse(body)
      const email = await deps.auth.emailOf(address, user.token)
      if (email instanceof Refusal) return email
      const wrong = await deps.limits.guess('password', address, email, () =>
        deps.auth.checkPassword(address, email, currentPassword),
      )
      if (wrong) return wrong
      const json = await deps.database.ask(user, 'delete_family', { familyId })
      if (json instanceof Refusal) return json
      await removeOrphanedPictures(deps, 100)
      return { json, cookies: [...clearedCookies(request), deviceCookie(request, '')] }
    },
  },
  cleanUp: {
    open: true,
    async run(deps, { address }) {
      const tooMany = await deps.limits.count('cleanUp', address, '')
      return tooMany ?? { json: JSON.stringify({ removed: await deleteExpired(deps) }) }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>
