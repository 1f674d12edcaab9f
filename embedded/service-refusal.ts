/** An error response as a value: handlers return it and never throw it. */
export class ServiceRefusal {
  readonly status: number
  readonly code: string
  readonly message: string
  /** More fields of the body. */
  readonly more: Readonly<Record<string, unknown>>

  constructor(status: number, code: string, message: string, more: Readonly<Record<string, unknown>> = {}) {
    this.status = status
    this.code = code
    this.message = message
    this.more = more
  }
}
