import { anyAddress, enter, loginOf, newDevice } from './account.ts'
import { ownProxy } from './place.ts'
import { isSecure } from './site.ts'
import { placeOf } from './visit.ts'
import type { Check, Visit } from './visit.ts'
import { found, notTried, Visitor } from './visitor.ts'
import type { Send } from './visitor.ts'

export const cookiesCheck: Check = {
  name: 'Cookies arrive, are safe, and return',
  remedy: {
    embedded: `Let one proxy lead every path of one address to Bubblequest, and pass Set-Cookie and X-Forwarded-Proto on (${ownProxy}).`,
    ownSupabase:
      'Serve the app and /api from one address, as deploy/supabase.Caddyfile does, and let nothing take Set-Cookie or X-Forwarded-Proto away.',
    hosted:
      'Serve the app and /api from one address through deploy/proxy.ts of this version, which asks the function for the cookies that the gateway takes away.',
  },
  async run(visit) {
    const { visitor, address } = visit
    await enter(visit)
    if (visitor.setCookies.length === 0) return found('Signing in set no cookie.')
    assertSafeCookies(visitor.setCookies, address)
    const [membership = found('The account belongs to no family.')] = await visitor.call('myFamilies', {})
    const members = await visitor.call('members', { familyId: membership.family.id })
    const avatarSeed = members.find(({ id }) => id === membership.id)?.avatarSeed ?? 'default'
    visit.family = { familyId: membership.family.id, memberId: membership.id ?? '', avatarSeed }
  },
}

/** Each cookie is out of reach of scripts and of other websites, and for this address alone. */
function assertSafeCookies(cookies: readonly string[], address: string): void {
  for (const cookie of cookies) {
    const [name = ''] = cookie.split('=')
    if (isSecure(address) && !name.startsWith('__Host-')) found(`The cookie ${name} lost the __Host- of its name.`)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', ...(isSecure(address) ? ['Secure'] : [])])
      if (!new RegExp(`;\\s*${attribute}(;|$)`, 'i').test(cookie))
        found(`The cookie ${name} lost its ${attribute} on the way.`)
    if (/;\s*domain=/i.test(cookie)) found(`The cookie ${name} is sent to other addresses too.`)
  }
}

const [accessName, refreshName] = ['bq_access', 'bq_refresh']

export const renewedCookiesCheck: Check = {
  name: 'A renewed session has each cookie once, and goes on',
  remedy: {
    embedded: `Let the proxy pass answers on as they are and keep none (${ownProxy}).`,
    ownSupabase: 'Let the proxy pass answers on as they are and keep none, as deploy/supabase.Caddyfile does.',
    hosted:
      'Take deploy/proxy.ts of this version, which carries cookies past the gateway of functions, and let the cache of the host leave /api/* alone.',
    everywhere: 'Nothing on the way may take Set-Cookie out of an answer, join two of them, or keep an answer.',
  },
  async run(visit) {
    loginOf(visit)
    const { visitor, address } = visit
    await visitor.call('currentUser', {})
    for (let time = 1; time <= 3; time++) {
      assertSafeCookies(await renew(visitor), address)
    }
    const { status } = await new Visitor(address).ask('currentUser', {})
    if (status !== 401)
      return found(`A browser without cookies is signed in (${status}): something on the way keeps answers.`)
  },
}

/** GoTrue lets one address renew 30 times in a row, and then once in 2 seconds. */
const renewalsOfAnAddress = 25

export const renewalsCheck: Check = {
  name: 'A family renews its sessions two hundred times, sixty addresses at the same time, and none is refused',
  remedy: {
    embedded:
      'Set BUBBLEQUEST_TRUSTED_PROXIES to the number of proxies in front: else all families count as one caller.',
    ownSupabase:
      'Set GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED=true for the service auth (docs/self-hosted-supabase.md, step 1): else it counts renewals by the address of the function.',
    hosted:
      'Switch on IP Address Forwarding in the dashboard (Authentication, Rate Limits; docs/deploy.md, step 5), and give the function a secret key (sb_secret_…): else Auth counts renewals by the address of the function.',
    local:
      'Raise token_refresh in supabase/config.toml: the Auth of `supabase start` counts renewals by the address of the function.',
  },
  async run(visit) {
    loginOf(visit)
    const sendFrom = visit.sendFrom ?? notTried(await howToCallFromMany(visit))
    const devices = await Promise.all(Array.from({ length: 4 }, () => newDevice(visit)))
    const family = await renewAll(devices, 50, 'of a family', (count) =>
      count % renewalsOfAnAddress === 0 ? sendFrom(anyAddress()) : undefined,
    )
    const addresses = await renewAll(devices, 15, 'from sixty addresses', () => sendFrom(anyAddress()))
    visit.devices = devices
    return { renewals: family.length, addresses: addresses.length, ...percentiles([...family, ...addresses]) }
  },
}

async function howToCallFromMany(visit: Visit): Promise<string> {
  const { stack } = await placeOf(visit)
  const how =
    stack === 'embedded'
      ? 'Where a proxy stands in front, run this command on the machine of the server, past that proxy (http://localhost:3000)'
      : 'Give this command BUBBLEQUEST_PROXY_SECRET and BUBBLEQUEST_FUNCTION_URL, as the proxy has them'
  return `From one address Auth lets through 30 renewals in a row. ${how}: then it calls from many.`
}

/** Renews each device so many times, all devices at the same time; returns what each renewal took. */
async function renewAll(
  devices: readonly Visitor[],
  times: number,
  which: string,
  moveTo: (count: number) => Send | undefined,
): Promise<number[]> {
  const took: number[] = []
  const refusals: string[] = []
  const renewOne = async (device: Visitor) => {
    // Stops at the first refusal: the next renewal would be refused too.
    for (let count = 0; count < times && refusals.length === 0; count++) {
      device.through = moveTo(count) ?? device.through
      const begun = performance.now()
      await renew(device).then(
        () => took.push(performance.now() - begun),
        (error: Error) => refusals.push(error.message),
      )
    }
  }
  await Promise.all(devices.map(renewOne))
  return refusals.length === 0 ? took : found(`After ${took.length} renewals ${which}: ${refusals[0]}`)
}

/** As when the access token has run out: only the other cookie is sent. Returns the cookies that were set. */
async function renew(visitor: Visitor): Promise<string[]> {
  const before = visitor.cookies.get(refreshName)
  visitor.cookies.delete(accessName)
  const begun = visitor.setCookies.length
  const { status, text } = await visitor.ask('currentUser', {})
  const set = visitor.setCookies.slice(begun)
  if (status !== 200) found(`A renewal answered ${status}: ${text.slice(0, 120)}`)
  const names = set.map((cookie) => cookie.split('=')[0]?.replace('__Host-', '')).toSorted()
  if (names.join() !== [accessName, refreshName].join())
    found(`A renewal set ${names.length === 0 ? 'no cookie' : names.join(' and ')}.`)
  if (visitor.cookies.get(refreshName) === before) found('A renewal gave the same token once more.')
  return set
}

/** The median and the 95th percentile, in whole milliseconds. */
export function percentiles(milliseconds: readonly number[]): { 'p50 ms': number; 'p95 ms': number } {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95) }
}
