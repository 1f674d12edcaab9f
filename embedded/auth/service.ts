import postgres from 'postgres'
import { kindOf } from '../problem.ts'
import type { Claims, Tokens } from '../tokens.ts'
import { health, jwks, settings as readSettings } from './about.ts'
import { changeUser, logOut, readUser } from './account.ts'
import { listUsers } from './admin-list.ts'
import { createUser, deleteUser, getUser, updateUser } from './admin-users.ts'
import type { Auth, Call, Handler } from './context.ts'
import { invite } from './invite.ts'
import { createMailbox } from './mailbox.ts'
import type { Mailbox } from './mailbox.ts'
import { createPasswords } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import { createRateLimits } from './rate-limits.ts'
import { recover, resend } from './recover.ts'
import { deleteUsedTokens } from './refresh.ts'
import { answerRefusal, invalid, Refusal, UnexpectedFailure } from './refusal.ts'
import type { AuthSettings } from './settings.ts'
import { token } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { absent, authorize, enrollFactor, factorsOfUsers, linkIdentity, missingFactor, sso } from './switched-off.ts'
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

const routes: Record<string, Record<string, Handler>> = {
  '/health': { GET: health },
  '/settings': { GET: readSettings },
  '/.well-known/jwks.json': { GET: jwks },
  '/signup': { POST: signUp },
  '/token': { POST: token },
  '/user': { GET: readUser, PUT: changeUser },
  '/logout': { POST: logOut },
  '/recover': { POST: recover },
  '/resend': { POST: resend },
  '/invite': { POST: invite },
  '/verify': { GET: followLink, POST: verify },
  '/admin/users': { GET: listUsers, POST: createUser },
  '/admin/users/:id': { GET: getUser, PUT: updateUser, DELETE: deleteUser },
  '/admin/users/:id/factors': { GET: factorsOfUsers },
  '/admin/users/:id/factors/:id': { PUT: factorsOfUsers, DELETE: factorsOfUsers },
  '/authorize': { GET: authorize },
  '/factors': { POST: enrollFactor },
  '/factors/:id': { DELETE: missingFactor },
  '/factors/:id/challenge': { POST: missingFactor },
  '/factors/:id/verify': { POST: missingFactor },
  '/user/identities/authorize': { GET: linkIdentity },
  '/user/identities/:id': { DELETE: linkIdentity },
  '/sso': { POST: sso },
  '/sso/saml/metadata': { GET: sso },
  '/sso/saml/acs': { POST: sso },
}

/** Every call of Auth, as `[method, path]`. */
export const authCalls = Object.entries(routes).flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const))

const patterns = Object.entries(routes).map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:id/g, '([^/]+)')}/?$`),
  methods,
}))

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
  const now = deps.now ?? (() => new Date())
  const passwords = deps.passwords ?? createPasswords()
  const limits = createRateLimits(deps.settings.rateLimits, now)
  const mailbox = createMailbox(deps.sql)
  const auth: Auth = {
    sql: deps.sql,
    tokens: deps.tokens,
    settings: deps.settings,
    now,
    passwords,
    mailbox,
    mayChangeAccount: deps.mayChangeAccount ?? (() => Promise.resolve(true)),
  }
  return {
    mailbox,
    tidy: () => deleteUsedTokens(deps.sql, now()),
    close: () => passwords.close(),
    async fetch(request, clientIp) {
      const url = new URL(request.url)
      const [handler, parts] = find(url.pathname, request.method)
      const call: Call = { request, url, clientIp, parts, limit: (limited, of = clientIp) => limits.take(limited, of) }
      const answer = await attempt(handler, auth, call)
      return answer instanceof Refusal ? answerRefusal(answer, request) : answer
    },
  }
}

function find(path: string, method: string): [Handler, string[]] {
  for (const { pattern, methods } of patterns) {
    const match = pattern.exec(path)
    if (match === null) continue
    const handler = methods[method]
    const allow = Object.keys(methods).join(', ')
    return [handler ?? (() => new Refusal(405, 'unknown', '405 method not allowed', { allow })), match.slice(1)]
  }
  const [, notOffered] = absent.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`)) ?? []
  return [notOffered ?? (() => new Refusal(404, 'unknown', '404 page not found')), []]
}

async function attempt(handler: Handler, auth: Auth, call: Call): Promise<Response | Refusal> {
  try {
    return await handler(auth, call)
  } catch (error) {
    // Postgres keeps no NUL character in a text, and JSON can hold one.
    if (error instanceof postgres.PostgresError && ['22021', '22P05'].includes(error.code)) {
      return invalid('A text with a NUL character cannot be stored')
    }
    // A limit that the database of the product sets.
    if (error instanceof postgres.PostgresError && error.code === '54000') return new Refusal(422, 'validation_failed', error.message)
    const failure = new UnexpectedFailure(crypto.randomUUID())
    console.error(`auth: ${call.request.method} ${call.url.pathname} failed: ${kindOf(error)} (error_id ${failure.errorId})`)
    return failure
  }
}
