import assert from 'node:assert/strict'
import { story } from '../../testing/auth-service.ts'
import type { TestAuth } from '../../testing/auth-service.ts'

const someone = '11111111-2222-4333-8444-555555555555'

/** Reads what a policy would see with these request settings. */
async function seen({ sql }: TestAuth, settings: Record<string, string>, role = 'authenticated') {
  const [row] = await sql.begin(async (tx) => {
    for (const [name, value] of Object.entries(settings)) await tx`select set_config(${name}, ${value}, true)`
    await tx`set local role ${tx(role)}`
    return tx`select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt`
  })
  return { ...row }
}

story('The helper functions read the claims of the request, for every role', async (server) => {
  const claims = { sub: someone, role: 'authenticated', email: 'a@b.example' }
  for (const role of ['anon', 'authenticated', 'service_role', 'postgres']) {
    assert.deepEqual(await seen(server, { 'request.jwt.claims': JSON.stringify(claims) }, role), {
      uid: someone,
      role: 'authenticated',
      email: 'a@b.example',
      jwt: claims,
    })
  }
})

story('The singular setting wins, an empty one counts as not set, and without any there is nobody', async (server) => {
  const claims = JSON.stringify({ sub: someone, role: 'anon' })
  const other = someone.replace('1', '9')
  assert.equal((await seen(server, { 'request.jwt.claims': claims, 'request.jwt.claim.sub': other }))['uid'], other)
  assert.equal(
    (await seen(server, { 'request.jwt.claims': claims, 'request.jwt.claim.sub': '', 'request.jwt.claim.role': '' }))[
      'uid'
    ],
    someone,
  )
  const nobody = { uid: null, role: null, email: null, jwt: null }
  assert.deepEqual(await seen(server, { 'request.jwt.claims': '', 'request.jwt.claim': '' }), nobody)
  assert.deepEqual(await seen(server, {}), nobody)
})

story('API roles read no table of it', async (server) => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    for (const table of [
      'users',
      'identities',
      'sessions',
      'refresh_tokens',
      'one_time_tokens',
      'mfa_amr_claims',
      'mails',
    ]) {
      const read = server.sql.begin(async (tx) => {
        await tx`set local role ${tx(role)}`
        await tx`select from ${tx(`auth.${table}`)}`
      })
      await assert.rejects(read, { code: '42501' })
    }
  }
})

story('Every foreign key has an index', async (server) => {
  const bare = await server.sql`
    select c.conrelid::regclass::text as table, c.conname from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'auth'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`
  assert.deepEqual([...bare], [])
})
