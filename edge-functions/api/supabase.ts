import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { msLeft } from './deadline.ts'
import type { Settings } from './settings.ts'

const timeoutMs = 15_000

/** The `code` of Auth for a request that took too long. */
export const timedOut = 'request_timeout'

/** Our own `code` for a requested mail that Auth could not send. */
export const mailFailed = 'mail_failed'

const mailing = /\/auth\/v1\/(signup|resend|recover)(\?|$)/

const Failure = z.object({
  code: z.optional(z.union([z.string(), z.number()])),
  error_code: z.optional(z.string()),
  message: z.optional(z.string()),
  msg: z.optional(z.string()),
})

/**
 * Turns failures into a timeout, which the client does not retry: it would retry a renewal for 30 s when a service
 * fails, while a browser waits.
 */
async function fetchOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, { ...init, signal: AbortSignal.timeout(msLeft(timeoutMs)) }).catch(() => undefined)
  if (answer !== undefined && answer.status < 500) return answer
  const url = new URL(input instanceof Request ? input.url : input)
  const said = Failure.safeParse(await answer?.json().catch(() => undefined)).data
  const code = said?.error_code ?? said?.code ?? 'no code'
  const message = said?.message ?? said?.msg ?? ''
  // Logged for the host, who learns nowhere else that a mail server fails. Paths of other services contain a family's
  // ids.
  if (url.pathname.startsWith('/auth/v1/'))
    console.error(
      `${url.pathname} ${answer === undefined ? 'gave no answer' : `answered ${answer.status} ${code}: ${withoutAddresses(message)}`}`,
    )
  const isMail = mailing.test(url.pathname) && (/\bsending\b.*\be?mail\b/i.test(message) || code === timedOut)
  return refusal(408, isMail ? mailFailed : timedOut)
}

const withoutAddresses = (message: string) => message.replaceAll(/\S+@\S+/g, '…').slice(0, 300)

const refusal = (status: number, code: string) =>
  Response.json({ code, message: code }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })

/** Creates a client for one call, without a stored session. `headers` are sent with each request. */
export function clientOf({ supabaseUrl }: Settings, key: string, headers: Record<string, string> = {}): SupabaseClient {
  return createClient(supabaseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, skipAutoInitialize: true },
    global: { fetch: fetchOnce, headers },
  })
}

/** Creates a client with the rights of the token's user. It has no `auth`. */
export function clientAs({ supabaseUrl, publishableKey }: Settings, token: string): SupabaseClient {
  return createClient(supabaseUrl, publishableKey, {
    accessToken: () => Promise.resolve(token),
    global: { fetch: fetchOnce },
  })
}
