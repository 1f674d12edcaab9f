/** The two tokens of a sign-in, as the browser keeps them: out of reach of any script. */
export type SessionCookies = { access: string | undefined; refresh: string | undefined }

const accessName = 'bq_access'
const refreshName = 'bq_refresh'

// As long as browsers allow; every refresh renews it, so a tablet on the wall stays signed in.
const longest = 400 * 24 * 3600

export function readCookies(request: Request): SessionCookies {
  const found: SessionCookies = { access: undefined, refresh: undefined }
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = part.indexOf('=')
    if (cut === -1) continue
    const name = part.slice(0, cut).trim()
    const value = part.slice(cut + 1).trim()
    if (value === '') continue
    if (name === accessName) found.access = value
    if (name === refreshName) found.refresh = value
  }
  return found
}

export function sessionCookies(request: Request, tokens: { access: string; refresh: string }): string[] {
  return [cookie(request, accessName, tokens.access, longest), cookie(request, refreshName, tokens.refresh, longest)]
}

export function clearedCookies(request: Request): string[] {
  return [cookie(request, accessName, '', 0), cookie(request, refreshName, '', 0)]
}

function cookie(request: Request, name: string, value: string, maxAge: number): string {
  const secure = isHttps(request) ? '; Secure' : ''
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`
}

/** As the browser sees it: behind a proxy the function itself is reached over plain http. */
export function isHttps(request: Request): boolean {
  return (request.headers.get('x-forwarded-proto') ?? new URL(request.url).protocol).startsWith('https')
}
