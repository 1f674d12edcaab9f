import { parse } from 'smol-toml'
import { z } from 'zod'
import type { AuthSettings } from './auth/settings.ts'
import type { StorageSettings } from './storage/settings.ts'

/** `5MiB` as the Supabase CLI reads it, in bytes. */
const Size = z
  .string()
  .regex(/^\d+(KiB|MiB|GiB)$/)
  .transform((text) => Number.parseInt(text) * 1024 ** (['KiB', 'MiB', 'GiB'].indexOf(text.slice(-3)) + 1))

// Only what the services here read; the Supabase CLI checks the rest of the file.
const Config = z.object({
  auth: z.object({
    additional_redirect_urls: z.array(z.string()),
    jwt_expiry: z.int().min(60),
    enable_signup: z.boolean(),
    minimum_password_length: z.int().min(6),
    refresh_token_reuse_interval: z.int().min(0),
    email: z.object({
      enable_confirmations: z.boolean(),
      // It would have codes mailed, which the embedded Auth has none of.
      secure_password_change: z.literal(false),
      require_current_password: z.boolean(),
      max_frequency: z.string().regex(/^\d+s$/),
      otp_expiry: z.int().min(1),
    }),
  }),
  storage: z.object({
    file_size_limit: Size,
    buckets: z.record(z.string(), z.object({ public: z.boolean(), file_size_limit: Size.optional(), allowed_mime_types: z.array(z.string()).optional() })),
  }),
})

type Settings = { auth: AuthSettings; storage: StorageSettings }

/** The settings of supabase/config.toml, as the services of the embedded stack take them. */
export async function readConfig(file: URL | string, siteUrl: string): Promise<Settings> {
  const { auth, storage } = Config.parse(parse(await Deno.readTextFile(file)))
  return {
    auth: {
      siteUrl,
      jwtExpiry: auth.jwt_expiry,
      enableSignup: auth.enable_signup,
      autoconfirm: !auth.email.enable_confirmations,
      minimumPasswordLength: auth.minimum_password_length,
      passwordRequirements: '',
      refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
      requireCurrentPassword: auth.email.require_current_password,
      maxFrequency: Number.parseInt(auth.email.max_frequency),
      otpExpiry: auth.email.otp_expiry,
      redirectUrls: auth.additional_redirect_urls,
      rateLimits: true,
    },
    storage: {
      fileSizeLimit: storage.file_size_limit,
      buckets: Object.entries(storage.buckets).map(([id, bucket]) => ({
        id,
        public: bucket.public,
        fileSizeLimit: bucket.file_size_limit,
        allowedMimeTypes: bucket.allowed_mime_types,
      })),
    },
  }
}
