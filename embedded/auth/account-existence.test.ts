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
    assert.equal(new Set(answers.map(({ id }) => id)).size, 6)
    assert.equal(
      (await server.sql`select from auth.users where id in ${server.sql(answers.map(({ id }) => id))}`).length,
      1,
    )
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

/** Calls in turn for an account and for a new address: no answer comes before a time that is enough for each. */
async function assertSameTime(
  server: TestAuth,
  isConfirmed: boolean,
  path: string,
  body: Record<string, string>,
): Promise<void> {
  const time = async (email: string) => {
    const started = performance.now()
    assert.equal((await server.call('POST', path, { body: { email, ...body } })).status, 200)
    const took = performance.now() - started
    assert.ok(took > 195, `${took} ms`)
    return took
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  // Measures again and again, because a busy machine slows now the one, now the other.
  await until(async () => {
    known.push(await time(await newAccount(server, isConfirmed)))
    unknown.push(await time(newAddress()))
    return known.length >= 2 && Math.min(...known) < 250 && Math.min(...unknown) < 250
  })
}

storyWith({ autoconfirm: false }, 'Asking for a new password takes as long with an account as without', (server) =>
  assertSameTime(server, true, '/recover', {}),
)

storyWith(
  { autoconfirm: false },
  'Asking for a confirmation again takes as long with an account that waits for it as without',
  (server) => assertSameTime(server, false, '/resend', { type: 'signup' }),
)

storyWith({ autoconfirm: false }, 'A sign-up takes as long for a taken address as for a new one', async (server) => {
  for (const isConfirmed of [true, false]) await assertSameTime(server, isConfirmed, '/signup', { password })
})
