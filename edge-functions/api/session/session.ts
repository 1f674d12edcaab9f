import { Refusal } from '../refusal.ts'
import type { TokenVerifier, VerifiedToken } from './access-token.ts'
import type { AuthServer, SessionTokens } from './auth-server.ts'
import {
  accessName,
  clearedCookies,
  pairedCookies,
  pairedName,
  readCookies,
  refreshName,
  sessionCookies,
} from './cookies.ts'
import type { SessionCookies } from './cookies.ts'
import type { PairedDevices } from './paired-device.ts'
import type { Seal } from './seal.ts'

/** A request and the caller's address; undefined when no trusted source gives it. */
export type Incoming = { request: Request; address: string | undefined }

/** The signed-in user; `cookies` are to be set on the response, because the tokens were renewed. */
export type Session = { user: VerifiedToken; cookies: string[] }

export type NoSession = { refusal: Refusal; cookies: string[] }

export type Sessions = {
  /** Returns the session of a request. Renews a token that ends within `freshFor` seconds. */
  of(incoming: Incoming, freshFor?: number): Promise<Session | NoSession>
  /** Begins a session with new tokens. */
  begin(request: Request, tokens: SessionTokens): Promise<Session>
  /** Returns the cookies that make this browser that paired device. */
  pair(request: Request, deviceId: string): Promise<string[]>
  verify: TokenVerifier
}

/**
 * Keeps sessions in sealed cookies, which only this function can read: their tokens give access to the whole account at
 * the auth service, and a tablet that acts as a child stores them too.
 */
export function createSessions(auth: AuthServer, verify: TokenVerifier, seal: Seal, deviceOf: PairedDevices): Sessions {
  // Concurrent requests of a page share one refresh of their expired token. Its result is kept for a moment, for
  // requests sent before the new cookies arrived.
  const refreshes = new Map<string, Promise<SessionTokens | Refusal>>()
  const keptFor = 8000

  function refresh(address: string | undefined, token: string): Promise<SessionTokens | Refusal> {
    const running = refreshes.get(token)
    if (running !== undefined) return running
    const started = auth.refresh(address, token)
    refreshes.set(token, started)
    const forget = () => void refreshes.delete(token)
    // A refusal is not kept: the auth service may be back a moment later.
    started.then(
      (renewed) => (renewed instanceof Refusal ? forget() : Deno.unrefTimer(setTimeout(forget, keptFor))),
      forget,
    )
    return started
  }

  async function begin(request: Request, tokens: SessionTokens): Promise<Session> {
    const user = await verify(tokens.access)
    if (user === undefined) throw new Error('The auth service issued a token that its own keys do not verify')
    const [access, refresh] = await Promise.all([
      seal.close(accessName, tokens.access),
      seal.close(refreshName, tokens.refresh),
    ])
    return { user, cookies: sessionCookies(request, { access, refresh }) }
  }

  return {
    begin,
    verify,
    pair: async (request, deviceId) => pairedCookies(request, await seal.close(pairedName, deviceId)),
    async of({ request, address }, freshFor = 0) {
      const cookies = readCookies(request)
      const paired = cookies.paired && (await seal.open(pairedName, cookies.paired))
      if (paired !== undefined && paired !== '') return { user: await deviceOf(paired), cookies: [] }
      const access = cookies.access && (await seal.open(accessName, cookies.access))
      const user = access === undefined ? undefined : await verify(access)
      if (user !== undefined && user.expiresAt - Date.now() / 1000 > freshFor) return { user, cookies: [] }
      const refreshToken = cookies.refresh && (await seal.open(refreshName, cookies.refresh))
      if (refreshToken === undefined) return user === undefined ? signedOut(request, cookies) : { user, cookies: [] }
      const renewed = await refresh(address, refreshToken)
      if (!(renewed instanceof Refusal)) return begin(request, renewed)
      // Keeps the cookies while the auth service is unavailable.
      if (renewed.code === 'unavailable' || renewed.code === 'too_many_tries') return { refusal: renewed, cookies: [] }
      return renewed.code === 'user_banned'
        ? { refusal: renewed, cookies: clearedCookies(request) }
        : signedOut(request, cookies)
    },
  }
}

function signedOut(request: Request, cookies: SessionCookies): NoSession {
  const hadCookies = Object.values(cookies).some((cookie) => cookie !== undefined)
  return { refusal: new Refusal('not_signed_in'), cookies: hadCookies ? clearedCookies(request) : [] }
}
