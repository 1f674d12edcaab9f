import * as z from 'zod/mini'
import { Login, Signup } from '../../../domain/contract/auth.ts'
import type { AuthAccess, RealtimeAccess } from '../../../domain/contract/auth.ts'
import { devicesTopic, familyTopic } from '../../../domain/contract/events.ts'
import { FamilyId } from '../../../domain/contract/ids.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import type { CallHandler } from '../call.ts'
import { valueOf } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import { clearedCookies, readCookies } from '../session/cookies.ts'
import { readDevice } from '../session/known-device.ts'
import { accountCalls } from './account.ts'
import { endSession } from './end-session.ts'
import { refuseGuessable } from './guessable-passwords.ts'
import { mailedLinkCalls } from './mailed-links.ts'
import { checkMail, signedInReply } from './replies.ts'

const SeenDevice = z.object({ familyId: z.nullable(FamilyId) })

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
      return signedInReply(deps, request, tokens)
    },
  },
  login: {
    open: true,
    async run(deps, { request, address, args }) {
      const { email, password } = Login.parse(args)
      const device = await readDevice(deps.seal, request)
      const isKnown = device?.emails.includes(email) === true
      const signIn = () => deps.auth.signIn(address, email, password)
      const tokens = isKnown
        ? await deps.limits.guess('signInAgain', undefined, `${device.id} ${email}`, signIn)
        : await deps.limits.guess('signIn', address, email, signIn)
      if (tokens instanceof Refusal) return tokens
      if (readCookies(request).paired !== undefined) await endSession(deps, { request, address })
      return signedInReply(deps, request, tokens, isKnown ? 'own' : null)
    },
  },
  logout: {
    open: true,
    async run(deps, { request, address }) {
      await endSession(deps, { request, address })
      return { json: JSON.stringify({ signedOut: true }), cookies: clearedCookies(request) }
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
    async run({ database, liveTokens, sessions, settings }, { request, user }) {
      const seen = await database.ask(user, 'device_seen', {})
      if (seen instanceof Refusal) return seen
      const { familyId } = SeenDevice.parse(valueOf(seen))
      if (familyId === null) return new Refusal('not_found')
      const access: RealtimeAccess = {
        url: `${settings.publicUrl}/realtime/v1`,
        publishableKey: settings.publishableKey,
        topic: familyTopic(familyId),
        devicesTopic: devicesTopic(familyId),
        ...(await liveTokens(user.sessionId)),
      }
      return {
        json: JSON.stringify(access),
        isSecret: true,
        // Renewed, so that a tablet on the wall stays paired.
        ...(user.isPaired && { cookies: await sessions.pair(request, user.sessionId) }),
      }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>
