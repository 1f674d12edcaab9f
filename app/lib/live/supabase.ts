import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js'

/** `url` is the address of a service, as `/realtime/v1`; without an origin it is on the app's own. */
type Access = { url: string; publishableKey: string }

/** Requires `accessToken`: with it the client has no auth part, and never sees the session, which is in cookies. */
type Options = SupabaseClientOptions<'public'> & Required<Pick<SupabaseClientOptions<'public'>, 'accessToken'>>

/** Creates a Supabase client for a live connection. */
export function supabaseAt({ url, publishableKey }: Access, options: Options): SupabaseClient {
  const project = new URL('../..', new URL(`${url}/`, window.location.origin))
  return createClient(project.href, publishableKey, options)
}
