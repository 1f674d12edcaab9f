import { importJWK, SignJWT } from 'jose'
import * as z from 'zod/mini'

const SigningKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})

/** A private key whose public part the project verifies tokens by, or its shared secret. */
export type LiveKey = z.infer<typeof SigningKey> | string

/** Parses a signing key; the error of a wrong one does not contain it. */
export function readSigningKey(text: string): LiveKey {
  try {
    const parsed: unknown = JSON.parse(text)
    // The CLI writes its keys as a list.
    return SigningKey.parse(Array.isArray(parsed) ? parsed[0] : parsed)
  } catch {
    throw new Error(
      'BUBBLEQUEST_SIGNING_KEY must be a private ES256 key with a kid, as JWK: what `supabase gen signing-key --algorithm ES256` prints',
    )
  }
}

/**
 * Imports a key without the `key_ops` that the CLI writes: a private key cannot verify, so that they would be refused.
 */
const importKey = ({ kty, crv, x, y, d }: z.infer<typeof SigningKey>) => importJWK({ kty, crv, x, y, d }, 'ES256')

// Supabase evaluates the policies of a live connection again with each token: whose session has ended can listen no
// longer than this. The embedded Realtime ends their channels at once.
const lifetimeSeconds = 300

export type LiveToken = { token: string; expiresAt: string }

/**
 * Creates tokens that only let a device join its family's topics: their subject is the session, which is no account. With
 * the claims of a paired device they are its access tokens, which stay in this function.
 */
export type LiveTokens = (sessionId: string, claims?: { session_id: string }) => Promise<LiveToken>

export function createLiveTokens(key: LiveKey): LiveTokens {
  const isShared = typeof key === 'string'
  const header = isShared ? { alg: 'HS256', typ: 'JWT' } : { alg: 'ES256', typ: 'JWT', kid: key.kid }
  let signingKey: ReturnType<typeof importJWK> | undefined
  return async (sessionId, claims) => {
    const issued = Math.floor(Date.now() / 1000)
    const expires = issued + lifetimeSeconds
    signingKey ??= isShared ? Promise.resolve(new TextEncoder().encode(key)) : importKey(key)
    const token = await new SignJWT({
      role: 'authenticated',
      aud: 'authenticated',
      sub: sessionId,
      iat: issued,
      exp: expires,
      ...claims,
    })
      .setProtectedHeader(header)
      .sign(await signingKey)
    return { token, expiresAt: new Date(expires * 1000).toISOString() }
  }
}
