import * as z from 'zod/mini'
import { readDatabaseAddress } from './database/address.ts'
import type { DatabaseAddress } from './database/address.ts'
import { pinMemoryKib } from './members/pin-hashing.ts'
import { readSigningKey } from './session/live-token.ts'
import type { LiveKey } from './session/live-token.ts'

/** The function's environment variables; Supabase sets those with SUPABASE_ for every edge function. */
const Environment = z.object({
  SUPABASE_URL: z.url(),
  SUPABASE_DB_URL: z.optional(z.string()),
  SUPABASE_ANON_KEY: z.optional(z.string()),
  SUPABASE_PUBLISHABLE_KEYS: z.optional(z.string()),
  SUPABASE_SECRET_KEYS: z.optional(z.string()),
  SUPABASE_SERVICE_ROLE_KEY: z.optional(z.string()),
  /** The address of a transaction pooler, used instead of SUPABASE_DB_URL. */
  BUBBLEQUEST_DB_URL: z.optional(z.string()),
  /** The authority that signed the database's certificate, as PEM; by default those that Deno knows. */
  BUBBLEQUEST_DB_CA: z.optional(z.string()),
  /** The address of Supabase for browsers, when it is not SUPABASE_URL; `/` means the app's own address. */
  BUBBLEQUEST_PUBLIC_URL: z.optional(z.string()),
  /** Further origins the app is served from, separated by commas. */
  BUBBLEQUEST_ORIGINS: z.optional(z.string()),
  /** Shared with the proxy in front; without it no caller's address is trusted. */
  BUBBLEQUEST_PROXY_SECRET: z.optional(z.string().check(z.minLength(32))),
  /** Mixed into the hashes of PINs; at least 32 characters that are used nowhere else. */
  BUBBLEQUEST_PIN_PEPPER: z.string().check(z.minLength(32)),
  /** `off` for tests, which sign in by the dozen. */
  BUBBLEQUEST_RATE_LIMITS: z.optional(z.enum(['on', 'off'])),
  /** A private key as JWK that signs the tokens of live connections; the project verifies tokens by its public part. */
  BUBBLEQUEST_SIGNING_KEY: z.optional(z.string()),
  /** The shared secret of projects that still sign with one; then it signs the tokens of live connections. */
  BUBBLEQUEST_JWT_SECRET: z.optional(z.string()),
  /**
   * BUBBLEQUEST_PUBLIC_URL and BUBBLEQUEST_JWT_SECRET by the names that a self-hosted Supabase sets for every function.
   */
  SUPABASE_PUBLIC_URL: z.optional(z.string()),
  JWT_SECRET: z.optional(z.string()),
})

export type Settings = {
  supabaseUrl: string
  /** Prefix of the address browsers use; empty for the app's own origin. */
  publicUrl: string
  publishableKey: string
  /**
   * Undefined when the project has none; then sign-ins of all families share one rate limit, and no picture can be
   * checked.
   */
  secretKey: string | undefined
  jwtSecret: string | undefined
  /** Signs the tokens of live connections. */
  liveKey: LiveKey
  proxySecret: string | undefined
  pinPepper: string
  /** Memory of one PIN hash; no environment variable lowers it. */
  pinMemoryKib: number
  rateLimits: boolean
  origins: ReadonlySet<string>
  database: DatabaseAddress | undefined
  /**
   * Whether a transaction pooler is used, which gives each transaction another connection and forbids prepared
   * statements.
   */
  pooled: boolean
}

/** Reads the settings; throws with the names of missing or wrong ones, so that no function starts half-configured. */
export function readSettings(environment: Readonly<Record<string, string>>): Settings {
  const env = Environment.parse(environment)
  const publishableKey = defaultKey(env.SUPABASE_PUBLISHABLE_KEYS) ?? env.SUPABASE_ANON_KEY
  if (publishableKey === undefined) throw new Error('SUPABASE_PUBLISHABLE_KEYS or SUPABASE_ANON_KEY must be set')
  const supabaseUrl = env.SUPABASE_URL.replace(/\/$/, '')
  const publicUrl = (env.BUBBLEQUEST_PUBLIC_URL ?? (env.SUPABASE_PUBLIC_URL || supabaseUrl)).replace(/\/$/, '')
  const jwtSecret = env.BUBBLEQUEST_JWT_SECRET ?? (env.JWT_SECRET || undefined)
  const liveKey = env.BUBBLEQUEST_SIGNING_KEY === undefined ? jwtSecret : readSigningKey(env.BUBBLEQUEST_SIGNING_KEY)
  if (liveKey === undefined) throw new Error('BUBBLEQUEST_SIGNING_KEY or BUBBLEQUEST_JWT_SECRET must be set')
  const databaseUrl = env.BUBBLEQUEST_DB_URL ?? env.SUPABASE_DB_URL
  return {
    supabaseUrl,
    publicUrl,
    publishableKey,
    secretKey: defaultKey(env.SUPABASE_SECRET_KEYS) ?? env.SUPABASE_SERVICE_ROLE_KEY,
    jwtSecret,
    liveKey,
    proxySecret: env.BUBBLEQUEST_PROXY_SECRET,
    pinPepper: env.BUBBLEQUEST_PIN_PEPPER,
    pinMemoryKib,
    rateLimits: env.BUBBLEQUEST_RATE_LIMITS !== 'off',
    origins: new Set(
      (env.BUBBLEQUEST_ORIGINS ?? '')
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== '')
        .map(readOrigin),
    ),
    database: databaseUrl === undefined ? undefined : readDatabaseAddress(databaseUrl, env.BUBBLEQUEST_DB_CA),
    pooled: env.BUBBLEQUEST_DB_URL !== undefined,
  }
}

/** Returns an origin as browsers send it, which has no upper case, no default port and no slash at its end. */
function readOrigin(written: string): string {
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written))
    throw new Error(`BUBBLEQUEST_ORIGINS has ${written}, which is no address such as https://quests.example.com`)
  return new URL(written).origin
}

function defaultKey(keys: string | undefined): string | undefined {
  return keys === undefined ? undefined : z.object({ default: z.string() }).parse(JSON.parse(keys)).default
}
