// Leads the app of `npm run dev:supabase` to an edge function, through the same proxy as a static host.
import { proxy, readProxySettings } from './proxy.ts'

const settings = readProxySettings((name) => Deno.env.get(name))
Deno.serve(
  { hostname: '127.0.0.1', port: Number(Deno.env.get('PORT')), onListen: () => {} },
  (request, { remoteAddr }) => proxy(request, remoteAddr.hostname, settings),
)
