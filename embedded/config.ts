import { parse } from 'smol-toml'
import { z } from 'zod'
import type { AuthSettings } from './auth/settings.ts'

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
      secure_password_change: z.boolean(),
      require_current_password: z.boolean(),
      max_frequency: z.string().regex(/^\d+s$/),
    }),
  }),
})

/** The settings of supabase/config.toml, as the services of the embedded stack take them. */
export async function readConfig(file: URL | string, siteUrl: string): Promise<AuthSettings> {
  const { auth } = Config.parse(parse(await Deno.readTextFile(file)))
  return {
    siteUrl,
    jwtExpiry: auth.jwt_expiry,
    enableSignup: auth.enable_signup,
    autoconfirm: !auth.email.enable_confirmations,
    minimumPasswordLength: auth.minimum_password_length,
    passwordRequirements: '',
    refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
    securePasswordChange: auth.email.secure_password_change,
    requireCurrentPassword: auth.email.require_current_password,
    maxFrequency: Number.parseInt(auth.email.max_frequency),
    redirectUrls: auth.additional_redirect_urls,
    rateLimits: true,
  }
}
