import assert from 'node:assert/strict'
import { onOwnStack } from '../../testing/stack.ts'
import type { OwnStack } from '../../testing/stack.ts'
import { leavesNothingCheck } from './account.ts'
import { callerCheck, limitCheck } from './caller.ts'
import {
  liveNewsCheck,
  liveTokenCheck,
  passwordChangeCheck,
  providersCheck,
  publicChannelCheck,
  tablesCheck,
} from './access.ts'
import {
  archiveCheck,
  goneCheck,
  kidsDeviceCheck,
  movesCheck,
  otherFamilyCheck,
  cleanupCheck,
  repeatedChangeCheck,
} from './family.ts'
import { recoveryCheck, signUpCheck, templatesCheck } from './mails.ts'
import { pairedDeviceCheck } from './devices.ts'
import { pictureCheck } from './pictures.ts'
import { pinCheck, pinCrowdCheck } from './pins.ts'
import { cookiesCheck, renewalsCheck, renewedCookiesCheck } from './sessions.ts'
import {
  appCheck,
  databaseTlsCheck,
  headersCheck,
  healthCheck,
  knownCallerCheck,
  objectsCheck,
  strangersCheck,
} from './site.ts'
import {
  changeAnswer,
  behind,
  instead,
  makeAppFolder,
  withCookies,
  withHeaders,
  withJson,
  without,
} from '../../testing/doctor/faulty-proxy.ts'
import type { SocketFrame, FaultyProxy } from '../../testing/doctor/faulty-proxy.ts'
import {
  account,
  assertProblem,
  atAddress,
  deleteOperatorsFamily,
  mailboxOf,
  operatorsFamily,
  runOnly,
  visitsLeft,
  withLinks,
} from '../../testing/doctor/visits.ts'
import { newVisit } from './visit.ts'
import type { Check } from './visit.ts'

const appFolder = await makeAppFolder()
Deno.test.afterAll(() => Deno.remove(appFolder, { recursive: true }))

// As in production: what is counted is counted.
const story = onOwnStack({ appFolder, rateLimits: true })
const unlimitedStory = onOwnStack({ rateLimits: false })
const confirmedStory = onOwnStack({ rateLimits: true, confirmations: true })

const json = (body: object, status = 200) => Response.json(body, { status })
const says = (call: RegExp, body: object, status?: number) => instead(call, () => json(body, status))
const page = () => new Response('<!doctype html><div id="app"></div>')
const immutable = { 'cache-control': 'max-age=31536000, immutable' }
const missing = (headers = {}) => new Response('Not found', { status: 404, headers })
const face = () => new Response('a face')

/** Lets through what the stack refuses. */
const admits = (call: RegExp) => changeAnswer(call, ({ ok }) => (ok ? undefined : json({})))

const withHealth = (fields: object) => changeAnswer(/ \/api\/health$/, (response) => withJson(response, fields))

const isRenewal = ({ headers }: Request) => /^(?!.*bq_access).*bq_refresh/.test(headers.get('cookie') ?? '')
const atRenewals = (change: (response: Response) => Response) =>
  changeAnswer(/./, (response, request) => (isRenewal(request) ? change(response) : undefined))

const atCookies = (call: RegExp, change: (cookies: string[]) => string[]) =>
  changeAnswer(call, (response) => withCookies(response, change))
const atRenewedCookies = (change: (cookies: string[]) => string[]) =>
  atRenewals((response) => withCookies(response, change))

/** Refuses as an Auth does that counts by address and is sent none: ours counts each session by itself. */
function renewalsUpTo(most: number): FaultyProxy {
  let renewals = 0
  return atRenewals((response) => (++renewals > most ? json({ code: 'too_many_tries' }, 429) : response))
}

/** A cache that shows one visitor what another got. */
function keepingAnswers(): FaultyProxy {
  let kept: Promise<string> | undefined
  return changeAnswer(/ \/api\/auth\/user$/, async (response, request) => {
    if (isRenewal(request)) kept = response.clone().text()
    return request.headers.has('cookie') || kept === undefined ? undefined : new Response(await kept)
  })
}

/** As a proxy does that takes the caller's word. */
const believing = (name: string, call = /./): FaultyProxy => ({
  ask(request, headers, path) {
    const said = request.headers.get(name)
    if (said !== null && call.test(path)) headers.set('x-forwarded-for', said)
  },
})

/** As a proxy does that passes on only the headers it knows. */
const dropsKeys: FaultyProxy = { ask: (_, headers) => headers.delete('idempotency-key') }

/** Takes all callers for one, but for what they are told of it, and for the deletion of what the visit made. */
const countedAsOne: FaultyProxy = {
  ask: (_, headers, path) =>
    path === '/api/health' || path.endsWith('/deletion') ? undefined : headers.set('x-forwarded-for', '198.51.100.99'),
}

/** An Auth that looks at thirty guesses for each value of that header, and at any number of a caller who sends none. */
function guessesAtAuth(name = 'x-nobody'): FaultyProxy {
  const guesses = new Map<string | null, number>()
  return instead(/ \/auth\/v1\/token$/, ({ headers }) => {
    const count = (guesses.get(headers.get(name)) ?? 0) + 1
    guesses.set(headers.get(name), count)
    return name === 'x-nobody' || count <= 30
      ? json({ code: 'invalid_credentials' }, 400)
      : json({ code: 'over_request_rate_limit' }, 429)
  })
}

const withAuth = (fields: object) => changeAnswer(/ \/auth\/v1\/settings$/, (response) => withJson(response, fields))
const withLinkState = (state: string) =>
  changeAnswer(/\/mailed-link\/read$/, (response) => withJson(response, { state }))
const withFamilies = (fields: object) =>
  changeAnswer(/ \/api\/families\/my$/, async (response) =>
    json((await response.json()).map((family: object) => ({ ...family, ...fields }))),
  )
const withoutAttribute = (attribute: string) => (cookies: string[]) =>
  cookies.map((cookie) => cookie.replace(`; ${attribute}`, ''))

const changedTemplate = changeAnswer(
  / \/mails\/invite/,
  async (response) => new Response((await response.text()).replace('{{ .TokenHash }}', '')),
)
const admitsEvil = instead(/ \/api\/auth\/login$/, ({ headers }) =>
  headers.get('origin') === 'https://evil.example' ? json({}) : undefined,
)
const endlessPins = changeAnswer(/\/verify-pin$/, ({ status }) =>
  status === 429 ? json({ verified: false }) : undefined,
)
const overloaded = () => Response.json({}, { status: 503, headers: { 'retry-after': '2' } })

const atPictures = (change: (response: Response, request: Request) => Response | undefined) =>
  changeAnswer(/^GET \/objects\//, change)
const atExports = (fields: object, which?: number) => {
  let exports = 0
  return changeAnswer(/\/export$/, (response) =>
    response.ok && ++exports === (which ?? exports) ? withJson(response, fields) : undefined,
  )
}

/** Fails the call that is that one of its kind. */
function only(call: RegExp, which: number, answer: () => Response): FaultyProxy {
  let calls = 0
  return instead(call, () => (++calls === which ? answer() : undefined))
}

const keptByCaches = atPictures((response) =>
  withHeaders(response, (headers) => headers.set('cache-control', 'public, max-age=3600')),
)
/** Shows to everybody who has a cookie what the stack shows to nobody else. */
const seenSignedIn = atPictures(({ status }, { headers }) =>
  status === 404 && headers.has('cookie') ? face() : undefined,
)

const withText = (change: (text: string) => string): FaultyProxy => ({
  frames: (frame) => [typeof frame === 'string' ? change(frame) : frame],
})
const openTopics = withText((text) => text.replace('"status":"error"', '"status":"ok"'))
const openChannels = withText((text) =>
  text.includes('PrivateOnly') ? text.replace(/"error".*$/, '"ok","response":{"postgres_changes":[]}}]') : text,
)
const textOf = (frame: SocketFrame) => (typeof frame === 'string' ? '' : new TextDecoder().decode(frame))

/** Changes the frames that tell a move, counted over both screens together. */
function atMoves(change: (moves: number, frame: SocketFrame) => SocketFrame[]): FaultyProxy {
  let moves = 0
  return { frames: (frame) => (textOf(frame).includes('quest.saved') ? change(++moves, frame) : [frame]) }
}

let heldMove: SocketFrame[] = []
const swapMoves = atMoves((moves, frame) => {
  if (moves === 60) return ((heldMove = [frame]), [])
  return [frame, ...heldMove.splice(0)]
})

/** As if the policies of the topic let devices speak: news of the family come once more as a device's own. */
const speakingDevice: FaultyProxy = {
  frames(frame) {
    if (typeof frame === 'string' || !textOf(frame).includes('column.saved')) return [frame]
    const [, topicLength = 0] = new Uint8Array(frame)
    // After the kind, three lengths and the encoding.
    const topic = new TextDecoder().decode(new Uint8Array(frame, 5, topicLength))
    return [
      JSON.stringify([null, null, topic, 'broadcast', { type: 'broadcast', event: 'visit.forged', payload: {} }]),
      frame,
    ]
  },
}

/** Does its one thing wrong as soon as a family was deleted. */
function afterDeletion({ answer, frames = (frame) => [frame] }: FaultyProxy): FaultyProxy {
  let isDeleted = false
  return {
    async answer(response, path, request) {
      const changed = isDeleted ? await answer?.(response, path, request) : undefined
      isDeleted ||= path.endsWith('/deletion') && response.ok
      return changed
    },
    frames: (frame) => (isDeleted ? frames(frame) : [frame]),
  }
}

const deletion = [pictureCheck, archiveCheck, leavesNothingCheck, goneCheck]

/** The same link as one of Supabase's own templates. */
function asSupabaseWrites(link: string): string {
  const { origin, hash } = new URL(link)
  const said = new URLSearchParams(hash.slice(1))
  return `${origin}/auth/v1/verify?token=${said.get('token_hash')}&type=${said.get('type')}&redirect_to=${origin}`
}

const notOurs = /^The mail that came is not ours: its link to http:\/\/localhost:\d+\/auth\/v1\/verify is used up/
const leadsElsewhere = (page: string) =>
  new RegExp(`leads to http://localhost:\\d+/${page} instead of http://127\\.0\\.0\\.1:\\d+/${page}\\.$`)

/**
 * A host that does one thing wrong; the last of the checks finds it, with that sentence. `links` changes the links of
 * mails.
 */
type Fault = [
  what: string,
  front: FaultyProxy,
  checks: Check | Check[],
  sees: RegExp,
  links?: (address: string) => (link: string) => string,
]

const faults: Fault[] = [
  ['an address that shows something else', instead(/ \/login$/, () => missing()), appCheck, /\/login answered 404/],
  [
    'a page in place of a file that is missing',
    instead(/ \/assets\//, page),
    appCheck,
    /^\/assets\/missing-00000000\.js, which is not there, answered 200/,
  ],
  [
    'a missing file that is missing for a year',
    instead(/ \/assets\//, () => missing(immutable)),
    appCheck,
    /may be kept as that: max-age=31536000, immutable/,
  ],
  ...['confirmation', 'invite', 'recovery'].map((name): Fault => {
    const path = `/mails/${name}.html`
    return [
      `a site without the template of one mail: ${name}`,
      instead(new RegExp(path), () => missing()),
      templatesCheck,
      new RegExp(`^${path} answered 404`),
    ]
  }),
  [
    'the page in place of the template of a mail',
    instead(/ \/mails\/recovery/, page),
    templatesCheck,
    /^\/mails\/recovery\.html answered the app’s page\.$/,
  ],
  [
    'the template of a mail as another version had it',
    changedTemplate,
    templatesCheck,
    /^\/mails\/invite\.html is not what this version has\.$/,
  ],
  [
    'headers that got lost',
    changeAnswer(/ \/$/, (response) => without(response, 'content-security-policy')),
    headersCheck,
    /policy is missing/,
  ],
  ['an API that leads to the app', instead(/ \/api\/health$/, page), healthCheck, /no health/],
  ['a service that is away', withHealth({ status: 'down', realtime: 'down' }), healthCheck, /^realtime is down\.$/],
  ['a database that is asked in the open', withHealth({ databaseTls: false }), databaseTlsCheck, /travel in the open/],
  ['a proxy without its secret', withHealth({ caller: null }), knownCallerCheck, /the proxy’s secret is missing/],
  ['pictures that lead to the app', instead(/ \/objects\//, page), objectsCheck, /answered 200/],
  ['an origin that gets lost', admitsEvil, strangersCheck, /another website may sign in/],
  ['cookies that lose their guard', atCookies(/./, withoutAttribute('HttpOnly')), cookiesCheck, /lost its HttpOnly/],
  ['cookies that get lost', atCookies(/\/signup$/, () => []), cookiesCheck, /set no cookie/],
  ['no websockets', says(/ \/realtime\//, {}, 502), liveNewsCheck, /did not open/],
  ['an open door: public channels', openChannels, publicChannelCheck, /With the publishable key alone/],
  ['an open door: a topic of the family on which devices speak', speakingDevice, liveNewsCheck, /heard by the others/],
  [
    'an open door: tables that the key reads',
    says(/ \/rest\/v1\/families$/, []),
    tablesCheck,
    /with a list of families/,
  ],
  [
    'an open door: accounts without an address',
    withAuth({ external: { email: true, anonymous_users: true } }),
    providersCheck,
    /by anonymous_users/,
  ],
  [
    'a password that anybody changes who holds a token',
    says(/^PUT .*\/v1\/user$/, { code: 'same' }, 422),
    passwordChangeCheck,
    /new password 422: .*same/,
  ],
  [
    'live news for which the account’s own token is given out',
    says(/ \/auth\/v1\/user$/, { id: 'anna' }),
    liveTokenCheck,
    /Auth answered 200/,
  ],
  ['a proxy that believes what a caller says', believing('x-real-ip'), callerCheck, /is believed/],
  [
    'guesses that are counted by what the caller says',
    believing('sb-forwarded-for'),
    limitCheck,
    /All 61 guesses of one caller/,
  ],
  [
    'limits that say no time to wait',
    changeAnswer(/./, (response) => without(response, 'retry-after')),
    limitCheck,
    /Retry-After is missing/,
  ],
  [
    'callers who are all taken for one',
    countedAsOne,
    limitCheck,
    /^A guess of somebody else at another address answered 429/,
  ],
  [
    'an Auth that looks at wrong passwords without end',
    guessesAtAuth(),
    limitCheck,
    /^Auth itself looked at all 61 wrong passwords\.$/,
  ],
  ...['x-forwarded-for', 'x-real-ip', 'sb-forwarded-for'].map((name): Fault => {
    const sees = new RegExp(`all 61 wrong passwords, each with another address as ${name}\\.$`)
    return [`an Auth that believes ${name} from anybody`, guessesAtAuth(name), limitCheck, sees]
  }),
  [
    'a proxy that tells Auth what the caller says',
    believing('sb-forwarded-for', /^\/auth\/v1\/token$/),
    limitCheck,
    /all 61 .* as sb-forwarded-for\.$/,
  ],
  [
    'an Auth that breaks under guesses',
    says(/ \/auth\/v1\/token$/, { message: 'bad gateway' }, 502),
    limitCheck,
    /answered 502: .*bad gateway/,
  ],
  [
    'a cookie that gets lost at a renewal',
    atRenewedCookies((all) => all.slice(1)),
    renewedCookiesCheck,
    /set bq_refresh\./,
  ],
  [
    'a cookie that comes twice',
    atRenewedCookies((all) => [...all, ...all]),
    renewedCookiesCheck,
    /set bq_access and bq_access and bq_refresh and bq_refresh/,
  ],
  [
    'a renewed cookie that loses its guard',
    atRenewedCookies(withoutAttribute('SameSite=Lax')),
    renewedCookiesCheck,
    /lost its SameSite/,
  ],
  [
    'a cache that shows one visitor what another got',
    keepingAnswers(),
    renewedCookiesCheck,
    /A browser without cookies is signed in/,
  ],
  [
    'renewals that all count as the function’s own',
    renewalsUpTo(30),
    renewalsCheck,
    /After 30 renewals of a family: A renewal answered 429/,
  ],
  [
    'renewals of many addresses that count as one',
    renewalsUpTo(230),
    renewalsCheck,
    /After 30 renewals from sixty addresses: A renewal answered 429/,
  ],
  [
    'a project that asks for no confirmation and says it does',
    withAuth({ mailer_autoconfirm: false }),
    signUpCheck,
    /are confirmed, and .* answered 409/,
  ],
  ['a project that takes any password', says(/ \/api\/auth\/login$/, {}), signUpCheck, /A wrong password answered 200/],
  ['a wrong PIN that is right', says(/\/verify-pin$/, { verified: true }), pinCheck, /A wrong PIN answered 200/],
  [
    'a right PIN that is wrong, as with another pepper',
    says(/\/verify-pin$/, { verified: false }),
    pinCheck,
    /The right PIN answered 200/,
  ],
  ['PINs that are tried without end', endlessPins, pinCheck, /Six wrong PINs in a row were all looked at/],
  ['a PIN that opens no profile', withFamilies({ activeMemberId: null }), pinCheck, /does not act as that member/],
  [
    'a function that ends under thirty PINs',
    only(/\/verify-pin$/, 20, () => json({}, 546)),
    pinCrowdCheck,
    /PIN among thirty answered 546/,
  ],
  [
    'thirty PINs that all have to wait',
    instead(/\/verify-pin$/, overloaded),
    pinCrowdCheck,
    /Not one of the right PINs/,
  ],
  ["a kid's device that may add a reward", admits(/^POST .*\/rewards$/), kidsDeviceCheck, /addReward answered 200/],
  [
    "a kid's device that opens a profile without its PIN",
    admits(/\/active-member$/),
    kidsDeviceCheck,
    /a member with a PIN answered 200/,
  ],
  [
    "a kid's device that reads less than a parent",
    only(/^GET .*\/quests$/, 1, () => json([])),
    kidsDeviceCheck,
    /quests answered 200 on the kid's device/,
  ],
  [
    'a refusal that was done all the same',
    atExports({ quests: [] }, 2),
    kidsDeviceCheck,
    /something of the family had changed/,
  ],
  [
    'a key of a change that gets lost',
    dropsKeys,
    repeatedChangeCheck,
    /^Sent again with its key, a change ran again\.$/,
  ],
  ['a move that gets lost', atMoves((moves, frame) => (moves === 50 ? [] : [frame])), movesCheck, /Screen \d heard/],
  [
    'a move that comes twice',
    atMoves((moves, frame) => (moves === 50 ? [frame, frame] : [frame])),
    movesCheck,
    /Screen \d heard/,
  ],
  ['moves that come in another order', swapMoves, movesCheck, /Screen \d heard/],
  [
    'pictures that anybody sees',
    atPictures((_, { headers }) => (headers.has('cookie') ? undefined : face())),
    pictureCheck,
    /A stranger got 200/,
  ],
  [
    'a picture that comes changed',
    atPictures((response) => new Response('smaller', response)),
    pictureCheck,
    /The second device got 200 with 7 of/,
  ],
  [
    'a picture that browsers load again and again',
    atPictures((response) => without(response, 'etag')),
    pictureCheck,
    /without an ETag/,
  ],
  ['a picture that caches on the way keep', keptByCaches, pictureCheck, /cache-control is "public/],
  [
    'a picture whose ETag means nothing',
    atPictures(({ status }) => (status === 304 ? face() : undefined)),
    pictureCheck,
    /200 instead of 304/,
  ],
  [
    'a Storage that does not know the key by which tablets ask',
    // The paired tablet is the one whose cookies are no session's.
    atPictures((_, { headers }) => (headers.get('cookie')?.includes('bq_paired') === true ? missing() : undefined)),
    [pictureCheck, pairedDeviceCheck],
    /A picture answered 404 on the tablet/,
  ],
  [
    'a code that is good twice',
    admits(/\/auth\/join$/),
    [pictureCheck, pairedDeviceCheck],
    /^A used code answered 200/,
  ],
  [
    'a stranger who reads the board',
    admits(/^GET .*\/members$/),
    otherFamilyCheck,
    /members of this family answered 200 to another one/,
  ],
  [
    'a stranger who sees a picture',
    seenSignedIn,
    [pictureCheck, otherFamilyCheck],
    /A picture of this family answered 200/,
  ],
  [
    'a link that leads elsewhere, because the settings of Auth do not know this address',
    {},
    recoveryCheck,
    leadsElsewhere('new-password'),
  ],
  [
    'a mail server that fails',
    says(/\/recover$/, { code: 'mail_failed' }, 503),
    recoveryCheck,
    /^Asking for a link answered 503: .*mail_failed/,
  ],
  ['a mail that does not come', says(/\/recover$/, { mailed: true }, 202), recoveryCheck, /No mail with a link came/],
  ['a mail of Supabase’s own template', {}, recoveryCheck, notOurs, () => asSupabaseWrites],
  [
    'a link that is used up before anybody follows it',
    withLinkState('used'),
    recoveryCheck,
    /^The link in the mail is said to be used/,
    atAddress,
  ],
  [
    'a link that is good twice',
    admits(/\/mailed-link$/),
    recoveryCheck,
    /^A link that was used answered 200/,
    atAddress,
  ],
  [
    'a house that deletes nothing',
    says(/ \/api\/cleanup$/, { code: 'unexpected' }, 500),
    cleanupCheck,
    /\/api\/cleanup answered 500/,
  ],
  [
    'an archive that misses what a child practised',
    atExports({ practice: [] }),
    archiveCheck,
    /misses one of the practice/,
  ],
  ['an archive that misses a quest', atExports({ quests: [] }), archiveCheck, /misses one of the quests/],
  ['a picture that outlives its family', afterDeletion(atPictures(face)), deletion, /A picture still answers 200/],
  [
    'an account that outlives its family',
    afterDeletion(changeAnswer(/\/login$/, () => json({}))),
    deletion,
    /Signing in answered 200/,
  ],
  ['live news of a family that was deleted', afterDeletion(openTopics), deletion, /A live connection still opens/],
]

/** On a stack whose new accounts are confirmed by mail. */
const confirmedFaults: Fault[] = [
  [
    'an address that is confirmed by a mail of Supabase’s own template',
    {},
    signUpCheck,
    notOurs,
    () => asSupabaseWrites,
  ],
  ['a mail that leads a new account to another address', {}, signUpCheck, leadsElsewhere('confirm')],
]

function registerFault(register: typeof story, [what, front, checks, sees, links]: Fault): void {
  register(`Found, with its remedy: ${what}`, async (stack) => {
    await behind(stack.url, front, async (address) => {
      const own = await mailboxOf(stack, 1000)
      const mailbox = links === undefined ? own : withLinks(own, links(address))
      const verdicts = await runOnly(newVisit(address, { mailbox }), ...[checks].flat())
      const { name } = [checks].flat().at(-1) ?? assert.fail()
      const verdict = verdicts.find((verdict) => verdict.name === name)
      assert.ok(verdict?.outcome === 'ill', `${name}: ${JSON.stringify(verdict)}`)
      assert.match(verdict.seen, sees)
      assert.match(verdict.remedy, /^[A-Z].*\.$/s)
    })
    assert.equal(await visitsLeft(stack), 0)
  })
}

for (const fault of faults) registerFault(story, fault)
for (const fault of confirmedFaults) registerFault(confirmedStory, fault)
registerFault(unlimitedStory, ['limits that are switched off', {}, limitCheck, /All 61 guesses/])

const runDeletion = ({ url }: OwnStack, front: FaultyProxy) =>
  behind(url, front, (address) => runOnly(newVisit(address), ...deletion))

story('Found: a deletion that deletes nothing, and one that is refused', async (stack) => {
  const pretended = await runDeletion(
    stack,
    instead(/\/deletion$/, () => json({ deleted: true })),
  )
  assertProblem(pretended, leavesNothingCheck, /^Still signed in afterwards \(200\)\.$/)
  assertProblem(pretended, goneCheck, /members still answers 200/)
  const refused = await runDeletion(
    stack,
    instead(/\/deletion$/, () => json({}, 500)),
  )
  assertProblem(refused, leavesNothingCheck, /^These accounts are left: visit-.* with the password .*answered 500/)
  await stack.sql`delete from public.families where name = 'Visit Family'`
  await stack.sql`delete from auth.users where email like 'visit-%'`
})

story('Found: a change in the family of an account that was named, which cannot be taken back', async (stack) => {
  await operatorsFamily(stack)
  await behind(
    stack.url,
    instead(/^DELETE \/api\/rewards\//, () => json({}, 500)),
    async (address) => {
      const verdicts = await runOnly(newVisit(address, { account }), archiveCheck)
      assertProblem(verdicts, leavesNothingCheck, /DELETE \/api\/rewards\/.* answered 500/)
    },
  )
  await deleteOperatorsFamily(stack)
})
