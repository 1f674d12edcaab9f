import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Settings } from './settings.ts'

const timeoutMs = 15_000

/** The `code` by which Auth says that a request took too long. */
export const timedOut = 'request_timeout'

/**
 * The client would try a renewal again for 30 s when a service fails, while a browser waits: what fails, or takes too long, is
 * answered as a timeout, which it tries once.
 */
async function fetchOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
  if (answer !== undefined && answer.status < 500) return answer
  await answer?.body?.cancel()
  return Response.json({ code: timedOut, message: timedOut }, { status: 408, headers: { 'x-supabase-api-version': '2024-01-01' } })
}

/** A client for one call, which keeps a session no longer than that. `headers` go with each request. */
export function clientOf({ supabaseUrl }: Settings, key: string, headers: Record<string, string> = {}): SupabaseClient {
  return createClient(supabaseUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, skipAutoInitialize: true },
    global: { fetch: fetchOnce, headers },
  })
}

/** A client with the rights of the user whose token it is. It has no `auth`. */
export function clientAs({ supabaseUrl, publishableKey }: Settings, token: string): SupabaseClient {
  return createClient(supabaseUrl, publishableKey, { accessToken: () => Promise.resolve(token), global: { fetch: fetchOnce } })
}
