import { Hono } from 'hono'
import postgres from 'postgres'
import { notSpoken } from '../not-spoken.ts'
import { kindOf } from '../problem.ts'
import type { Claims, Tokens } from '../tokens.ts'
import { health, jwks, settings } from './about.ts'
import { changeUser, logOut, readUser } from './account.ts'
import type { Auth, Call, Handler } from './context.ts'
import { invite } from './invite.ts'
import { createMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { createPasswords } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import { createRateLimits } from './rate-limits.ts'
import { recover, resend } from './recover.ts'
import { deleteUsedTokens } from './refresh.ts'
import { answerRefusal, invalid, Refusal } from './refusal.ts'
import type { AuthSettings } from './settings.ts'
import { token } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { followLink, verify } from './verify.ts'

export type { AuthSettings } from './settings.ts'

export type AuthService = {
  /**
   * The path of `request.url` starts behind /auth/v1: /signup, /token, … The gateway has already put
   * the token of an `apikey` into `Authorization`. Rate limits count by `clientIp`.
   */
  fetch(request: Request, clientIp: string): Promise<Response>
  mailbox: Mailbox
  /** Deletes what nobody needs any more. */
  tidy(): Promise<void>
  /** Ends the password worker; a later call starts it again. */
  close(): void
}

const routes: readonly (readonly [method: string, path: string, handler: Handler])[] = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['POST', '/signup', signUp],
  ['POST', '/token', token],
  ['GET', '/user', readUser],
  ['PUT', '/user', changeUser],
  ['POST', '/logout', logOut],
  ['POST', '/recover', recover],
  ['POST', '/resend', resend],
  ['POST', '/invite', invite],
  ['GET', '/verify', followLink],
  ['POST', '/verify', verify],
]

/** Every call of Auth that is spoken, as `[method, path]`. */
export const authCalls = routes.map(([method, path]) => [method, path] as const)

export type AuthDeps = {
  sql: postgres.Sql
  tokens: Tokens
  settings: AuthSettings
  now?: () => Date
  /** For several services that share one worker. */
  passwords?: Passwords
  /** Whether the session of these claims may change the account it is signed in to; each may, unless this says otherwise. */
  mayChangeAccount?: (claims: Claims) => Promise<boolean>
}

export function createAuth(deps: AuthDeps): AuthService {
  const { sql, tokens, settings, now = () => new Date(), passwords = createPasswords(), mayChangeAccount = () => Promise.resolve(true) } = deps
  const limits = createRateLimits(settings.rateLimits, now)
  const mailbox = createMailbox(sql)
  const auth: Auth = { sql, tokens, settings, now, passwords, mailbox, mayChangeAccount }

  const app = new Hono<{ Bindings: { clientIp: string } }>()
  // Hono would take a HEAD for a GET, and a mail scanner's would use a mailed link up.
  app.use(async ({ req }, next) => (req.method === 'HEAD' ? notSpoken('HEAD') : next()))
  for (const [method, path, handler] of routes) {
    app.on(method, path, async ({ req, env: { clientIp } }) => {
      const call: Call = { request: req.raw, url: new URL(req.url), clientIp, limit: (limited, of = clientIp) => limits.take(limited, of) }
      const answer = await handler(auth, call)
      return answer instanceof Refusal ? answerRefusal(answer) : answer
    })
  }
  app.notFound(() => notSpoken('This call of Auth'))
  app.onError((error, { req }) => answerRefusal(refusalOf(error, `${req.method} ${req.path}`)))
  return {
    mailbox,
    tidy: () => deleteUsedTokens(sql, now()),
    close: () => passwords.close(),
    fetch: async (request, clientIp) => app.fetch(request, { clientIp }),
  }
}

function refusalOf(error: Error, call: string): Refusal {
  const code = error instanceof postgres.PostgresError ? error.code : undefined
  // Postgres keeps no NUL character in a text, and JSON can hold one.
  if (code === '22021' || code === '22P05') return invalid('A text with a NUL character cannot be stored')
  // A limit that the database of the product sets.
  if (code === '54000') return new Refusal(422, 'validation_failed', error.message)
  const error_id = crypto.randomUUID()
  console.error(`auth: ${call} failed: ${kindOf(error)} (error_id ${error_id})`)
  return new Refusal(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information', { error_id })
}
