import { parse } from 'smol-toml'
import { z } from 'zod'
import { compileMailTemplate } from './auth/mail-template.ts'
import { Problem } from './problem.ts'

/** `5MiB` as the Supabase CLI reads it, in bytes. */
const Size = z
  .string()
  .regex(/^\d+(KiB|MiB|GiB)$/)
  .transform((text) => Number.parseInt(text) * 1024 ** (['KiB', 'MiB', 'GiB'].indexOf(text.slice(-3)) + 1))

const Template = z.object({ subject: z.string(), content_path: z.string() })

// Only what the services here read; the Supabase CLI checks the rest of the file.
const Config = z.object({
  auth: z.object({
    site_url: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    additional_redirect_urls: z.array(z.string()),
    jwt_expiry: z.int().min(60),
    enable_signup: z.boolean(),
    minimum_password_length: z.int().min(6),
    refresh_token_reuse_interval: z.int().min(0),
    email: z.object({
      enable_confirmations: z.boolean(),
      // It needs mailed codes, which the embedded Auth does not support.
      secure_password_change: z.literal(false),
      require_current_password: z.boolean(),
      max_frequency: z.string().regex(/^\d+s$/),
      otp_expiry: z.int().min(1),
      template: z.object({ confirmation: Template, recovery: Template, invite: Template }),
    }),
  }),
  storage: z.object({
    file_size_limit: Size,
    buckets: z.record(
      z.string(),
      z.object({
        public: z.boolean(),
        file_size_limit: Size.optional(),
        allowed_mime_types: z.array(z.string()).readonly().optional(),
      }),
    ),
  }),
})

export type ServiceSettings = Awaited<ReturnType<typeof readConfig>>

/**
 * The settings of supabase/config.toml, as the services of the embedded stack take them. `url` is the stack's own
 * address, which people use unless the environment says another.
 */
export async function readConfig(file: URL, url: string, environment: Environment = Deno.env.toObject()) {
  const { auth, storage } = await readFile(file, url, environment)
  const { template } = auth.email
  const mail = async ({ subject, content_path }: z.infer<typeof Template>) => ({
    subject: compileMailTemplate('The subject of a mail', subject),
    // The Supabase CLI reads it from the folder of the project, too.
    html: compileMailTemplate(content_path, await Deno.readTextFile(new URL(content_path, new URL('../', file)))),
  })
  const [signup, recovery, invite] = await Promise.all([
    mail(template.confirmation),
    mail(template.recovery),
    mail(template.invite),
  ])
  return {
    auth: {
      /** `iss` of the tokens: the address of this service, e.g. http://127.0.0.1:3000/auth/v1. */
      issuer: `${url}/auth/v1`,
      /** The address that people use, without a slash at the end: links in mails begin with it. */
      siteUrl: auth.site_url,
      mails: { signup, recovery, invite },
      /** Life of an access token in seconds. */
      jwtExpiry: auth.jwt_expiry,
      enableSignup: auth.enable_signup,
      /** true: a sign-up returns a session at once; false: its address has to be confirmed by mail first. */
      autoconfirm: !auth.email.enable_confirmations,
      minimumPasswordLength: auth.minimum_password_length,
      /** Seconds in which a refresh token that was already used still gets an answer. */
      refreshTokenReuseInterval: auth.refresh_token_reuse_interval,
      requireCurrentPassword: auth.email.require_current_password,
      /** Seconds between mails of one kind to one address. */
      maxFrequency: Number.parseInt(auth.email.max_frequency),
      /** Seconds that a mailed link is good for. */
      otpExpiry: auth.email.otp_expiry,
      /** Addresses that `redirect_to` may lead to besides siteUrl; `*`, `**` and `?` as in verify.ts. */
      redirectUrls: auth.additional_redirect_urls,
      rateLimits: true,
    },
    storage: {
      /** In bytes, of any file in any bucket. */
      fileSizeLimit: storage.file_size_limit,
      /** Made at the start, or brought up to date. */
      buckets: Object.entries(storage.buckets).map(([id, bucket]) => ({
        id,
        public: bucket.public,
        /** In bytes; undefined stands for what the whole service allows. */
        fileSizeLimit: bucket.file_size_limit,
        /** `image/png` or `image/*`; undefined stands for any. */
        allowedMimeTypes: bucket.allowed_mime_types,
      })),
    },
  }
}

type Environment = Readonly<Record<string, string>>

async function readFile(file: URL, url: string, environment: Environment): Promise<z.infer<typeof Config>> {
  const written = parse(await Deno.readTextFile(file))
  // `localhost`, as the terminal prints it: for a browser 127.0.0.1 is another site, with other cookies.
  const auth = override(
    { ...Object(written['auth']), site_url: url.replace('//127.0.0.1', '//localhost') },
    ['auth'],
    environment,
  )
  const { data, error } = Config.safeParse({ ...written, auth })
  if (data !== undefined) return data
  const [issue] = error.issues
  const name = variableOf(issue?.path ?? [])
  if (environment[name] === undefined) throw error
  throw new Problem(`${name} cannot be "${environment[name]}": ${issue?.message}.`)
}

/** Puts values of the environment in place of those in the file, under the names that the Supabase CLI has for them. */
function override(table: object, path: readonly string[], environment: Environment): object {
  const entries = Object.entries(table).map(([key, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [key, override(value, [...path, key], environment)]
    const text = environment[variableOf([...path, key])] ?? ''
    if (text === '') return [key, value]
    return [key, typeof value === 'string' ? text : valueOf(text)]
  })
  return Object.fromEntries(entries)
}

const variableOf = (path: readonly PropertyKey[]) => `SUPABASE_${path.join('_').toUpperCase()}`

/** A text that is neither true, false nor a number stays one, and is refused as that. */
function valueOf(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? Number(text) : text
}
