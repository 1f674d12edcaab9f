import { replyOf, statusOf } from '../../domain/contract/errors.ts'
import type { ErrorReply, CodedError } from '../../domain/contract/errors.ts'

type Headers = Record<string, string>

/** An error response: a code of the closed list with its params. */
export class Refusal {
  readonly reply: ErrorReply
  readonly headers: Headers

  constructor(...[code, params, headers = {}]: [...CodedError, headers?: Headers]) {
    this.reply = replyOf(...([code, params] as CodedError))
    this.headers = headers
  }

  get code() {
    return this.reply.code
  }

  response(): Response {
    return Response.json(this.reply, {
      status: statusOf(this.code),
      headers: { 'cache-control': 'no-store', ...this.headers },
    })
  }
}

/** An account has more calls under way, or makes more changes, than a family needs. `wait` is in seconds. */
export const tooManyCalls = (wait: number) => new Refusal('too_many_calls', undefined, { 'retry-after': String(wait) })
