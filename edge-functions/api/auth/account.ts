import { PasswordChange } from '../../../domain/contract/auth.ts'
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
      const may = await database.ask(user, 'may_change_password', {})
      if (may instanceof Refusal) return may
      const { currentPassword, newPassword } = PasswordChange.parse(args)
      const guessable = await refuseGuessable(newPassword, user.email)
      if (guessable) return guessable
      const refused = await limits.guess('password', address, user.email, () =>
        auth.changePassword(address, user, currentPassword, newPassword),
      )
      return refused ?? { json: JSON.stringify({ changed: true }) }
    },
  },
  logoutEverywhere: {
    open: false,
    freshFor: 10,
    async run({ auth, database }, { request, address, user }) {
      const may = await database.ask(user, 'may_change_password', {})
      if (may instanceof Refusal) return may
      const refused = await auth.signOut(address, user.token, 'global')
      return refused ?? { json: JSON.stringify({ signedOut: true }), cookies: clearedCookies(request) }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>
