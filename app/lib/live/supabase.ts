import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'

/** `url` is that of one of its services, as `/realtime/v1`: of the app's own origin where it names none. */
type Access = { url: string; publishableKey: string }

/** With an access token of its own a client has no part that signs in: the family's session, which is cookies, it never sees. */
type Options = SupabaseClientOptions<'public'> & Required<Pick<SupabaseClientOptions<'public'>, 'accessToken'>>

/** A client of Supabase for a live connection. */
export function supabaseAt({ url, publishableKey }: Access, options: Options): SupabaseClient {
  const project = new URL('../..', new URL(`${url}/`, window.location.origin))
  return createClient(project.href, publishableKey, options)
}
