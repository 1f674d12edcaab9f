import { ErrorReply, fillIn, type ErrorCode, type Sentences } from '#domain/contract/errors.ts'
import { section } from '#app/texts/language.ts'
import { failure } from '#texts/failure'

const sentences = section<Partial<Sentences>>('contract', {})

/** Says a refusal in the language of this page; in English as the server does. */
export function sentenceOf({ code, params, message }: ErrorReply): string {
  const sentence = sentences[code]
  return sentence === undefined ? message : fillIn(sentence, params)
}

/** Every way a call can fail. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  private constructor(
    /** `'{status}: {response text}'`, with the status text for an empty body. */
    message: string,
    readonly status: number,
    readonly code: ErrorCode | undefined,
    /** The server's own words for a person, when it sent any, in the language of this page. */
    readonly sentence: string | undefined,
    /** Seconds the server asks to wait before the next try. */
    readonly retryAfter?: number | undefined,
    /** True for what did not come from our server: a proxy without one behind it, or a network that asks for a sign-in. */
    readonly isForeign = false,
  ) {
    super(message)
  }

  static of({ status, statusText, headers }: Response, body: string): ApiError {
    const reply = ErrorReply.safeParse(parsed(body))
    const isForeign = !reply.success && (ofProxies.has(status) || isPage(headers))
    const sentence = isForeign ? failure.foreign : reply.data && sentenceOf(reply.data)
    return new ApiError(`${status}: ${body || statusText}`, status, reply.data?.code, sentence, Number(headers.get('retry-after')) || undefined, isForeign)
  }

  static unreachable(cause: unknown): ApiError {
    const error = new ApiError(failure.unreachable, 0, undefined, failure.unreachable)
    error.cause = cause
    return error
  }

  /** The answer is a page or leads to another address, as of a network that asks for a sign-in; `status` is then 0 or 2xx. */
  static foreign({ status }: Response): ApiError {
    return new ApiError(`${status}: ${failure.foreign}`, status, undefined, failure.foreign, undefined, true)
  }

  /** The server answered 2xx with something the contract does not know, as after an update on one side only. */
  static unreadable(status: number, cause: unknown): ApiError {
    const error = new ApiError(`${status}: ${failure.unreadable}`, status, undefined, failure.unreadable)
    error.cause = cause
    return error
  }
}

/** Statuses that a proxy answers with while it does not reach the server, and one that stands for a sign-in of the network. */
const ofProxies: ReadonlySet<number> = new Set([502, 503, 504, 511])

/** True for a page in place of JSON. */
export const isPage = (headers: Headers) => /^text\/html\b/i.test(headers.get('content-type') ?? '')

/** True when the server was not reached, or is not ready: the same call may succeed a moment later. */
export const isLineFailure = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.isForeign || error.code === 'unavailable')

/** What most failure toasts say: the server's words when there are any, else `fallback`. */
export function sentenceFrom(error: unknown, fallback: string = failure.unexpected): string {
  return serverSentence(error) ?? fallback
}

/** The server's own words for a person, where a toast names a fixed text and these stand beside the field. */
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
