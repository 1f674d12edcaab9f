import type { ErrorCode } from '#domain/contract/errors.ts'
import { ApiError } from '#app/lib/api/api-error.ts'

/** The field that causes a refusal, by error code. */
const fieldToBlame: Partial<Record<ErrorCode, 'email' | 'password'>> = {
  email_taken: 'email',
  weak_password: 'password',
  common_password: 'password',
  password_is_email: 'password',
  blank_password: 'password',
  same_password: 'password',
}

/** The field of a form for a new account that the refusal is about. */
export const blamedField = (error: Error) =>
  error instanceof ApiError && error.code ? fieldToBlame[error.code] : undefined
