import * as z from 'zod/mini'
import type { Signup } from '../../../domain/contract/auth.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'

const TokenPair = z.object({ access_token: z.string(), refresh_token: z.string() })

const AuthError = z.object({ code: z.string() })

export type Tokens = { access: string; refresh: string }

/** The calls of Supabase Auth that a session is made of, each for somebody at `address`. Every "no" of it becomes one of ours. */
export type AuthServer = {
  /** `checkMail` when the project confirms e-mail addresses first. */
  signUp(address: Address, person: Signup): Promise<Tokens | 'checkMail' | Refusal>
  signIn(address: Address, email: string, password: string): Promise<Tokens | Refusal>
  refresh(address: Address, refreshToken: string): Promise<Tokens | Refusal>
  /** `local` ends the session of that token, `global` every one of the user. */
  signOut(address: Address, accessToken: string, scope: 'local' | 'global'): Promise<void | Refusal>
  /** A Refusal unless this is the password of that account; nobody is signed in by it. */
  checkPassword(address: Address, email: string, password: string): Promise<Refusal | undefined>
  /** Every other session of the user ends with it, the asking one stays. */
  changePassword(address: Address, user: { token: string; email: string }, current: string, next: string): Promise<Refusal | undefined>
}

type Address = string | undefined

export function createAuthServer(settings: Settings): AuthServer {
  const url = `${settings.supabaseUrl}/auth/v1`

  async function send(method: 'POST' | 'PUT', path: string, body: unknown, headers: Record<string, string>): Promise<Response | Refusal> {
    try {
      return await fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      })
    } catch {
      return new Refusal('unavailable', undefined, { 'retry-after': '1' })
    }
  }

  const post = (path: string, body: unknown, headers: Record<string, string>) => send('POST', path, body, headers)

  // Auth counts calls by address, renewals too: the person's own has to count, not this function's. Only a caller with
  // the secret key may say whose it is.
  function onBehalfOf(address: Address): Record<string, string> {
    if (settings.secretKey === undefined || address === undefined) return { apikey: settings.publishableKey }
    return { apikey: settings.secretKey, 'sb-forwarded-for': address }
  }

  async function tokens(answer: Response | Refusal): Promise<Tokens | Refusal> {
    if (answer instanceof Refusal) return answer
    if (!answer.ok) return refusalOf(answer)
    const pair = TokenPair.parse(await answer.json())
    return { access: pair.access_token, refresh: pair.refresh_token }
  }

  const signIn = async (address: Address, email: string, password: string) =>
    tokens(await post('/token?grant_type=password', { email, password }, onBehalfOf(address)))

  async function signOut(address: Address, accessToken: string, scope: 'local' | 'global'): Promise<void | Refusal> {
    const answer = await post(`/logout?scope=${scope}`, {}, { ...onBehalfOf(address), authorization: `Bearer ${accessToken}` })
    if (answer instanceof Refusal) return answer
    if (answer.status >= 500) return refusalOf(answer)
    await answer.body?.cancel()
  }

  /** A session of its own that shows that the password is right, or the Refusal. */
  async function prove(address: Address, email: string, password: string): Promise<Tokens | Refusal> {
    const known = await signIn(address, email, password)
    return known instanceof Refusal && known.code === 'invalid_credentials' ? new Refusal('wrong_password') : known
  }

  return {
    async signUp(address, { email, password, firstName, lastName, language }) {
      const answer = await post('/signup', { email, password, data: { first_name: firstName, last_name: lastName, language } }, onBehalfOf(address))
      if (answer instanceof Refusal || !answer.ok) return tokens(answer)
      // Without a session in the answer the address must be confirmed first.
      const pair = TokenPair.safeParse(await answer.json())
      return pair.success ? { access: pair.data.access_token, refresh: pair.data.refresh_token } : 'checkMail'
    },
    signIn,
    signOut,
    refresh: async (address, refreshToken) => tokens(await post('/token?grant_type=refresh_token', { refresh_token: refreshToken }, onBehalfOf(address))),
    async checkPassword(address, email, password) {
      const proof = await prove(address, email, password)
      if (proof instanceof Refusal) return proof
      await signOut(address, proof.access, 'local')
      return undefined
    },
    async changePassword(address, { token, email }, current, next) {
      // Asked here too: a project may be set to take a new password without the current one.
      const known = await prove(address, email, current)
      if (known instanceof Refusal) return known
      const headers = { ...onBehalfOf(address), authorization: `Bearer ${token}` }
      const answer = await send('PUT', '/user', { password: next, current_password: current }, headers)
      if (answer instanceof Response && answer.ok) {
        await answer.body?.cancel()
        return undefined
      }
      await signOut(address, known.access, 'local')
      return answer instanceof Refusal ? answer : refusalOf(answer)
    },
  }
}

async function refusalOf(answer: Response): Promise<Refusal> {
  const retryAfter = answer.headers.get('retry-after')
  const code = AuthError.safeParse(await answer.json().catch(() => undefined)).data?.code
  if (code === 'over_email_send_rate_limit') {
    return new Refusal('too_many_tries', 'Too many mails were asked for. Please wait a while and try again.', { 'retry-after': retryAfter ?? '60' })
  }
  if (answer.status === 429) return new Refusal('too_many_tries', undefined, { 'retry-after': retryAfter ?? '60' })
  if (answer.status >= 500) return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  switch (code) {
    case 'user_already_exists':
    case 'email_exists':
      return new Refusal('email_taken')
    case 'weak_password':
      return new Refusal('weak_password')
    case 'same_password':
      return new Refusal('same_password')
    case 'current_password_invalid':
    case 'current_password_required':
      return new Refusal('wrong_password')
    case 'session_not_found':
      return new Refusal('not_signed_in')
    case 'email_not_confirmed':
      return new Refusal('email_not_confirmed')
    case 'signup_disabled':
    case 'email_provider_disabled':
      return new Refusal('not_allowed', 'New accounts cannot be made here at the moment.')
    case 'email_address_not_authorized':
      return new Refusal('not_allowed', 'This server cannot send mail to your address yet. Whoever runs it has to set up a mail server.')
    case 'captcha_failed':
      return new Refusal('not_allowed', 'This server asks for a captcha, which Bubblequest does not have. Whoever runs it has to switch that off.')
    case 'validation_failed':
    case 'email_address_invalid':
      return new Refusal('invalid_input', 'Please enter an email address we can use.')
    default:
      return new Refusal('invalid_credentials')
  }
}
