import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'

const Claims = z.looseObject({
  sub: z.uuid(),
  exp: z.number(),
  role: z.literal('authenticated'),
  session_id: z.uuid(),
  email: z._default(z.string(), ''),
})

/** A token whose signature and claims were checked; `json` has the claims for the database. */
export type VerifiedToken = {
  token: string
  json: string
  userId: string
  sessionId: string
  /** A paired device has no account: its subject and its session are the device. */
  isPaired: boolean
  email: string
  expiresAt: number
}

export type TokenVerifier = (token: string) => Promise<VerifiedToken | undefined>

// A device sends the same token many times; its signature is checked once.
const mostRemembered = 5000

/** Verifies tokens locally: by the auth service's published keys (ES256), or by the shared secret (HS256). */
export function createTokenVerifier(authUrl: string, jwtSecret: string | undefined): TokenVerifier {
  const published = createRemoteJWKSet(new URL(`${authUrl}/.well-known/jwks.json`))
  const secret = jwtSecret === undefined ? undefined : new TextEncoder().encode(jwtSecret)
  const remembered = new Map<string, VerifiedToken>()

  return async (token) => {
    const now = Date.now() / 1000
    const known = remembered.get(token)
    if (known !== undefined) return known.expiresAt > now ? known : undefined
    const claims = await verified(token)
    if (claims === undefined) return undefined
    const fresh = {
      token,
      json: JSON.stringify(claims),
      userId: claims.sub,
      sessionId: claims.session_id,
      isPaired: false,
      email: claims.email,
      expiresAt: claims.exp,
    }
    for (const oldest of remembered.keys()) {
      if (remembered.size < mostRemembered) break
      remembered.delete(oldest)
    }
    remembered.set(token, fresh)
    return fresh
  }

  async function verified(token: string) {
    try {
      const { payload } =
        secret !== undefined && isShared(token)
          ? await jwtVerify(token, secret, { algorithms: ['HS256'] })
          : await jwtVerify(token, published, { algorithms: ['ES256', 'RS256'] })
      return Claims.safeParse(payload).data
    } catch (error) {
      if (error instanceof TypeError) throw error
      return undefined
    }
  }
}

function isShared(token: string): boolean {
  const header = token.split('.')[0] ?? ''
  try {
    return z
      .object({ alg: z.literal('HS256') })
      .safeParse(JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/')))).success
  } catch {
    return false
  }
}
