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
  ) {
    super(message)
  }

  static of(status: number, statusText: string, body: string, retryAfter?: string | null): ApiError {
    const reply = ErrorReply.safeParse(parsed(body))
    const sentence = reply.data && sentenceOf(reply.data)
    return new ApiError(`${status}: ${body || statusText}`, status, reply.data?.code, sentence, Number(retryAfter) || undefined)
  }

  static unreachable(cause: unknown): ApiError {
    const error = new ApiError(failure.unreachable, 0, undefined, failure.unreachable)
    error.cause = cause
    return error
  }

  /** The server answered 2xx with something the contract does not know, as after an update on one side only. */
  static unreadable(status: number, cause: unknown): ApiError {
    const error = new ApiError(`${status}: ${failure.unreadable}`, status, undefined, failure.unreadable)
    error.cause = cause
    return error
  }
}

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
