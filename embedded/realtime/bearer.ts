import type { Claims, Tokens } from '../tokens.ts'

/** The verified token of a connection or of a channel. */
export type Bearer = {
  token: string
  role: string
  claims: Claims
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export type BearerVerdict = { ok: true; bearer: Bearer } | { ok: false; code: BearerProblem; message: string }

/** The codes Realtime puts before a join's refusal. */
export type BearerProblem = 'InvalidJWTToken' | 'MalformedJWT' | 'JwtSignatureError'

const refusals = {
  expired: { code: 'InvalidJWTToken', message: 'Token has expired' },
  incomplete: { code: 'InvalidJWTToken', message: 'Fields `role` and `exp` are required in JWT' },
  malformed: { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' },
  signature: { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' },
} as const

/** The session whose rate limits a bearer counts against: the subject of a live token. Undefined for an API key. */
export const sessionOf = ({ claims }: Bearer): string | undefined => claims.sub

export const hasExpired = (bearer: Bearer, now: number): boolean => now >= bearer.expiresAt

export const expired = refusals.expired

export async function readBearer(tokens: Tokens, token: string, now: number): Promise<BearerVerdict> {
  const verdict = await tokens.verify(token)
  if (!verdict.ok) return { ok: false, ...refusals[verdict.reason] }
  const { role, exp } = verdict.claims
  if (typeof role !== 'string' || typeof exp !== 'number') return { ok: false, ...refusals.incomplete }
  const bearer = { token, role, claims: verdict.claims, expiresAt: exp * 1000 }
  if (hasExpired(bearer, now)) return { ok: false, ...refusals.expired }
  return { ok: true, bearer }
}
