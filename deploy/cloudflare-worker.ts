// A Cloudflare Worker with the app as its assets; deploy/wrangler.jsonc has its settings.
import { answerHeaders, proxy, readProxySettings } from './proxy.ts'

type Bindings = { ASSETS: { fetch(request: Request): Promise<Response> } } & Readonly<Record<string, unknown>>

export default {
  fetch(request: Request, bindings: Bindings): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (!/^\/(api|objects)(\/|$)/.test(pathname)) return page(request, pathname, bindings)
    const settings = readProxySettings((name) => (typeof bindings[name] === 'string' ? bindings[name] : undefined))
    // Cloudflare overwrites a caller's own value of this header.
    return proxy(request, request.headers.get('cf-connecting-ip') ?? undefined, settings)
  },
}

/**
 * Handles a path without a file. Passing a missing file on to the assets would return it with the headers of existing
 * ones.
 */
function page(request: Request, pathname: string, { ASSETS }: Bindings): Promise<Response> {
  if (isFile(pathname))
    return Promise.resolve(
      new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store', ...answerHeaders } }),
    )
  return ASSETS.fetch(new Request(new URL('/', request.url), request))
}

const isFile = (pathname: string) => pathname.startsWith('/assets/') || /\.\w+$/.test(pathname)
