import * as account from '../../tools/doctor/account.ts'
import * as auth from '../../tools/doctor/auth.ts'
import * as caller from '../../tools/doctor/caller.ts'
import * as family from '../../tools/doctor/family.ts'
import * as live from '../../tools/doctor/live.ts'
import * as mails from '../../tools/doctor/mails.ts'
import * as sessions from '../../tools/doctor/sessions.ts'
import * as site from '../../tools/doctor/site.ts'
import { says, saysBesides, withHeaders } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

export const checks = { ...account, ...auth, ...caller, ...family, ...live, ...mails, ...sessions, ...site }

/** A host that does something wrong, and the checks that find it, each with its sentence. */
type Fault = [what: string, front: FaultyProxy, finds: Partial<Record<keyof typeof checks & `${string}Check`, RegExp>>]
type Rule = FaultyProxy[number]

const changed = (call: RegExp, change: (headers: Headers, request: Request) => void): Rule => [
  call,
  async (pass, request) => withHeaders(await pass(), (headers) => change(headers, request)),
]
const withStatus = (call: RegExp, status: number, text = '', headers = {}): Rule => [
  call,
  () => new Response(text, { status, headers }),
]

/** Lets through what the stack refuses. */
const admits = (call: RegExp, refuses = ({ ok }: Response) => !ok): Rule => [
  call,
  async (pass) => {
    const response = await pass()
    return refuses(response) ? Response.json({ verified: false }) : response
  },
]

/** Changes each cookie, or drops it where nothing of it is left. */
const withCookies = (change: (cookie: string) => string, applies: (request: Request) => boolean) =>
  changed(/./, (headers, request) => {
    const cookies = headers.getSetCookie()
    headers.delete('set-cookie')
    for (const cookie of cookies.map((cookie) => (applies(request) ? change(cookie) : cookie)))
      if (cookie) headers.append('set-cookie', cookie)
  })

export const isRenewal = ({ headers }: Request) => /^(?!.*bq_access).*bq_refresh/.test(headers.get('cookie') ?? '')

/** An Auth that looks at thirty guesses for each value of that header. */
function guessesAtAuth(name: string): Rule {
  const guesses = new Map<string | null, number>()
  return [
    / \/auth\/v1\/token$/,
    (_, { headers }) => {
      const count = (guesses.get(headers.get(name)) ?? 0) + 1
      guesses.set(headers.get(name), count)
      return Response.json({ code: 'invalid_credentials' }, { status: count <= 30 ? 400 : 429 })
    },
  ]
}

/** A Realtime that lets everybody join, and tells nothing. */
const openRealtime: Rule = [
  / \/realtime\/.*websocket$/,
  (_, request) => {
    const { socket, response } = Deno.upgradeWebSocket(request)
    socket.onmessage = ({ data }) => {
      const [join, message, topic] = JSON.parse(data)
      socket.send(JSON.stringify([join, message, topic, 'phx_reply', { status: 'ok', response: {} }]))
    }
    return response
  },
]

/** Matches the finding of a check that found nothing, on which another one builds. */
const well = /^$/
const now = { 'retry-after': '0' }
const tooBusy = /^not tried: Too busy: 127\.0\.0\.1:\d+ answered [A-Z]+ \/[\w/.-]+ (503|546|429): /
const pictures = /^GET \/objects\//

export const faults: Fault[] = [
  [
    'a host that answers every path with the app’s page',
    [withStatus(/ \/(assets|mails|objects)\/| \/api\/health$/, 200, '<div id="app"></div>')],
    {
      appCheck: /^\/assets\/missing-00000000\.js, which is not there, answered 200/,
      healthCheck: /no health/,
    },
  ],
  [
    'a cache that keeps what it must not keep',
    [
      withStatus(/ \/assets\//, 404, '', { 'cache-control': 'max-age=31536000' }),
      changed(pictures, (headers) => headers.set('cache-control', 'public, max-age=3600')),
      admits(/^GET \/api\/auth\/user$/),
    ],
    {
      appCheck: /may be kept as that: max-age=31536000/,
      cookiesCheck: /^A browser without cookies is signed in \(200\)/,
      pictureCheck: /cache-control is "public/,
      leavesNothingCheck: /^Still signed in afterwards \(200\)\.$/,
    },
  ],
  [
    'a proxy that drops headers',
    [
      [
        / \/(?!realtime)/,
        async (pass) => {
          const response = await pass((headers) =>
            ['idempotency-key', 'origin'].forEach((name) => headers.delete(name)),
          )
          const lost = ['content-security-policy', 'etag', 'retry-after']
          return withHeaders(response, (headers) => lost.forEach((name) => headers.delete(name)))
        },
      ],
    ],
    {
      headersCheck: /policy is missing/,
      strangersCheck: /another website may sign in/,
      liveNewsCheck: /^Sent again with its key, a change ran again\.$/,
      pictureCheck: /without an ETag/,
      limitCheck: /Retry-After is missing/,
    },
  ],
  [
    'a proxy that takes cookies away',
    [changed(/\/mailed-link$/, (headers) => headers.delete('set-cookie'))],
    { cookiesCheck: /set no cookie/ },
  ],
  [
    'cookies that lose their guard',
    [
      withCookies(
        (cookie) => cookie.replace('; HttpOnly', ''),
        () => true,
      ),
    ],
    { cookiesCheck: /lost its HttpOnly/ },
  ],
  [
    'a cookie that gets lost at a renewal',
    [withCookies((cookie) => cookie.replace(/^bq_access.*/, ''), isRenewal)],
    { cookiesCheck: /set bq_refresh\./ },
  ],
  [
    'a function without the proxy’s secret, a database that is asked in the open, and templates of another version',
    [
      saysBesides(/ \/api\/health$/, { caller: null, databaseTls: false }),
      withStatus(/ \/mails\/invite/, 200, 'As another version had it'),
    ],
    {
      callerCheck: /the proxy’s secret is missing/,
      healthCheck: /travel in the open/,
      appCheck: /^\/mails\/invite\.html is not the template of this version\.$/,
    },
  ],
  [
    'services that fail',
    [
      saysBesides(/ \/api\/health$/, { status: 'down', realtime: 'down' }),
      withStatus(/ \/realtime\//, 502),
      says(/\/recover$/, { code: 'mail_failed' }, 503),
      withStatus(/ \/api\/cleanup$/, 500),
      withStatus(/ \/auth\/v1\/token$/, 502),
    ],
    {
      healthCheck: /^realtime is down\.$/,
      liveNewsCheck: /did not open/,
      recoveryCheck: /^Asking for a link answered 503: .*mail_failed/,
      cleanupCheck: /\/api\/cleanup answered 500/,
      limitCheck: /^A wrong password at Auth itself answered 502/,
    },
  ],
  [
    'a busy machine',
    [
      withStatus(/\/verify-pin$/, 546),
      withStatus(/ \/api\/cleanup$/, 503, '', now),
      says(/^GET .*\/quest-columns$/, { code: 'too_many_calls' }, 429, now),
    ],
    { pinCheck: tooBusy, cleanupCheck: tooBusy, kidsDeviceCheck: tooBusy },
  ],
  [
    'a proxy that does not reach the function',
    [says(/ \/api\//, { code: 'unavailable' }, 503, now)],
    { healthCheck: /^The API is not reached\.$/, strangersCheck: tooBusy },
  ],
  [
    'a host that lets through what the stack refuses',
    [
      [
        /\/login$/,
        async (pass) => {
          const response = await pass()
          return (await response.clone().text()).includes('"invalid_credentials"') ? Response.json({}) : response
        },
      ],
      admits(/^(?!.*\/(auth\/user|families\/my|signup)$)/),
    ],
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
    [openRealtime, admits(pictures, ({ status }) => status === 404)],
    {
      publicChannelCheck: /With the publishable key alone/,
      liveNewsCheck: /^The news of a change did not arrive in time\.$/,
      pictureCheck: /^A stranger got 200/,
    },
  ],
  [
    'an Auth with other settings, and PINs that are always right',
    [
      saysBesides(/ \/auth\/v1\/settings$/, { external: { anonymous_users: true } }),
      says(/\/verify-pin$/, { verified: true }),
    ],
    { providersCheck: /by anonymous_users/, pinCheck: /^A wrong PIN answered 200/ },
  ],
  [
    'another pepper of PINs, and a Storage that does not know the key of tablets',
    [
      says(/\/verify-pin$/, { verified: false }),
      // The paired tablet is the one whose cookies are no session's.
      [
        pictures,
        (pass, { headers }) =>
          headers.get('cookie')?.includes('bq_paired') ? new Response('', { status: 404 }) : pass(),
      ],
    ],
    {
      pinCheck: /^The right PIN answered 200/,
      pictureCheck: well,
      pairedDeviceCheck: /^A picture answered 404 on the tablet/,
    },
  ],
  [
    'a proxy that makes pictures smaller, and a cache that keeps what a parent has read for a child',
    [
      withStatus(pictures, 200, 'smaller'),
      [/^GET .*\/gems$/, async (pass, { headers }) => new Response(`${(await pass()).status}${headers.get('cookie')}`)],
    ],
    { pictureCheck: /^The second device got 200 with 7 of/, kidsDeviceCheck: /^gems answered 200 on the kid's device/ },
  ],
  [
    'a proxy that believes what a caller says',
    [
      [
        /./,
        (pass, { headers }) => {
          const said = headers.get('x-real-ip')
          return pass((sent) => said !== null && sent.set('x-forwarded-for', said))
        },
      ],
    ],
    { callerCheck: /is believed/, limitCheck: /^The API looked at all 61 wrong passwords/ },
  ],
  ...['x-forwarded-for', 'x-real-ip', 'sb-forwarded-for'].map((name): Fault => [
    `an Auth that believes ${name} from anybody`,
    [guessesAtAuth(name)],
    { limitCheck: /^Auth itself looked at all 61/ },
  ]),
  [
    'a mail that does not come',
    [says(/\/recover$/, { checkMail: true }, 202)],
    { recoveryCheck: /^No mail with a link came/ },
  ],
  [
    'a link that is used up before anybody follows it',
    [saysBesides(/\/mailed-link\/read$/, { state: 'used' })],
    { recoveryCheck: /^The link in the mail is said to be used/ },
  ],
  [
    'a mail that may not be asked for yet',
    [says(/\/recover$/, {}, 429, { 'retry-after': '42' })],
    { recoveryCheck: /^not tried: .* Try again in 42 seconds\.$/ },
  ],
]
