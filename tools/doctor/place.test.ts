import assert from 'node:assert/strict'
import { behind, changeAnswer, instead, selfHosted, together, withJson } from '../../testing/doctor/faulty-proxy.ts'
import type { FaultyProxy } from '../../testing/doctor/faulty-proxy.ts'
import { assertProblem } from '../../testing/doctor/visits.ts'
import { onOneStack } from '../../testing/stack.ts'
import { leavesNothingCheck } from './account.ts'
import { familyChecks, quickChecks } from './checks.ts'
import { findPlace, remedyFor } from './place.ts'
import type { Place } from './place.ts'
import { cookiesCheck, renewalsCheck } from './sessions.ts'
import { databaseTlsCheck, healthCheck } from './site.ts'
import { newVisit, runChecks } from './visit.ts'

const story = onOneStack()

const hosts = ['Netlify', 'Vercel', 'Cloudflare'] as const
const hosted =
  /netlify|vercel|cloudflare|wrangler|deploy\/proxy\.ts|hosted project|dashboard|npm run hosted|docs\/deploy\.md/i
const ownSupabase = /GOTRUE_|docker|compose|self-hosted-supabase|supabase\.Caddyfile|\.env\b/i
const embedded = /deploy\/Caddyfile|nginx|TRUSTED_PROXIES|docs\/self-hosting\.md|journalctl|start the server/i
const local = /npx supabase|dev:supabase|config\.toml/

/** The names of other places, which a remedy must not contain. */
const foreign: [place: Place, words: RegExp[]][] = [
  [{ stack: 'embedded' }, [hosted, ownSupabase, local, /\bfunction\b|migrations|SUPABASE_SECRET|\bproject\b/]],
  [{ stack: 'ownSupabase' }, [hosted, embedded, local, /\bproject\b/]],
  ...hosts.map((host): [Place, RegExp[]] => [
    { stack: 'hosted', host },
    [ownSupabase, embedded, local, new RegExp(hosts.filter((other) => other !== host).join('|'), 'i')],
  ]),
  [{ stack: 'local' }, [ownSupabase, embedded, hosted]],
]

Deno.test('Each remedy names files, commands and settings of its own place alone', () => {
  for (const [place, words] of foreign) {
    for (const { name, remedy } of new Set([...familyChecks, ...quickChecks])) {
      const text = remedyFor(remedy, place)
      assert.match(text, /^[A-Z`].*\.$/, name)
      for (const word of words) assert.doesNotMatch(text, word, `${Object.values(place).join(' at ')}: ${name}`)
    }
  }
})

Deno.test('Where the place cannot be seen, a remedy says which is for which', () => {
  assert.match(
    remedyFor(healthCheck.remedy, {}),
    /^For Bubblequest on its own \(npm start\): .* For a Supabase of your own: .* For a project at Supabase: /,
  )
})

/** As a static host with its proxy, of which only the function knows where Supabase is. */
const atHost = (server: string, url: string): FaultyProxy =>
  instead(/ (\/|\/rest\/v1\/|\/api\/auth\/access)$/, ({ url: asked }) =>
    asked.endsWith('/api/auth/access')
      ? Response.json({ url, publishableKey: 'sb_publishable_x' })
      : new Response('<div id="app"></div>', { headers: { server } }),
  )
const withPolicy = (connect: string): FaultyProxy =>
  instead(
    /./,
    () => new Response('', { status: 404, headers: { 'content-security-policy': `connect-src 'self'${connect}; x` } }),
  )
const places: [what: string, front: FaultyProxy, place: Place][] = [
  ['Bubblequest on its own', {}, { stack: 'embedded' }],
  ['a Supabase of one’s own', selfHosted, { stack: 'ownSupabase' }],
  ['`supabase start`', atHost('', 'http://127.0.0.1:54321/auth/v1'), { stack: 'local' }],
  ...hosts.map((host): [string, FaultyProxy, Place] => [
    `a project at Supabase with ${host}`,
    atHost(host.toLowerCase(), 'https://abc.supabase.co/auth/v1'),
    { stack: 'hosted', host },
  ]),
  ['a host whose function is away', withPolicy(' https://abc.supabase.co'), { stack: 'hosted', host: undefined }],
  ['something that shows nothing', withPolicy(''), { host: undefined }],
]

story('The doctor sees what it looks at', async ({ url }) => {
  for (const [what, front, place] of places)
    await behind(url, front, async (address) => assert.deepEqual(await findPlace(address), place, what))
})

story('Inside of a compose the database may be asked in the open', ({ url }) => {
  const inTheOpen = changeAnswer(/ \/api\/health$/, (response) => withJson(response, { databaseTls: false }))
  return behind(url, together(selfHosted, inTheOpen), async (address) => {
    const [verdict] = await runChecks(newVisit(address), [databaseTlsCheck])
    assert.equal(verdict?.outcome, 'well')
  })
})

story('Where it cannot call from many addresses, it says that it can past the proxy in front', ({ url }) =>
  behind(url, {}, async (address) => {
    const verdicts = await runChecks(newVisit(address), [cookiesCheck, renewalsCheck, leavesNothingCheck])
    assertProblem(verdicts, renewalsCheck, /Where a proxy stands in front, .* on the machine of the server/)
  }),
)
