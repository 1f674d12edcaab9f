import assert from 'node:assert/strict'
import { onOwnStack } from '../../testing/stack.ts'
import * as access from './access.ts'
import * as account from './account.ts'
import * as caller from './caller.ts'
import * as devices from './devices.ts'
import * as family from './family.ts'
import * as mails from './mails.ts'
import * as pictures from './pictures.ts'
import * as pins from './pins.ts'
import * as sessions from './sessions.ts'
import * as site from './site.ts'
import {
  behind,
  changeAnswer,
  instead,
  makeAppFolder,
  together,
  withCookies,
  withHeaders,
  withJson,
  without,
} from '../../testing/doctor/faulty-proxy.ts'
import type { FaultyProxy, SocketFrame } from '../../testing/doctor/faulty-proxy.ts'
import * as visits from '../../testing/doctor/visits.ts'
import { newVisit } from './visit.ts'

const appFolder = await makeAppFolder()
Deno.test.afterAll(() => Deno.remove(appFolder, { recursive: true }))

// As in production: what is counted is counted.
const story = onOwnStack({ appFolder, rateLimits: true })

const json = (body: object, status = 200) => Response.json(body, { status })
const says = (call: RegExp, body: object, status?: number) => instead(call, () => json(body, status))
const page = () => new Response('<!doctype html><div id="app"></div>')

/** Lets through what the stack refuses. */
const admits = (call: RegExp) => changeAnswer(call, ({ ok }) => (ok ? undefined : json({ verified: false })))

const withFields = (call: RegExp, fields: object) => changeAnswer(call, (response) => withJson(response, fields))

const isRenewal = ({ headers }: Request) => /^(?!.*bq_access).*bq_refresh/.test(headers.get('cookie') ?? '')
const atRenewals = (change: (response: Response) => Response) =>
  changeAnswer(/./, (response, request) => (isRenewal(request) ? change(response) : undefined))

/** Refuses as an Auth does that counts by address and is sent none: ours counts each session by itself. */
function thirtyRenewals(): FaultyProxy {
  let renewals = 0
  return atRenewals((response) => (++renewals > 30 ? json({ code: 'too_many_tries' }, 429) : response))
}

/** Takes all callers for one, but for what they are told of it, and for the deletion of what the visit made. */
const countedAsOne: FaultyProxy = {
  ask: (_, headers, path) =>
    path === '/api/health' || path.endsWith('/deletion') ? undefined : headers.set('x-forwarded-for', '198.51.100.99'),
}

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

/** Changes that answer of its kind which is not a refusal. */
function only(call: RegExp, which: number, fields: object): FaultyProxy {
  let calls = 0
  return changeAnswer(call, (response) => (response.ok && ++calls === which ? withJson(response, fields) : undefined))
}

const textOf = (frame: SocketFrame) => (typeof frame === 'string' ? frame : new TextDecoder().decode(frame))

/** Loses one frame that tells a move, counted over both screens together. */
function losesMove(): FaultyProxy {
  let moves = 0
  return { frames: (frame) => (textOf(frame).includes('quest.saved') && ++moves === 50 ? [] : [frame]) }
}

/** Opens every topic, and sends news of the family once more as what a device said; both names have one length. */
const openTopics: FaultyProxy = {
  frames(frame) {
    const text = textOf(frame)
    if (text.includes('column.saved'))
      return [new TextEncoder().encode(text.replace('column.saved', 'visit.forged')).buffer, frame]
    return [typeof frame === 'string' ? text.replace('"status":"error"', '"status":"ok"') : frame]
  },
}

const checks = {
  ...access,
  ...account,
  ...caller,
  ...devices,
  ...family,
  ...mails,
  ...pictures,
  ...pins,
  ...sessions,
  ...site,
}
type CheckName = keyof typeof checks & `${string}Check`

/** A host that does something wrong, and the checks that find it, each with its sentence. */
type Fault = [what: string, front: FaultyProxy, finds: Partial<Record<CheckName, RegExp>>]

/** Matches the finding of a check that found nothing, on which another one builds. */
const well = /^$/

const faults: Fault[] = [
  [
    'a host that answers every path with the app’s page',
    instead(/ \/(assets|mails|objects)\/| \/api\/health$/, page),
    {
      appCheck: /^\/assets\/missing-00000000\.js, which is not there, answered 200/,
      templatesCheck: /^\/mails\/\w+\.html answered the app’s page\.$/,
      healthCheck: /no health/,
      objectsCheck: /answered 200/,
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
    ),
    {
      appCheck: /may be kept as that: max-age=31536000/,
      templatesCheck: /^\/mails\/invite\.html is not what this version has\.$/,
      pictureCheck: /cache-control is "public/,
    },
  ],
  [
    'a proxy that drops headers',
    together(
      { ask: (_, headers) => headers.delete('idempotency-key') },
      changeAnswer(/./, (response) => ['content-security-policy', 'etag', 'retry-after'].reduce(without, response)),
    ),
    {
      headersCheck: /policy is missing/,
      repeatedChangeCheck: /^Sent again with its key, a change ran again\.$/,
      pictureCheck: /without an ETag/,
      limitCheck: /Retry-After is missing/,
    },
  ],
  [
    'a proxy that takes cookies away',
    changeAnswer(/\/signup$/, (response) => without(response, 'set-cookie')),
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
    { renewedCookiesCheck: /set bq_refresh\./ },
  ],
  [
    'a function without the proxy’s secret, and a database that is asked in the open',
    withFields(/ \/api\/health$/, { caller: null, databaseTls: false }),
    { knownCallerCheck: /the proxy’s secret is missing/, databaseTlsCheck: /travel in the open/ },
  ],
  [
    'services that fail',
    together(
      withFields(/ \/api\/health$/, { status: 'down', realtime: 'down' }),
      says(/ \/realtime\//, {}, 502),
      says(/\/verify-pin$/, {}, 546),
      says(/\/recover$/, { code: 'mail_failed' }, 503),
      says(/ \/api\/cleanup$/, { code: 'unexpected' }, 500),
      says(/ \/auth\/v1\/token$/, { message: 'bad gateway' }, 502),
    ),
    {
      healthCheck: /^realtime is down\.$/,
      liveNewsCheck: /did not open/,
      pinCrowdCheck: /PIN among thirty answered 546/,
      recoveryCheck: /^Asking for a link answered 503: .*mail_failed/,
      cleanupCheck: /\/api\/cleanup answered 500/,
      limitCheck: /answered 502: .*bad gateway/,
    },
  ],
  [
    'a host that lets through what the stack refuses',
    admits(/^(?!.*\/(families\/my|signup)$)/),
    {
      strangersCheck: /another website may sign in/,
      passwordChangeCheck: /^Auth answered a new password 200/,
      liveTokenCheck: /^Auth answered 200/,
      renewedCookiesCheck: /^A browser without cookies is signed in \(200\)/,
      signUpCheck: /^A wrong password answered 200/,
      pinCheck: /^Six wrong PINs in a row were all looked at/,
      kidsDeviceCheck: /^\w+ answered 200/,
      pictureCheck: /200 instead of 304\.$/,
      pairedDeviceCheck: /^A used code answered 200/,
      otherFamilyCheck: /^members of this family answered 200 to another one/,
      recoveryCheck: /^A link that was used answered 200/,
      leavesNothingCheck: /^Still signed in afterwards \(200\)\.$/,
      goneCheck: /^members still answers 200/,
      archiveCheck: well,
    },
  ],
  [
    'pictures that everybody sees, and a profile that opens without its PIN',
    together(
      atPictures(({ status }) => (status === 404 ? json({}) : undefined)),
      admits(/\/active-member$/),
    ),
    {
      kidsDeviceCheck: /a member with a PIN answered 200/,
      pictureCheck: /^A stranger got 200/,
      otherFamilyCheck: /^A picture of this family answered 200/,
      goneCheck: /^A picture still answers 200/,
      archiveCheck: well,
    },
  ],
  [
    'an account that outlives its family',
    admits(/\/login$/),
    { goneCheck: /^Signing in answered 200/, archiveCheck: well },
  ],
  [
    'live news that everybody hears and tells',
    openTopics,
    {
      publicChannelCheck: /With the publishable key alone/,
      liveNewsCheck: /heard by the others/,
      goneCheck: /^A live connection still opens/,
      archiveCheck: well,
    },
  ],
  [
    'an Auth with other settings, an open table, and PINs that are always right',
    together(
      withFields(/ \/auth\/v1\/settings$/, { external: { anonymous_users: true }, mailer_autoconfirm: false }),
      says(/ \/rest\/v1\/families$/, []),
      says(/\/verify-pin$/, { verified: true }),
    ),
    {
      tablesCheck: /with a list of families/,
      providersCheck: /by anonymous_users/,
      signUpCheck: /are confirmed, and .* answered 409/,
      pinCheck: /^A wrong PIN answered 200/,
    },
  ],
  [
    'another pepper of PINs, a Storage that does not know the key of tablets, and a refusal that was done all the same',
    together(
      says(/\/verify-pin$/, { verified: false }),
      only(/\/export$/, 2, { quests: [] }),
      // The paired tablet is the one whose cookies are no session's.
      atPictures((_, { headers }) =>
        headers.get('cookie')?.includes('bq_paired') === true ? new Response('', { status: 404 }) : undefined,
      ),
    ),
    {
      pinCheck: /^The right PIN answered 200/,
      kidsDeviceCheck: /something of the family had changed/,
      pairedDeviceCheck: /^A picture answered 404 on the tablet/,
      pictureCheck: well,
    },
  ],
  [
    'a board that shows less than there is',
    together(
      changeAnswer(/ \/api\/families\/my$/, async (response) =>
        json((await response.json()).map((membership: object) => ({ ...membership, activeMemberId: null }))),
      ),
      only(/^GET .*\/quests$/, 1, {}),
      losesMove(),
      atPictures((response) => new Response('smaller', response)),
      withFields(/\/export$/, { practice: [] }),
    ),
    {
      pinCheck: /does not act as that member/,
      kidsDeviceCheck: /quests answered 200 on the kid's device/,
      movesCheck: /Screen \d heard/,
      pictureCheck: /^The second device got 200 with 7 of/,
      archiveCheck: /misses one of the practice/,
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
    { callerCheck: /is believed/, limitCheck: /^All 61 guesses of one caller/ },
  ],
  [
    'callers who are all taken for one',
    together(countedAsOne, thirtyRenewals()),
    {
      renewalsCheck: /After 30 renewals of a family: A renewal answered 429/,
      limitCheck: /^A guess of somebody else at another address answered 429/,
    },
  ],
  ...['x-forwarded-for', 'x-real-ip', 'sb-forwarded-for'].map((name): Fault => {
    const sees = new RegExp(`all 61 wrong passwords, each with another address as ${name}\\.$`)
    return [`an Auth that believes ${name} from anybody`, guessesAtAuth(name), { limitCheck: sees }]
  }),
  [
    'a mail that does not come',
    says(/\/recover$/, { mailed: true }, 202),
    { recoveryCheck: /^No mail with a link came/ },
  ],
  [
    'a link that is used up before anybody follows it',
    withFields(/\/mailed-link\/read$/, { state: 'used' }),
    { recoveryCheck: /^The link in the mail is said to be used/ },
  ],
  [
    'a mail that may not be asked for yet',
    instead(/\/recover$/, () => Response.json({}, { status: 429, headers: { 'retry-after': '42' } })),
    { recoveryCheck: /^not tried: .* Try again in 42 seconds\.$/ },
  ],
]

for (const [what, front, finds] of faults) {
  story(`Found: ${what}`, async (stack) => {
    const expected = (Object.entries(finds) as [CheckName, RegExp][]).map(
      ([name, sees]) => [checks[name], sees] as const,
    )
    await behind(stack.url, front, async (address) => {
      const mailbox = visits.withLinks(await visits.mailboxOf(stack, 1000), visits.atAddress(address))
      const verdicts = await visits.runOnly(newVisit(address, { mailbox }), ...expected.map(([check]) => check))
      for (const [check, sees] of expected) visits.assertProblem(verdicts, check, sees)
    })
    assert.equal(await visits.visitsLeft(stack), 0)
  })
}

story('Named: what cannot be deleted, and a change in somebody’s family that cannot be taken back', async (stack) => {
  await visits.operatorsFamily(stack)
  const refusing = instead(/\/deletion$|^DELETE \/api\/rewards\//, () => json({}, 500))
  await behind(stack.url, refusing, async (address) => {
    const left = await visits.runOnly(newVisit(address))
    visits.assertProblem(
      left,
      account.leavesNothingCheck,
      /^These accounts are left: visit-.* with the password .* answered 500/,
    )
    const changed = await visits.runOnly(newVisit(address, { account: visits.account }), family.archiveCheck)
    visits.assertProblem(changed, account.leavesNothingCheck, /DELETE \/api\/rewards\/.* answered 500/)
  })
  await visits.deleteOperatorsFamily(stack)
})
