import { z } from 'zod'
import { requireUser } from './bearer.ts'
import { readBody, text } from './body.ts'
import type { Handler } from './context.ts'
import { invalid, Refusal } from './refusal.ts'

// What Bubblequest does not use answers as a project that has it switched off, where a project can; the rest says that it is not there.

export const notOffered = (what: string): Refusal =>
  new Refusal(501, 'feature_disabled', `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`)

const absence =
  (what: string): Handler =>
  () =>
    notOffered(what)

export const changingAddress = 'Changing the e-mail address'

/** Whatever lies at and below these paths. */
export const absent: readonly [path: string, handler: Handler][] = [
  ['/otp', absence('Signing in by a code or a link')],
  ['/magiclink', absence('Signing in by a code or a link')],
  ['/reauthenticate', absence('Proving who one is by a mailed code')],
  ['/admin/generate_link', absence('Making links for users')],
  ['/admin/audit', absence('The audit log')],
  ['/admin/sso', absence('Single sign-on')],
  ['/admin/oauth', absence('The OAuth server')],
  ['/admin/custom-providers', absence('Signing in elsewhere')],
  ['/oauth', absence('The OAuth server')],
  ['/callback', absence('Signing in elsewhere')],
  ['/web3', absence('Signing in with a wallet')],
  ['/passkeys', absence('Signing in with a passkey')],
]

/** Everything below /admin/users/:id */
export const factorsOfUsers = absence('A second factor')

/** GET /authorize */
export const authorize: Handler = () => invalid('Unsupported provider: provider is not enabled')

const Factor = z.object({ factor_type: text })
const factorNames: Record<string, string> = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

/** POST /factors */
export const enrollFactor: Handler = async (auth, call) => {
  const caller = await requireUser(auth, call)
  if (caller instanceof Refusal) return caller
  const body = await readBody(call.request, Factor)
  if (body instanceof Refusal) return body
  const name = factorNames[body.factor_type]
  if (name === undefined) return invalid('factor_type needs to be totp, phone, or webauthn')
  return new Refusal(422, `mfa_${body.factor_type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`)
}

/** Everything below /factors/:id: nobody has a factor. */
export const missingFactor: Handler = async (auth, call) => {
  const caller = await requireUser(auth, call)
  return caller instanceof Refusal ? caller : new Refusal(404, 'mfa_factor_not_found', 'Factor not found')
}

/** Everything below /user/identities */
export const linkIdentity: Handler = async (auth, call) => {
  const caller = await requireUser(auth, call)
  return caller instanceof Refusal ? caller : new Refusal(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

/** Everything below /sso */
export const sso: Handler = () => new Refusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
