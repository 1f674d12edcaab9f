import { accountOf, anyAddress, otherDeviceOf } from './account.ts'
import { ownProxy } from './place.ts'
import { isSecure } from './site.ts'
import type { Check } from './visit.ts'
import { found, notTried, Visitor } from './visitor.ts'

export const cookiesCheck: Check = {
  name: 'Cookies arrive, are safe, and are renewed',
  remedy: {
    embedded: `Let one proxy lead every path of one address to Bubblequest, and pass Set-Cookie and X-Forwarded-Proto on (${ownProxy}).`,
    ownSupabase:
      'Serve the app and /api from one address, as deploy/supabase.Caddyfile does, and let nothing take Set-Cookie or X-Forwarded-Proto away.',
    hosted:
      'Serve the app and /api from one address through deploy/proxy.ts of this version, which asks the function for the cookies that the gateway takes away, and let the cache of the host leave /api/* alone.',
    everywhere: 'Nothing on the way may take Set-Cookie out of an answer, join two of them, or keep an answer.',
  },
  async run(visit) {
    const { visitor, address } = visit
    if (visit.isSignedUp !== true) return notTried('It takes an account.')
    if (visitor.setCookies.length === 0) return found('Signing in set no cookie.')
    const [membership = found('The account belongs to no family.')] = await visitor.call('myFamilies', {})
    visit.family = { familyId: membership.family.id, memberId: membership.id ?? '' }
    assertSafeCookies(visitor.setCookies, address)
    for (let time = 1; time <= 2; time++) assertSafeCookies(await renew(visitor), address)
    const { status } = await new Visitor(address).ask('currentUser', {})
    if (status !== 401)
      return found(`A browser without cookies is signed in (${status}): something on the way keeps answers.`)
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

/** More than GoTrue lets one address renew: 30 times in a row, and then once in 2 seconds. */
const renewals = 60

const needsAddresses =
  'From one address Auth lets through 30 renewals in a row. Give BUBBLEQUEST_PROXY_SECRET and BUBBLEQUEST_FUNCTION_URL as the proxy has them, or run this on the machine of the server, past its proxy (http://localhost:3000): then it calls from many.'

export const renewalsCheck: Check = {
  name: 'Sixty addresses renew their sessions one after the other, and none is refused',
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
    accountOf(visit)
    const sendFrom = visit.sendFrom ?? notTried(needsAddresses)
    const device = (await otherDeviceOf(visit)).copy()
    for (let count = 0; count < renewals; count++) {
      device.through = sendFrom(anyAddress())
      await renew(device).catch((error: Error) => found(`After ${count} renewals: ${error.message}`))
    }
  },
}

/** As when the access token has run out: only the other cookie is sent. Returns the cookies that were set. */
async function renew(visitor: Visitor): Promise<string[]> {
  const [access = '', refresh = ''] = ['bq_access', 'bq_refresh'].map((name) =>
    [...visitor.cookies.keys()].find((kept) => kept.endsWith(name)),
  )
  const before = visitor.cookies.get(refresh)
  visitor.cookies.delete(access)
  const begun = visitor.setCookies.length
  const { status, text } = await visitor.ask('currentUser', {})
  const set = visitor.setCookies.slice(begun)
  if (status !== 200) found(`A renewal answered ${status}: ${text.slice(0, 120)}`)
  const names = set.map((cookie) => cookie.split('=')[0]).toSorted()
  if (names.join() !== [access, refresh].join())
    found(`A renewal set ${names.length === 0 ? 'no cookie' : names.join(' and ')}.`)
  if (visitor.cookies.get(refresh) === before) found('A renewal gave the same token once more.')
  return set
}
