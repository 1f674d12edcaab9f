import { Health } from '../../domain/contract/health.ts'
import type { Check } from './visit.ts'
import { expectAnswer, found, parseAnswer, Visitor } from './visitor.ts'

export const isSecure = (address: string) => new URL(address).protocol === 'https:'

export const appCheck: Check = {
  name: 'The app is there',
  remedy:
    'Publish the folder dist/ of `npm run build`, and let every address of a screen answer index.html, and a file that is not there 404: deploy/ has files for hosts.',
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
  },
}

export const headersCheck: Check = {
  name: 'Pages carry the headers that protect them',
  remedy: 'Let your host send them with every page: deploy/netlify.toml and deploy/vercel.json have them all.',
  async run({ visitor, address }) {
    const { headers } = await visitor.send('GET', '/')
    const policy = headers.get('content-security-policy') ?? ''
    if (!/default-src 'self'/.test(policy))
      return found(`The content-security-policy is ${policy === '' ? 'missing' : `"${policy}"`}.`)
    if (/script-src[^;]*'unsafe-/.test(policy))
      return found('The content-security-policy lets scripts run that stand in the page.')
    if (!/frame-ancestors 'none'/.test(policy)) return found('Other websites may put this one into a frame.')
    if (headers.get('x-content-type-options') !== 'nosniff') return found('x-content-type-options: nosniff is missing.')
    if (headers.get('referrer-policy') !== 'no-referrer') return found('referrer-policy: no-referrer is missing.')
    if (isSecure(address) && !headers.has('strict-transport-security'))
      return found('strict-transport-security is missing.')
  },
}

export const httpsCheck: Check = {
  name: 'The way here is encrypted',
  remedy:
    'Give the address a certificate and send http to https; the reverse proxy in deploy/Caddyfile does both by itself.',
  async run({ visitor, address }) {
    const { hostname, host } = new URL(address)
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
  name: 'The API answers, and all four services with it',
  remedy:
    'Let /api/* lead to the edge function (docs/deploy.md, steps 4 and 6). Database down: look at the pooler string and its password. Sign-in, live news or pictures down: look at the project’s status page, and at SUPABASE_URL.',
  async run({ visitor }) {
    const { database, auth, realtime, storage } = await healthOf(visitor)
    const ill = Object.entries({ database, auth, realtime, storage }).filter(([, state]) => state !== 'ok')
    return ill.length === 0 ? undefined : found(`${ill.map(([part, state]) => `${part} is ${state}`).join(', ')}.`)
  },
}

export const knownCallerCheck: Check = {
  name: 'The API knows who calls',
  remedy:
    'Lead /api/* and /objects/* through deploy/proxy.ts, and give it and the function the same BUBBLEQUEST_PROXY_SECRET (docs/deploy.md). Without, limits count for nobody, Auth counts all families as one, and cookies may get lost.',
  async run({ visitor }) {
    const { caller } = await healthOf(visitor)
    return caller === null
      ? found('Nothing that it believes says so: the proxy’s secret is missing, here or at the function.')
      : `as ${caller}`
  },
}

export const objectsCheck: Check = {
  name: 'Pictures have their address',
  remedy: 'Let /objects/* lead to /api/objects/* of the edge function, beside the line for /api/*.',
  async run({ visitor }) {
    const answer = await visitor.send('GET', '/objects/nobody/nothing')
    expectAnswer(answer, 404, '/objects/nobody/nothing')
    expectAnswer(answer, 'not_found', '/objects/nobody/nothing')
  },
}

export const strangersCheck: Check = {
  name: 'Strangers and other websites are refused',
  remedy:
    'Deploy the edge function of this version again, with verify_jwt off, and send the host and origin headers on as they are.',
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

export const databaseTlsCheck: Check = {
  name: 'The way to the database is encrypted',
  remedy:
    'Take `sslmode` out of BUBBLEQUEST_DB_URL: without it there is TLS to every host but this machine. The certificate goes into BUBBLEQUEST_DB_CA.',
  async run({ visitor }) {
    const { databaseTls } = await healthOf(visitor)
    if (databaseTls === null) return 'on the same machine as the API'
    if (!databaseTls) return found('What the API asks the database, and its password, travel in the open.')
  },
}
