import * as z from 'zod/mini'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import { routes } from '../../domain/contract/routes.ts'
import type { ParamNames, Route, RouteName } from '../../domain/contract/routes.ts'

/** Something is not as it has to be; the sentence says what was seen. */
export class Finding extends Error {}

/** Fails the check with that sentence. */
export function found(sentence: string): never {
  throw new Finding(sentence)
}

/** Something that cannot be looked at here; the sentence says why. */
export class NotTried extends Error {}

/** Leaves the check out with that sentence. */
export function notTried(sentence: string): never {
  throw new NotTried(sentence)
}

export type Answer = { status: number; headers: Headers; bytes: Uint8Array; text: string }
export type Send = (request: Request) => Promise<Response>

/** Fails the check unless the answer has that status, or that code of ours. */
export function expectAnswer({ status, text }: Answer, wanted: number | ErrorCode, what: string): void {
  if (typeof wanted === 'number' ? status !== wanted : !text.includes(`"${wanted}"`)) found(`${what} answered ${status}: ${text.slice(0, 120)}`)
}

/** The path's ids, and with a question mark in front what narrows a read: `{ familyId, '?startDate': day }`. */
type Params<Name extends RouteName> = Record<ParamNames<(typeof routes)[Name]['path']>, string> & { [query: `?${string}`]: string }
type Reply<Name extends RouteName> = z.infer<(typeof routes)[Name]['reply']>

/** A browser as far as a server can tell: it keeps cookies, and names its page's origin on every change. */
export class Visitor {
  readonly address: string
  readonly cookies = new Map<string, string>()
  /** Set-Cookie headers with all their attributes. */
  readonly setCookies: string[] = []
  /** How its requests go out. */
  through: Send = fetch
  readonly #stop: AbortSignal | undefined

  /** After `stop` it sends nothing more. */
  constructor(address: string, stop?: AbortSignal) {
    this.address = address
    this.#stop = stop
  }

  /** Sends bytes as they are and anything else as JSON, to a path or to another address. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    this.#stop?.throwIfAborted()
    const request = new Request(new URL(path, this.address), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      headers: {
        ...(method === 'GET' ? {} : { origin: this.address }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size === 0 ? {} : { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const response = await this.through(request)
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const bytes = await response.bytes()
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  }

  /** Sends a call of the contract without judging the answer. */
  ask(name: RouteName, params: Readonly<Record<string, string>>, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.send(routes[name].method, pathOf(name, params), body, headers)
  }

  /** A call of the contract; any answer but its reply is a finding. */
  async call<Name extends RouteName>(name: Name, params: Params<Name>, body?: unknown): Promise<Reply<Name>> {
    const { status, text } = await this.ask(name, params, body)
    const route: Route = routes[name]
    const called = `${route.method} ${pathOf(name, params)}`
    if (status < 200 || status > 299) return found(`${called} answered ${status}: ${text.slice(0, 200)}`)
    const reply = route.reply.safeParse(read(text))
    return reply.success ? (reply.data as Reply<Name>) : found(`${called} answered something that is not ours: ${text.slice(0, 200)}`)
  }

  /** Another browser with the same cookies, which goes on when the visit was stopped. */
  copy(): Visitor {
    const copy = new Visitor(this.address)
    copy.through = this.through
    for (const [name, value] of this.cookies) copy.cookies.set(name, value)
    return copy
  }

  #keep(cookie: string): void {
    this.setCookies.push(cookie)
    const [, name = '', value = ''] = /^([^=;]*)=([^;]*)/.exec(cookie) ?? []
    if (/;\s*max-age=0/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

function pathOf(name: RouteName, params: Readonly<Record<string, string>>): string {
  const path = routes[name].path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? '')
  const query = new URLSearchParams(Object.entries(params).flatMap(([key, value]) => (key.startsWith('?') ? [[key.slice(1), value]] : [])))
  return query.size === 0 ? path : `${path}?${query}`
}

/** JSON, or undefined for what is none. */
export function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
