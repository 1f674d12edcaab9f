// A Cloudflare Worker with the app as its assets; deploy/wrangler.jsonc has its settings.
import { proxy, readProxySettings } from './proxy.ts'

type Bindings = { ASSETS: { fetch(request: Request): Promise<Response> } } & Readonly<Record<string, unknown>>

export default {
  fetch(request: Request, bindings: Bindings): Promise<Response> {
    if (!/^\/(api|objects)\//.test(new URL(request.url).pathname)) return bindings.ASSETS.fetch(request)
    const settings = readProxySettings((name) => (typeof bindings[name] === 'string' ? bindings[name] : undefined))
    // Cloudflare replaces what a caller says in this header.
    return proxy(request, request.headers.get('cf-connecting-ip') ?? undefined, settings)
  },
}
