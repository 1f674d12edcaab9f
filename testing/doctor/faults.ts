import * as account from '../../tools/doctor/account.ts'
import * as auth from '../../tools/doctor/auth.ts'
import * as caller from '../../tools/doctor/caller.ts'
import * as family from '../../tools/doctor/family.ts'
import * as live from '../../tools/doctor/live.ts'
import * as mails from '../../tools/doctor/mails.ts'
import * as sessions from '../../tools/doctor/sessions.ts'
import * as site from '../../tools/doctor/site.ts'
import { changeAnswer, instead, together, withCookies, withHeaders, withJson, without } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

export const checks = { ...account, ...auth, ...caller, ...family, ...live, ...mails, ...sessions, ...site }
export type CheckName = keyof typeof checks & `${string}Check`

/** A host that does something wrong, and the checks that find it, each with its sentence. */
type Fault = [what: string, front: FaultyProxy, finds: Partial<Record<CheckName, RegExp>>]

/** Matches the finding of a check that found nothing, on which another one builds. */
const well = /^$/

const json = (body: object, status = 200, headers = {}) => Response.json(body, { status, headers })
const says = (call: RegExp, body: object, status?: number, headers?: object) =>
  instead(call, () => json(body, status, headers))

/** Lets through what the stack refuses. */
const admits = (call: RegExp) => changeAnswer(call, ({ ok }) => (ok ? undefined : json({ verified: false })))

const withFields = (call: RegExp, fields: object) => changeAnswer(call, (response) => withJson(response, fields))

export const isRenewal = ({ headers }: Request) => /^(?!.*bq_access).*bq_refresh/.test(headers.get('cookie') ?? '')
const atRenewals = (change: (response: Response) => Response) =>
  changeAnswer(/./, (response, request) => (isRenewal(request) ? change(response) : undefined))

/** An Auth that looks at thirty guesses for each value of that header. */
function guessesAtAuth(name: string): FaultyProxy {
  const guesses = new Map<string | null, number>()
  return instead(/ \/auth\/v1\/token$/, ({ headers }) => {
    const count = (guesses.get(headers.get(name)) ?? 0) + 1
    guesses.set(headers.get(name), count)
    return count <= 30 ? json({ code: 'invalid_credentials' }, 400) : json({ code: 'over_request_rate_limit' }, 429)
  })
}

const atPictures = (change: (response: Response, request: Request) => Response | undefined) =>
  changeAnswer(/^GET \/objects\//, change)

/** A Realtime that lets everybody join, and tells nothing. */
const openRealtime = instead(/ \/realtime\/.*websocket$/, (request) => {
  const { socket, response } = Deno.upgradeWebSocket(request)
  socket.onmessage = ({ data }) => {
    const [join, message, topic] = JSON.parse(data)
    socket.send(JSON.stringify([join, message, topic, 'phx_reply', { status: 'ok', response: {} }]))
  }
  return response
})

/** Changes the first of these answers. */
function otherAtFirst(call: RegExp, fields: object): FaultyProxy {
  let calls = 0
  return changeAnswer(call, (response) => (++calls === 1 ? withJson(response, fields) : undefined))
}

const busy = { 'retry-after': '0' }
const tooBusy = /^not tried: Too busy: 127\.0\.0\.1:\d+ answered [A-Z]+ \/[\w/.-]+ (503|546|429): /

export const faults: Fault[] = [
  [
    'a host that answers every path with the app’s page',
    instead(/ \/(assets|mails|objects)\/| \/api\/health$/, () => new Response('<!doctype html><div id="app"></div>')),
    {
      appCheck: /^\/assets\/missing-00000000\.js, which is not there, answered 200/,
      templatesCheck: /^\/mails\/\w+\.html answered the app’s page\.$/,
      healthCheck: /no health/,
    },
  ],
  [
    'a cache that keeps what it must not keep',
    together(
      instead(/ \/assets\//, () => new Response('', { status: 404, headers: { 'cache-control': 'max-age=31536000' } })),
      instead(/ \/mails\/invite/, () => new Response('As another version had it')),
      atPictures((response) =>
        withHeaders(response, (headers) => headers.set('cache-control', 'public, max-age=3600')),
      ),
      admits(/^GET \/api\/auth\/user$/),
    ),
    {
      appCheck: /may be kept as that: max-age=31536000/,
      templatesCheck: /^\/mails\/invite\.html is not what this version has\.$/,
      cookiesCheck: /^A browser without cookies is signed in \(200\)/,
      pictureCheck: /cache-control is "public/,
      leavesNothingCheck: /^Still signed in afterwards \(200\)\.$/,
    },
  ],
  [
    'a proxy that drops headers',
    together(
      {
        ask(_, headers) {
          headers.delete('idempotency-key')
          headers.delete('origin')
        },
      },
      changeAnswer(/./, (response) => ['content-security-policy', 'etag', 'retry-after'].reduce(without, response)),
    ),
    {
      headersCheck: /policy is missing/,
      strangersCheck: /another website may sign in/,
      repeatedChangeCheck: /^Sent again with its key, a change ran again\.$/,
      pictureCheck: /without an ETag/,
      limitCheck: /Retry-After is missing/,
    },
  ],
  [
    'a proxy that takes cookies away',
    changeAnswer(/\/mailed-link$/, (response) => without(response, 'set-cookie')),
    { cookiesCheck: /set no cookie/ },
  ],
  [
    'cookies that lose their guard',
    changeAnswer(/./, (response) => withCookies(response, (cookie) => cookie.replace('; HttpOnly', ''))),
    { cookiesCheck: /lost its HttpOnly/ },
  ],
  [
    'a cookie that gets lost at a renewal',
    atRenewals((response) => withCookies(response, (cookie) => cookie.replace(/^bq_access.*/, ''))),
    { cookiesCheck: /set bq_refresh\./ },
  ],
  [
    'a function without the proxy’s secret, and a database that is asked in the open',
    withFields(/ \/api\/health$/, { caller: null, databaseTls: false }),
    { callerCheck: /the proxy’s secret is missing/, databaseTlsCheck: /travel in the open/ },
  ],
  [
    'services that fail',
    together(
      withFields(/ \/api\/health$/, { status: 'down', realtime: 'down' }),
      says(/ \/realtime\//, {}, 502),
      says(/\/recover$/, { code: 'mail_failed' }, 503),
      says(/ \/api\/cleanup$/, { code: 'unexpected' }, 500),
      says(/ \/auth\/v1\/token$/, { message: 'bad gateway' }, 502),
    ),
    {
      healthCheck: /^realtime is down\.$/,
      liveNewsCheck: /did not open/,
      mailsCheck: /^Asking for a link answered 503: .*mail_failed/,
      cleanupCheck: /\/api\/cleanup answered 500/,
      limitCheck: /answered 502: .*bad gateway/,
    },
  ],
  [
    'a busy machine',
    together(
      says(/\/verify-pin$/, { code: 'WORKER_LIMIT' }, 546, busy),
      says(/ \/api\/cleanup$/, {}, 503, busy),
      says(/^GET .*\/quest-columns$/, { code: 'too_many_calls' }, 429, busy),
      says(/ \/realtime\//, {}, 503, busy),
    ),
    { pinCheck: tooBusy, cleanupCheck: tooBusy, kidsDeviceCheck: tooBusy },
  ],
  [
    'a proxy that does not reach the function',
    says(/ \/api\//, { code: 'unavailable' }, 503, busy),
    { healthCheck: /^The API is not reached\.$/, strangersCheck: tooBusy },
  ],
  [
    'a host that lets through what the stack refuses',
    together(
      changeAnswer(/\/login$/, async (response) =>
        (await response.clone().text()).includes('"invalid_credentials"') ? json({}) : undefined,
      ),
      admits(/^(?!.*\/(auth\/user|families\/my|signup|login)$)/),
    ),
    {
      passwordChangeCheck: /^Auth answered a new password 200/,
      pinCheck: /^Six wrong PINs in a row were all looked at/,
      kidsDeviceCheck: /^\w+ answered 200/,
      pictureCheck: /200 instead of 304\.$/,
      leavesNothingCheck: /^Signing in afterwards answered 200/,
    },
  ],
  [
    'a Realtime that lets everybody join and tells nothing, and pictures that everybody sees',
    together(
      openRealtime,
      atPictures(({ status }) => (status === 404 ? json({}) : undefined)),
    ),
    {
      publicChannelCheck: /With the publishable key alone/,
      liveNewsCheck: /^The news of a change did not arrive in time\.$/,
      pictureCheck: /^A stranger got 200/,
    },
  ],
  [
    'an Auth with other settings, and PINs that are always right',
    together(
      withFields(/ \/auth\/v1\/settings$/, { external: { anonymous_users: true } }),
      says(/\/verify-pin$/, { verified: true }),
    ),
    {
      providersCheck: /by anonymous_users/,
      pinCheck: /^A wrong PIN answered 200/,
    },
  ],
  [
    'another pepper of PINs, and a Storage that does not know the key of tablets',
    together(
      says(/\/verify-pin$/, { verified: false }),
      // The paired tablet is the one whose cookies are no session's.
      atPictures((_, { headers }) =>
        headers.get('cookie')?.includes('bq_paired') === true ? new Response('', { status: 404 }) : undefined,
      ),
    ),
    {
      pinCheck: /^The right PIN answered 200/,
      pairedDeviceCheck: /^A picture answered 404 on the tablet/,
      pictureCheck: well,
    },
  ],
  [
    'a proxy that makes pictures smaller, and a board that shows less',
    together(
      atPictures((response) => new Response('smaller', response)),
      otherAtFirst(/^GET .*\/gems$/, { balance: 99 }),
    ),
    {
      pictureCheck: /^The second device got 200 with 7 of/,
      kidsDeviceCheck: /^gems answered 200 on the kid's device/,
    },
  ],
  [
    'a proxy that believes what a caller says',
    {
      ask(request, headers) {
        const said = request.headers.get('x-real-ip')
        if (said !== null) headers.set('x-forwarded-for', said)
      },
    },
    { callerCheck: /is believed/, limitCheck: /^The API looked at all 61 wrong passwords/ },
  ],
  ...['x-forwarded-for', 'x-real-ip', 'sb-forwarded-for'].map((name): Fault => {
    return [
      `an Auth that believes ${name} from anybody`,
      guessesAtAuth(name),
      { limitCheck: /^Auth itself looked at all 61/ },
    ]
  }),
  ['a mail that does not come', says(/\/recover$/, { mailed: true }, 202), { mailsCheck: /^No mail with a link came/ }],
  [
    'a link that is used up before anybody follows it',
    withFields(/\/mailed-link\/read$/, { state: 'used' }),
    { mailsCheck: /^The link in the mail is said to be used/ },
  ],
  [
    'a mail that may not be asked for yet',
    says(/\/recover$/, {}, 429, { 'retry-after': '42' }),
    { mailsCheck: /^not tried: .* Try again in 42 seconds\.$/ },
  ],
]
