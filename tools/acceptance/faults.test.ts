import assert from 'node:assert/strict'
import { sentenceOf, statusOf } from '../../domain/contract/errors.ts'
import { onOwnStack } from '../../embedded/testing/stack.ts'
import type { OwnStack } from '../../embedded/testing/stack.ts'
import { checks } from '../doctor/checks.ts'
import { behind, withCookies, withJson, without } from '../doctor/testing/front.ts'
import type { Frame, Front } from '../doctor/testing/front.ts'
import { runChecks } from '../doctor/visit.ts'
import { callerStory, limitStory, tlsStory } from './caller.ts'
import { archiveStory, goneStory, tidyStory } from './family.ts'
import { kidsDeviceStory } from './kids-device.ts'
import { liveStory } from './live.ts'
import { findMailbox, recoveryStory, signUpStory } from './mail.ts'
import { pictureStory, strangerStory } from './pictures.ts'
import { pinCrowdStory, pinStory } from './pins.ts'
import { familyRenewalStory, manyAddressesStory, renewedCookiesStory } from './sessions.ts'
import { newAcceptance } from './visit.ts'
import type { Story } from './visit.ts'
import { account, acceptOnly, asSupabaseWrites, atAddress, cookies, operatorsFamily, troubles, visitsLeft, withLinks } from './testing/visits.ts'

// As in production: what is counted is counted.
const story = onOwnStack({ rateLimits: true })
const unlimitedStory = onOwnStack({ rateLimits: false })
const confirmedStory = onOwnStack({ rateLimits: true, confirmations: true })

unlimitedStory('Found: limits that are switched off', async (stack) => {
  assert.match(troubles(await acceptOnly(newAcceptance(stack.url), limitStory))[limitStory.name] ?? '', /All 61 guesses/)
})

const isRenewal = (request: Request) => /^(?!.*bq_access).*bq_refresh/.test(request.headers.get('cookie') ?? '')
const passing = (frame: Frame) => [frame]

type Fault = { what: string; front: () => Front; links?: (address: string) => (link: string) => string; stories: Story[]; sees: RegExp }

/** A host on the way that does one thing wrong; the last of the stories finds it. */
const faults: Fault[] = [
  {
    what: 'a proxy that believes what a caller says',
    front: () => ({ ask: (request, headers) => believe(request, headers, 'x-real-ip') }),
    stories: [callerStory],
    sees: /is believed/,
  },
  {
    what: 'guesses that are counted by what the caller says',
    front: () => ({ ask: (request, headers) => believe(request, headers, 'sb-forwarded-for') }),
    stories: [limitStory],
    sees: /All 61 guesses of one caller/,
  },
  {
    what: 'limits that say no time to wait',
    front: () => ({ answer: (response) => without(response, 'retry-after') }),
    stories: [limitStory],
    sees: /Retry-After is missing/,
  },
  {
    what: 'callers who are all taken for one',
    front: () => countedAs('198.51.100.99'),
    stories: [limitStory],
    sees: /Somebody else at another address got 429/,
  },
  {
    what: 'an Auth that looks at wrong passwords without end',
    front: () => guessesAtAuth(() => false),
    stories: [limitStory],
    sees: /^Auth itself looked at all 61 wrong passwords\.$/,
  },
  ...['x-forwarded-for', 'x-real-ip', 'sb-forwarded-for'].map((name): Fault => {
    const sees = new RegExp(`all 61 wrong passwords, each with another address as ${name}\\.$`)
    return { what: `an Auth that believes ${name} from anybody`, front: () => guessesAtAuth(countedBy(name)), stories: [limitStory], sees }
  }),
  {
    what: 'a proxy that tells Auth what the caller says',
    front: () => ({ ask: (request, headers, path) => (path === '/auth/v1/token' ? believe(request, headers, 'sb-forwarded-for') : undefined) }),
    stories: [limitStory],
    sees: /all 61 wrong passwords, each with another address as sb-forwarded-for/,
  },
  {
    what: 'an Auth that breaks under guesses',
    front: () => ({ ask: (_, __, path) => (path === '/auth/v1/token' ? new Response('bad gateway', { status: 502 }) : undefined) }),
    stories: [limitStory],
    sees: /answered 502: bad gateway/,
  },
  {
    what: 'a database that is asked in the open',
    front: () => ({ answer: (response, path) => (path === '/api/health' ? withJson(response, (health) => ({ ...health, databaseTls: false })) : undefined) }),
    stories: [tlsStory],
    sees: /travel in the open/,
  },
  {
    what: 'a cookie that gets lost at a renewal',
    front: () => ({ answer: (response, _, request) => (isRenewal(request) ? withCookies(response, (cookies) => cookies.slice(1)) : undefined) }),
    stories: [renewedCookiesStory],
    sees: /set bq_refresh\./,
  },
  {
    what: 'a cookie that comes twice',
    front: () => ({ answer: (response, _, request) => (isRenewal(request) ? withCookies(response, (cookies) => [...cookies, ...cookies]) : undefined) }),
    stories: [renewedCookiesStory],
    sees: /set bq_access and bq_access and bq_refresh and bq_refresh/,
  },
  {
    what: 'a renewed cookie that loses its guard',
    front: () => ({
      answer: (response, _, request) =>
        isRenewal(request) ? withCookies(response, (cookies) => cookies.map((cookie) => cookie.replace(/; SameSite=Lax/, ''))) : undefined,
    }),
    stories: [renewedCookiesStory],
    sees: /lost its SameSite/,
  },
  {
    what: 'a cache that shows one visitor what another got',
    front: () => {
      let kept: Promise<string> | undefined
      return {
        async answer(response, path, request) {
          if (path !== '/api/auth/user') return undefined
          if (isRenewal(request)) kept = response.clone().text()
          return request.headers.has('cookie') || kept === undefined ? undefined : new Response(await kept)
        },
      }
    },
    stories: [renewedCookiesStory],
    sees: /A browser without cookies is signed in/,
  },
  {
    what: 'a project that asks for no confirmation and says it does',
    front: () => ({
      answer: (response, path) => (path === '/auth/v1/settings' ? withJson(response, (settings) => ({ ...settings, mailer_autoconfirm: false })) : undefined),
    }),
    stories: [signUpStory],
    sees: /Auth says that addresses are confirmed, and signing up one that is taken answered 409/,
  },
  {
    what: 'a project that takes any password',
    front: () => ({
      ask: (request, _, path) => (path === '/api/auth/login' && !request.headers.has('sec-never') ? Response.json({}) : undefined),
    }),
    stories: [signUpStory],
    sees: /A wrong password answered 200/,
  },
  {
    what: 'renewals that all count as the function’s own',
    front: () => renewalsUpTo(30),
    stories: [familyRenewalStory],
    sees: /After \d+ renewals: A renewal answered 429/,
  },
  {
    what: 'renewals of many addresses that count as one',
    front: () => renewalsUpTo(230),
    stories: [familyRenewalStory, manyAddressesStory],
    sees: /After \d+ renewals: A renewal answered 429/,
  },
  {
    what: 'a wrong PIN that is right',
    front: () => verdictOfPins(() => Response.json({ verified: true })),
    stories: [pinStory],
    sees: /A wrong PIN answered 200/,
  },
  {
    what: 'a right PIN that is wrong, as with another pepper',
    front: () => verdictOfPins(() => Response.json({ verified: false })),
    stories: [pinStory],
    sees: /The right PIN answered 200/,
  },
  {
    what: 'PINs that are tried without end',
    front: () => verdictOfPins((response) => (response.status === 429 ? Response.json({ verified: false }) : response)),
    stories: [pinStory],
    sees: /Six wrong PINs in a row were all looked at/,
  },
  {
    what: 'a PIN that opens no profile',
    front: () => ({
      answer: (response, path) =>
        path === '/api/families/my'
          ? withJson(response, (families) => Object.values(families).map((family) => ({ ...(family as object), activeMemberId: null })))
          : undefined,
    }),
    stories: [pinStory],
    sees: /does not act as that member/,
  },
  {
    what: 'a function that ends under thirty PINs',
    front: () => {
      let tries = 0
      return verdictOfPins((response) => (++tries === 20 ? Response.json({ code: 'WORKER_LIMIT' }, { status: 546 }) : response))
    },
    stories: [pinCrowdStory],
    sees: /A (right|wrong) PIN among thirty answered 546/,
  },
  {
    what: 'thirty PINs that all have to wait',
    front: () => verdictOfPins(() => Response.json({}, { status: 503, headers: { 'retry-after': '2' } })),
    stories: [pinCrowdStory],
    sees: /Not one of the right PINs/,
  },
  {
    what: "a kid's device that may add a reward",
    front: () => ({
      answer: (response, path, { method }) => (method === 'POST' && path.endsWith('/rewards') && response.status === 403 ? Response.json({}) : undefined),
    }),
    stories: [kidsDeviceStory],
    sees: /addReward answered 200/,
  },
  {
    what: "a kid's device that opens a profile without its PIN",
    front: () => ({ answer: (response, path) => (path === '/api/auth/active-member' && response.status === 403 ? Response.json({}) : undefined) }),
    stories: [kidsDeviceStory],
    sees: /a member with a PIN answered 200/,
  },
  {
    what: "a kid's device that reads less than a parent",
    front: () => {
      let reads = 0
      return { answer: (_, path, { method }) => (method === 'GET' && path.endsWith('/quests') && ++reads === 1 ? Response.json([]) : undefined) }
    },
    stories: [kidsDeviceStory],
    sees: /quests answered 200 on the kid's device/,
  },
  {
    what: 'a refusal that was done all the same',
    front: () => {
      let exports = 0
      return {
        answer: (response, path) =>
          response.ok && path.endsWith('/export') && ++exports === 2 ? withJson(response, (all) => ({ ...all, quests: [] })) : undefined,
      }
    },
    stories: [kidsDeviceStory],
    sees: /something of the family had changed/,
  },
  {
    what: 'a move that gets lost',
    front: () => ({ frames: framesOfMoves((moves, frame) => (moves === 50 ? [] : [frame])) }),
    stories: [liveStory],
    sees: /Screen \d heard/,
  },
  {
    what: 'a move that comes twice',
    front: () => ({ frames: framesOfMoves((moves, frame) => (moves === 50 ? [frame, frame] : [frame])) }),
    stories: [liveStory],
    sees: /Screen \d heard/,
  },
  {
    what: 'moves that come in another order',
    front: () => {
      let held: Frame[] = []
      return {
        frames: framesOfMoves((moves, frame) => {
          if (moves === 60) return ((held = [frame]), [])
          const all = [frame, ...held]
          held = []
          return all
        }),
      }
    },
    stories: [liveStory],
    sees: /Screen \d heard/,
  },
  {
    what: 'a picture that comes changed',
    front: () => ({ answer: (response, path) => (isPicture(path) ? new Response('smaller', response) : undefined) }),
    stories: [pictureStory],
    sees: /The second device got 200 with 7 of/,
  },
  {
    what: 'a picture that browsers load again and again',
    front: () => ({ answer: (response, path) => (isPicture(path) ? without(response, 'etag') : undefined) }),
    stories: [pictureStory],
    sees: /without an ETag/,
  },
  {
    what: 'a picture that caches on the way keep',
    front: () => ({ answer: (response, path) => (isPicture(path) ? withHeader(response, 'cache-control', 'public, max-age=3600') : undefined) }),
    stories: [pictureStory],
    sees: /cache-control is "public/,
  },
  {
    what: 'a picture whose ETag means nothing',
    front: () => ({ answer: (response, path) => (isPicture(path) && response.status === 304 ? new Response('again') : undefined) }),
    stories: [pictureStory],
    sees: /200 instead of 304/,
  },
  {
    what: 'a stranger who reads the board',
    front: () => ({
      answer: (response, path, { method }) => (method === 'GET' && path.endsWith('/members') && response.status === 404 ? Response.json([]) : undefined),
    }),
    stories: [strangerStory],
    sees: /members of this family answered 200 to another one/,
  },
  {
    what: 'a stranger who sees a picture',
    front: () => ({ answer: (response, path) => (isPicture(path) && response.status === 404 ? new Response('a face') : undefined) }),
    stories: [pictureStory, strangerStory],
    sees: /A picture of this family answered 200/,
  },
  {
    what: 'a link that leads elsewhere, because the settings of Auth do not know this address',
    front: () => ({}),
    stories: [recoveryStory],
    sees: /leads to http:\/\/localhost:\d+\/new-password instead of http:\/\/127\.0\.0\.1:\d+\/new-password\.$/,
  },
  {
    what: 'a mail server that fails',
    front: () => ({
      ask: (_, __, path) =>
        path === '/api/auth/recover' ? Response.json({ code: 'mail_failed', message: sentenceOf.mail_failed }, { status: statusOf.mail_failed }) : undefined,
    }),
    stories: [recoveryStory],
    sees: /^Asking for a link answered 503: .*mail_failed/,
  },
  {
    what: 'a mail that does not come',
    front: () => ({ ask: (_, __, path) => (path === '/api/auth/recover' ? Response.json({ mailed: true }, { status: 202 }) : undefined) }),
    stories: [recoveryStory],
    sees: /No mail with a link came/,
  },
  {
    what: 'a mail of Supabase’s own template',
    front: () => ({}),
    links: () => asSupabaseWrites,
    stories: [recoveryStory],
    sees: /^The mail that came is not ours: its link to http:\/\/localhost:\d+\/auth\/v1\/verify is used up/,
  },
  {
    what: 'a link that is used up before anybody follows it',
    front: () => ({
      answer: (response, path) => (path === '/api/auth/mailed-link/read' ? withJson(response, (owner) => ({ ...owner, state: 'used' })) : undefined),
    }),
    links: atAddress,
    stories: [recoveryStory],
    sees: /^The link in the mail is said to be used/,
  },
  {
    what: 'a link that is good twice',
    front: () => ({ answer: (response, path) => (path === '/api/auth/mailed-link' && !response.ok ? Response.json({}) : undefined) }),
    links: atAddress,
    stories: [recoveryStory],
    sees: /^A link that was used answered 200/,
  },
  {
    what: 'a house that is not tidied',
    front: () => ({ ask: (_, __, path) => (path === '/api/tidy' ? Response.json({ code: 'unexpected' }, { status: 500 }) : undefined) }),
    stories: [tidyStory],
    sees: /\/api\/tidy answered 500/,
  },
  {
    what: 'an archive that misses what a child practised',
    front: () => ({ answer: (response, path) => (path.endsWith('/export') ? withJson(response, (all) => ({ ...all, practice: [] })) : undefined) }),
    stories: [archiveStory],
    sees: /misses one of the practice/,
  },
  {
    what: 'an archive that misses a quest',
    front: () => ({ answer: (response, path) => (path.endsWith('/export') ? withJson(response, (all) => ({ ...all, quests: [] })) : undefined) }),
    stories: [archiveStory],
    sees: /misses one of the quests/,
  },
]

/** An Auth that looks at each guess for which `waits` is false. */
const guessesAtAuth = (waits: (request: Request) => boolean): Front => ({
  ask(request, _, path) {
    if (path !== '/auth/v1/token') return undefined
    return waits(request)
      ? Response.json({ code: 'over_request_rate_limit' }, { status: 429 })
      : Response.json({ code: 'invalid_credentials', message: 'Invalid login credentials' }, { status: 400 })
  },
})

/** Thirty guesses for each address that the header names, and for those who name none. */
function countedBy(name: string): (request: Request) => boolean {
  const guesses = new Map<string | null, number>()
  return ({ headers }) => {
    const count = (guesses.get(headers.get(name)) ?? 0) + 1
    guesses.set(headers.get(name), count)
    return count > 30
  }
}

/** All callers are taken for one; what they are told is another thing, and the visit may delete what it made. */
/** As an Auth that counts by address answers, and is told none: ours counts each session by itself. */
function renewalsUpTo(most: number): Front {
  let renewals = 0
  const tooMany = { code: 'too_many_tries', message: 'Too many tries. Please wait a little and try again.' }
  return {
    answer: (_, __, request) =>
      isRenewal(request) && ++renewals > most ? Response.json(tooMany, { status: 429, headers: { 'retry-after': '60' } }) : undefined,
  }
}

const countedAs = (address: string): Front => ({
  ask: (_, headers, path) => (path === '/api/health' || path.endsWith('/deletion') ? undefined : headers.set('x-forwarded-for', address)),
})

/** As a proxy does that takes the caller's word. */
function believe(request: Request, headers: Headers, name: string): void {
  const said = request.headers.get(name)
  if (said !== null) headers.set('x-forwarded-for', said)
}

const verdictOfPins = (change: (response: Response) => Response): Front => ({
  answer: (response, path) => (path.endsWith('/verify-pin') ? change(response) : undefined),
})

const isPicture = (path: string) => path.startsWith('/objects/') && !path.includes('nobody')

const withHeader = (response: Response, name: string, value: string) => {
  const changed = without(response)
  changed.headers.set(name, value)
  return changed
}

/** Counts the frames that tell a move, of both screens together. */
function framesOfMoves(change: (moves: number, frame: Frame) => Frame[]): (frame: Frame) => Frame[] {
  let moves = 0
  return (frame) => (typeof frame !== 'string' && new TextDecoder().decode(frame).includes('quest.saved') ? change(++moves, frame) : [frame])
}

for (const { what, front, links, stories, sees } of faults) {
  story(`Found, with its remedy: ${what}`, async (stack) => {
    const found = stories.at(-1) ?? assert.fail()
    await behind(stack.url, { frames: passing, ...front() }, async (address) => {
      const own = await findMailbox(address, { named: `${stack.url}/mailbox`, code: stack.mailboxCode(), waitMs: 200 })
      const mailbox = links === undefined ? own : withLinks(own, links(address))
      const verdicts = await acceptOnly(newAcceptance(address, { mailbox }), ...stories.filter((story) => story !== callerStory))
      const verdict = verdicts.find(({ name }) => name === found.name)
      assert.ok(verdict?.outcome === 'ill', `${found.name}: ${JSON.stringify(verdict)}`)
      assert.match(verdict.seen, sees)
      assert.match(verdict.remedy, /^[A-Z].*\.$/s)
    })
    assert.equal(await visitsLeft(stack), 0)
  })
}

confirmedStory('Found: an address that is confirmed by a mail of Supabase’s own template, which opens an account all the same', async (stack) => {
  const mailbox = withLinks(await findMailbox(stack.url, { code: stack.mailboxCode() }), asSupabaseWrites)
  const verdicts = await acceptOnly(newAcceptance(stack.url, { mailbox }), signUpStory)
  assert.deepEqual(Object.keys(troubles(verdicts)), [signUpStory.name])
  const verdict = verdicts.find(({ name }) => name === signUpStory.name)
  assert.ok(verdict?.outcome === 'ill')
  assert.match(verdict.seen, /^The mail that came is not ours/)
  assert.match(verdict.remedy, /`npm run hosted -- config push` .* GOTRUE_MAILER_TEMPLATES_…/)
  assert.equal(await visitsLeft(stack), 0)
})

confirmedStory('Found: a mail that leads a new account to another address', async (stack) => {
  await behind(stack.url, { frames: passing }, async (address) => {
    const mailbox = await findMailbox(address, { named: `${stack.url}/mailbox`, code: stack.mailboxCode() })
    const found = troubles(await acceptOnly(newAcceptance(address, { mailbox }), signUpStory))
    assert.deepEqual(found, {
      [signUpStory.name]: `The link in the mail leads to ${stack.url.replace('127.0.0.1', 'localhost')}/confirm instead of ${address}/confirm.`,
    })
  })
  assert.equal(await visitsLeft(stack), 0)
})

/** A visit of a family with an archive and a picture, whose deletion goes through that front. */
const acceptDeletion = (stack: OwnStack, front: Front) =>
  behind(stack.url, { frames: passing, ...front }, (address) =>
    runChecks(newAcceptance(address), [cookies, callerStory, pictureStory, archiveStory, checks.leavesNothing, goneStory], () => {}),
  )

const isDeletion = (path: string) => path.endsWith('/deletion')

story('Found: a deletion that deletes nothing, and one that is refused', async (stack) => {
  const pretended = troubles(await acceptDeletion(stack, { ask: (_, __, path) => (isDeletion(path) ? Response.json({ deleted: true }) : undefined) }))
  assert.equal(pretended[checks.leavesNothing.name], 'Still signed in afterwards (200).')
  assert.match(pretended[goneStory.name] ?? '', /members still answers 200/)
  const refused = troubles(await acceptDeletion(stack, { ask: (_, __, path) => (isDeletion(path) ? Response.json({}, { status: 500 }) : undefined) }))
  assert.match(refused[checks.leavesNothing.name] ?? '', /^These accounts are left: visit-.* with the password .*answered 500/)
  await stack.sql`delete from public.families where name = 'Visit Family'`
  await stack.sql`delete from auth.users where email like 'visit-%'`
})

story('Found: what is left of a family that was deleted', async (stack) => {
  let isDeleted = false
  const afterwards = (change: Front): Front => {
    isDeleted = false
    return {
      ask: (request, headers, path, caller) => (isDeleted ? change.ask?.(request, headers, path, caller) : undefined),
      frames: (frame) => (isDeleted ? (change.frames ?? passing)(frame) : [frame]),
      answer: (response, path) => {
        isDeleted ||= isDeletion(path) && response.ok
        return undefined
      },
    }
  }
  const faults: [front: Front, sees: RegExp][] = [
    [{ ask: (_, __, path) => (isPicture(path) ? new Response('a face') : undefined) }, /A picture still answers 200/],
    [{ ask: (_, __, path) => (path === '/api/auth/login' ? Response.json({}) : undefined) }, /Signing in answered 200/],
    [{ frames: (frame) => [typeof frame === 'string' ? frame.replace('"status":"error"', '"status":"ok"') : frame] }, /A live connection still opens/],
  ]
  for (const [front, sees] of faults) assert.match(troubles(await acceptDeletion(stack, afterwards(front)))[goneStory.name] ?? '', sees)
  assert.equal(await visitsLeft(stack), 0)
})

story('Found: a change in the family of an account that was named, which cannot be taken back', async (stack) => {
  await operatorsFamily(stack)
  const front: Front = {
    ask: (request, _, path) => (request.method === 'DELETE' && path.startsWith('/api/rewards/') ? Response.json({}, { status: 500 }) : undefined),
  }
  await behind(stack.url, front, async (address) => {
    assert.match(
      troubles(await acceptOnly(newAcceptance(address, { account }), archiveStory))[checks.leavesNothing.name] ?? '',
      /DELETE \/api\/rewards\/.* answered 500/,
    )
  })
  await stack.sql`delete from public.families where name = 'Operator Family'`
  await stack.sql`delete from auth.users where email = ${account.email}`
})
