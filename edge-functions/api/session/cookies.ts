/** The two tokens of a session, or the id of a paired device, as the browser stores them: sealed and HttpOnly. */
export type SessionCookies = { access: string | undefined; refresh: string | undefined; paired: string | undefined }

export const accessName = 'bq_access'
export const refreshName = 'bq_refresh'
export const pairedName = 'bq_paired'
export const deviceName = 'bq_device'
export const linkName = 'bq_link'

// Time to choose another password, when Auth refused the first.
const linkSeconds = 600

// The maximum of browsers; every refresh renews it, so that a tablet on the wall stays signed in.
const longest = 400 * 24 * 3600

export function readCookies(request: Request): SessionCookies {
  return {
    access: readCookie(request, accessName),
    refresh: readCookie(request, refreshName),
    paired: readCookie(request, pairedName),
  }
}

/**
 * The name in the browser: with this prefix neither a page on plain http nor another site of the domain can set the
 * cookie.
 */
const storedName = (request: Request, name: string) => (isHttps(request) ? `__Host-${name}` : name)

/** Returns a cookie's value, the last of two with one name; undefined when missing or empty. */
export function readCookie(request: Request, name: string): string | undefined {
  const wanted = storedName(request, name)
  let found: string | undefined
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = part.indexOf('=')
    if (cut === -1 || part.slice(0, cut).trim() !== wanted) continue
    found = part.slice(cut + 1).trim() || found
  }
  return found
}

export function sessionCookies(request: Request, tokens: { access: string; refresh: string }): string[] {
  return [
    cookie(request, accessName, tokens.access, longest),
    cookie(request, refreshName, tokens.refresh, longest),
    ...clearedPairing(request),
  ]
}

/** Sets the cookie of a paired device in place of a session's. */
export const pairedCookies = (request: Request, device: string): string[] => [
  ...clearedSession(request),
  cookie(request, pairedName, device, longest),
]

export const clearedCookies = (request: Request): string[] => [...clearedSession(request), ...clearedPairing(request)]

const clearedSession = (request: Request) => [cookie(request, accessName, '', 0), cookie(request, refreshName, '', 0)]

/** Most devices have no such cookie. */
const clearedPairing = (request: Request) =>
  readCookie(request, pairedName) === undefined ? [] : [cookie(request, pairedName, '', 0)]

/** Sets the cookie of a known device, which outlasts signing out; an empty value removes it. */
export const deviceCookie = (request: Request, value: string) =>
  cookie(request, deviceName, value, value === '' ? 0 : longest)

/** Sets the cookie that stores a mailed link's session until a password is accepted; an empty value removes it. */
export const linkCookie = (request: Request, value: string) =>
  cookie(request, linkName, value, value === '' ? 0 : linkSeconds)

function cookie(request: Request, name: string, value: string, maxAge: number): string {
  const secure = isHttps(request) ? '; Secure' : ''
  return `${storedName(request, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

/** Whether the browser uses https: behind a proxy the function itself is called over plain http. */
export function isHttps(request: Request): boolean {
  return (request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol).startsWith('https')
}
