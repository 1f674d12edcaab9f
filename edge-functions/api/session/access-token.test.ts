import assert from 'node:assert/strict'
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { newSigningKey } from '../../../embedded/tokens.ts'
import { createLiveTokens, readSigningKey } from './live-token.ts'
import { createTokenVerifier } from './access-token.ts'
import type { TokenVerifier } from './access-token.ts'

const secret = 'a shared secret with at least 32 characters'
const userId = crypto.randomUUID()

const tokenOf = (alg: string, claims: Record<string, unknown> = {}) =>
  new SignJWT({ role: 'authenticated', session_id: crypto.randomUUID(), email: 'anna@example.com', ...claims })
    .setProtectedHeader({ alg, ...(alg === 'ES256' && { kid: 'es' }) })
    .setSubject(userId)
    .setExpirationTime('1h')
const shared = (claims?: Record<string, unknown>, key = secret) =>
  tokenOf('HS256', claims).sign(new TextEncoder().encode(key))

const pair = await generateKeyPair('ES256', { extractable: true })
const published: JWK = { ...(await exportJWK(pair.publicKey)), kid: 'es', alg: 'ES256', use: 'sig' }
const signed = () => tokenOf('ES256').sign(pair.privateKey)

/** Verifies tokens of a project whose auth service publishes these keys, and which may have a shared secret. */
async function verifying(
  keys: readonly JWK[],
  jwtSecret: string | undefined,
  tell: (verify: TokenVerifier) => unknown,
) {
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, () => Response.json({ keys }))
  try {
    await tell(createTokenVerifier(`http://127.0.0.1:${server.addr.port}/auth/v1`, jwtSecret))
  } finally {
    await server.shutdown()
  }
}

Deno.test('A project that publishes no key signs with its shared secret; its own keys sign nobody in', () =>
  verifying([], secret, async (verify) => {
    const token = await shared()
    const verified = await verify(token)
    assert.deepEqual([verified?.userId, verified?.email, verified?.token], [userId, 'anna@example.com', token])
    for (const role of ['anon', 'service_role']) assert.equal(await verify(await shared({ role })), undefined)
    for (const other of [await shared({}, 'another secret with at least 32 characters'), await signed()])
      assert.equal(await verify(other), undefined)
  }))

Deno.test('A project that moves to published keys is understood in both ways, and in one once the secret is gone', async () => {
  await verifying([published], secret, async (verify) => {
    for (const token of [await shared(), await signed()]) assert.equal((await verify(token))?.userId, userId)
  })
  await verifying([published], undefined, async (verify) => {
    assert.equal((await verify(await signed()))?.userId, userId)
    // Nor does a published key pass for a secret.
    for (const token of [await shared(), await shared({}, JSON.stringify(published))])
      assert.equal(await verify(token), undefined)
  })
})

Deno.test('A live token is signed by a key as the CLI writes it, which its public half verifies, else by the shared secret', async () => {
  const session = crypto.randomUUID()
  const { d, ...open } = await newSigningKey()
  const key = readSigningKey(JSON.stringify({ ...open, d, key_ops: ['sign', 'verify'], ext: true }))
  const verifying = createLocalJWKSet({ keys: [{ ...open, key_ops: ['verify'] }] })
  const { token: signed, expiresAt } = await createLiveTokens(key)(session)
  const { payload, protectedHeader } = await jwtVerify(signed, verifying)
  const { sub, role, iat = 0, exp = 0 } = payload
  assert.deepEqual([sub, role, exp - iat, protectedHeader.kid], [session, 'authenticated', 300, open.kid])
  assert.equal(new Date(exp * 1000).toISOString(), expiresAt)

  const { token } = await createLiveTokens(secret)(session)
  const { payload: shared } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
  assert.equal(shared.sub, session)
})
