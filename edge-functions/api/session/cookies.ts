/** The two tokens of a sign-in, as the browser keeps them: out of reach of any script, and sealed. */
export type SessionCookies = { access: string | undefined; refresh: string | undefined }

export const accessName = 'bq_access'
export const refreshName = 'bq_refresh'
export const deviceName = 'bq_device'
export const linkName = 'bq_link'

// To choose another password, where Auth did not take the first.
const linkSeconds = 600

// As long as browsers allow; every refresh renews it, so a tablet on the wall stays signed in.
const longest = 400 * 24 * 3600

export function readCookies(request: Request): SessionCookies {
  return { access: readCookie(request, accessName), refresh: readCookie(request, refreshName) }
}

/** Undefined when it is not there or empty; of two with one name, the last. */
export function readCookie(request: Request, wanted: string): string | undefined {
  let found: string | undefined
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = part.indexOf('=')
    if (cut === -1 || part.slice(0, cut).trim() !== wanted) continue
    found = part.slice(cut + 1).trim() || found
  }
  return found
}

export function sessionCookies(request: Request, tokens: { access: string; refresh: string }): string[] {
  return [cookie(request, accessName, tokens.access, longest), cookie(request, refreshName, tokens.refresh, longest)]
}

export function clearedCookies(request: Request): string[] {
  return [cookie(request, accessName, '', 0), cookie(request, refreshName, '', 0)]
}

/** Stays when somebody signs out; an empty value takes it away. */
export const deviceCookie = (request: Request, value: string) => cookie(request, deviceName, value, value === '' ? 0 : longest)

/** Holds what a mailed link has opened until a password is taken; an empty value takes it away. */
export const linkCookie = (request: Request, value: string) => cookie(request, linkName, value, value === '' ? 0 : linkSeconds)

function cookie(request: Request, name: string, value: string, maxAge: number): string {
  const secure = isHttps(request) ? '; Secure' : ''
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

/** As the browser sees it: behind a proxy the function itself is reached over plain http. */
export function isHttps(request: Request): boolean {
  return (request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol).startsWith('https')
}
