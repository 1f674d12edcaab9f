import * as z from 'zod/mini'
import { familyLimits, sessionLimits, textLimits } from './constants.ts'
import { messageOf } from './errors.ts'
import { WeekStart } from './families.ts'
import { DeviceId, UserId } from './ids.ts'
import { Language } from './language.ts'
import { Moment, title } from './text.ts'

/**
 * On a paired device, which has no account, `id` is the device's, the names and the email are empty. On a device that
 * acts as a kid without an account the email is empty.
 */
export const CurrentUser = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  createdAt: Moment,
  profileImageUrl: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof CurrentUser>

const Email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1, messageOf('email_required')),
  z.maxLength(254),
  // As the browser's own field takes it, and Auth.
  z.email({ error: messageOf('malformed_email'), pattern: z.regexes.html5Email }),
)

const minimum = sessionLimits.passwordLength

/** In NFC, because keyboards write one letter in several ways; a known password is tried in each. */
export const NewPassword = z.string().check(
  z.normalize('NFC'),
  z.minLength(1, messageOf('password_required')),
  z.minLength(minimum, messageOf('password_too_short', { minimum })),
  // bcrypt reads 72 bytes and silently ignores the rest.
  z.refine(
    (password) => new TextEncoder().encode(password).length <= 72,
    messageOf('password_too_long', { maximum: 72 }),
  ),
)

export const KnownPassword = z.string().check(z.minLength(1, messageOf('password_required')), z.maxLength(1000))

/** The names of an account's owner, and the language, time zone and week of their device. */
const owner = {
  firstName: title('firstName'),
  lastName: title('lastName'),
  /** The language of the family's name and its first columns; English when missing. */
  language: z.optional(Language),
  /** The device's time zone, whose midnight begins the family's day. */
  timeZone: z.optional(z.string().check(z.maxLength(textLimits.timeZone))),
  weekStartsOn: z.optional(WeekStart),
}

export const Signup = z.strictObject({ ...owner, email: Email, password: NewPassword })
export type Signup = z.infer<typeof Signup>

export const Login = z.strictObject({ email: Email, password: KnownPassword })
export type Login = z.infer<typeof Login>

/** Replaces the user in the reply when a project confirms e-mail addresses first. */
export const CheckMail = z.object({ checkMail: z.literal(true), message: z.string() })

/** Minimum time between two mails of one kind to one address, in a project set up by `supabase/config.toml`. */
export const secondsBetweenMails = 60

/** Requests a mail. The reply, a CheckMail, is the same whether or not the address has an account. */
export const MailOrder = z.strictObject({ email: Email })

/**
 * Carries the token of a mail of ours, which is good once; with a `refreshToken` the access token of a session that
 * Auth has opened for a link of Supabase's own templates.
 */
export const MailedLink = z.strictObject({
  type: z.enum(['signup', 'invite', 'recovery']),
  token: z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(8192)),
  refreshToken: z.optional(z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(1024))),
})
export type MailedLink = z.infer<typeof MailedLink>

/**
 * Reads a mailed link, or follows it, which proves the address and nothing else: then the new password is required, and
 * for a new account the names. Names of other accounts are ignored. Without a link it is the one that this browser has
 * followed with a password that was refused.
 */
export const MailedLinkUse = z.strictObject({
  ...owner,
  firstName: z.optional(owner.firstName),
  lastName: z.optional(owner.lastName),
  link: z.optional(MailedLink),
  password: z.optional(NewPassword),
  /** The same password was sent before, and no reply came: it may be set. */
  isRepeated: z.optional(z.boolean()),
})

/**
 * `used` when the link was followed before, `newer` when another mail replaced it. An `open` link may still be refused,
 * because only Auth knows its expiry.
 */
export const MailedLinkOwner = z.object({
  state: z.enum(['open', 'used', 'newer']),
  /** As typed at the sign-up, perhaps by somebody else; empty once the account has an owner. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether nobody has signed in to the account yet. */
  isNew: z.boolean(),
})
export type MailedLinkOwner = z.infer<typeof MailedLinkOwner>

export const SignupReply = z.union([CurrentUser, CheckMail])

export const ProfilePatch = z
  .strictObject({ firstName: z.optional(title('firstName')), lastName: z.optional(title('lastName')) })
  .check(
    z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })),
  )

/** The paired devices that stay signed in, of those that the account let in; without it none does. */
const keepDeviceIds = z.optional(z.array(DeviceId).check(z.maxLength(familyLimits.devices)))

export const PasswordChange = z.strictObject({
  currentPassword: KnownPassword,
  newPassword: NewPassword,
  keepDeviceIds,
})
export type PasswordChange = z.infer<typeof PasswordChange>

export const SignOutEverywhere = z.strictObject({ keepDeviceIds })

export const PasswordChanged = z.object({ changed: z.literal(true) })

/** The auth service's address for browsers, which recover accounts there directly. */
export const AuthAccess = z.object({ url: z.string(), publishableKey: z.string() })
export type AuthAccess = z.infer<typeof AuthAccess>

export const SignedOut = z.object({ signedOut: z.literal(true) })

/** The address and credentials of the live connection. The token is short-lived and can only read. */
export const RealtimeAccess = z.object({
  url: z.string(),
  publishableKey: z.string(),
  /** The topic of the family's events. */
  topic: z.string(),
  /** The topic of what its devices share. */
  devicesTopic: z.string(),
  token: z.string(),
  expiresAt: Moment,
})
export type RealtimeAccess = z.infer<typeof RealtimeAccess>
