import { createLocalJWKSet, decodeProtectedHeader, errors, exportJWK, jwtVerify, SignJWT } from 'jose'
import type { JWK, JWTPayload } from 'jose'

export type Claims = JWTPayload & { role?: string; session_id?: string }

export type TokenVerdict =
  | { ok: true; claims: Claims }
  | { ok: false; reason: 'malformed' | 'signature' | 'expired'; message: string }

/** Signs and verifies the JWTs of one installation. */
export type Tokens = {
  /** Signs with the first signing key: ES256 with its `kid`. */
  sign(claims: Claims): Promise<string>
  /** Accepts ES256 by any of the signing keys and HS256 by the shared secret, as Supabase does. */
  verify(token: string): Promise<TokenVerdict>
  /** The public halves only; the shared secret is never listed. */
  publicKeys: { keys: JWK[] }
  anonToken: string
  serviceToken: string
}

const tenYears = 10 * 365 * 24 * 3600

/** `now` in seconds since the epoch. */
const seconds = () => Math.floor(Date.now() / 1000)

export async function createTokens(jwtSecret: string, signingKeys: readonly JWK[]): Promise<Tokens> {
  const secret = new TextEncoder().encode(jwtSecret)
  const [signer] = signingKeys
  if (signer?.kid === undefined) throw new Error('A signing key must have a kid')
  const { kid } = signer
  const publicHalf = (key: JWK): JWK => {
    const { d: _, ...open } = key
    return { ...open, key_ops: ['verify'] }
  }
  const publicKeys = { keys: signingKeys.map(publicHalf) }
  const keyOf = createLocalJWKSet(publicKeys)
  const signShared = (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)
  const forever = { iss: 'supabase', iat: seconds(), exp: seconds() + tenYears }

  return {
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(signer),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, (header) => (header.alg === 'HS256' ? secret : keyOf(header)), {
          algorithms: ['HS256', 'ES256'],
        })
        return { ok: true, claims: payload }
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired', message: 'token is expired' }
        if (error instanceof errors.JWSSignatureVerificationFailed)
          return { ok: false, reason: 'signature', message: 'signature is invalid' }
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSEAlgNotAllowed) {
          const { kid, alg } = decodeProtectedHeader(token)
          return { ok: false, reason: 'signature', message: `unrecognized JWT kid ${kid} for algorithm ${alg}` }
        }
        return { ok: false, reason: 'malformed', message: 'token is malformed' }
      }
    },
    publicKeys,
    anonToken: await signShared({ ...forever, role: 'anon' }),
    serviceToken: await signShared({ ...forever, role: 'service_role' }),
  }
}

/** A fresh ES256 key pair as a private JWK. */
export async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: crypto.randomUUID(), use: 'sig', alg: 'ES256', key_ops: ['sign'] }
}
