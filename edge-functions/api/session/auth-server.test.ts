import assert from 'node:assert/strict'
import { withLog } from '../../../testing/log.ts'
import { Refusal } from '../refusal.ts'
import { readSettings } from '../settings.ts'
import { createAuthServer } from './auth-server.ts'
import type { AuthServer } from './auth-server.ts'

const person = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@family.example',
  password: 'bubbles-and-gems',
  language: 'en',
} as const

const authAt = (url: string, keys: Record<string, string> = {}): AuthServer =>
  createAuthServer(
    readSettings({
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEYS: '{"default":"publishable"}',
      BUBBLEQUEST_PIN_PEPPER: 'p'.repeat(32),
      BUBBLEQUEST_JWT_SECRET: 's'.repeat(32),
      ...keys,
    }),
  )

type Answering = { answer?: () => Response; keys?: Record<string, string> }

/**
 * Calls a fake Supabase Auth, which returns tokens unless `answer` is given; returns the headers it received and the
 * log.
 */
async function withAuth(
  tell: (auth: AuthServer) => Promise<void>,
  { answer, keys }: Answering = {},
): Promise<{ seen: Headers[]; lines: string[] }> {
  const [seen, logged]: [Headers[], string[]] = [[], []]
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    await request.text()
    seen.push(new Headers(request.headers))
    const user = { id: crypto.randomUUID(), email: person.email }
    return answer?.() ?? Response.json({ access_token: 'access', refresh_token: 'refresh', expires_in: 3600, user })
  })
  try {
    await withLog(async (lines) => {
      await tell(authAt(`http://127.0.0.1:${server.addr.port}`, keys))
      logged.push(...lines)
    })
  } finally {
    await server.shutdown()
  }
  return { seen, lines: logged }
}

/** Creates an error response of Auth. */
const failing = (status: number, body: object) => ({
  answer: () => Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01' } }),
})

function assertRefused(outcome: unknown, code: string): Refusal {
  assert.ok(outcome instanceof Refusal)
  assert.equal(outcome.code, code)
  return outcome
}

const inAnHour = Math.floor(Date.now() / 1000) + 3600
const token = ['{"alg":"none"}', `{"exp":${inAnHour}}`, 'signature']
  .map((part) => btoa(part).replaceAll('=', ''))
  .join('.')

const callAll = async (auth: AuthServer, address: string | undefined) => {
  await auth.signUp(address, person)
  await auth.signIn(address, person.email, person.password)
  await auth.refresh(address, 'refresh')
  await auth.emailOf(address, token)
  await auth.checkPassword(address, person.email, person.password)
  await auth.changePassword(address, { token, email: person.email }, person.password, 'another password')
  await auth.signOut(address, token, 'local')
  await auth.resend(address, person.email)
  await auth.recover(address, person.email, undefined)
  await auth.followLink(address, { type: 'signup', token: 'hash' })
  await auth.followLink(address, { type: 'signup', token, refreshToken: 'refresh' })
  await auth.setPassword(address, { access: token, refresh: 'refresh' }, 'another password')
}

const whose = (seen: readonly Headers[]) => [
  ...new Set(seen.map((headers) => `${headers.get('apikey')} ${headers.get('sb-forwarded-for')}`)),
]

Deno.test("Auth gets the caller's address with every call that it limits, renewals too", async () => {
  const keys = { SUPABASE_SECRET_KEYS: '{"default":"secret"}' }
  const { seen } = await withAuth((auth) => callAll(auth, '203.0.113.5'), { keys })
  assert.deepEqual([seen.length, whose(seen)], [16, ['secret 203.0.113.5']])
  // Without the caller's address or a secret key, Auth counts the function's address.
  for (const { seen } of [
    await withAuth((auth) => callAll(auth, undefined), { keys }),
    await withAuth((auth) => callAll(auth, '203.0.113.5')),
  ])
    assert.deepEqual(whose(seen), ['publishable null'])
})

/** The calls of which each may mail something. */
const mailing: ((auth: AuthServer) => Promise<unknown>)[] = [
  (auth) => auth.signUp('203.0.113.5', person),
  (auth) => auth.resend('203.0.113.5', person.email),
  (auth) => auth.recover('203.0.113.5', person.email, undefined),
]

const unexpected = (message: string) => ({ code: 'unexpected_failure', message })
/** In the older of the two shapes of its errors. */
const older = { code: 500, error_code: 'unexpected_failure', msg: `Error sending mail to ${person.email}` }
const notMailed = /^auth: no mail was sent: (email_address_not_authorized|over_email_send_rate_limit)$/

/** Errors of Auth, our refusal with its sentence, and the line in the log, for those that the host alone can mend. */
const failures: [status: number, body: object, code: string, sentence: RegExp, line?: RegExp][] = [
  [400, { code: 'email_address_not_authorized' }, 'mail_not_set_up', /^This server cannot send mail to /, notMailed],
  [429, { code: 'over_email_send_rate_limit' }, 'too_many_mails', /^Too many mails were asked for/, notMailed],
  [429, { code: 'over_request_rate_limit' }, 'too_many_tries', /^Too many tries/],
  [400, { code: 'captcha_failed' }, 'captcha_required', /^This server asks for a captcha/],
  [422, { code: 'signup_disabled' }, 'signup_closed', /^New accounts cannot be made/],
  [500, unexpected('Error sending confirmation email'), 'mail_failed', /./, /500 unexpected_failure: Error sending c/],
  [500, older, 'mail_failed', /./, /Error sending mail to …$/],
  [504, { code: 'request_timeout', message: 'timed out' }, 'mail_failed', /./, /504 request_timeout: timed out$/],
  [500, unexpected('Database error finding user'), 'unavailable', /./, /Database error finding user$/],
  [502, {}, 'unavailable', /./, /answered 502 no code: $/],
]

Deno.test('What Auth refuses by its settings or cannot mail has a sentence of its own, and a line in the log without an address', async () => {
  for (const [status, body, code, sentence, line] of failures) {
    for (const ask of mailing) {
      const { lines } = await withAuth(
        async (auth) => {
          const refusal = assertRefused(await ask(auth), code)
          assert.match(refusal.reply.message, sentence)
          if (status === 429) assert.equal(refusal.headers['retry-after'], '60')
        },
        failing(status, body),
      )
      assert.equal(lines.length, line === undefined ? 0 : 1)
      if (line !== undefined) assert.match(lines[0] ?? '', line)
    }
  }
})

Deno.test('When Auth fails or is away a renewal and a sign-in are told so at once, and no mail is to blame', async () => {
  const renew = async (auth: AuthServer) => void assertRefused(await auth.refresh(undefined, 'refresh'), 'unavailable')
  await withLog(() => renew(authAt('http://127.0.0.1:1')))
  const { seen } = await withAuth(renew, failing(503, { code: 'unexpected_failure' }))
  assert.equal(seen.length, 1)
  await withAuth(
    async (auth) => void assertRefused(await auth.signIn(undefined, person.email, person.password), 'unavailable'),
    failing(504, { code: 'request_timeout', message: 'timed out' }),
  )
})

Deno.test('A mail that was sent some seconds ago counts as sent: Auth tells of the wait only where there is an account', async () => {
  const message = 'For security purposes, you can only request this after 37 seconds.'
  const tooSoon = failing(429, { code: 'over_email_send_rate_limit', message })
  await withAuth(async (auth) => {
    const answers = await Promise.all(mailing.map((ask) => ask(auth)))
    assert.deepEqual(answers, ['checkMail', undefined, undefined])
  }, tooSoon)
})

Deno.test('A password that the operator finds weak is refused with what Auth asks for: length, characters, or another one', async () => {
  const length = 'Password should be at least 12 characters.'
  const [lower, upper, digits] = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789']
  const characters = (...sets: string[]) =>
    `Password should contain at least one character of each: ${sets.join(', ')}.`
  // The project's signs have a comma and a full stop among them.
  const four = characters(lower, upper, digits, '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~')
  const leaked = 'Password is known to be weak and easy to guess, please choose a different one.'
  const another = 'This password was found in a data leak. Please choose another one.'
  for (const [message, reasons, sentence] of [
    [length, ['length'], 'Too short: it must have at least 12 characters.'],
    [four, ['characters'], 'Please add an uppercase letter (A–Z) and a digit (0–9).'],
    [characters(`${lower}${upper}`, digits), ['characters'], 'Please add a digit (0–9).'],
    [characters('XYZ', 'aA1'), ['characters'], 'Please add an uppercase letter (A–Z).'],
    [leaked, ['pwned'], another],
    [
      `${length} ${four} ${leaked}`,
      ['length', 'characters', 'pwned'],
      `Too short: it must have at least 12 characters. Please add an uppercase letter (A–Z) and a digit (0–9). ${another}`,
    ],
    ['Weak.', [], 'Please choose a longer one, of letters, digits and symbols.'],
  ] as const) {
    const body = { code: 'weak_password', message, weak_password: { reasons } }
    await withAuth(
      async (auth) => {
        assert.equal(assertRefused(await auth.signUp(undefined, person), 'weak_password').reply.message, sentence)
      },
      failing(422, body),
    )
  }
  await withNewPassword(
    { code: 'weak_password', message: four, weak_password: { reasons: ['characters'] } },
    (refusal) =>
      assert.equal(
        refusal.reply.message,
        'Please add an uppercase letter (A–Z), a digit (0–9), and a symbol like ! or ?.',
      ),
  )
})

/** Sets a password that Auth refuses with that error. */
async function withNewPassword(error: object, look: (refusal: Refusal) => void): Promise<void> {
  // The client reads the user before it changes one.
  const answers = [Response.json({ id: crypto.randomUUID(), email: person.email })]
  await withAuth(
    async (auth) => {
      const outcome = await auth.setPassword(undefined, { access: token, refresh: 'refresh' }, 'another password')
      look(outcome ?? assert.fail('No refusal'))
    },
    { answer: () => answers.shift() ?? failing(401, error).answer() },
  )
}

Deno.test('What Auth wants besides a new password is said, and never that address or password are wrong', async () => {
  for (const [error, code] of [
    ['insufficient_aal', 'second_factor_set'],
    ['reauthentication_needed', 'mailed_code_required'],
    ['something_new', 'unexpected'],
  ] as const)
    await withNewPassword({ code: error, message: 'AAL2 session is required' }, (refusal) =>
      assert.equal(refusal.code, code),
    )
})
