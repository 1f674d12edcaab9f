import { exposedAuthCall } from '../exposed-auth-calls.ts'

/** Asks the stack, with the headers of the request changed. */
type Pass = (change?: (headers: Headers) => void) => Promise<Response>

/** Answers the calls that fit, as `GET /api/health`, from the address `caller`. */
type Rule = [call: RegExp, answer: (pass: Pass, request: Request, caller: string) => Response | Promise<Response>]

/** The faults of a proxy in front of a stack: each call has the first one that fits it. */
export type FaultyProxy = readonly Rule[]

let callers = 0

/**
 * Runs `look` against a proxy of that stack. Its client has a new address, for which no limit has counted anything yet.
 */
export async function behind<T>(url: string, rules: FaultyProxy, look: (address: string) => Promise<T>): Promise<T> {
  const caller = `198.51.100.${++callers}`
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const { method } = request
    const { pathname, search, host } = new URL(request.url)
    const pass: Pass = async (change) => {
      const forwarded = { 'x-forwarded-host': host, 'x-forwarded-for': caller, 'accept-encoding': 'identity' }
      const headers = new Headers({ ...Object.fromEntries(request.headers), ...forwarded })
      change?.(headers)
      const body = request.body && (await request.bytes())
      return fetch(`${url}${pathname}${search}`, { method, headers, body, redirect: 'manual' })
    }
    const [, answer] = rules.find(([call]) => call.test(`${method} ${pathname}`)) ?? []
    if (answer !== undefined) return answer(pass, request, caller)
    return request.headers.has('upgrade')
      ? socketTo(`${url.replace('http', 'ws')}${pathname}${search}`, request)
      : pass()
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

/** The answer of the stack with its headers changed. */
export function withHeaders({ body, status, headers }: Response, change: (headers: Headers) => void): Response {
  const changed = new Headers(headers)
  change(changed)
  return new Response(body, { status, headers: changed })
}

/** Answers in place of the stack. */
export const says = (call: RegExp, body: object, status = 200, headers = {}): Rule => [
  call,
  () => Response.json(body, { status, headers }),
]

/** Replaces fields of the JSON that the stack answers. */
export const saysBesides = (call: RegExp, fields: object): Rule => [
  call,
  async (pass) => {
    const response = await pass()
    return Response.json({ ...(await response.json()), ...fields }, { status: response.status })
  },
]

/** As deploy/supabase.Caddyfile in front of a stack: of Auth it leads out these calls alone, and the table API nowhere. */
export const selfHosted: Rule = [
  / \/(auth|rest)\//,
  (pass, { method, url }) =>
    exposedAuthCall(method, url) === undefined ? new Response(null, { status: 404 }) : pass(),
]
