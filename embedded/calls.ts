import { Hono } from 'hono'
import type { Context, Env } from 'hono'
import type { ServiceRefusal } from './service-refusal.ts'

type Call = readonly [method: string, path: string]

/**
 * Every supported call of Auth over HTTP; any other gets 501. They answer as Supabase's do, but for one thing: nobody
 * learns from a call for a mail whether its address has an account. Asking again too soon is answered 200 without a
 * mail, where Supabase answers 429 to accounts alone; a sign-up that waits for its confirmation gets one answer for all
 * addresses, where Supabase leaves the identities of a taken one out.
 */
export const supabaseAuthCalls = {
  health: ['GET', '/health'],
  settings: ['GET', '/settings'],
  jwks: ['GET', '/.well-known/jwks.json'],
  signUp: ['POST', '/signup'],
  token: ['POST', '/token'],
  readUser: ['GET', '/user'],
  changeUser: ['PUT', '/user'],
  logOut: ['POST', '/logout'],
  recover: ['POST', '/recover'],
  resend: ['POST', '/resend'],
  invite: ['POST', '/invite'],
  followLink: ['GET', '/verify'],
  verify: ['POST', '/verify'],
} as const satisfies Record<string, Call>

/** Every supported call of Storage. `:name` may contain slashes. */
export const supabaseStorageCalls = {
  status: ['GET', '/status'],
  signUpload: ['POST', '/object/upload/sign/:bucket/:name'],
  uploadSigned: ['PUT', '/object/upload/sign/:bucket/:name'],
  info: ['GET', '/object/info/:bucket/:name'],
  download: ['GET', '/object/:bucket/:name'],
  removeMany: ['DELETE', '/object/:bucket'],
} as const satisfies Record<string, Call>

/** Every supported HTTP call of Realtime; the rest of the protocol uses the socket. */
export const supabaseRealtimeCalls = {
  ping: ['GET', '/api/ping'],
  connect: ['GET', '/websocket'],
} as const satisfies Record<string, Call>

/**
 * The response to a call of Supabase that the product does not use. `what` begins the sentence; each service's client
 * reads one of the fields.
 */
export function notSupported(what: string): Response {
  const sentence = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
  const code = 'not_implemented'
  return Response.json({ code, error_code: code, error: code, message: sentence, msg: sentence }, { status: 501 })
}

type RouteOptions<Name extends string, E extends Env> = {
  calls: Readonly<Record<Name, Call>>
  /** Paths of GET that match the pattern of a call, but are not supported. */
  except?: readonly string[]
  answer: (name: Name, context: Context<E>) => Promise<Response | ServiceRefusal>
  respond: (refusal: ServiceRefusal) => Response
  refusalOf: (error: Error, method: string, path: string) => ServiceRefusal
}

/** Routes the calls of `service`; all others get 501. */
export function routeCalls<Name extends string, E extends Env = Env>(
  service: string,
  { calls, except = [], ...options }: RouteOptions<Name, E>,
): Hono<E> {
  const unsupported = () => notSupported(`This call of ${service}`)
  // Compares paths undecoded, so that a name in one is decoded once.
  const app = new Hono<E>({ getPath: ({ url }) => new URL(url).pathname })
  // Hono would handle a HEAD as a GET: a mail scanner's would use a mailed link up, and the file of a download would
  // stay open.
  app.use(async ({ req }, next) => (req.method === 'HEAD' ? unsupported() : next()))
  for (const path of except) app.get(path, unsupported)
  for (const name of Object.keys(calls) as Name[]) {
    const [method, path] = calls[name]
    app.on(method, path.replace(':name', ':name{.+}'), async (context) => {
      const answer = await options.answer(name, context)
      return answer instanceof Response ? answer : options.respond(answer)
    })
  }
  app.notFound(unsupported)
  app.onError((error, { req }) => options.respond(options.refusalOf(error, req.method, req.path)))
  return app
}
