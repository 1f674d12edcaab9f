import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'

const TokenPair = z.object({ access_token: z.string(), refresh_token: z.string() })

const AuthError = z.object({ code: z.string() })

export type Tokens = { access: string; refresh: string }

/** The calls of Supabase Auth that a session is made of. Every "no" of it becomes one of ours. */
export type AuthServer = {
  /** `checkMail` when the project confirms e-mail addresses first. */
  signUp(request: Request, person: { email: string; password: string; firstName: string; lastName: string }): Promise<Tokens | 'checkMail' | Refusal>
  signIn(request: Request, email: string, password: string): Promise<Tokens | Refusal>
  refresh(refreshToken: string): Promise<Tokens | Refusal>
  signOut(accessToken: string): Promise<void>
}

export function createAuthServer(settings: Settings): AuthServer {
  const url = `${settings.supabaseUrl}/auth/v1`

  async function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response | Refusal> {
    try {
      return await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
    } catch {
      return new Refusal('unavailable', undefined, { 'retry-after': '1' })
    }
  }

  // The person's own address counts for the rate limit, not this function's; only a caller with
  // the secret key may say whose it is.
  function onBehalfOf(request: Request): Record<string, string> {
    const address = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim()
    if (settings.secretKey === undefined || address === undefined) return { apikey: settings.publishableKey }
    return { apikey: settings.secretKey, 'sb-forwarded-for': address }
  }

  async function tokens(answer: Response | Refusal): Promise<Tokens | Refusal> {
    if (answer instanceof Refusal) return answer
    if (!answer.ok) return refusalOf(answer)
    const pair = TokenPair.parse(await answer.json())
    return { access: pair.access_token, refresh: pair.refresh_token }
  }

  return {
    async signUp(request, { email, password, firstName, lastName }) {
      const answer = await post('/signup', { email, password, data: { first_name: firstName, last_name: lastName } }, onBehalfOf(request))
      if (answer instanceof Refusal || !answer.ok) return tokens(answer)
      // Without a session in the answer the address must be confirmed first.
      const pair = TokenPair.safeParse(await answer.json())
      return pair.success ? { access: pair.data.access_token, refresh: pair.data.refresh_token } : 'checkMail'
    },
    signIn: async (request, email, password) => tokens(await post('/token?grant_type=password', { email, password }, onBehalfOf(request))),
    refresh: async (refreshToken) =>
      tokens(await post('/token?grant_type=refresh_token', { refresh_token: refreshToken }, { apikey: settings.publishableKey })),
    async signOut(accessToken) {
      const answer = await post('/logout?scope=local', {}, { apikey: settings.publishableKey, authorization: `Bearer ${accessToken}` })
      if (answer instanceof Response) await answer.body?.cancel()
    },
  }
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const retryAfter = answer.headers.get('retry-after')
  const code = AuthError.safeParse(await answer.json().catch(() => undefined)).data?.code
  if (answer.status === 429) return new Refusal('too_many_tries', undefined, { 'retry-after': retryAfter ?? '60' })
  if (answer.status >= 500) return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  switch (code) {
    case 'user_already_exists':
    case 'email_exists':
      return new Refusal('email_taken')
    case 'weak_password':
      return new Refusal('weak_password')
    case 'email_not_confirmed':
      return new Refusal('email_not_confirmed')
    case 'signup_disabled':
    case 'email_provider_disabled':
      return new Refusal('not_allowed', 'New accounts cannot be made here at the moment.')
    case 'validation_failed':
    case 'email_address_invalid':
      return new Refusal('invalid_input', 'Please enter an email address we can use.')
    default:
      return new Refusal('invalid_credentials')
  }
}
