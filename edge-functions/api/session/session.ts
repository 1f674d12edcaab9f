import type { Incoming } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { TokenVerifier, VerifiedToken } from './access-token.ts'
import type { AuthServer, Tokens } from './auth-server.ts'
import { accessName, clearedCookies, readCookies, refreshName, sessionCookies } from './cookies.ts'
import type { SessionCookies } from './cookies.ts'
import type { Seal } from './seal.ts'

/** Who is asking; `cookies` are to be set on the answer, because the tokens changed on the way. */
export type Session = { user: VerifiedToken; cookies: string[] }

export type SignedOut = { refusal: Refusal; cookies: string[] }

export type Sessions = {
  /** The session of a request. A token that ends within `freshFor` seconds is renewed first. */
  of(incoming: Incoming, freshFor?: number): Promise<Session | SignedOut>
  /** A session of tokens just issued. */
  begin(request: Request, tokens: Tokens): Promise<Session>
  verify: TokenVerifier
}

/**
 * The tokens of a session open the whole account at the auth service, and a tablet that acts as a child keeps them: its cookies
 * are sealed, so that nobody but this function can use them.
 */
export function createSessions(auth: AuthServer, verify: TokenVerifier, seal: Seal): Sessions {
  // A page sends many requests at once; when their token has run out they share one refresh.
  // The finished one is kept a moment for those that left before its cookies arrived.
  const refreshes = new Map<string, Promise<Tokens | Refusal>>()
  const keptFor = 8000

  function refresh(address: string | undefined, token: string): Promise<Tokens | Refusal> {
    const running = refreshes.get(token)
    if (running !== undefined) return running
    const started = auth.refresh(address, token)
    refreshes.set(token, started)
    const forget = () => void refreshes.delete(token)
    // A "no" is not kept: the auth service may be back a moment later.
    started.then((renewed) => (renewed instanceof Refusal ? forget() : Deno.unrefTimer(setTimeout(forget, keptFor))), forget)
    return started
  }

  async function begin(request: Request, tokens: Tokens): Promise<Session> {
    const user = await verify(tokens.access)
    if (user === undefined) throw new Error('The auth service issued a token that its own keys do not verify')
    const [access, refresh] = await Promise.all([seal.close(accessName, tokens.access), seal.close(refreshName, tokens.refresh)])
    return { user, cookies: sessionCookies(request, { access, refresh }) }
  }

  return {
    begin,
    verify,
    async of({ request, address }, freshFor = 0) {
      const cookies = readCookies(request)
      const access = cookies.access && (await seal.open(accessName, cookies.access))
      const user = access === undefined ? undefined : await verify(access)
      if (user !== undefined && user.expiresAt - Date.now() / 1000 > freshFor) return { user, cookies: [] }
      const refreshToken = cookies.refresh && (await seal.open(refreshName, cookies.refresh))
      if (refreshToken === undefined) return user === undefined ? signedOut(request, cookies) : { user, cookies: [] }
      const renewed = await refresh(address, refreshToken)
      if (!(renewed instanceof Refusal)) return begin(request, renewed)
      // When the auth service is away, nobody is signed out for it.
      if (renewed.code === 'unavailable' || renewed.code === 'too_many_tries') return { refusal: renewed, cookies: [] }
      return signedOut(request, cookies)
    },
  }
}

function signedOut(request: Request, { access, refresh }: SessionCookies): SignedOut {
  const hadCookies = access !== undefined || refresh !== undefined
  return { refusal: new Refusal('not_signed_in'), cookies: hadCookies ? clearedCookies(request) : [] }
}
