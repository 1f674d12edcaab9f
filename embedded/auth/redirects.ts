import type { AuthSettings } from './settings.ts'

/** Where a link may send the browser: `wanted` if that is allowed, else the site itself. */
export function redirectTarget(wanted: string | null, settings: AuthSettings): string {
  if (wanted === null || !URL.canParse(wanted)) return settings.siteUrl
  const url = new URL(wanted)
  return [settings.siteUrl, ...settings.redirectUrls].some((allowed) => reaches(allowed, url)) ? url.href : settings.siteUrl
}

// Compared as parsed addresses: as text, http://site.example would also allow http://site.example.evil.test.
function reaches(allowed: string, url: URL): boolean {
  const pattern = allowed.replace(/\*+$/, '')
  if (!URL.canParse(pattern)) return false
  const { origin, pathname } = new URL(pattern)
  return origin !== 'null' && url.origin === origin && url.username === '' && url.password === '' && url.pathname.startsWith(pathname)
}
