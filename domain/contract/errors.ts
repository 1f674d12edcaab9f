import * as z from 'zod/mini'

/** Every "no" the API can say, and its HTTP status. */
export const statusOf = {
  invalid_input: 400,
  not_signed_in: 401,
  invalid_credentials: 401,
  email_not_confirmed: 401,
  not_allowed: 403,
  wrong_password: 403,
  wrong_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  column_not_empty: 409,
  last_column: 409,
  invalid_column: 409,
  last_parent: 409,
  own_member: 409,
  pin_needed: 403,
  not_enough_gems: 409,
  redeeming_off: 409,
  already_decided: 409,
  link_over: 410,
  body_too_large: 413,
  not_json: 415,
  weak_password: 422,
  same_password: 422,
  too_many_tries: 429,
  pin_locked: 429,
  unexpected: 500,
  mail_failed: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** What a person reads when the server has nothing more exact to say. */
export const sentenceOf: Record<ErrorCode, string> = {
  invalid_input: 'Something in this request is not filled in correctly.',
  not_signed_in: 'Please sign in first.',
  invalid_credentials: 'Invalid email or password',
  email_not_confirmed: 'Please confirm your email address first: look for our mail in your inbox.',
  not_allowed: 'Only a parent can do this.',
  wrong_password: 'The current password is not right.',
  wrong_origin: 'This request came from another website and was refused.',
  not_found: 'This does not exist any more.',
  method_not_allowed: 'This address does not take this kind of request.',
  email_taken: 'An account with this email already exists. Sign in instead.',
  column_not_empty: 'This column contains quests. Please move or delete them first.',
  last_column: 'The last column cannot be deleted.',
  invalid_column: 'Cannot move quest to an invalid column. Please refresh the page.',
  last_parent: 'A family needs at least one parent.',
  own_member: 'You cannot remove yourself or give up being a parent. Another parent can do it.',
  pin_needed: 'This profile is protected by a PIN.',
  not_enough_gems: 'There are not enough gems for this yet.',
  redeeming_off: 'In this family rewards are celebrated, not paid for.',
  already_decided: 'This was decided already.',
  link_over: 'This link no longer works. Please ask for a new one.',
  body_too_large: 'This is too much at once.',
  not_json: 'This address takes JSON only.',
  weak_password: 'Please choose a longer password: at least 8 characters.',
  same_password: 'The new password has to be another one than the current one.',
  too_many_tries: 'Too many tries. Please wait a little and try again.',
  pin_locked: 'Too many wrong PINs today. A parent can open this profile again by signing in with the password.',
  unexpected: 'Something went wrong on our side. Please try again.',
  mail_failed: "We couldn't send you a mail. Please try again in a few minutes.",
  unavailable: 'The server is not ready yet. Please try again in a moment.',
}

export const ErrorReply = z.object({
  code: z.enum(Object.keys(statusOf) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
