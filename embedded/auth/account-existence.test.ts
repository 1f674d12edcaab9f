import assert from 'node:assert/strict'
import { signIn, storyWith } from '../../testing/auth-service.ts'
import type { TestAuth } from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

storyWith(
  { autoconfirm: false },
  'Signing up with a confirmed address looks like a new one, and changes nothing',
  async (server) => {
    const email = newAddress()
    await server.client().signUp({ email, password })
    await server.sql`update auth.users set email_confirmed_at = now() where email = ${email}`
    const signUp = async (email: string) => {
      const { status, body } = await server.call('POST', '/signup', {
        body: { email, password: 'another 3', data: { a: 1 } },
      })
      return { status, body, id: String(body['id']) }
    }
    /** An answer without what differs between any two. */
    const shapeOf = ({ status, body, id }: Awaited<ReturnType<typeof signUp>>) =>
      [status, JSON.stringify(body).replaceAll(id, 'ID').replaceAll(String(body['email']), 'EMAIL')]
        .join(' ')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
        .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'UUID')
    const stranger = newAddress()
    // A new address, the same once more, with haste, and after a minute; and one that is confirmed.
    const answers = [await signUp(stranger), await signUp(stranger), await signUp(email), await signUp(email)]
    server.advanceClock(61)
    answers.push(await signUp(stranger), await signUp(email))
    assert.equal(new Set(answers.map(shapeOf)).size, 1)
    const ids = new Set(answers.map(({ id }) => id))
    assert.equal(ids.size, 6)
    assert.equal((await server.sql`select from auth.users where id in ${server.sql([...ids])}`).length, 1)
    assert.equal((await signIn(server, email)).status, 200)
  },
)

/** Makes an account to which no mail was sent in the last minute. */
async function newAccount(server: TestAuth, isConfirmed: boolean): Promise<string> {
  const email = newAddress()
  await server.call('POST', '/signup', { body: { email, password } })
  await server.sql`
    update auth.users set confirmation_sent_at = null, email_confirmed_at = ${isConfirmed ? new Date() : null}
    where email = ${email}`
  return email
}

for (const [sentence, path, body, isConfirmed] of [
  ['Asking for a new password takes as long with an account as without', '/recover', {}, true],
  [
    'Asking for a confirmation again takes as long with an account that waits for it as without',
    '/resend',
    { type: 'signup' },
    false,
  ],
  ['A sign-up takes as long for an address that waits for its confirmation as for a new one', '/signup', {}, false],
  ['A sign-up takes as long for a taken address as for a new one', '/signup', {}, true],
] as const) {
  // No answer comes before a time that is enough for each.
  storyWith({ autoconfirm: false }, sentence, async (server) => {
    const [known, unknown]: [number[], number[]] = [[], []]
    const ask = async (times: number[], email: string) => {
      const started = performance.now()
      const answer = await server.call('POST', path, {
        body: { email, ...(path === '/signup' && { password }), ...body },
      })
      const took = performance.now() - started
      assert.deepEqual([answer.status, took > 195], [200, true], `${took} ms`)
      times.push(took)
      if (path !== '/signup') assert.deepEqual(answer.body, {})
    }
    // Measures in turn and again, because a busy machine slows now the one, now the other.
    await until(async () => {
      await ask(known, await newAccount(server, isConfirmed))
      await ask(unknown, newAddress())
      return Math.min(...known) < 250 && Math.min(...unknown) < 250
    })
  })
}
