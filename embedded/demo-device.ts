import { Problem } from './problem.ts'

/** A device that keeps its cookies, as a browser does. */
export class DemoDevice {
  readonly #url: string
  #cookies = ''

  constructor(url: string) {
    this.#url = url
  }

  /** Makes a call of the API; what it refuses ends the demo with the API's own sentence. */
  async ask<Reply = unknown>(method: string, path: string, body?: unknown): Promise<Reply> {
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: { cookie: this.#cookies, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const reply = await answer.json()
    if (!answer.ok) throw new Problem(`The demo family could not be added: ${reply.message}`)
    const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (set.length > 0) this.#cookies = set.join('; ')
    return reply
  }
}
