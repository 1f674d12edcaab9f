import { sentenceOf, statusOf } from '../../domain/contract/errors.ts'
import type { ErrorCode } from '../../domain/contract/errors.ts'

/** A "no" on its way to the client: a value of the closed list, with words for a person. */
export class Refusal {
  readonly code: ErrorCode
  readonly sentence: string
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, sentence?: string, headers: Readonly<Record<string, string>> = {}) {
    this.code = code
    this.sentence = sentence === undefined || sentence === '' ? sentenceOf[code] : sentence
    this.headers = headers
  }

  response(): Response {
    return Response.json(
      { code: this.code, message: this.sentence },
      { status: statusOf[this.code], headers: { 'cache-control': 'no-store', ...this.headers } },
    )
  }
}
