import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'

/** `url` is that of one of its services, as `/auth/v1`: of the app's own origin where it names none. */
type Access = { url: string; publishableKey: string }

let clients = 0

/**
 * A client of Supabase for a live connection or for account recovery. It keeps nothing beyond this page, and the family's own
 * session, which is cookies, it never sees.
 */
export function supabaseAt({ url, publishableKey }: Access, options: SupabaseClientOptions<'public'> = {}): SupabaseClient {
  const project = new URL('../..', new URL(`${url}/`, window.location.origin))
  return createClient(project.href, publishableKey, {
    auth: {
      // Clients that share one warn of each other.
      storageKey: `supabase-${++clients}`,
      persistSession: false,
      autoRefreshToken: false,
      // The pages of account recovery read the address themselves, and wipe it: the client would leave it in the history.
      detectSessionInUrl: false,
    },
    ...options,
  })
}
