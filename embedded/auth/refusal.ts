import type { WeakPassword } from './password-policy.ts'

/** A "no" on its way to the client: a value that handlers hand back, never thrown. */
export class Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    this.status = status
    this.code = code
    this.message = message
    this.headers = headers
  }

  /** What stands in the body besides code and message. */
  extras(): Record<string, unknown> {
    return {}
  }
}

export class WeakPasswordRefusal extends Refusal {
  readonly weak: WeakPassword

  constructor(weak: WeakPassword) {
    super(422, 'weak_password', weak.message)
    this.weak = weak
  }

  override extras(): Record<string, unknown> {
    return { weak_password: { reasons: this.weak.reasons } }
  }
}

/** The few answers that keep OAuth's own shape, in either API version. */
export class OAuthRefusal extends Refusal {
  constructor(error: string, description: string) {
    super(400, error, description)
  }
}

export class UnexpectedFailure extends Refusal {
  readonly errorId: string

  constructor(errorId: string) {
    super(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
    this.errorId = errorId
  }

  override extras(): Record<string, unknown> {
    return { error_id: this.errorId }
  }
}

export const invalid = (message: string) => new Refusal(400, 'validation_failed', message)

const version = '2024-01-01'

/** Clients that name the API version get `{code, message}`; all others `{code: status, error_code, msg}`. */
export function answerRefusal(refusal: Refusal, request: Request): Response {
  const headers = new Headers(refusal.headers)
  if (refusal instanceof OAuthRefusal) {
    return Response.json({ error: refusal.code, error_description: refusal.message }, { status: refusal.status, headers })
  }
  headers.set('x-sb-error-code', refusal.code)
  // Versions are dates: a client of a later day understands this shape too.
  const asked = request.headers.get('X-Supabase-Api-Version') ?? ''
  const modern = /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= version
  if (modern) headers.set('x-supabase-api-version', version)
  const body = modern
    ? { code: refusal.code, message: refusal.message, ...refusal.extras() }
    : { code: refusal.status, error_code: refusal.code, msg: refusal.message, ...refusal.extras() }
  return Response.json(body, { status: refusal.status, headers })
}
