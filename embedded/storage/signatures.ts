import { jwtVerify, SignJWT, errors } from 'jose'
import { z } from 'zod'
import { invalidSignature, invalidToken } from './refusal.ts'
import type { Refusal } from './refusal.ts'

const Claims = z.object({
  /** Bucket and name. */
  url: z.string(),
  scope: z.enum(['upload', 'download']),
  exp: z.number(),
  owner: z.string().optional(),
  /** Of whoever made it; without the session it opens nothing. */
  session: z.string().optional(),
  upsert: z.boolean().optional(),
})

export type Signed = z.infer<typeof Claims>

/** Addresses that open one object for a while, whoever holds them. */
export type Signatures = {
  sign(claims: Omit<Signed, 'exp'>, seconds: number): Promise<string>
  /** Refused unless the token was made for that object and for that. */
  verify(token: string, url: string, scope: Signed['scope']): Promise<Signed | Refusal>
}

export function createSignatures(jwtSecret: string): Signatures {
  const secret = new TextEncoder().encode(jwtSecret)
  return {
    sign: (claims, seconds) => {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(secret)
    },
    async verify(token, url, scope) {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] })
        const claims = Claims.safeParse(payload)
        // A user's own token is signed by the same secret, and opens nothing here.
        return claims.success && claims.data.url === url && claims.data.scope === scope ? claims.data : invalidSignature
      } catch (error) {
        if (error instanceof errors.JWTExpired) return invalidToken('"exp" claim timestamp check failed')
        // Another kind of signature is none of ours either.
        if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
          return invalidToken('signature verification failed')
        return invalidToken('Invalid Compact JWS')
      }
    },
  }
}
