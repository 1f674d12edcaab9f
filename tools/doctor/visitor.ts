import type { ErrorCode } from '../../domain/contract/errors.ts'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { Device, fillPath } from '../../testing/device.ts'
import { reasonOf, tlsFaultOf } from './certificate.ts'
import type { TlsFault } from './certificate.ts'
import type { ApiResponse, CallParams, Entity } from '../../testing/device.ts'

/** Something is not as it has to be; the sentence says what was seen. */
export class Finding extends Error {}

/** Fails the check with that sentence. */
export function found(sentence: string): never {
  throw new Finding(sentence)
}

/** No encrypted connection to a host that can be trusted. */
export class UntrustedHost extends Finding {
  readonly host: string
  readonly remedy: string

  constructor(host: string, { seen, remedy }: TlsFault) {
    super(seen)
    this.host = host
    this.remedy = remedy
  }
}

/** Something that cannot be looked at here; the sentence says why. */
export class NotTried extends Error {}

/** Leaves the check out with that sentence. */
export function notTried(sentence: string): never {
  throw new NotTried(sentence)
}

export type Send = (request: Request) => Promise<Response>

/** Fails the check unless the answer has that status, or that code of ours. */
export function expectAnswer({ status, text }: ApiResponse, wanted: number | ErrorCode, what: string): void {
  if (typeof wanted === 'number' ? status !== wanted : !text.includes(`"${wanted}"`))
    found(`${what} answered ${status}: ${text.slice(0, 120)}`)
}

/** A device whose failed calls are findings. */
export class Visitor extends Device {
  /** Set-Cookie headers with all their attributes. */
  readonly setCookies: string[] = []
  /** How its requests go out. */
  through: Send = fetch
  readonly #stop: AbortSignal | undefined

  /** After `stop` it sends nothing more. */
  constructor(address: string, stop?: AbortSignal) {
    super(address)
    this.#stop = stop
  }

  protected override async dispatch(request: Request): Promise<Response> {
    this.#stop?.throwIfAborted()
    const response = await this.through(new Request(request, { signal: AbortSignal.timeout(20_000) })).catch(
      (error: unknown) => failed(request.url, error),
    )
    this.setCookies.push(...response.headers.getSetCookie())
    return response
  }

  protected override busyPauseMs(retryAfter: number): number {
    return (retryAfter + Math.random()) * 1000
  }

  /** A call of the contract; any answer but its reply is a finding. */
  override async call<Name extends RouteName>(
    name: Name,
    params: CallParams<Name>,
    body?: unknown,
  ): Promise<Entity<Name>> {
    const { status, text } = await this.askWhileBusy(name, params, { body })
    const { method, path, reply }: Route = routes[name]
    const called = `${method} ${fillPath(path, params)}`
    if (status < 200 || status > 299) return found(`${called} answered ${status}: ${text.slice(0, 200)}`)
    const parsed = reply.safeParse(parseAnswer(text))
    return parsed.success
      ? this.keepEvents<Name>(parsed.data as object | null)
      : found(`${called} answered something that is not ours: ${text.slice(0, 200)}`)
  }

  /** Another browser with the same cookies, which goes on when the visit was stopped. */
  override copy(): Visitor {
    const copy = new Visitor(this.url)
    copy.through = this.through
    copy.takeCookies(this)
    return copy
  }
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
async function failed(address: string, error: unknown): Promise<never> {
  const { host } = new URL(address)
  const fault = await tlsFaultOf(address, error)
  if (fault !== undefined) throw new UntrustedHost(host, fault)
  throw error instanceof TypeError ? new Finding(`${host} cannot be reached: ${reasonOf(error)}.`) : error
}
