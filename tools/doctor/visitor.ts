import * as z from 'zod/mini'
import { routes } from '../../domain/contract/routes.ts'
import type { ParamNames, Route, RouteName } from '../../domain/contract/routes.ts'

/** Something is not as it has to be; the sentence says what was seen. */
export class Finding extends Error {}

/** Fails the check with that sentence. */
export function found(sentence: string): never {
  throw new Finding(sentence)
}

type Reply<Name extends RouteName> = z.infer<(typeof routes)[Name]['reply']>

/** A browser as far as a server can tell: it keeps cookies, and names its page's origin on every change. */
export class Visitor {
  readonly address: string
  readonly cookies = new Map<string, string>()
  /** As they were set, with all that was said of them. */
  readonly setCookies: string[] = []

  constructor(address: string) {
    this.address = address
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.address), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      headers: {
        ...(method === 'GET' ? {} : { origin: this.address }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size === 0 ? {} : { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  /** A call of the contract; whatever is not its reply is a finding. */
  async call<Name extends RouteName>(name: Name, params: Record<ParamNames<(typeof routes)[Name]['path']>, string>, body?: unknown): Promise<Reply<Name>> {
    const route: Route = routes[name]
    const path = route.path.replaceAll(/:(\w+)/g, (_, param: string) => (params as Record<string, string>)[param] ?? '')
    const response = await this.send(route.method, path, body)
    const text = await response.text()
    if (!response.ok) return found(`${route.method} ${path} answered ${response.status}: ${text.slice(0, 200)}`)
    const reply = (route.reply as z.ZodMiniType).safeParse(read(text))
    return reply.success ? (reply.data as Reply<Name>) : found(`${route.method} ${path} answered something that is not ours: ${text.slice(0, 200)}`)
  }

  #keep(cookie: string): void {
    this.setCookies.push(cookie)
    const [pair = ''] = cookie.split(';')
    const cut = pair.indexOf('=')
    if (/;\s*max-age=0/i.test(cookie)) this.cookies.delete(pair.slice(0, cut))
    else this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
  }
}

/** JSON, or undefined for what is none. */
export function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
