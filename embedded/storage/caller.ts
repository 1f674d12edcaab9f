import type postgres from 'postgres'
import type { ServiceRefusal } from '../service-refusal.ts'
import type { StorageCall, Storage } from './context.ts'
import { accessDenied, invalidRequest } from './refusal.ts'

/** The user of a request, and the settings that policies read through auth.uid() and auth.jwt(). */
export type Caller = { user: string | undefined; settings: Record<string, string> }

// The service's own login may become these on Supabase. Ours is a superuser: it could become anybody.
const roles = ['anon', 'authenticated', 'service_role']

const reasons = {
  malformed: 'Invalid Compact JWS',
  signature: 'signature verification failed',
  expired: '"exp" claim timestamp check failed',
} as const

export async function callerOf(storage: Storage, { request }: StorageCall): Promise<Caller | ServiceRefusal> {
  const authorization = request.headers.get('authorization')
  if (authorization === null) return invalidRequest("headers must have required property 'authorization'")
  const token = authorization.replace(/^bearer\s+/i, '')
  const verdict = await storage.tokens.verify(token)
  if (!verdict.ok) return accessDenied(reasons[verdict.reason])
  const { claims } = verdict
  const { role = 'anon' } = claims
  if (!roles.includes(role)) return accessDenied(`permission denied to set role "${role}"`)
  const settings = {
    role,
    'request.jwt.claims': JSON.stringify(claims),
    'storage.allow_delete_query': 'true',
  }
  return { user: claims.sub, settings }
}

/** Runs `work` in one transaction as the caller: row-level security decides. */
export async function asCaller<T>(
  { sql }: Storage,
  { settings }: Caller,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  return (await sql.begin(async (transaction) => {
    // Answered before anything else is asked: until then the connection is a superuser's.
    await transaction`select embedded.act_as(${transaction.json(settings)})`
    return await work(transaction)
  })) as T
}

const rolledBack = new Error('rolled back')

/** Runs `work` as `asCaller` does and rolls it back: throws when the policies refuse it. */
export async function tryAsCaller(
  storage: Storage,
  caller: Caller,
  work: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<void> {
  try {
    await asCaller(storage, caller, async (transaction) => {
      await work(transaction)
      throw rolledBack
    })
  } catch (error) {
    if (error !== rolledBack) throw error
  }
}
