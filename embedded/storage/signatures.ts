import { jwtVerify, SignJWT, errors } from 'jose'
import { z } from 'zod'
import type { ServiceRefusal } from '../service-refusal.ts'
import { invalidSignature, invalidToken } from './refusal.ts'

const Claims = z.object({
  /** Bucket and name. */
  url: z.string(),
  scope: z.literal('upload'),
  owner: z.string().optional(),
  /** Supabase's tokens have it too; replacing a file is not supported here. */
  upsert: z.literal(false),
})

export type Signed = z.infer<typeof Claims>

/** Tokens that let their holder upload one object for a while. */
export type Signatures = {
  sign(claims: Signed, seconds: number): Promise<string>
  /** Refused unless the token was made for uploading that object. */
  verify(token: string, url: string): Promise<Signed | ServiceRefusal>
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
    async verify(token, url) {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], requiredClaims: ['exp'] })
        const claims = Claims.safeParse(payload)
        // A user's own token is signed by the same secret, and opens nothing here.
        return claims.success && claims.data.url === url ? claims.data : invalidSignature
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
