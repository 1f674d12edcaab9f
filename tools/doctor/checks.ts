import { RealtimeClient } from '@supabase/realtime-js'
import { Health } from '../../domain/contract/health.ts'
import { samplePictures } from '../../domain/rules/sample-pictures.ts'
import { Finding, found, read, Visitor } from './visitor.ts'

export type Check = {
  /** What is true when nothing was found. */
  name: string
  /** What to do about it when something was. */
  remedy: string
  /** Throws a Finding with what was seen; may answer a figure to be told. */
  run(visit: Visit): Promise<string | void>
}

/** What the checks share: a family of their own comes about in the middle and goes in the end. */
export type Visit = {
  address: string
  visitor: Visitor
  /** An account to use where new ones have to be confirmed by mail first. */
  account?: { email: string; password: string }
  /** The family that was signed up for this visit, or the account's own. */
  family?: { familyId: string; memberId: string; avatarSeed: string; isOurs: boolean }
  password: string
}

const isSecure = (address: string) => new URL(address).protocol === 'https:'

/** All checks, in order: each may build on those before it. */
export const checks: readonly Check[] = [
  {
    name: 'The app is there',
    remedy: 'Publish the folder dist/ of `npm run build`, and let every address that names no file answer index.html.',
    async run({ visitor }) {
      for (const path of ['/', '/login', '/parent']) {
        const response = await visitor.send('GET', path)
        const page = await response.text()
        if (!response.ok) return found(`${path} answered ${response.status}.`)
        if (!page.includes('id="app"')) return found(`${path} answered a page that is not Bubblequest's.`)
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
      'Let /api/* lead to the edge function (docs/deploy.md, steps 6 and 7). Database down: look at the pooler string and its password. Sign-in, live news or pictures down: look at the project’s status page, and at SUPABASE_URL.',
    async run({ visitor }) {
      const response = await visitor.send('GET', '/api/health')
      const text = await response.text()
      const health = Health.safeParse(read(text))
      if (!health.success) return found(`/api/health answered ${response.status} and no health: ${text.slice(0, 120)}`)
      const { status: _, caller: __, ...parts } = health.data
      const ill = Object.entries(parts).filter(([, state]) => state !== 'ok')
      return ill.length === 0 ? undefined : found(ill.map(([part, state]) => `${part} is ${state}`).join(', ') + '.')
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
    remedy:
      'The app and /api have to share one address: cookies of another one are not sent along. If new accounts are confirmed by mail here, name one: BUBBLEQUEST_DOCTOR_EMAIL and BUBBLEQUEST_DOCTOR_PASSWORD.',
    async run(visit) {
      const { visitor, account, address, password } = visit
      if (account === undefined) {
        const email = `doctor-${crypto.randomUUID()}@family.example`
        const reply = await visitor.call('signup', {}, { firstName: 'Doctor', lastName: 'Visit', email, password })
        if ('checkMail' in reply) return found('New accounts are confirmed by mail here, so this visit could not make one.')
      } else {
        await visitor.call('login', {}, account)
      }
      if (visitor.setCookies.length === 0) return found('Signing in set no cookie.')
      for (const cookie of visitor.setCookies) {
        const [name = ''] = cookie.split('=')
        for (const attribute of ['HttpOnly', 'SameSite=Lax', ...(isSecure(address) ? ['Secure'] : [])]) {
          if (!new RegExp(`;\\s*${attribute}(;|$)`, 'i').test(cookie)) return found(`The cookie ${name} lost its ${attribute} on the way.`)
        }
        if (/;\s*domain=/i.test(cookie)) return found(`The cookie ${name} is sent to other addresses too.`)
      }
      const [membership] = await visitor.call('myFamilies', {})
      if (membership === undefined) return found('The account belongs to no family.')
      const members = await visitor.call('members', { familyId: membership.family.id })
      const avatarSeed = members.find(({ id }) => id === membership.id)?.avatarSeed ?? 'default'
      visit.family = { familyId: membership.family.id, memberId: membership.id, avatarSeed, isOurs: account === undefined }
    },
  },
  {
    name: 'A change reaches another screen by itself',
    remedy:
      'Realtime has to be on, private channels allowed, and the address under which browsers reach Supabase right (BUBBLEQUEST_PUBLIC_URL). A proxy in front has to let websockets through.',
    run: liveRoundTrip,
  },
  {
    name: 'A picture goes up, is seen by the family, and by nobody else',
    remedy: 'The migrations make the bucket: `supabase db push`. The function needs a secret key of the project to look at what was sent.',
    async run({ visitor, address, family = found('There is no family to try it with.') }) {
      const { uploadURL } = await visitor.call('requestUpload', {})
      const bytes = samplePictures['image/webp']
      const sent = await fetch(new URL(uploadURL, address), { method: 'PUT', headers: { 'content-type': 'image/webp', origin: address }, body: bytes })
      if (!sent.ok) return found(`Sending it answered ${sent.status}: ${(await sent.text()).slice(0, 120)}`)
      await sent.body?.cancel()
      const { avatarSeed } = await visitor.call('setAvatar', { memberId: family.memberId }, { avatarUrl: uploadURL })
      const own = await visitor.send('GET', avatarSeed)
      const seen = await own.bytes()
      const stranger = await new Visitor(address).send('GET', avatarSeed)
      await stranger.body?.cancel()
      const before = family.avatarSeed.startsWith('/') ? { avatarUrl: family.avatarSeed } : { avatarSeed: family.avatarSeed }
      await visitor.call('setAvatar', { memberId: family.memberId }, before)
      if (own.status !== 200 || seen.length !== bytes.length) return found(`The family got ${own.status} with ${seen.length} of ${bytes.length} bytes.`)
      if (stranger.status !== 404) return found(`A stranger got ${stranger.status} for it.`)
      if (!/private/.test(own.headers.get('cache-control') ?? '')) return found('Caches on the way may keep it.')
    },
  },
  {
    name: 'Nobody sets a new password who does not know the current one',
    remedy:
      'A device that acts as a kid holds a token of the parent, and Auth takes a new password for it. On a hosted project: `npx supabase config push` (require_current_password). On your own machine: GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD=true for the service auth.',
    async run({ visitor, address, account, password }) {
      const { token } = await visitor.call('realtimeAccess', {})
      const { url, publishableKey } = await visitor.call('authAccess', {})
      // The password it has already: whatever the answer is, nothing changes.
      const response = await fetch(new URL(`${url}/user`, address), {
        method: 'PUT',
        headers: {
          apikey: publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
        },
        body: JSON.stringify({ password: account?.password ?? password }),
        signal: AbortSignal.timeout(20_000),
      })
      const text = await response.text()
      if (!text.includes('"current_password_required"')) return found(`Auth answered a new password ${response.status}: ${text.slice(0, 120)}`)
    },
  },
  {
    name: 'Nothing of this visit is left',
    remedy: 'Delete the family "Visit Family" by hand: sign in, Settings, Your data.',
    async run({ visitor, password, family }) {
      if (family === undefined) return 'nothing was made'
      if (family.isOurs) await visitor.call('deleteFamily', { familyId: family.familyId }, { currentPassword: password })
      else await visitor.call('logout', {})
      const after = await visitor.send('GET', '/api/auth/user')
      await after.body?.cancel()
      if (after.status !== 401) return found(`Still signed in afterwards (${after.status}).`)
    },
  },
]

/** Listens as a second screen does, changes the family's column as the first, and waits for the news. */
async function liveRoundTrip({ visitor, address, family = found('There is no family to try it with.') }: Visit): Promise<string> {
  const { familyId } = family
  const access = await visitor.call('realtimeAccess', {})
  const url = new URL(access.url, address).href.replace(/^http/, 'ws').replace(/\/websocket$/, '')
  const client = new RealtimeClient(url, { params: { apikey: access.publishableKey } })
  try {
    await client.setAuth(access.token)
    const heard = Promise.withResolvers<number>()
    const joined = Promise.withResolvers<void>()
    let begun = 0
    client
      .channel(access.topic, { config: { private: true } })
      .on('broadcast', { event: 'column.saved' }, () => heard.resolve(Date.now() - begun))
      .subscribe((status, error) => {
        if (status === 'SUBSCRIBED') joined.resolve()
        else if (status !== 'CLOSED') joined.reject(new Finding(`The channel answered ${status}${error === undefined ? '' : `: ${error.message}`}.`))
      })
    await within(10_000, joined.promise, 'The live connection did not open within 10 seconds.')
    begun = Date.now()
    const [column = found('The board has no column.')] = await visitor.call('columns', { familyId })
    await visitor.call('editColumn', { columnId: column.id }, { title: column.title })
    const milliseconds = await within(10_000, heard.promise, 'The news of a change did not arrive within 10 seconds.')
    return `${milliseconds} ms`
  } finally {
    await client.removeAllChannels()
    await client.disconnect()
  }
}

async function within<T>(milliseconds: number, work: Promise<T>, otherwise: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Finding(otherwise)), milliseconds)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
