import { cp } from 'node:fs/promises'
import { exposedAuthCall } from '../exposed-auth-calls.ts'

type Changed = Response | undefined | Promise<Response | undefined>

/** A proxy in front of a stack that has one fault. */
export type FaultyProxy = {
  /**
   * Changes the headers of a request, or returns a response of its own. `caller` is the address that the request comes
   * from.
   */
  ask?: (request: Request, headers: Headers, path: string, caller: string) => Response | Promise<Response> | void
  /** Changes a response. */
  answer?: (response: Response, path: string, request: Request) => Changed
}

/** Changes what is answered to calls that fit, as `GET /api/health`. */
export const changeAnswer = (call: RegExp, change: (response: Response, request: Request) => Changed): FaultyProxy => ({
  answer: (response, path, request) => (call.test(`${request.method} ${path}`) ? change(response, request) : undefined),
})

/** Answers calls that fit in place of the stack. */
export const instead = (call: RegExp, respond: (request: Request) => Response | void): FaultyProxy => ({
  ask: (request, _, path) => (call.test(`${request.method} ${path}`) ? respond(request) : undefined),
})

/** A proxy with all of these faults: each call has the first fault that fits it. */
export const together = (...fronts: FaultyProxy[]): FaultyProxy => ({
  ask(...call) {
    for (const { ask } of fronts) {
      const own = ask?.(...call)
      if (own !== undefined) return own
    }
  },
  async answer(...answered) {
    for (const { answer } of fronts) {
      const changed = await answer?.(...answered)
      if (changed !== undefined) return changed
    }
    return undefined
  },
})

/** A folder with what stands for the built app: its page, and the templates of its mails. */
export async function makeAppFolder(): Promise<string> {
  const folder = await Deno.makeTempDir()
  await Deno.writeTextFile(`${folder}/index.html`, '<!doctype html><div id="app"></div>')
  await cp(new URL('../../supabase/templates', import.meta.url), `${folder}/mails`, { recursive: true })
  return folder
}

let callers = 0

/**
 * Runs `look` against a proxy of that stack. Its client has a new address, for which no limit has counted anything yet.
 */
export async function behind<T>(
  url: string,
  { ask, answer }: FaultyProxy,
  look: (address: string) => Promise<T>,
): Promise<T> {
  const caller = `198.51.100.${++callers}`
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const { pathname, search, port } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.set('x-forwarded-host', `127.0.0.1:${port}`)
    headers.set('x-forwarded-for', caller)
    // A response that is changed here must not be compressed.
    headers.set('accept-encoding', 'identity')
    const own = ask?.(request, headers, pathname, caller)
    if (own !== undefined) return own
    if (request.headers.has('upgrade')) return socketTo(`${url.replace('http', 'ws')}${pathname}${search}`, request)
    const { method, body } = request
    const response = await fetch(`${url}${pathname}${search}`, { method, headers, body, redirect: 'manual' })
    return (await answer?.(response, pathname, request)) ?? response
  })
  try {
    return await look(`http://127.0.0.1:${server.addr.port}`)
  } finally {
    await server.shutdown()
  }
}

function socketTo(address: string, request: Request): Response {
  const { socket: browser, response } = Deno.upgradeWebSocket(request)
  const stack = new WebSocket(address)
  const opened = new Promise((resolve) => (stack.onopen = resolve))
  browser.onmessage = ({ data }) => opened.then(() => stack.send(data))
  stack.onmessage = ({ data }) => browser.readyState === WebSocket.OPEN && browser.send(data)
  browser.onclose = () => stack.close()
  stack.onclose = () => browser.close()
  return response
}

/** The answer with its headers changed. */
export function withHeaders({ body, status, headers }: Response, change: (headers: Headers) => void): Response {
  const changed = new Headers(headers)
  change(changed)
  return new Response(body, { status, headers: changed })
}

export const without = (response: Response, name: string) => withHeaders(response, (headers) => headers.delete(name))

/** The answer with each cookie changed, or dropped where nothing of it is left. */
export const withCookies = (response: Response, change: (cookie: string) => string) =>
  withHeaders(without(response, 'set-cookie'), (headers) => {
    for (const cookie of response.headers.getSetCookie().map(change)) if (cookie) headers.append('set-cookie', cookie)
  })

/** The answer with fields of its JSON replaced. */
export const withJson = async (response: Response, fields: object) =>
  Response.json({ ...(await response.json()), ...fields }, { status: response.status })

/** As deploy/supabase.Caddyfile in front of a stack: of Auth it leads out these calls alone, and the table API nowhere. */
export const selfHosted = instead(/ \/(auth|rest)\//, ({ method, url }) =>
  exposedAuthCall(method, url) === undefined ? new Response(null, { status: 404 }) : undefined,
)
