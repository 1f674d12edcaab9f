import assert from 'node:assert/strict'
import { Refusal } from '../refusal.ts'
import type { AuthServer, SessionTokens } from './auth-server.ts'
import type { Seal } from './seal.ts'
import { createSessions } from './session.ts'

// The timer that keeps a renewal outlasts the test.
const options = { sanitizeOps: false, sanitizeResources: false }

/** Cookies that anybody can read. */
const asItIs: Seal = { close: (_, text) => Promise.resolve(text), open: (_, sealed) => Promise.resolve(sealed) }

/** Creates sessions whose auth service returns `answer` for a refresh and records the tokens. */
function sessionsWith(answer: (token: string) => Promise<SessionTokens | Refusal>) {
  const asked: string[] = []
  const auth = {
    refresh(address: string | undefined, token: string) {
      assert.equal(address, `the house of ${token}`)
      asked.push(token)
      return answer(token)
    },
  } as unknown as AuthServer
  const verify = (token: string) =>
    Promise.resolve(
      token === 'expired'
        ? undefined
        : {
            token,
            json: '{}',
            userId: 'anna',
            sessionId: 'kitchen',
            isPaired: false,
            email: 'anna@family.example',
            expiresAt: Date.now() / 1000 + 900,
          },
    )
  return {
    asked,
    sessions: createSessions(auth, verify, asItIs, () => Promise.reject(new Error('no paired device here'))),
  }
}

const request = (refresh: string) => ({
  request: new Request('http://quests.example/api/families/my', {
    headers: { cookie: `bq_access=expired; bq_refresh=${refresh}` },
  }),
  address: `the house of ${refresh}`,
})

Deno.test('Requests that arrive together, and their stragglers, ask the auth service once', options, async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<SessionTokens>()
  const { asked, sessions } = sessionsWith(() => answered)
  const together = Array.from({ length: 10 }, () => sessions.of(request('anna')))
  const other = sessions.of(request('olaf'))
  answer({ access: 'fresh', refresh: 'next' })
  const straggler = await sessions.of(request('anna'))
  for (const session of [...(await Promise.all(together)), straggler, await other]) {
    assert.ok('user' in session)
    assert.equal(session.user.token, 'fresh')
    assert.match(session.cookies.join(), /bq_access=fresh;.*bq_refresh=next;/)
  }
  assert.deepEqual(asked, ['anna', 'olaf'])
})

Deno.test('While the auth service is away nobody is signed out, and the next request asks again', options, async () => {
  for (const code of ['unavailable', 'too_many_tries'] as const) {
    const { asked, sessions } = sessionsWith(() => Promise.resolve(new Refusal(code)))
    for (let time = 1; time <= 2; time++) {
      const session = await sessions.of(request('anna'))
      assert.ok('refusal' in session)
      assert.deepEqual([session.refusal.code, session.cookies], [code, []])
      assert.equal(asked.length, time)
    }
  }
})
