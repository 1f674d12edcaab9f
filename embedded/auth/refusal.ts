import { notSpoken } from '../not-spoken.ts'

/** A "no" on its way to the client: a value that handlers return, never thrown. */
export class Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  /** More fields of the body, besides code and message. */
  readonly extras: Record<string, unknown>

  constructor(status: number, code: string, message: string, extras: Record<string, unknown> = {}) {
    this.status = status
    this.code = code
    this.message = message
    this.extras = extras
  }
}

/** Refuses a part of a call that the product does not use; `what` begins the sentence. */
export class NotSpoken extends Refusal {
  constructor(what: string) {
    super(501, 'not_implemented', what)
  }
}

export const invalid = (message: string) => new Refusal(400, 'validation_failed', message)

/** Answers in the shape of this API version, which Supabase's clients of that day and later ask for. */
export function answerRefusal({ status, code, message, extras }: Refusal): Response {
  if (status === 501) return notSpoken(message)
  return Response.json({ code, message, ...extras }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
}
