import type { AuthSettings } from './settings.ts'

/** Returns the address that a link may lead to: `wanted` if that is allowed, else the site itself. */
export function redirectTarget(wanted: string | null, settings: AuthSettings): string {
  if (wanted === null || !URL.canParse(wanted)) return settings.siteUrl
  const url = new URL(wanted)
  return isAllowed(url, settings) ? url.href : settings.siteUrl
}

function isAllowed(url: URL, { siteUrl, redirectUrls }: AuthSettings): boolean {
  // A name before the host only serves to look like another address.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  // Compared as parsed addresses: as text, http://site.example would also allow http://site.example.evil.test.
  if (url.origin === new URL(siteUrl).origin) return true
  const [address = ''] = url.href.split('#')
  return redirectUrls.some((pattern) => globOf(pattern).test(address))
}

/** `*` and `?` stand for text and for a character without dots and slashes, `**` for any text, as in Supabase's list. */
function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[^]/g, (part) => wildcards[part] ?? RegExp.escape(part))
  return new RegExp(`^${source}$`)
}

const wildcards: Record<string, string> = { '**': '.*', '*': '[^./]*', '?': '[^./]' }
