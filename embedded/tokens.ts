import { decodeProtectedHeader, errors, exportJWK, importJWK, jwtVerify, SignJWT } from 'jose'
import type { CryptoKey, JWK, JWTPayload } from 'jose'

export type Claims = JWTPayload & { role?: string; session_id?: string }

export type TokenVerdict =
  | { ok: true; claims: Claims }
  | { ok: false; reason: 'malformed' | 'signature' | 'expired'; message: string }

/** Signs and verifies the JWTs of one installation. */
export type Tokens = {
  /** Signs with the first signing key: ES256 with its `kid`, or HS256 with the shared secret when there is none. */
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
  const publicByKid = new Map<string, CryptoKey>()
  const publicKeys: JWK[] = []
  let signer: { key: CryptoKey; kid: string } | undefined
  for (const jwk of signingKeys) {
    const kid = jwk.kid
    if (kid === undefined || jwk.kty !== 'EC') throw new Error('A signing key must be an EC JWK with a kid')
    const { d, ...open } = jwk
    const publicJwk: JWK = { ...open, key_ops: ['verify'] }
    publicKeys.push(publicJwk)
    publicByKid.set(kid, await asymmetric(publicJwk))
    if (d !== undefined && signer === undefined) signer = { key: await asymmetric(jwk), kid }
  }
  const signShared = (claims: Claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)
  const forever = { iss: 'supabase', iat: seconds(), exp: seconds() + tenYears }

  return {
    sign: (claims) =>
      signer === undefined
        ? signShared(claims)
        : new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: signer.kid, typ: 'JWT' }).sign(signer.key),
    async verify(token) {
      try {
        const header = decodeProtectedHeader(token)
        const key = header.alg === 'HS256' ? secret : publicByKid.get(header.kid ?? '')
        if (key === undefined)
          return {
            ok: false,
            reason: 'signature',
            message: `unrecognized JWT kid ${header.kid} for algorithm ${header.alg}`,
          }
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256', 'ES256'] })
        return { ok: true, claims: payload }
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired', message: 'token is expired' }
        if (error instanceof errors.JWSSignatureVerificationFailed)
          return { ok: false, reason: 'signature', message: 'signature is invalid' }
        return { ok: false, reason: 'malformed', message: 'token is malformed' }
      }
    },
    publicKeys: { keys: publicKeys },
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

async function asymmetric(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256')
  if (key instanceof Uint8Array) throw new Error('An EC JWK is expected')
  return key
}
