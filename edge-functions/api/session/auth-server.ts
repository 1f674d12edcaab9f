import { isAuthApiError, isAuthSessionMissingError, isAuthWeakPasswordError } from '@supabase/supabase-js'
import type { AuthError, Session } from '@supabase/supabase-js'
import { secondsBetweenMails } from '../../../domain/contract/auth.ts'
import type { MailedLink, Signup } from '../../../domain/contract/auth.ts'
import type { WeakPassword } from '../../../domain/contract/errors.ts'
import { tooManyMails } from '../rate-limits.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { clientOf, mailFailed, timedOut } from '../supabase.ts'

export type SessionTokens = { access: string; refresh: string }

/** The calls of Supabase Auth for a session, each for a caller at `address`. Its errors become ours. */
export type AuthServer = {
  /** `checkMail` when the project confirms e-mail addresses first. */
  signUp(address: Address, person: Signup): Promise<SessionTokens | 'checkMail' | Refusal>
  signIn(address: Address, email: string, password: string): Promise<SessionTokens | Refusal>
  /**
   * Mails the link that confirms an address again. Returns the same for every address, with or without an account,
   * unless no mail can be sent.
   */
  resend(address: Address, email: string): Promise<Refusal | undefined>
  /**
   * Mails a link for a new password; one of Supabase's own template leads to `page`. Returns the same for every
   * address, unless no mail can be sent.
   */
  recover(address: Address, email: string, page: string | undefined): Promise<Refusal | undefined>
  /** Uses a link, which works once; `link_over` when it was used before, is too old, or is none. */
  followLink(address: Address, link: MailedLink): Promise<SessionTokens | Refusal>
  /** Sets a password with the session of a mailed link, which needs no current password. */
  setPassword(address: Address, tokens: SessionTokens, password: string): Promise<Refusal | undefined>
  refresh(address: Address, refreshToken: string): Promise<SessionTokens | Refusal>
  /** `local` ends the token's session, `global` all sessions of the user. */
  signOut(address: Address, accessToken: string, scope: 'local' | 'global'): Promise<void | Refusal>
  /** Returns the address of the token's account, which the operator may have changed since the token was issued. */
  emailOf(address: Address, token: string): Promise<string | Refusal>
  /** Returns a Refusal unless this is the account's password; leaves no session. */
  checkPassword(address: Address, email: string, password: string): Promise<Refusal | undefined>
  /** Changes the password and ends every other session of the user. */
  changePassword(
    address: Address,
    user: { token: string; email: string },
    current: string,
    next: string,
  ): Promise<Refusal | undefined>
}

type Address = string | undefined

export function createAuthServer(settings: Settings): AuthServer {
  // Auth limits calls by address, renewals too, so that it has to count the person's address, not this function's. Only
  // a caller with the secret key may send it.
  function authFor(address: Address) {
    const client =
      settings.secretKey === undefined || address === undefined
        ? clientOf(settings, settings.publishableKey)
        : clientOf(settings, settings.secretKey, { 'sb-forwarded-for': address })
    return client.auth
  }

  /** Signs in with the spelling of the password that is stored. */
  async function signInSpelled(address: Address, email: string, typed: string): Promise<SignedIn | Refusal> {
    let refused = new Refusal('invalid_credentials')
    for (const password of spellingsOf(typed)) {
      const { data, error } = await authFor(address).signInWithPassword({ email, password })
      if (error === null) return { tokens: tokensOf(data.session), password }
      refused = refusalOf(error)
      if (refused.code !== 'invalid_credentials') break
    }
    return refused
  }

  async function signOut(address: Address, accessToken: string, scope: 'local' | 'global'): Promise<void | Refusal> {
    const { error } = await authFor(address).admin.signOut(accessToken, scope)
    // A session that is over already needs no end.
    return error?.code === timedOut ? refusalOf(error) : undefined
  }

  /** Sets the session on the client for this one call. */
  async function updatePassword(
    address: Address,
    token: string,
    change: { password: string; current_password?: string },
  ): Promise<Refusal | undefined> {
    const auth = authFor(address)
    // The token is valid for longer than this call, so that the client renews nothing.
    const opened = await auth.setSession({ access_token: token, refresh_token: 'not needed' })
    const { error } = opened.error === null ? await auth.updateUser(change) : opened
    return error === null ? undefined : refusalOf(error, change.password)
  }

  async function refresh(address: Address, refreshToken: string): Promise<SessionTokens | Refusal> {
    const { data, error } = await authFor(address).refreshSession({ refresh_token: refreshToken })
    if (error !== null) return refusalOf(error)
    return data.session === null ? new Refusal('invalid_credentials') : tokensOf(data.session)
  }

  /** Proves a password by signing in to a session of its own. */
  async function provePassword(address: Address, email: string, password: string): Promise<SignedIn | Refusal> {
    const known = await signInSpelled(address, email, password)
    return known instanceof Refusal && known.code === 'invalid_credentials' ? new Refusal('wrong_password') : known
  }

  return {
    async signUp(address, { email, password, firstName, lastName, language, timeZone, weekStartsOn }) {
      const { data, error } = await authFor(address).signUp({
        email,
        password,
        options: {
          data: {
            first_name: firstName,
            last_name: lastName,
            language,
            time_zone: timeZone,
            week_starts_on: weekStartsOn,
          },
        },
      })
      if (wasMailed(error)) return 'checkMail'
      if (error !== null) return refusalOf(error, password)
      // Without a session the address must be confirmed first.
      return data.session === null ? 'checkMail' : tokensOf(data.session)
    },
    async signIn(address, email, password) {
      const signedIn = await signInSpelled(address, email, password)
      return signedIn instanceof Refusal ? signedIn : signedIn.tokens
    },
    signOut,
    refresh,
    async resend(address, email) {
      const { error } = await authFor(address).resend({ type: 'signup', email })
      return error === null || wasMailed(error) ? undefined : refusalOf(error)
    },
    async recover(address, email, page) {
      const { error } = await authFor(address).resetPasswordForEmail(
        email,
        page === undefined ? {} : { redirectTo: page },
      )
      return error === null || wasMailed(error) ? undefined : refusalOf(error)
    },
    async followLink(address, link) {
      if (link.refreshToken !== undefined) return asLinkOver(await refresh(address, link.refreshToken))
      const { data, error } = await authFor(address).verifyOtp({ type: link.type, token_hash: link.token })
      if (error !== null) return asLinkOver(refusalOf(error))
      return data.session === null ? new Refusal('link_over') : tokensOf(data.session)
    },
    async emailOf(address, token) {
      const { data, error } = await authFor(address).getUser(token)
      return error === null ? (data.user.email ?? '') : refusalOf(error)
    },
    setPassword: (address, { access }, password) => updatePassword(address, access, { password }),
    async checkPassword(address, email, password) {
      const proof = await provePassword(address, email, password)
      if (proof instanceof Refusal) return proof
      await signOut(address, proof.tokens.access, 'local')
      return undefined
    },
    async changePassword(address, { token, email }, current, next) {
      // Checked here too: a project may be set to accept a new password without the current one.
      const known = await provePassword(address, email, current)
      if (known instanceof Refusal) return known
      const refused = await updatePassword(address, token, { password: next, current_password: known.password })
      if (refused) await signOut(address, known.tokens.access, 'local')
      return refused
    },
  }
}

/** The new session, and the password as it is stored. */
type SignedIn = { tokens: SessionTokens; password: string }

/** Returns the ways to write a password: passwords are stored in NFC, older ones as they were typed. */
const spellingsOf = (password: string): ReadonlySet<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')])

const tokensOf = ({ access_token, refresh_token }: Session): SessionTokens => ({
  access: access_token,
  refresh: refresh_token,
})

/**
 * Recognizes the limit on mails to one account: Auth applies it only to existing accounts, which a stranger must not
 * learn.
 */
const wasMailed = (error: AuthError | null) =>
  error?.code === 'over_email_send_rate_limit' && /after \d+ seconds?/.test(error.message)

/** Turns the several errors of Auth for an invalid or used token into one. */
const asLinkOver = (answer: SessionTokens | Refusal): SessionTokens | Refusal =>
  answer instanceof Refusal && !['unavailable', 'too_many_tries', 'user_banned'].includes(answer.code)
    ? new Refusal('link_over')
    : answer

/** The kinds of characters of which a project may require one, by its set of them. */
const characterKinds = [
  ['lowercase', /^\p{Ll}+$/u],
  ['uppercase', /^\p{Lu}+$/u],
  ['letter', /^(?=.*\p{Ll})(?=.*\p{Lu})\p{L}+$/u],
  ['digit', /^\p{Nd}+$/u],
  ['symbol', /^(?=.*!)(?=.*\?)[^\p{L}\p{N}]+$/u],
] as const

/** Reads what Auth finds weak in `password`: what the operator asks for is in its message alone. */
function weaknessOf(error: AuthError, password: string): WeakPassword {
  const minimum = /at least (\d+) characters/.exec(error.message)?.[1]
  // Its sentence about leaked passwords may follow.
  const sets = /character of each: (.+?)\.(?= Password |$)/.exec(error.message)?.[1]?.split(', ') ?? []
  const lacked = sets.filter((set) => Array.from(set).every((character) => !password.includes(character)))
  return {
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    missing: characterKinds.filter(([, isKind]) => lacked.some((set) => isKind.test(set))).map(([kind]) => kind),
    isLeaked: isAuthWeakPasswordError(error) && error.reasons.includes('pwned'),
  }
}

/** `password` is a new one that was refused. */
function refusalOf(error: AuthError, password?: string): Refusal {
  const { code, status } = error
  if (isAuthSessionMissingError(error)) return new Refusal('not_signed_in')
  if (code === mailFailed) return new Refusal('mail_failed', undefined, { 'retry-after': String(secondsBetweenMails) })
  if (code === timedOut || !(isAuthApiError(error) || isAuthWeakPasswordError(error)))
    return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  // Logged, because only the host can change it.
  if (code === 'over_email_send_rate_limit' || code === 'email_address_not_authorized')
    console.error(`auth: no mail was sent: ${code}`)
  if (code === 'over_email_send_rate_limit') return tooManyMails(60)
  if (status === 429) return new Refusal('too_many_tries', undefined, { 'retry-after': '60' })
  switch (code) {
    case 'user_already_exists':
    case 'email_exists':
      return new Refusal('email_taken')
    case 'weak_password':
      return new Refusal('weak_password', weaknessOf(error, password ?? ''))
    case 'same_password':
      return new Refusal('same_password')
    case 'current_password_invalid':
    case 'current_password_required':
      return new Refusal('wrong_password')
    case 'insufficient_aal':
      return new Refusal('second_factor_set')
    case 'reauthentication_needed':
      return new Refusal('mailed_code_required')
    case 'user_banned':
      return new Refusal('user_banned')
    case 'email_not_confirmed':
      return new Refusal('email_not_confirmed')
    case 'signup_disabled':
    case 'email_provider_disabled':
      return new Refusal('signup_closed')
    case 'email_address_not_authorized':
      return new Refusal('mail_not_set_up')
    case 'captcha_failed':
      return new Refusal('captcha_required')
    case 'validation_failed':
    case 'email_address_invalid':
      return new Refusal('unusable_email')
    default:
      return new Refusal(password === undefined ? 'invalid_credentials' : 'unexpected')
  }
}
