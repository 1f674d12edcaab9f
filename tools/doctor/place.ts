import * as z from 'zod/mini'
import { AuthAccess } from '../../domain/contract/auth.ts'
import { parseAnswer, Visitor } from './visitor.ts'

/** `npm start`; a Supabase of one's own; a project at supabase.com; `supabase start`. */
type Stack = 'embedded' | 'ownSupabase' | 'hosted' | 'local'

const hosts = {
  Netlify: 'deploy/netlify.toml',
  Vercel: 'deploy/vercel.json',
  Cloudflare: 'deploy/wrangler.jsonc and deploy/_headers',
} as const

/** The kind of installation at an address, as far as it is known: remedies name its files and commands. */
export type Place = { stack?: Stack | undefined; host?: keyof typeof hosts | undefined }

const nameOf: Readonly<Record<Stack, string>> = {
  embedded: 'Bubblequest on its own (npm start)',
  ownSupabase: 'a Supabase of your own',
  hosted: 'a project at Supabase',
  local: 'the Supabase of `npx supabase start`',
}

const restart = 'Start it again from this version: `npx supabase stop`, `npx supabase start`, `npm run dev:supabase`.'

/**
 * One text for every place, or one for each; `HOST-FILE` in a text stands for the file of the static host.
 */
export type Remedy = string | (Record<Exclude<Stack, 'local'>, string> & { local?: string; everywhere?: string })

/** Chooses by the place; where that cannot be seen, each text with the name of its place. */
export function remedyFor(remedy: Remedy, { stack, host }: Place): string {
  if (typeof remedy === 'string') return remedy
  const { everywhere = '', ...texts } = { local: restart, ...remedy }
  const file =
    host === undefined
      ? Object.values(hosts)
          .join(', ')
          .replace(/, (?=[^,]*$)/, ' or ')
      : hosts[host]
  const lines =
    stack === undefined
      ? (['embedded', 'ownSupabase', 'hosted'] as const).map((each) => `For ${nameOf[each]}: ${texts[each]}`)
      : [texts[stack]]
  return [...lines, ...(everywhere === '' ? [] : [everywhere])].join(' ').replaceAll('HOST-FILE', file)
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

/** Recognizes the installation at that address. What fails there leaves the place unknown. */
export async function findPlace(address: string): Promise<Place> {
  const ask = (path: string) => new Visitor(address).send('GET', path).catch(() => undefined)
  const [tables, access, page] = await Promise.all([ask('/rest/v1/'), ask('/api/auth/access'), ask('/')])
  // Only the embedded stack says of the table API that it has none.
  if (tables?.status === 501) return { stack: 'embedded' }
  const server = `${page?.headers.get('server')}`.toLowerCase()
  const host = (['Netlify', 'Vercel', 'Cloudflare'] as const).find((name) => server === name.toLowerCase())
  const auth = z.safeParse(AuthAccess, parseAnswer(access?.text ?? ''))
  if (auth.success) return stackAt(new URL(auth.data.url, address), address, host)
  // Without the API, the policy of the page names the address that it calls.
  const [, supabase] =
    /connect-src 'self'(?: (https:\S+))?/.exec(page?.headers.get('content-security-policy') ?? '') ?? []
  return supabase === undefined ? { host } : { stack: 'hosted', host }
}

function stackAt(auth: URL, address: string, host: Place['host']): Place {
  if (auth.origin === new URL(address).origin) return { stack: 'ownSupabase' }
  return ['localhost', '127.0.0.1'].includes(auth.hostname) ? { stack: 'local' } : { stack: 'hosted', host }
}
