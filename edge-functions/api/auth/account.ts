import { PasswordChange, SignOutEverywhere } from '../../../domain/contract/auth.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { CallHandler } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { clearedCookies } from '../session/cookies.ts'
import { refuseGuessable } from './guessable-passwords.ts'

export const accountCalls = {
  changePassword: {
    open: false,
    // The auth service checks the token's expiry itself, without tolerance.
    freshFor: 10,
    async run({ auth, database, limits }, { address, args, user }) {
      const { currentPassword, newPassword, keepDeviceIds = [] } = PasswordChange.parse(args)
      const may = await database.ask(user, 'may_change_password', { keepDeviceIds })
      if (may instanceof Refusal) return may
      const email = await auth.emailOf(address, user.token)
      if (email instanceof Refusal) return email
      const refused =
        (await refuseGuessable(newPassword, email)) ??
        (await limits.guess('password', address, email, () =>
          auth.changePassword(address, { token: user.token, email }, currentPassword, newPassword),
        ))
      if (refused === undefined) return { json: JSON.stringify({ changed: true }) }
      // The choice was made for this change alone.
      if (keepDeviceIds.length > 0) await database.ask(user, 'may_change_password', {})
      return refused
    },
  },
  logoutEverywhere: {
    open: false,
    freshFor: 10,
    async run({ auth, database }, { request, address, args, user }) {
      const { keepDeviceIds = [] } = SignOutEverywhere.parse(args)
      const ended = await database.ask(user, 'end_own_devices', { keepDeviceIds })
      if (ended instanceof Refusal) return ended
      const refused = await auth.signOut(address, user.token, 'global')
      return refused ?? { json: JSON.stringify({ signedOut: true }), cookies: clearedCookies(request) }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>
