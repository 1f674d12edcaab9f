import assert from 'node:assert/strict'
import { GoTrueAdminApi, GoTrueClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import type postgres from 'postgres'
import { z } from 'zod'
import { readConfig } from '../embedded/config.ts'
import { createTokens, newSigningKey } from '../embedded/tokens.ts'
import type { Claims, Tokens } from '../embedded/tokens.ts'
import { startPostgres } from '../embedded/postgres/server.ts'
import { newAddress, password } from './family.ts'
import { bootstrappedFolder } from './template.ts'
import type { AuthSettings } from '../embedded/auth/context.ts'
import { createAuth } from '../embedded/auth/service.ts'
import type { AuthService } from '../embedded/auth/service.ts'

/** One Auth service on a real socket. */
export type TestAuth = {
  sql: postgres.Sql
  tokens: Tokens
  auth: AuthService
  /** Moves the service's clock forward. */
  advanceClock(seconds: number): void
  /** From now on the clock moves by this much whenever the service reads it. */
  setClockStep(seconds: number): void
  /** The official client; every one keeps a session of its own. */
  client(): GoTrueClient
  /** The official client of an operator. */
  admin: GoTrueAdminApi
  /** A call as an SDK makes it, without the SDK. `as` is the token that it carries. */
  call(method: string, path: string, options?: { body?: unknown; as?: string; ip?: string }): Promise<AuthResponse>
}

export type AuthResponse = { status: number; headers: Headers; body: Record<string, unknown> }

const { auth: configured } = await readConfig(
  new URL('../supabase/config.toml', import.meta.url),
  'http://127.0.0.1:3000',
  {},
)

const defaults: AuthSettings = {
  ...configured,
  siteUrl: 'https://quests.example',
  jwtExpiry: 3600,
  requireCurrentPassword: false,
  maxFrequency: 60,
  redirectUrls: [],
  rateLimits: false,
}

type Setup = Partial<AuthSettings> & {
  /** The cost of a new hash; as little as can be, unless the story is about that. */
  passwordCost?: number
  mayChangeAccount?: (claims: Claims) => Promise<boolean>
}

type Run = (server: TestAuth) => Promise<void> | void

/** The database and keys that all stories of a file share. */
let shared: { sql: postgres.Sql; tokens: Tokens; close(): Promise<void> } | undefined
Deno.test.beforeAll(async () => {
  const folder = await bootstrappedFolder()
  const server = await startPostgres({ folder })
  const sql = server.connect('supabase_admin', 5)
  const tokens = await createTokens('a secret for tests, and for nothing else', [await newSigningKey()])
  shared = {
    sql,
    tokens,
    async close() {
      await sql.end()
      await server.stop()
      await Deno.remove(folder, { recursive: true })
    },
  }
})
Deno.test.afterAll(() => shared?.close())

/**
 * Registers a test on a service of its own. The pool opens its connections when one needs them, so that nothing is
 * watched for leaks.
 */
export const story = (sentence: string, run: Run) => storyWith({}, sentence, run)

export function storyWith(
  { passwordCost = 4, mayChangeAccount = async () => true, ...settings }: Setup,
  sentence: string,
  run: Run,
): void {
  const options = { sanitizeOps: false, sanitizeResources: false }
  Deno.test(sentence, options, async () => {
    const { sql, tokens } = shared ?? assert.fail('Postgres is not running')
    let passed = 0
    let step = 0
    const now = () => new Date(Date.now() + (passed += step))
    const auth = createAuth({
      sql,
      tokens,
      passwordCost,
      settings: { ...defaults, ...settings },
      mayChangeAccount,
      now,
    })
    const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, (request) =>
      auth.fetch(request, request.headers.get('x-test-ip') ?? '127.0.0.1'),
    )
    const url = `http://127.0.0.1:${server.addr.port}`
    const as = (token: string) => ({ Authorization: `Bearer ${token}` })
    try {
      await run({
        sql,
        tokens,
        auth,
        advanceClock: (seconds) => void (passed += seconds * 1000),
        setClockStep: (seconds) => void (step = seconds * 1000),
        client: () =>
          new GoTrueClient({
            url,
            headers: as(tokens.anonToken),
            persistSession: false,
            autoRefreshToken: false,
            storageKey: crypto.randomUUID(),
          }),
        admin: new GoTrueAdminApi({ url, headers: as(tokens.serviceToken) }),
        async call(method, path, { body, as: token = tokens.anonToken, ip } = {}) {
          const response = await fetch(`${url}${path}`, {
            method,
            redirect: 'manual',
            headers: { ...as(token), ...(ip !== undefined && { 'x-test-ip': ip }) },
            ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          })
          const text = await response.text()
          return {
            status: response.status,
            headers: response.headers,
            body: text.startsWith('{') ? JSON.parse(text) : { text },
          }
        },
      })
    } finally {
      await server.shutdown()
      auth.close()
    }
  })
}

/** Signs a new family's parent up with the official client, and returns both. */
export async function signedUp(server: TestAuth, email = newAddress()) {
  const client = server.client()
  const { data, error } = await client.signUp({ email, password })
  assert.equal(error, null)
  assert.ok(data.session && data.user)
  return {
    client,
    email,
    session: data.session,
    user: data.user,
    sessionId: String(decodeJwt(data.session.access_token)['session_id']),
  }
}

export function refused(answer: AuthResponse, status: number, code: string, message?: string | RegExp): void {
  assert.deepEqual([answer.status, answer.body['code']], [status, code])
  if (message instanceof RegExp) assert.match(String(answer.body['message']), message)
  else if (message !== undefined) assert.equal(answer.body['message'], message)
}

/** The newest mail to `to`, with its body and the link in it. */
export async function newestMail({ auth }: TestAuth, to: string) {
  const mail = (await auth.mailbox.list()).find((mail) => mail.to === to)
  assert.ok(mail, `a mail to ${to}`)
  const html = (await auth.mailbox.read(mail.id)) ?? assert.fail(`the body of a mail to ${to}`)
  const link = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail(`a link in a mail to ${to}`)
  return { ...mail, html, link }
}

/** Returns the token in the link of the newest mail to `to`. */
export async function mailedToken(server: TestAuth, to: string): Promise<string> {
  const { hash } = new URL((await newestMail(server, to)).link)
  return new URLSearchParams(hash.slice(1)).get('token_hash') ?? ''
}

/** Asks for a new password for `email`, and returns the token that is mailed. */
export async function recoveryToken(server: TestAuth, email: string): Promise<string> {
  assert.equal((await server.call('POST', '/recover', { body: { email } })).status, 200)
  return mailedToken(server, email)
}

/** Signs in as an SDK does, without the SDK. */
export const signIn = (server: TestAuth, email: string, tried = password, how: { as?: string; ip?: string } = {}) =>
  server.call('POST', '/token?grant_type=password', { body: { email, password: tried }, ...how })

/** Renews a session by its refresh token. */
export const refresh = (server: TestAuth, token: unknown) =>
  server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

/** Uses a mailed token. */
export const verifyToken = (server: TestAuth, type: string, token_hash: string) =>
  server.call('POST', '/verify', { body: { type, token_hash } })

/** Reads the mailed tokens of `email` from auth.users and auth.one_time_tokens. */
export async function keptTokens({ sql }: TestAuth, email: string) {
  const [user] = await sql<{ confirmation_token: string; recovery_token: string }[]>`
    select confirmation_token, recovery_token from auth.users where email = ${email}`
  const tokens = await sql`select token_type, token_hash from auth.one_time_tokens where relates_to = ${email}`
  assert.ok(user)
  return {
    ...user,
    tokens: Object.fromEntries(tokens.map(({ token_type, token_hash }) => [String(token_type), String(token_hash)])),
  }
}

const Amr = z.tuple([z.object({ method: z.string(), timestamp: z.number() })])

/** The claims say that this session was proven just now, in this way. */
export function assertProof({ amr, iat = 0 }: Claims, method: string): void {
  const [proof] = Amr.parse(amr)
  assert.equal(proof.method, method)
  // The session may have been opened in one second and its token signed in the next.
  assert.ok([0, 1].includes(iat - proof.timestamp), `proven ${iat - proof.timestamp} s before the token was signed`)
}
