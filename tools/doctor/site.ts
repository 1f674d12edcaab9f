import { readdirSync, readFileSync } from 'node:fs'
import { Health } from '../../domain/contract/health.ts'
import { version as ours } from '../../domain/contract/version.ts'
import { hostFile, ownProxy, placeOf } from './place.ts'
import type { Check } from './visit.ts'
import { expectAnswer, Finding, found, parseAnswer, Visitor } from './visitor.ts'

export const isSecure = (address: string) => new URL(address).protocol === 'https:'

const templates = new URL('../../supabase/templates/', import.meta.url)

export const appCheck: Check = {
  name: 'The app is there, and the templates of its mails as they were built',
  remedy: {
    embedded: `Start it by \`npm start\` or its service, which serves the app, and let the proxy lead every path to it (${ownProxy}).`,
    ownSupabase:
      'Build the app of this version, copy dist/ with its folder mails/ to /srv/bubblequest, and let deploy/supabase.Caddyfile serve it (docs/self-hosted-supabase.md, step 5). Auth loads the templates from there: where one is missing it mails an English text of its own.',
    hosted: `Publish dist/ of \`npm run build\` of this version with its folder mails/ and ${hostFile}: the address of a screen answers index.html, a file that is not there 404 (docs/deploy.md, step 6).`,
    local: 'Run `npm run dev:supabase`, which serves the app.',
  },
  async run({ visitor }) {
    for (const path of ['/', '/login', '/parent', '/confirm', '/new-password']) {
      const { status, text } = await visitor.send('GET', path)
      if (status !== 200) return found(`${path} answered ${status}.`)
      if (!text.includes('id="app"')) return found(`${path} answered a page that is not Bubblequest's.`)
    }
    // Browsers and caches would keep a page in place of a script.
    for (const path of ['/assets/missing-00000000.js', '/missing.png']) {
      const { status, headers } = await visitor.send('GET', path)
      const caching = headers.get('cache-control') ?? ''
      if (status !== 404) return found(`${path}, which is not there, answered ${status}.`)
      if (/immutable|max-age=[1-9]/.test(caching))
        return found(`${path}, which is not there, may be kept as that: ${caching}.`)
    }
    for (const name of readdirSync(templates)) {
      const { text } = await visitor.send('GET', `/mails/${name}`)
      if (text !== readFileSync(new URL(name, templates), 'utf8'))
        return found(`/mails/${name} is not the template of this version.`)
    }
  },
}

export const headersCheck: Check = {
  name: 'Pages carry the headers that protect them',
  remedy: {
    embedded: `Bubblequest sends all but strict-transport-security, which its proxy adds (${ownProxy}); nothing on the way may take one out. With --tls and no proxy that one is not sent, so that a house can go back.`,
    ownSupabase: 'Let the proxy send with every page what deploy/supabase.Caddyfile sends.',
    hosted: `Let the host send with every page what is in ${hostFile}.`,
    local: '`npm run dev:supabase` is for trying: it sends none of them.',
  },
  async run({ visitor, address }) {
    const { headers } = await visitor.send('GET', '/')
    const policy = headers.get('content-security-policy') ?? ''
    if (!/default-src 'self'/.test(policy) || !/frame-ancestors 'none'/.test(policy))
      return found(`The content-security-policy is ${policy === '' ? 'missing' : `"${policy}"`}.`)
    if (/script-src[^;]*'unsafe-/.test(policy))
      return found('The content-security-policy lets scripts run that stand in the page.')
    if (headers.get('x-content-type-options') !== 'nosniff') return found('x-content-type-options: nosniff is missing.')
    if (headers.get('referrer-policy') !== 'no-referrer') return found('referrer-policy: no-referrer is missing.')
    if (isSecure(address) && !headers.has('strict-transport-security'))
      return found('strict-transport-security is missing.')
  },
}

export const httpsCheck: Check = {
  name: 'The way here is encrypted',
  remedy: {
    embedded: `Put a proxy in front that has a certificate and sends http to https (${ownProxy}): docs/self-hosting.md, step 3.`,
    ownSupabase:
      'Serve the address with a certificate and send http to https, as deploy/supabase.Caddyfile does by itself.',
    hosted: 'Add the address to the domains of the site, and switch on there that http is sent to https.',
  },
  async run({ visitor, address }) {
    const { hostname, host } = new URL(address)
    // A wrong certificate is a finding of this first check; that nothing answers at all is one of the next.
    await visitor.send('GET', '/').catch((error: unknown) => {
      if (error instanceof Finding && error.remedy !== undefined) throw error
    })
    if (/^(localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname))
      return 'a house network, not asked'
    if (!isSecure(address)) return found('Passwords and cookies travel in the open.')
    const plain = await visitor.send('GET', `http://${host}/`).catch(() => undefined)
    const isLed = plain === undefined || plain.headers.get('location')?.startsWith('https://')
    return isLed ? undefined : found(`http:// answers ${plain.status} instead of leading to https://.`)
  },
}

/** Reads the health report of the API, also when one of its services is down. */
export async function healthOf(visitor: Visitor, headers: Record<string, string> = {}): Promise<Health> {
  const { status, text } = await visitor.ask('health', {}, { headers })
  return (
    Health.safeParse(parseAnswer(text)).data ??
    found(`/api/health answered ${status} and no health: ${text.slice(0, 120)}`)
  )
}

export const healthCheck: Check = {
  name: 'The API and its pictures are reached, all four services work, and the way to the database is encrypted',
  remedy: {
    embedded: `Read what the server says (\`journalctl -u bubblequest\`, and postgres.log in its data folder), and let the proxy lead /api/* and /objects/* to its port (${ownProxy}).`,
    ownSupabase:
      'Lead /api/* and /objects/* to the function (docs/self-hosted-supabase.md, steps 4 and 5). `docker compose ps` and `docker compose logs` say what a service misses, `docker compose logs functions` what the function does.',
    hosted:
      'Lead /api/* and /objects/* to the edge function (docs/deploy.md, steps 4 and 6). Database down: look at the pooler string and its password; in the open: take `sslmode` out of BUBBLEQUEST_DB_URL, and give the certificate as BUBBLEQUEST_DB_CA. Sign-in, live news or pictures down: look at the status page of the project, and at SUPABASE_URL.',
  },
  async run({ visitor }) {
    const { version, database, auth, realtime, storage, databaseTls } = await healthOf(visitor).catch(
      (error: Error) => {
        // The API says how its services are also when it is busy: only a proxy that does not reach it says this.
        throw error.message.includes('"unavailable"') ? new Finding('The API is not reached.') : error
      },
    )
    expectAnswer(await visitor.send('GET', '/objects/nobody/nothing'), 'not_found', '/objects/nobody/nothing')
    const ill = Object.entries({ database, auth, realtime, storage }).filter(([, state]) => state !== 'ok')
    if (ill.length > 0) return found(`${ill.map(([part, state]) => `${part} is ${state}`).join(', ')}.`)
    // The database of the compose offers no TLS, and no address beyond the machine.
    if (databaseTls === false && (await placeOf(visitor)) !== 'ownSupabase')
      return found('What the API asks the database, and its password, travel in the open.')
    return version === ours ? `version ${ours}` : `version ${version ?? 'before 1.0.0'}, and this doctor is of ${ours}`
  },
}

export const strangersCheck: Check = {
  name: 'Strangers and other websites are refused',
  remedy: {
    embedded: `Let the proxy send on Host and Origin as they are (${ownProxy}), and start the server of this version.`,
    ownSupabase:
      'Let the proxy send on Host and Origin as they are, set FUNCTIONS_VERIFY_JWT=false, and build the function of this version (docs/self-hosted-supabase.md, steps 1 and 4).',
    hosted:
      'Deploy the function of this version (`npm run hosted -- functions deploy api`, which switches verify_jwt off), with deploy/proxy.ts of this version in front. A second address of the app belongs into BUBBLEQUEST_ORIGINS.',
  },
  async run({ address, stop }) {
    const stranger = new Visitor(address, stop)
    const { status } = await stranger.ask('myFamilies', {})
    if (status !== 401) return found(`A signed-out visitor got ${status} for the families.`)
    const nobody = { email: 'nobody@family.example', password: 'not-a-password' }
    const elsewhere = await stranger.ask('login', {}, { body: nobody, headers: { origin: 'https://evil.example' } })
    if (!elsewhere.text.includes('"wrong_origin"'))
      return found(`A page of another website may sign in here (${elsewhere.status}).`)
    const own = await stranger.ask('login', {}, { body: nobody })
    if (own.text.includes('"wrong_origin"'))
      return found(`The page's own origin ${address} is taken for another website.`)
    if (own.status !== 429) expectAnswer(own, 401, 'Signing in as nobody')
  },
}
