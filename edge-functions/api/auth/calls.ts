import * as z from 'zod/mini'
import { Login, Signup } from '../../../domain/contract/auth.ts'
import type { AuthAccess, RealtimeAccess } from '../../../domain/contract/auth.ts'
import { devicesTopic, familyTopic } from '../../../domain/contract/events.ts'
import { Membership } from '../../../domain/contract/families.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { CallHandler } from '../call.ts'
import { valueOf } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import { clearedCookies, readCookies } from '../session/cookies.ts'
import { readDevice } from '../session/known-device.ts'
import { accountCalls } from './account.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { mailedLinkCalls } from './mailed-links.ts'
import { checkMail, signedInReply } from './replies.ts'

export const authCalls = {
  ...accountCalls,
  ...mailedLinkCalls,
  signup: {
    open: true,
    async run(deps, { request, address, args }) {
      const person = Signup.parse(args)
      const guessable = await refuseGuessable(person.password, person.email)
      if (guessable) return guessable
      const tooMany = await deps.limits.count('signUp', address, person.email)
      if (tooMany) return tooMany
      const tokens = await deps.auth.signUp(address, person)
      if (tokens instanceof Refusal) return tokens
      if (tokens === 'checkMail') return checkMail
      return signedInReply(deps, request, tokens, 201)
    },
  },
  login: {
    open: true,
    async run(deps, { request, address, args }) {
      const { email, password } = Login.parse(args)
      const device = await readDevice(deps.seal, request)
      const signIn = () => deps.auth.signIn(address, email, password)
      const tokens =
        device?.emails.includes(email) === true
          ? await deps.limits.guess('signInAgain', undefined, `${device.id} ${email}`, signIn)
          : await deps.limits.guess('signIn', address, email, signIn)
      return tokens instanceof Refusal ? tokens : signedInReply(deps, request, tokens, 200)
    },
  },
  logout: {
    open: true,
    async run({ auth, sessions }, { request, address }) {
      const cookies = clearedCookies(request)
      if (readCookies(request).refresh !== undefined) {
        const session = await sessions.of({ request, address })
        if ('user' in session) await auth.signOut(address, session.user.token, 'local')
      }
      return { json: JSON.stringify({ signedOut: true }), cookies }
    },
  },
  authAccess: {
    open: true,
    async run({ settings }) {
      const access: AuthAccess = { url: `${settings.publicUrl}/auth/v1`, publishableKey: settings.publishableKey }
      return { json: JSON.stringify(access) }
    },
  },
  realtimeAccess: {
    open: false,
    async run({ database, liveTokens, settings }, { user }) {
      const families = await database.request(user, 'my_families', {})
      if (families instanceof Refusal) return families
      const family = z.array(Membership).parse(families === null ? [] : valueOf(families))[0]?.family
      if (family === undefined) return new Refusal('not_found')
      const access: RealtimeAccess = {
        url: `${settings.publicUrl}/realtime/v1`,
        publishableKey: settings.publishableKey,
        topic: familyTopic(family.id),
        devicesTopic: devicesTopic(family.id),
        ...(await liveTokens(user.sessionId)),
      }
      return { json: JSON.stringify(access), isSecret: true }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>
