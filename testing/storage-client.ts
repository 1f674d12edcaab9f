import { createClient } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'

/** Storage of a stack through the official client: with a key, with a user's token, or as `nobody` with neither. */
export function storageClient(url: string, as: { key: string; token?: string } | 'nobody'): SupabaseClient['storage'] {
  if (as === 'nobody') return createClient(url, 'none', { auth: memoryAlone, global: { fetch: withoutKey } }).storage
  const { key, token } = as
  return createClient(url, key, token === undefined ? { auth: memoryAlone } : { accessToken: () => Promise.resolve(token) }).storage
}

const memoryAlone = { persistSession: false, autoRefreshToken: false }

function withoutKey(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  for (const name of ['apikey', 'authorization']) headers.delete(name)
  return fetch(input, { ...init, headers })
}
