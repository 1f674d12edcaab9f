import assert from 'node:assert/strict'
import { hashSync } from 'bcryptjs'
import { refused, signIn, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

storyWith(
  { passwordCost: 10 },
  'Passwords are kept as bcrypt hashes of cost 10, and a $2b$ hash of a short one from before is accepted too',
  async (server) => {
    const { email, user } = await signedUp(server)
    const [row] = await server.sql`select encrypted_password as hash from auth.users where id = ${user.id}`
    assert.match(String(row?.['hash']), /^\$2a\$10\$[./A-Za-z0-9]{53}$/)
    const older = hashSync('short', 4).replace(/^\$2.\$/, '$2b$')
    await server.sql`update auth.users set encrypted_password = ${older} where id = ${user.id}`
    assert.equal((await signIn(server, email, 'short')).status, 200)
  },
)

storyWith(
  { rateLimits: true },
  'Guesses at one account are counted together, from wherever they come; other accounts and the API are not',
  async (server) => {
    const [{ email }, { email: other, session }] = [await signedUp(server), await signedUp(server)]
    let callers = 0
    const tryFromElsewhere = (email: string, tried: string, as?: string) =>
      signIn(server, email, tried, { ip: `203.0.113.${++callers}`, ...(as !== undefined && { as }) })
    for (let tries = 1; tries <= 15; tries++) {
      const written = tries % 2 === 0 ? email.toUpperCase() : email
      refused(await tryFromElsewhere(written, 'guess'), 400, 'invalid_credentials')
    }
    // Even the right one, so that a guess tells nothing from here on; somebody else's token is no secret key.
    for (const [tried, as] of [['guess'], [password], [password, session.access_token]] as const)
      refused(await tryFromElsewhere(email, tried, as), 429, 'over_request_rate_limit')
    assert.equal((await tryFromElsewhere(other, password)).status, 200)
    // The API counts by itself, and lets a device through that it knows.
    assert.equal((await tryFromElsewhere(email, password, server.tokens.serviceToken)).status, 200)
    server.advanceClock(21)
    assert.equal((await tryFromElsewhere(email, password)).status, 200)
  },
)

storyWith(
  { requireCurrentPassword: true, rateLimits: true },
  'A holder of a token guesses no faster at the current password from many addresses',
  async (server) => {
    const { session, email } = await signedUp(server)
    const guess = (at: number) =>
      server.call('PUT', '/user', {
        as: session.access_token,
        body: { password: 'battery staple 2', current_password: `guess ${at}` },
        ip: `10.1.0.${at}`,
      })
    for (let at = 0; at < 15; at++) refused(await guess(at), 400, 'current_password_invalid')
    refused(await guess(15), 429, 'over_request_rate_limit')
    // The owner still signs in, because these guesses count for themselves.
    assert.equal((await signIn(server, email)).status, 200)
  },
)

storyWith(
  { rateLimits: true },
  'All addresses of an IPv6 network are one caller, and ten times as many calls are let through from its /48',
  async (server) => {
    /** Calls from one address after another of a /64; returns how many are let through. */
    const letThrough = async (network: string, calls: number) => {
      let count = 0
      for (let host = 1; host <= calls; host++) {
        const body = { type: 'signup', token_hash: 'guess' }
        const { status } = await server.call('POST', '/verify', { body, ip: `${network}::${host}` })
        if (status !== 429) count++
      }
      return count
    }
    // The clock goes on meanwhile, and gives one back every ten seconds.
    const house = await letThrough('2001:db8:1:0', 40)
    assert.ok(house >= 30 && house < 40, `${house} of one house`)
    let site = house
    for (let house = 1; house <= 20; house++) site += await letThrough(`2001:db8:1:${house}`, 20)
    assert.ok(site >= 300 && site < 420, `${site} of the site`)
    assert.equal(await letThrough('2001:db8:2:1', 1), 1)
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
