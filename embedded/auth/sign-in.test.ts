import assert from 'node:assert/strict'
import { hashSync } from 'bcryptjs'
import { decodeJwt } from 'jose'
import { refused, signIn, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

story('She signs in on a second device, however she types her address', async (server) => {
  const { email, user } = await signedUp(server)
  const answer = await server.call('POST', '/token?grant_type=password', {
    body: { email: email.toUpperCase(), password },
    ip: '192.168.1.20',
  })
  assert.equal(answer.status, 200)
  const { session_id, sub } = decodeJwt(String(answer.body['access_token']))
  assert.equal(sub, user.id)
  const rows = await server.sql`select host(ip) as ip, aal from auth.sessions where id = ${String(session_id)}`
  assert.deepEqual([...rows], [{ ip: '192.168.1.20', aal: 'aal1' }])
})

storyWith(
  { passwordCost: 10 },
  'Passwords are kept as bcrypt hashes of cost 10, and a $2b$ hash is accepted too',
  async (server) => {
    const { email, user } = await signedUp(server)
    const hash = String(
      (await server.sql`select encrypted_password from auth.users where id = ${user.id}`)[0]?.['encrypted_password'],
    )
    assert.match(hash, /^\$2a\$10\$[./A-Za-z0-9]{53}$/)
    await server.sql`update auth.users set encrypted_password = ${hash.replace('$2a$', '$2b$')} where id = ${user.id}`
    assert.equal((await signIn(server, email)).status, 200)
  },
)

story('A wrong password, an unknown address and no password at all get one and the same answer', async (server) => {
  const { email } = await signedUp(server)
  for (const body of [
    { email, password: 'wrong' },
    { email: 'nobody@family.example', password },
    { email },
    { email, password: null },
  ]) {
    const answer = await server.call('POST', '/token?grant_type=password', { body })
    // In the shape of the API version that Supabase's clients ask for.
    assert.deepEqual([answer.status, answer.headers.get('x-supabase-api-version')], [400, '2024-01-01'])
    assert.deepEqual(answer.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
  }
})

storyWith(
  { rateLimits: true },
  'Guesses at one account are counted together, from wherever they come; other accounts and the API are not',
  async (server) => {
    const { email } = await signedUp(server)
    const { email: other } = await signedUp(server)
    let callers = 0
    const tryFromElsewhere = (email: string, tried: string, as?: string) =>
      signIn(server, email, tried, { ip: `203.0.113.${++callers}`, ...(as !== undefined && { as }) })
    for (let tries = 1; tries <= 15; tries++)
      refused(
        await tryFromElsewhere(tries % 2 === 0 ? email.toUpperCase() : email, 'guess'),
        400,
        'invalid_credentials',
      )
    // Even the right one, so that a guess tells nothing from here on.
    for (const tried of ['guess', password])
      refused(await tryFromElsewhere(email, tried), 429, 'over_request_rate_limit')
    // Somebody else's token is no secret key.
    refused(
      await tryFromElsewhere(email, password, (await signedUp(server)).session.access_token),
      429,
      'over_request_rate_limit',
    )
    assert.equal((await tryFromElsewhere(other, password)).status, 200)
    // The API counts by itself, and lets a device through that it knows.
    assert.equal((await tryFromElsewhere(email, password, server.tokens.serviceToken)).status, 200)
    server.advanceClock(21)
    assert.equal((await tryFromElsewhere(email, password)).status, 200)
    // After a hundred of a day five an hour.
    for (let tries = 17; tries <= 102; tries++) {
      server.advanceClock(21)
      refused(await tryFromElsewhere(email, 'guess'), 400, 'invalid_credentials')
    }
    server.advanceClock(300)
    refused(await tryFromElsewhere(email, password), 429, 'over_request_rate_limit')
    server.advanceClock(720)
    assert.equal((await tryFromElsewhere(email, password)).status, 200)
  },
)

storyWith(
  { rateLimits: true },
  'All addresses of an IPv6 network are one caller, and ten times as many calls are let through from its /48',
  async (server) => {
    const status = async (ip: string) =>
      (await server.call('POST', '/verify', { body: { type: 'signup', token_hash: 'guess' }, ip })).status
    const statusesOf = async (house: number, calls: number) => {
      const answers: number[] = []
      for (let host = 1; host <= calls; host++) answers.push(await status(`2001:db8:1:${house}::${host}`))
      return answers
    }
    // More calls than a minute gives back.
    const house = await statusesOf(0, 40)
    assert.deepEqual(new Set(house.slice(0, 30)), new Set([403]))
    assert.ok(house.includes(429))
    const site: number[] = []
    for (let house = 1; house <= 20; house++) site.push(...(await statusesOf(house, 20)))
    assert.deepEqual(new Set(site.slice(0, 250)), new Set([403]))
    assert.ok(site.includes(429))
    assert.equal(await status('2001:db8:2:1::1'), 403)
  },
)

story('A password that is changed while somebody signs in with the old one opens nothing', async (server) => {
  const { email, user } = await signedUp(server)
  const answer = await server.sql.begin(async (tx) => {
    await tx`update auth.users set encrypted_password = 'changed' where id = ${user.id}`
    const signingIn = signIn(server, email)
    // The old password was right; now the sign-in waits for the row that is being changed.
    await until(
      async () =>
        (await server.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
          .length > 0,
    )
    return { signingIn }
  })
  refused(await answer.signingIn, 400, 'invalid_credentials')
  assert.equal((await server.sql`select from auth.sessions where user_id = ${user.id}`).length, 1)
})

storyWith({ passwordCost: 10 }, 'An unknown address takes as long as a wrong password', async (server) => {
  const { email } = await signedUp(server)
  const time = async (email: string) => {
    const started = performance.now()
    await signIn(server, email, 'wrong')
    return performance.now() - started
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  // Measures in turn and again, because a busy machine slows now the one, now the other; the shortest times stay apart
  // if they differ.
  await until(async () => {
    known.push(await time(email))
    unknown.push(await time(newAddress()))
    return known.length >= 3 && Math.min(...unknown) > Math.min(...known) / 2
  })
})

storyWith({ passwordCost: 10 }, 'Hashing leaves the event loop free', async (server) => {
  const { email } = await signedUp(server)
  const countTurns = async (work: Promise<unknown>) => {
    let turns = 0
    const ticker = setInterval(() => turns++, 2)
    await work.finally(() => clearInterval(ticker))
    return turns
  }
  const started = performance.now()
  const busy = await countTurns(Promise.all(Array.from({ length: 4 }, () => signIn(server, email))))
  const took = performance.now() - started
  // Compares with the same time spent waiting, because a busy machine slows both.
  const idle = await countTurns(new Promise((resolve) => setTimeout(resolve, took)))
  assert.ok(
    busy > idle / 6,
    `the loop came round ${busy} times in ${Math.round(took)} ms, and ${idle} times while nothing was hashed`,
  )
})

story('Signing in with a password from before the rules became stricter works', async (server) => {
  const { email, user } = await signedUp(server)
  await server.sql`update auth.users set encrypted_password = ${hashSync('short', 4)} where id = ${user.id}`
  assert.equal((await signIn(server, email, 'short')).status, 200)
})

story('A sign-in that is missing something is told so', async (server) => {
  const ask = (grant: string, body: unknown) => server.call('POST', `/token?grant_type=${grant}`, { body })
  refused(await ask('password', { password }), 400, 'validation_failed', 'missing email or phone')
  refused(await ask('password', { phone: '123', password }), 501, 'not_implemented')
  for (const grant of ['magic', 'pkce', 'id_token', '']) refused(await ask(grant, {}), 501, 'not_implemented')
  refused(
    await ask('password', { email: 5, password }),
    400,
    'bad_json',
    'Could not parse request body as JSON: field email has the wrong type',
  )
  refused(await ask('password', { email: 'a\u0000@b.example', password }), 400, 'validation_failed')
})

story('A banned user does not sign in, nor use an old session', async (server) => {
  const { email, user, session } = await signedUp(server)
  await server.sql`update auth.users set banned_until = now() + interval '90 minutes' where id = ${user.id}`
  refused(await signIn(server, email), 400, 'user_banned', 'User is banned')
  refused(await server.call('GET', '/user', { as: session.access_token }), 403, 'user_banned')
  const refresh = { body: { refresh_token: session.refresh_token } }
  refused(
    await server.call('POST', '/token?grant_type=refresh_token', refresh),
    400,
    'user_banned',
    'Invalid Refresh Token: User Banned',
  )
  server.advanceClock(5401)
  assert.equal((await signIn(server, email)).status, 200)
})
