import assert from 'node:assert/strict'
import type * as z from 'zod/mini'
import { ErrorReply, statusOf } from '#domain/contract/errors.ts'
import type { ErrorCode } from '#domain/contract/errors.ts'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { routes } from '#domain/contract/routes.ts'
import type { ParamNames, Reply, Route, RouteName } from '#domain/contract/routes.ts'

export type ApiResponse = { status: number; headers: Headers; text: string; bytes: Uint8Array }

/** The body and the headers of a call. Text and bytes are sent unchanged, any other body as JSON. */
export type Sent = { body?: unknown; headers?: Record<string, string> }

/** The path's parameters, and those of the query with a question mark in front: `{ familyId, '?startDate': day }`. */
export type CallParams<Name extends RouteName> = Record<ParamNames<(typeof routes)[Name]['path']>, string> & {
  [query: `?${string}`]: string
}
/** A reply without its events. */
export type Entity<Name extends RouteName> =
  Reply<Name> extends { events: unknown } ? Omit<Reply<Name>, 'events'> : Reply<Name>

/** A browser as the API sees it: it keeps cookies, and sends the origin of its page with every change. */
export class Device {
  /** The events of its last call that changed something. */
  events: readonly FamilyEvent[] = []
  readonly url: string
  readonly cookies = new Map<string, string>()
  /** Headers of every request, for devices behind a proxy. */
  readonly always: Record<string, string>
  /** The prefix of each cookie's name, which those of an https address have. */
  readonly #prefixes = new Map<string, string>()
  /** Connects it from an address of its own; from any of this machine, without. */
  readonly client: Deno.HttpClient | undefined

  constructor(url: string, always: Record<string, string> = {}, client?: Deno.HttpClient) {
    this.url = url
    this.always = always
    this.client = client
  }

  /** Sends a request to a path of the server, or to another address. */
  async send(method: string, path: string, { body, headers = {} }: Sent = {}): Promise<ApiResponse> {
    const all = new Headers({
      ...(method === 'GET' ? {} : { origin: this.url }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...this.always,
    })
    if (this.cookies.size > 0)
      all.set(
        'cookie',
        [...this.cookies].map(([name, value]) => `${this.#prefixes.get(name) ?? ''}${name}=${value}`).join('; '),
      )
    // An empty text takes a header away.
    for (const [name, value] of Object.entries(headers)) {
      if (value === '') all.delete(name)
      else all.set(name, value)
    }
    const sent = body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }
    const response = await this.dispatch(
      new Request(new URL(path, this.url), { method, headers: all, redirect: 'manual', ...sent }),
    )
    const bytes = await response.bytes()
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return { status: response.status, headers: response.headers, text: new TextDecoder().decode(bytes), bytes }
  }

  /** Performs a request; overridden where requests go another way. */
  protected dispatch(request: Request): Promise<Response> {
    return fetch(request, this.client && { client: this.client })
  }

  /** Sends a call of the contract without checking the response. */
  ask<Name extends RouteName>(name: Name, params: CallParams<Name>, sent?: Sent): Promise<ApiResponse> {
    const route: Route = routes[name]
    return this.send(route.method, fillPath(route.path, params), sent)
  }

  /** Milliseconds until a busy account may be asked again: less than the server says, so that tests do not wait long. */
  protected busyPauseMs(_retryAfter: number): number {
    return 300 * Math.random()
  }

  /** Repeats a call while the account has too many under way, as the app does. */
  protected async askWhileBusy<Name extends RouteName>(
    name: Name,
    params: CallParams<Name>,
    sent?: Sent,
  ): Promise<ApiResponse> {
    for (;;) {
      const answer = await this.ask(name, params, sent)
      if (answer.status !== 429 || !answer.text.includes('too_many_calls')) return answer
      const pauseMs = this.busyPauseMs(Number(answer.headers.get('retry-after')))
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** A call that must succeed; its reply has gone through the contract's own schema. */
  async call<Name extends RouteName>(name: Name, params: CallParams<Name>, body?: unknown): Promise<Entity<Name>> {
    const answer = await this.askWhileBusy(name, params, body === undefined ? {} : { body })
    assert.ok(answer.status >= 200 && answer.status < 300, `${name}: ${answer.status} ${answer.text}`)
    return this.keepEvents<Name>(parsed(name, answer))
  }

  protected keepEvents<Name extends RouteName>(reply: object | null): Entity<Name> {
    if (reply === null || !('events' in reply)) return reply as Entity<Name>
    const { events, ...entity } = reply
    this.events = events as FamilyEvent[]
    return entity as Entity<Name>
  }

  /** A call that must be refused, with that code and its status, or with that status, and a sentence. */
  async refused<Name extends RouteName>(
    name: Name,
    params: CallParams<Name>,
    wanted: ErrorCode | number,
    body?: unknown,
  ): Promise<ErrorReply> {
    return assertRefusal(await this.ask(name, params, body === undefined ? {} : { body }), wanted)
  }

  /** Whether it has the cookies of a session. */
  get isSignedIn(): boolean {
    return this.cookies.has('bq_access') || this.cookies.has('bq_refresh')
  }

  /**
   * Another browser with the same cookies: a second tab, a copy, or for a stack that was restarted at another address.
   */
  copy(url = this.url): Device {
    const other = new Device(url, this.always, this.client)
    other.takeCookies(this)
    return other
  }

  protected takeCookies(from: Device): void {
    for (const [name, value] of from.cookies) this.cookies.set(name, value)
    for (const [name, prefix] of from.#prefixes) this.#prefixes.set(name, prefix)
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
    const [, prefix = '', name = '', value = ''] = /^(__Host-)?([^=]*)=(.*)$/.exec(pair) ?? []
    this.#prefixes.set(name, prefix)
    if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Parses a response with the contract's schema; asserts that it has no other field. */
export function parsed<Name extends RouteName>(name: Name, answer: ApiResponse): Reply<Name> {
  const schema: z.ZodMiniType = routes[name].reply
  const sent: unknown = JSON.parse(answer.text)
  const reply = schema.parse(sent)
  assert.deepEqual(sent, reply, `${name} answers more than the contract says`)
  return reply as Reply<Name>
}

export function assertRefusal(answer: Omit<ApiResponse, 'bytes'>, wanted: ErrorCode | number): ErrorReply {
  const [status, code] = typeof wanted === 'number' ? [wanted, ''] : [statusOf(wanted), `"${wanted}"`]
  assert.deepEqual(
    [answer.status, answer.text.includes(code)],
    [status, true],
    `wanted ${wanted}, got ${answer.status} ${answer.text}`,
  )
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const reply: unknown = JSON.parse(answer.text)
  const error = ErrorReply.parse(reply)
  assert.deepEqual([reply, statusOf(error.code)], [error, status])
  assert.match(error.message, /^([\w.]+: )?[A-Z].*[^ ]$/)
  return error
}

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (name.startsWith('?') ? [[name.slice(1), value]] : [])),
  )
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? assert.fail(`${path} needs ${name}`))
  return query.size === 0 ? filled : `${filled}?${query}`
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
}
