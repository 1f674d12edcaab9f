import assert from 'node:assert/strict'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { newSigningKey } from '../../../embedded/tokens.ts'
import { createLiveTokens, readSigningKey } from './live-token.ts'

const session = crypto.randomUUID()

Deno.test('A key as the CLI writes it signs what the project verifies by its public half', async () => {
  const { d, ...open } = await newSigningKey()
  const signed = createLiveTokens(
    readSigningKey(JSON.stringify({ ...open, d, key_ops: ['sign', 'verify'], ext: true })),
  )
  for (const { token, expiresAt } of [await signed(session), await signed(session)]) {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createLocalJWKSet({ keys: [{ ...open, key_ops: ['verify'] }] }),
    )
    assert.deepEqual([payload.sub, payload['role'], protectedHeader.kid], [session, 'authenticated', open.kid])
    assert.equal(new Date((payload.exp ?? 0) * 1000).toISOString(), expiresAt)
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 300)
  }
})

Deno.test('Without a key the shared secret signs', async () => {
  const secret = 'a shared secret with at least 32 characters'
  const { token } = await createLiveTokens(secret)(session)
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
  assert.equal(payload.sub, session)
})
