import postgres from 'postgres'
import { networksOf } from '../../edge-functions/api/networks.ts'
import { BodyEnded } from '../body.ts'
import { supabaseAuthCalls, routeCalls } from '../calls.ts'
import { kindOf } from '../problem.ts'
import { ServiceRefusal } from '../service-refusal.ts'
import { changeUser, logOut, readUser } from './account.ts'
import type { Auth, AuthCall, AuthHandler } from './context.ts'
import { invite } from './invite.ts'
import { createMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { createPasswords } from './passwords.ts'
import { createRateLimiter } from './rate-limits.ts'
import type { Limited } from './rate-limits.ts'
import { recover, resend } from './recover.ts'
import { deleteUsedTokens } from './refresh.ts'
import { answerRefusal, invalid, notJson } from './refusal.ts'
import { token } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { followLink, verify } from './verify.ts'

export type AuthService = {
  /**
   * The path of `request.url` starts behind /auth/v1: /signup, /token, … The gateway has already put
   * the token of an `apikey` into `Authorization`. Rate limits count by `clientIp`.
   */
  fetch(request: Request, clientIp: string): Promise<Response>
  mailbox: Mailbox
  /** Deletes expired rows. */
  deleteExpired(): Promise<void>
  /** Ends the password worker; a later call starts it again. */
  close(): void
}

const handlers: Record<keyof typeof supabaseAuthCalls, AuthHandler> = {
  health: () =>
    Response.json({ version: 'embedded', name: 'GoTrue', description: 'The Auth service of an embedded Bubblequest' }),
  // As far as the doctor reads it.
  settings: ({ settings }) =>
    Response.json({
      external: { email: true },
      disable_signup: !settings.enableSignup,
      mailer_autoconfirm: settings.autoconfirm,
    }),
  jwks: ({ tokens }) => Response.json(tokens.publicKeys, { headers: { 'cache-control': 'public, max-age=600' } }),
  signUp,
  token,
  readUser,
  changeUser,
  logOut,
  recover,
  resend,
  invite,
  followLink,
  verify,
}

/** Counted for the caller's address before anything of the call is read; the others count for themselves, if at all. */
const limitedAtOnce: Partial<Record<keyof typeof supabaseAuthCalls, Limited>> = {
  signUp: 'signup',
  recover: 'recover',
  resend: 'resend',
  followLink: 'verify',
  verify: 'verify',
}

/** @param passwordCost Of the hash of a new password; as the hosted service has it, without. */
export function createAuth({
  passwordCost,
  ...deps
}: Omit<Auth, 'mailbox' | 'passwords'> & { passwordCost?: number | undefined }): AuthService {
  const { sql, settings, now } = deps
  const limit = createRateLimiter(settings.rateLimits, now)
  const mailbox = createMailbox(sql)
  const passwords = createPasswords({ cost: passwordCost })
  const auth: Auth = { ...deps, mailbox, passwords }
  const app = routeCalls<keyof typeof supabaseAuthCalls, { Bindings: { clientIp: string } }>('Auth', {
    calls: supabaseAuthCalls,
    async answer(name, { req, env: { clientIp } }) {
      const call: AuthCall = {
        request: req.raw,
        url: new URL(req.url),
        clientIp,
        limit(limited, of) {
          if (of !== undefined) return limit(limited, of)
          // The narrowest first: a network that has used up its own takes nothing from its neighbours.
          for (const { name, times } of networksOf(clientIp)) {
            const refused = limit(limited, name, times)
            if (refused) return refused
          }
          return undefined
        },
      }
      const limited = limitedAtOnce[name]
      return (limited && call.limit(limited)) ?? handlers[name](auth, call)
    },
    respond: answerRefusal,
    refusalOf,
  })
  return {
    mailbox,
    deleteExpired: () => deleteUsedTokens(sql, now()),
    close: () => passwords.close(),
    fetch: async (request, clientIp) => app.fetch(request, { clientIp }),
  }
}

function refusalOf(error: Error, method: string, path: string): ServiceRefusal {
  if (error instanceof BodyEnded) return notJson('the request ended before its body did')
  const code = error instanceof postgres.PostgresError ? error.code : undefined
  // Postgres keeps no NUL character in a text, and JSON can hold one.
  if (code === '22021' || code === '22P05') return invalid('A text with a NUL character cannot be stored')
  // A limit that the database of the product sets.
  if (code === '54000') return new ServiceRefusal(422, 'validation_failed', error.message)
  const error_id = crypto.randomUUID()
  console.error(`auth: ${method} ${path} failed: ${kindOf(error)} (error_id ${error_id})`)
  return new ServiceRefusal(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { error_id },
  )
}
