// A Netlify Edge Function; deploy/netlify.toml names its folder.
import { proxy, readProxySettings } from '../proxy.ts'

declare const Netlify: { env: { get(name: string): string | undefined } }

export default (request: Request, { ip }: { ip: string }): Promise<Response> =>
  proxy(
    request,
    ip,
    readProxySettings((name) => Netlify.env.get(name)),
  )

export const config = { path: ['/api', '/api/*', '/objects', '/objects/*'] }
