import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import { routes } from '../../domain/contract/routes.ts'
import type { ParamNames, Reply, Route, RouteName } from '../../domain/contract/routes.ts'
import { reasonOf, tlsFaultOf } from './certificate.ts'

/** Something is not as it has to be; the sentence says what was seen. */
export class Finding extends Error {
  /** How to repair it, where that is not for the check to say. */
  readonly remedy: string | undefined

  constructor(seen: string, remedy?: string) {
    super(seen)
    this.remedy = remedy
  }
}

/** Fails the check with that sentence. */
export function found(sentence: string): never {
  throw new Finding(sentence)
}

/** Something that cannot be looked at here, or that a busy server did not answer; the sentence says why. */
export class NotTried extends Error {
  isBusy = false
}

/** Leaves the check out with that sentence. */
export function notTried(sentence: string): never {
  throw new NotTried(sentence)
}

/** Leaves the check out, because what a busy server does not answer says nothing of how it is set up. */
export function tooBusy(sentence: string): never {
  throw Object.assign(new NotTried(`Too busy: ${sentence}`), { isBusy: true })
}

export type Send = (request: Request) => Promise<Response>

export type VisitAnswer = { status: number; headers: Headers; text: string; bytes: Uint8Array }

/** The body and the headers of a call. Text and bytes are sent unchanged, any other body as JSON. */
export type VisitRequest = { body?: unknown; headers?: Record<string, string> }

type Params<Name extends RouteName> = Readonly<Record<ParamNames<(typeof routes)[Name]['path']>, string>>

/** Fails the check unless the answer has that status, or that code of ours. */
export function expectAnswer({ status, text }: VisitAnswer, wanted: number | ErrorCode, what: string): void {
  if (typeof wanted === 'number' ? status !== wanted : !text.includes(`"${wanted}"`))
    found(`${what} answered ${status}: ${text.slice(0, 120)}`)
}

const longestAnswerMs = 20_000
const mostTries = 3
const longestPauseSeconds = 10

/** A browser as the API sees it: it keeps cookies, and sends the origin of its page with every change. */
export class Visitor {
  readonly address: string
  readonly cookies = new Map<string, string>()
  /** Set-Cookie headers with all their attributes. */
  readonly setCookies: string[] = []
  /** How its requests go out. */
  through: Send
  readonly #stop: AbortSignal | undefined

  /** After `stop` it sends nothing more. */
  constructor(address: string, stop?: AbortSignal, through: Send = fetch) {
    this.address = address
    this.#stop = stop
    this.through = through
  }

  /** Sends a request to a path of the address, or to another address; again while the server is busy. */
  async send(method: string, path: string, { body, headers }: VisitRequest = {}): Promise<VisitAnswer> {
    const url = new URL(path, this.address)
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    for (let tries = 1; ; tries++) {
      const answer = await this.#sendOnce(url, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { origin: this.address }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.cookies.size === 0 ? {} : { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
          ...headers,
        },
        ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      })
      const pauseSeconds = pauseAfter(answer)
      if (pauseSeconds === undefined) return answer
      if (tries === mostTries || pauseSeconds > longestPauseSeconds)
        return tooBusy(`${url.host} answered ${method} ${url.pathname} ${answer.status}: ${answer.text.slice(0, 80)}`)
      await delay(pauseSeconds * 1000)
    }
  }

  async #sendOnce(url: URL, sent: RequestInit): Promise<VisitAnswer> {
    this.#stop?.throwIfAborted()
    const signal = AbortSignal.timeout(longestAnswerMs)
    try {
      const response = await this.through(new Request(url, { ...sent, signal, redirect: 'manual' }))
      const bytes = await response.bytes()
      for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
      return { status: response.status, headers: response.headers, text: new TextDecoder().decode(bytes), bytes }
    } catch (error) {
      return failed(url.host, error)
    }
  }

  #keep(cookie: string): void {
    this.setCookies.push(cookie)
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
    if (/;\s*max-age=0\s*(;|$)/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** A call of the contract, whatever its answer is. */
  ask<Name extends RouteName>(name: Name, params: Params<Name>, sent?: VisitRequest): Promise<VisitAnswer> {
    const { method, path } = routes[name]
    const ids: Readonly<Record<string, string>> = params
    const filled = path.replaceAll(/:(\w+)/g, (_, id: string) => ids[id] ?? '')
    return this.send(method, filled, sent)
  }

  /** A call of the contract; any answer but its reply is a finding. */
  async call<Name extends RouteName>(name: Name, params: Params<Name>, body?: unknown): Promise<Reply<Name>> {
    const { status, text } = await this.ask(name, params, { body })
    const { method, path, reply }: Route = routes[name]
    if (status < 200 || status > 299) return found(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`)
    const parsed = reply.safeParse(parseAnswer(text))
    return parsed.success
      ? (parsed.data as Reply<Name>)
      : found(`${method} ${path} answered something that is not ours: ${text.slice(0, 200)}`)
  }

  /** Another browser with the same cookies, which goes on when the visit was stopped. */
  copy(): Visitor {
    const copy = new Visitor(this.address, undefined, this.through)
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }
}

/** Seconds after which a busy server wants to be asked again; undefined where it is not busy. */
function pauseAfter({ status, headers, text }: VisitAnswer): number | undefined {
  const seconds = headers.get('retry-after')
  // Supabase ends a function with 546 that has used up its memory or its time.
  const isBusy =
    status === 546 || (status === 503 && seconds !== null) || (status === 429 && text.includes('"too_many_calls"'))
  return isBusy ? Number(seconds ?? 1) : undefined
}

/** JSON, or undefined for what is none. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws what a request failed with, in words of its innermost cause. */
function failed(host: string, error: unknown): never {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return tooBusy(`${host} did not answer within ${longestAnswerMs / 1000} seconds.`)
  const fault = tlsFaultOf(host, error)
  if (fault !== undefined) throw new Finding(fault.seen, fault.remedy)
  throw error instanceof TypeError ? new Finding(`${host} cannot be reached: ${reasonOf(error)}.`) : error
}

const slowAnswerMs = 2000

/** Tells that something did not come in time: a finding, unless the server is as slow with everything. */
export async function late(visitor: Visitor, sentence: string): Promise<never> {
  const begun = performance.now()
  await visitor.copy().send('GET', '/api/health')
  const tookMs = Math.round(performance.now() - begun)
  if (tookMs > slowAnswerMs) return tooBusy(`${sentence} The API needs ${tookMs} ms for an answer.`)
  return found(sentence)
}
