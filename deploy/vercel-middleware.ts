// Vercel's Middleware: copied to the root of the repository as `middleware.ts`, with proxy.ts beside it.
import { proxy, readProxySettings } from './proxy.ts'

declare const process: { env: Readonly<Record<string, string | undefined>> }

// Vercel overwrites a caller's own value of this header.
export default (request: Request): Promise<Response> =>
  proxy(
    request,
    request.headers.get('x-real-ip') ?? undefined,
    readProxySettings((name) => process.env[name]),
  )

export const config = { matcher: ['/api/:path*', '/objects/:path*'] }
