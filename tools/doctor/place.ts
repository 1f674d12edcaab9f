import type { Visitor } from './visitor.ts'

/** The kinds of installation: remedies name the files and commands of each. */
const nameOf = {
  embedded: 'Bubblequest on its own (npm start)',
  ownSupabase: 'a Supabase of your own',
  hosted: 'a project at Supabase',
  local: 'the Supabase of `npx supabase start`',
} as const

export type Place = keyof typeof nameOf

const restart = 'Start it again from this version: `npx supabase stop`, `npx supabase start`, `npm run dev:supabase`.'

/** One text for every place, or one for each. */
export type Remedy = string | (Record<Exclude<Place, 'local'>, string> & { local?: string; everywhere?: string })

/** Chooses by the place; where that cannot be seen, each text with the name of its place. */
export function remedyFor(remedy: Remedy, place: Place | undefined): string {
  if (typeof remedy === 'string') return remedy
  const { everywhere = '', ...texts } = { local: restart, ...remedy }
  const lines =
    place === undefined
      ? (['embedded', 'ownSupabase', 'hosted'] as const).map((each) => `For ${nameOf[each]}: ${texts[each]}`)
      : [texts[place]]
  return [...lines, everywhere].join(' ').trim()
}

export const pushMigrations = {
  embedded: 'Start the server of this version: each start brings the database up to date.',
  ownSupabase: 'Push the migrations of this version: docs/self-hosted-supabase.md, step 3.',
  hosted: 'Push the migrations of this version: `npm run hosted -- db push`.',
  local: 'Push the migrations of this version: `npx supabase db push`.',
} as const

export const deployAll = {
  embedded: 'Start the server of this version.',
  ownSupabase: 'Bring migrations and function to this version: docs/self-hosted-supabase.md, steps 3 and 4.',
  hosted:
    'Bring migrations and function to this version: `npm run hosted -- db push`, then `npm run hosted -- functions deploy api`.',
} as const

/** For a Bubblequest on its own. */
export const ownProxy = 'deploy/Caddyfile or deploy/nginx.conf'

/** For a static host in front of a project at Supabase. */
export const hostFile = 'the file of your host (deploy/netlify.toml, deploy/vercel.json or deploy/wrangler.jsonc)'

/** Recognizes the installation by where its Auth is; undefined where the API does not say so. */
export async function placeOf(visitor: Visitor): Promise<Place | undefined> {
  try {
    const { url } = await visitor.copy().call('authAccess', {})
    const { origin, hostname } = new URL(url, visitor.address)
    if (origin !== visitor.address) return ['localhost', '127.0.0.1'].includes(hostname) ? 'local' : 'hosted'
    // Only the embedded stack says of the table API that it has none.
    return (await visitor.copy().send('GET', '/rest/v1/')).status === 501 ? 'embedded' : 'ownSupabase'
  } catch {
    return undefined
  }
}
