import { ErrorReply, fillIn, type ErrorCode, type Sentences } from '#domain/contract/errors.ts'
import { section } from '#app/texts/section.ts'
import { failure } from '#texts/failure'

const sentences = section<Partial<Sentences>>('contract', {})

/** The sentence for a refusal in the language of this page; in English the server's own. */
export function sentenceOf({ code, params, message }: ErrorReply): string {
  const sentence = sentences[code]
  return sentence === undefined ? message : fillIn(sentence, params)
}

/** Any failure of a call. `status` is 0 when no response came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  private constructor(
    /** `'{status}: {response text}'`, with the status text for an empty body. */
    message: string,
    readonly status: number,
    readonly code: ErrorCode | undefined,
    /** The server's sentence for a person in the language of this page, if it sent one. */
    readonly sentence: string | undefined,
    /** Seconds to wait before the next attempt, by the server's `Retry-After`. */
    readonly retryAfter?: number | undefined,
    /**
     * True if the response is not our server's: a proxy that does not reach it, or a network that requires a sign-in.
     */
    readonly isForeign = false,
  ) {
    super(message)
  }

  static of({ status, statusText, headers }: Response, body: string): ApiError {
    const reply = ErrorReply.safeParse(parsed(body))
    const isForeign = !reply.success && (proxyStatuses.has(status) || isPage(headers))
    const sentence = isForeign ? failure.foreign : reply.data && sentenceOf(reply.data)
    return new ApiError(
      `${status}: ${body || statusText}`,
      status,
      reply.data?.code,
      sentence,
      Number(headers.get('retry-after')) || undefined,
      isForeign,
    )
  }

  static unreachable(cause: unknown): ApiError {
    const error = new ApiError(failure.unreachable, 0, undefined, failure.unreachable)
    error.cause = cause
    return error
  }

  /**
   * For a page or a redirect in place of JSON, as from a network that requires a sign-in; `status` is then 0 or 2xx.
   */
  static foreign({ status }: Response): ApiError {
    return new ApiError(`${status}: ${failure.foreign}`, status, undefined, failure.foreign, undefined, true)
  }

  /** What another tab gets of an error. */
  static toFields(error: unknown): unknown {
    if (!(error instanceof ApiError)) return { message: String(error) }
    const { message, status, code, sentence, retryAfter, isForeign } = error
    return { message, status, code, sentence, retryAfter, isForeign }
  }

  static fromFields(fields: unknown): ApiError {
    const { message, status, code, sentence, retryAfter, isForeign } = fields as ApiError
    return new ApiError(message, status, code, sentence, retryAfter, isForeign)
  }

  /** For a 2xx response that does not match the contract, as after an update of only one side. */
  static unreadable(status: number, cause: unknown): ApiError {
    const error = new ApiError(`${status}: ${failure.unreadable}`, status, undefined, failure.unreadable)
    error.cause = cause
    return error
  }
}

/** Statuses of a proxy that does not reach the server (502 to 504), and of a network that requires a sign-in (511). */
const proxyStatuses: ReadonlySet<number> = new Set([502, 503, 504, 511])

/** True for an HTML page in place of JSON. */
export const isPage = (headers: Headers) => /^text\/html\b/i.test(headers.get('content-type') ?? '')

/** True when the server was not reached, or is not ready: the same call may succeed a moment later. */
export const isLineFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.isForeign || error.code === 'unavailable')

/** The text of most failure toasts: the server's sentence if there is one, else `fallback`. */
export function sentenceFrom(error: unknown, fallback: string = failure.unexpected): string {
  return serverSentence(error) ?? fallback
}

/** The server's sentence alone, to show beside a field or under a fixed toast title. */
export function serverSentence(error: unknown): string | undefined {
  return error instanceof ApiError ? error.sentence : undefined
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
