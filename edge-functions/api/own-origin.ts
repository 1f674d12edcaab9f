import { isHttps } from './session/cookies.ts'

/**
 * Whether a browser's `Origin` is the address at which it asked, whatever its case and with or without the default port.
 * A page of plain http is another website for one of https; not the reverse, because a proxy may not say that it serves
 * https.
 */
export function isOwnOrigin(request: Request, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  if (protocol !== 'https:' && (protocol !== 'http:' || isHttps(request))) return false
  const { headers, url } = request
  const own = `${protocol}//${headers.get('x-forwarded-host') ?? headers.get('host') ?? new URL(url).host}`
  return URL.canParse(own) && new URL(own).host === host
}
