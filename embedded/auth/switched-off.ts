import { z } from 'zod'
import { requireUser } from './bearer.ts'
import { readBody, text } from './body.ts'
import type { Handler } from './context.ts'
import { invalid, Refusal } from './refusal.ts'

// What Bubblequest does not use answers as a project that has it switched off.

/** GET /authorize */
export const authorize: Handler = () => invalid('Unsupported provider: provider is not enabled')

const Otp = z.object({ email: text, phone: text })

/** POST /otp and POST /magiclink */
export const otp: Handler = async (_auth, call) => {
  const limited = call.limit('otp')
  if (limited) return limited
  const body = await readBody(call.request, Otp)
  if (body instanceof Refusal) return body
  return body.phone === ''
    ? new Refusal(422, 'otp_disabled', 'Signups not allowed for otp')
    : new Refusal(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

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
