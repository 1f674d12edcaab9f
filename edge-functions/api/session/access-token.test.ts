import assert from 'node:assert/strict'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { createTokenVerifier } from './access-token.ts'

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

/** An auth service that publishes these keys. */
async function withKeys(keys: readonly JWK[], tell: (authUrl: string) => Promise<void>): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, () => Response.json({ keys }))
  try {
    await tell(`http://127.0.0.1:${server.addr.port}/auth/v1`)
  } finally {
    await server.shutdown()
  }
}

Deno.test('A project that publishes no key signs with its shared secret', () =>
  withKeys([], async (authUrl) => {
    const verify = createTokenVerifier(authUrl, secret)
    const token = await shared()
    const verified = await verify(token)
    assert.deepEqual([verified?.userId, verified?.email, verified?.token], [userId, 'anna@example.com', token])
    assert.equal(await verify(await shared({}, 'another secret with at least 32 characters')), undefined)
    assert.equal(await verify(await signed()), undefined)
  }))

Deno.test('A project that moves to published keys is understood in both ways of signing', () =>
  withKeys([published], async (authUrl) => {
    const verify = createTokenVerifier(authUrl, secret)
    for (const token of [await shared(), await signed()]) assert.equal((await verify(token))?.userId, userId)
  }))

Deno.test('Without the shared secret no token is believed that is signed with one', () =>
  withKeys([published], async (authUrl) => {
    const verify = createTokenVerifier(authUrl, undefined)
    assert.equal((await verify(await signed()))?.userId, userId)
    assert.equal(await verify(await shared()), undefined)
    // Nor does a published key pass for a secret.
    assert.equal(await verify(await shared({}, JSON.stringify(published))), undefined)
  }))

Deno.test('The keys of a project are tokens of the same secret and sign nobody in', () =>
  withKeys([], async (authUrl) => {
    const verify = createTokenVerifier(authUrl, secret)
    for (const role of ['anon', 'service_role']) assert.equal(await verify(await shared({ role })), undefined)
  }))
