import assert from 'node:assert/strict'
import { behind, says, selfHosted } from '../../testing/doctor/faulty-proxy.ts'
import type { FaultyProxy } from '../../testing/doctor/faulty-proxy.ts'
import { onOneStack } from '../../testing/stack.ts'
import { familyChecks, quickChecks } from './checks.ts'
import { placeOf, remedyFor } from './place.ts'
import type { Place } from './place.ts'
import { healthCheck } from './site.ts'
import { Visitor } from './visitor.ts'

const hosted = /netlify|vercel|wrangler|deploy\/proxy\.ts|hosted project|dashboard|npm run hosted|docs\/deploy\.md/i
const ownSupabase = /GOTRUE_|docker|compose|self-hosted-supabase|supabase\.Caddyfile|\.env\b/i
const embedded = /deploy\/Caddyfile|nginx|TRUSTED_PROXIES|docs\/self-hosting\.md|journalctl|start the server/i
const local = /npx supabase|dev:supabase|config\.toml/

/** Stand-ins for each installation, with the names of other places, which its remedies must not contain. */
const places: [place: Place, front: FaultyProxy, foreign: RegExp[]][] = [
  ['embedded', [], [hosted, ownSupabase, local, /\bfunction\b|migrations|SUPABASE_SECRET|\bproject\b/]],
  ['ownSupabase', [selfHosted], [hosted, embedded, local, /\bproject\b/]],
  ['hosted', authAt('https://abc.supabase.co'), [ownSupabase, embedded, local]],
  ['local', authAt('http://127.0.0.1:54321'), [ownSupabase, embedded, hosted]],
]

function authAt(url: string): FaultyProxy {
  return [says(/ \/api\/auth\/access$/, { url: `${url}/auth/v1`, publishableKey: 'sb_publishable_x' })]
}

Deno.test('Each remedy names files, commands and settings of its own place alone', () => {
  for (const [place, , foreign] of places) {
    for (const { name, remedy } of new Set([...familyChecks, ...quickChecks])) {
      const text = remedyFor(remedy, place)
      assert.match(text, /^[A-Z`].*\.$/, name)
      for (const word of foreign) assert.doesNotMatch(text, word, `${place}: ${name}`)
    }
  }
})

onOneStack()(
  'The doctor sees what it looks at; where it does not, a remedy says which is for which',
  async ({ url }) => {
    for (const [place, front] of places)
      await behind(url, front, async (address) => assert.equal(await placeOf(new Visitor(address)), place))
    const nobody = await placeOf(new Visitor('http://127.0.0.1:1'))
    assert.match(
      remedyFor(healthCheck.remedy, nobody),
      /^For Bubblequest on its own \(npm start\): .* For a Supabase of your own: .* For a project at Supabase: /,
    )
  },
)
