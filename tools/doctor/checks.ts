import * as z from 'zod/mini'
import { Health } from '../../domain/contract/health.ts'
import { samplePictures } from '../../domain/rules/sample-pictures.ts'
import { deleteMade, emailOf, enter, familyOf } from './account.ts'
import { doors } from './doors.ts'
import { templatesCheck } from './mails.ts'
import { openScreen } from './screen.ts'
import { found, notTried, read, Visitor } from './visitor.ts'

/** What was measured, by a name that has its unit. */
export type Figures = Readonly<Record<string, number>>

export type Check<Of extends Visit = Visit> = {
  /** What is true when nothing was found. */
  name: string
  /** What to do about it when something was. */
  remedy: string
  /** Runs even when the visit was stopped. */
  cleansUp?: true
  /** Throws a Finding with what was seen; may answer a note or figures to be told. */
  run(visit: Of): Promise<string | Figures | void>
}

/** Where mails land that nobody is to get. */
export type Mailbox = {
  /** The link of the newest mail to that address, as soon as it is of that type. */
  linkTo(email: string, type: 'signup' | 'recovery'): Promise<string>
}

/** What the checks share: a family of their own comes about in the middle and goes in the end. */
export type Visit = {
  address: string
  visitor: Visitor
  /** After this no visitor sends anything but what cleans up. */
  stop: AbortSignal
  /** An account to use where new ones have to be confirmed by mail first. */
  account?: { email: string; password: string } | undefined
  mailbox?: Mailbox | undefined
  /** Address of Auth behind a proxy that leads out only some of its calls. */
  authUrl?: string | undefined
  /** Used for the next account that is made. */
  password: string
  /** The accounts that were made. */
  made: { email: string; password: string; visitor: Visitor }[]
  /** The link by which the visitor's own account was confirmed. */
  confirmedBy?: string
  /** What takes back what was changed in the family of an account that is somebody's, the last change first. */
  undo: ((visitor: Visitor) => Promise<unknown>)[]
  /** Whom the visitor is signed in as. */
  email?: string
  /** New accounts are confirmed by mail, and there is no account and no mailbox. */
  needsAccount?: true
  /** The family that was signed up for this visit, or the account's own. */
  family?: { familyId: string; memberId: string; avatarSeed: string }
}

export type Named = Pick<Visit, 'account' | 'mailbox' | 'authUrl'> & { stop?: AbortSignal }

export function newVisit(address: string, { stop = new AbortController().signal, ...named }: Named = {}): Visit {
  const { origin } = new URL(address)
  return { address: origin, visitor: new Visitor(origin, stop), stop, password: `${crypto.randomUUID()}-Aa1`, made: [], undo: [], ...named }
}

const isSecure = (address: string) => new URL(address).protocol === 'https:'

const looks: readonly Check[] = [
  {
    name: 'The app is there',
    remedy:
      'Publish the folder dist/ of `npm run build`, and let every address of a screen answer index.html, and a file that is not there 404: deploy/ has files for hosts.',
    async run({ visitor }) {
      for (const path of ['/', '/login', '/parent', '/confirm', '/new-password']) {
        const response = await visitor.send('GET', path)
        const page = await response.text()
        if (!response.ok) return found(`${path} answered ${response.status}.`)
        if (!page.includes('id="app"')) return found(`${path} answered a page that is not Bubblequest's.`)
      }
      // Browsers and caches would keep a page in place of a script.
      for (const path of ['/assets/missing-00000000.js', '/missing.png']) {
        const response = await visitor.send('GET', path)
        await response.body?.cancel()
        const caching = response.headers.get('cache-control') ?? ''
        if (response.status !== 404) return found(`${path}, which is not there, answered ${response.status}.`)
        if (/immutable|max-age=[1-9]/.test(caching)) return found(`${path}, which is not there, may be kept as that: ${caching}.`)
      }
    },
  },
  {
    name: 'Pages carry the headers that protect them',
    remedy: 'Let your host send them with every page: deploy/netlify.toml and deploy/vercel.json have them all.',
    async run({ visitor, address }) {
      const { headers } = await visitor.send('GET', '/')
      const policy = headers.get('content-security-policy') ?? ''
      if (!/default-src 'self'/.test(policy)) return found(`The content-security-policy is ${policy === '' ? 'missing' : `"${policy}"`}.`)
      if (/script-src[^;]*'unsafe-/.test(policy)) return found('The content-security-policy lets scripts run that stand in the page.')
      if (!/frame-ancestors 'none'/.test(policy)) return found('Other websites may put this one into a frame.')
      if (headers.get('x-content-type-options') !== 'nosniff') return found('x-content-type-options: nosniff is missing.')
      if (headers.get('referrer-policy') !== 'no-referrer') return found('referrer-policy: no-referrer is missing.')
      if (isSecure(address) && !headers.has('strict-transport-security')) return found('strict-transport-security is missing.')
    },
  },
  templatesCheck,
  {
    name: 'The way here is encrypted',
    remedy: 'Give the address a certificate and send http to https; the reverse proxy in deploy/Caddyfile does both by itself.',
    async run({ address }) {
      const { hostname, protocol } = new URL(address)
      if (/^(localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname)) return 'a house network, not asked'
      if (protocol !== 'https:') return found('Passwords and cookies travel in the open.')
      const plain = await fetch(`http://${new URL(address).host}/`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
      const target = plain?.headers.get('location') ?? ''
      await plain?.body?.cancel()
      return plain === undefined || target.startsWith('https://') ? undefined : found(`http:// answers ${plain.status} instead of leading to https://.`)
    },
  },
  {
    name: 'The API answers, and all four services with it',
    remedy:
      'Let /api/* lead to the edge function (docs/deploy.md, steps 4 and 6). Database down: look at the pooler string and its password. Sign-in, live news or pictures down: look at the project’s status page, and at SUPABASE_URL.',
    async run({ visitor }) {
      const response = await visitor.send('GET', '/api/health')
      const text = await response.text()
      const health = Health.safeParse(read(text))
      if (!health.success) return found(`/api/health answered ${response.status} and no health: ${text.slice(0, 120)}`)
      const { database, auth, realtime, storage } = health.data
      const ill = Object.entries({ database, auth, realtime, storage }).filter(([, state]) => state !== 'ok')
      return ill.length === 0 ? undefined : found(ill.map(([part, state]) => `${part} is ${state}`).join(', ') + '.')
    },
  },
  {
    name: 'The API knows who calls',
    remedy:
      'Lead /api/* and /objects/* through deploy/proxy.ts, and give it and the function the same BUBBLEQUEST_PROXY_SECRET (docs/deploy.md). Without, limits count for nobody, Auth counts all families as one, and cookies may get lost.',
    async run({ visitor }) {
      const { caller } = await visitor.call('health', {})
      return caller === null ? found('Nothing that it believes says so: the proxy’s secret is missing, here or at the function.') : `as ${caller}`
    },
  },
  {
    name: 'Pictures have their address',
    remedy: 'Let /objects/* lead to /api/objects/* of the edge function, beside the line for /api/*.',
    async run({ visitor }) {
      const response = await visitor.send('GET', '/objects/nobody/nothing')
      const text = await response.text()
      if (response.status !== 404 || !text.includes('"not_found"')) return found(`/objects/nobody/nothing answered ${response.status}: ${text.slice(0, 120)}`)
    },
  },
  {
    name: 'Strangers and other websites are refused',
    remedy: 'Deploy the edge function of this version anew, with verify_jwt off, and send the host and origin headers on as they are.',
    async run({ visitor, address }) {
      const stranger = await visitor.send('GET', '/api/families/my')
      await stranger.body?.cancel()
      if (stranger.status !== 401) return found(`A signed-out visitor got ${stranger.status} for the families.`)
      const nobody = { email: 'nobody@family.example', password: 'not-a-password' }
      const elsewhere = await visitor.send('POST', '/api/auth/login', nobody, { origin: 'https://evil.example' })
      if (!(await elsewhere.text()).includes('"wrong_origin"')) return found(`A page of another website may sign in here (${elsewhere.status}).`)
      const own = await visitor.send('POST', '/api/auth/login', nobody)
      const answer = await own.text()
      if (answer.includes('"wrong_origin"')) return found(`The page's own origin ${address} is taken for another website.`)
      if (own.status !== 401 && own.status !== 429) return found(`Signing in as nobody answered ${own.status}: ${answer.slice(0, 120)}`)
    },
  },
  {
    name: 'Cookies arrive, are safe, and return',
    remedy: 'The app and /api have to share one address: cookies of another one are not sent along.',
    async run(visit) {
      const { visitor, address } = visit
      await enter(visit)
      if (visitor.setCookies.length === 0) return found('Signing in set no cookie.')
      assertSafeCookies(visitor.setCookies, address)
      const [membership] = await visitor.call('myFamilies', {})
      if (membership === undefined) return found('The account belongs to no family.')
      const members = await visitor.call('members', { familyId: membership.family.id })
      const avatarSeed = members.find(({ id }) => id === membership.id)?.avatarSeed ?? 'default'
      visit.family = { familyId: membership.family.id, memberId: membership.id, avatarSeed }
    },
  },
  {
    name: 'A change reaches another screen by itself',
    remedy:
      'Realtime has to be on, private channels allowed, and the address under which browsers reach Supabase right (BUBBLEQUEST_PUBLIC_URL). A proxy in front has to let websockets through.',
    run: liveRoundTrip,
  },
  ...doors,
  {
    name: 'A picture goes up, is seen by the family, and by nobody else',
    remedy: 'The migrations make the bucket: `supabase db push`. The function needs a secret key of the project to look at what was sent.',
    async run(visit) {
      const { visitor, address } = visit
      const { memberId, avatarSeed: before } = familyOf(visit)
      const bytes = samplePictures['image/webp']
      const avatarUrl = await sendPicture(visitor, address, bytes)
      visit.undo.push((visitor) => visitor.call('setAvatar', { memberId }, before.startsWith('/') ? { avatarUrl: before } : { avatarSeed: before }))
      const { avatarSeed } = await visitor.call('setAvatar', { memberId }, { avatarUrl })
      const own = await visitor.send('GET', avatarSeed)
      const seen = await own.bytes()
      const stranger = await new Visitor(address).send('GET', avatarSeed)
      await stranger.body?.cancel()
      if (own.status !== 200 || seen.length !== bytes.length) return found(`The family got ${own.status} with ${seen.length} of ${bytes.length} bytes.`)
      if (stranger.status !== 404) return found(`A stranger got ${stranger.status} for it.`)
      if (!/private/.test(own.headers.get('cache-control') ?? '')) return found('Caches on the way may keep it.')
    },
  },
  {
    name: 'Nobody sets a new password who does not know the current one',
    remedy:
      'Whoever gets hold of a token could take the account: Auth takes a new password for it. On a hosted project: `npx supabase config push` (require_current_password). On your own Supabase: GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD=true for the service auth, whose image has to be supabase/gotrue:v2.187.0 or newer: an older one ignores it without a word (docs/self-hosted-supabase.md, step 1).',
    async run(visit) {
      const { account } = visit
      const email = emailOf(visit)
      const password = account?.password ?? visit.password
      const signedIn = await askAuth(visit, 'POST', '/token?grant_type=password', undefined, { email, password })
      if (visit.authUrl === undefined && ([403, 404, 405].includes(signedIn.status) || read(signedIn.text) === undefined)) {
        return notTried(
          'No sign-in at Auth itself is led out, which is well. Say where it is reached, as BUBBLEQUEST_DOCTOR_AUTH_URL: on the machine of a Supabase of your own http://127.0.0.1:8000/auth/v1.',
        )
      }
      const token = z.object({ access_token: z.string() }).safeParse(read(signedIn.text)).data?.access_token
      if (token === undefined) return found(`Auth answered a sign-in ${signedIn.status}: ${signedIn.text.slice(0, 120)}`)
      // The password it has already: whatever the answer is, nothing changes.
      const { status, text } = await askAuth(visit, 'PUT', '/user', token, { password })
      await askAuth(visit, 'POST', '/logout?scope=local', token, {})
      if (!text.includes('"current_password_required"')) return found(`Auth answered a new password ${status}: ${text.slice(0, 120)}`)
    },
  },
  {
    name: 'The token of live news opens no account',
    remedy:
      'A tablet that acts as a child holds it. Give the function BUBBLEQUEST_SIGNING_KEY (docs/deploy.md, step 3), and deploy function and migrations of the same version.',
    async run(visit) {
      emailOf(visit)
      const { token } = await visit.visitor.call('realtimeAccess', {})
      const { status, text } = await askAuth(visit, 'GET', '/user', token)
      if (status === 404 && visit.authUrl === undefined) return 'nothing is led out that could be asked for an account'
      if (status !== 403) return found(`Auth answered ${status}: ${text.slice(0, 120)}`)
    },
  },
]

/** Asks Auth itself, as a page with that token would. */
async function askAuth({ visitor, address, authUrl }: Visit, method: string, path: string, token: string | undefined, body?: unknown) {
  const { url, publishableKey } = await visitor.call('authAccess', {})
  const response = await fetch(new URL(`${authUrl ?? url}${path}`, address), {
    method,
    headers: {
      apikey: publishableKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: response.status, text: await response.text() }
}

const leavesNothing: Check = {
  name: 'Nothing of this visit is left',
  remedy: 'Sign in with the account that is named and delete its family by hand: Settings, Your data. What was made in a family of yours is called "Visit".',
  cleansUp: true,
  async run(visit) {
    const { visitor, account, made, undo } = visit
    if (account === undefined && made.length === 0) return 'nothing was made'
    const leaver = visitor.copy()
    if (account !== undefined) {
      for (const takeBack of undo.splice(0).toReversed()) await takeBack(leaver)
      await leaver.call('logout', {})
    }
    await deleteMade(visit)
    const after = await leaver.ask('currentUser', {})
    if (after.status !== 401) return found(`Still signed in afterwards (${after.status}).`)
  },
}

/** What the doctor looks at, in order: each check may build on those before it. */
export const checks = { looks, leavesNothing }

/** Sends a picture to where the API says; answers the address it was sent to. */
export async function sendPicture(visitor: Visitor, address: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { uploadURL } = await visitor.call('requestUpload', {})
  const sent = await fetch(new URL(uploadURL, address), { method: 'PUT', headers: { 'content-type': 'image/webp', origin: address }, body: bytes })
  if (!sent.ok) return found(`Sending it answered ${sent.status}: ${(await sent.text()).slice(0, 120)}`)
  await sent.body?.cancel()
  return uploadURL
}

/** Each cookie is out of reach of scripts and of other websites, and for this address alone. */
export function assertSafeCookies(cookies: readonly string[], address: string): void {
  for (const cookie of cookies) {
    const [name = ''] = cookie.split('=')
    for (const attribute of ['HttpOnly', 'SameSite=Lax', ...(isSecure(address) ? ['Secure'] : [])]) {
      if (!new RegExp(`;\\s*${attribute}(;|$)`, 'i').test(cookie)) return found(`The cookie ${name} lost its ${attribute} on the way.`)
    }
    if (/;\s*domain=/i.test(cookie)) return found(`The cookie ${name} is sent to other addresses too.`)
  }
}

/** Listens as a second screen does, changes the family's column as the first, and waits for the news. */
async function liveRoundTrip(visit: Visit): Promise<string> {
  const { visitor, address } = visit
  const { familyId } = familyOf(visit)
  const screen = await openScreen(address, await visitor.call('realtimeAccess', {}))
  try {
    const begun = performance.now()
    const [column = found('The board has no column.')] = await visitor.call('columns', { familyId })
    await visitor.call('editColumn', { columnId: column.id }, { title: column.title })
    const { at } = await screen.hears(({ event }) => event === 'column.saved', 'The news of a change did not arrive within 10 seconds.')
    return `${Math.round(at - begun)} ms`
  } finally {
    await screen.close()
  }
}
