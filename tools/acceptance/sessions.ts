import { emailOf } from '../doctor/account.ts'
import { assertSafeCookies } from '../doctor/checks.ts'
import { found, notTried, Visitor } from '../doctor/visitor.ts'
import type { Send } from '../doctor/visitor.ts'
import { anyAddress, newDevice, percentiles } from './visit.ts'
import type { Acceptance, Story } from './visit.ts'

const [accessName, refreshName] = ['bq_access', 'bq_refresh']

/** GoTrue lets one address renew 30 times in a row, and then once in 2 seconds. */
const renewalsOfAnAddress = 25

export const renewedCookiesStory: Story = {
  name: 'A renewed session has each cookie once, and goes on',
  remedy:
    'Nothing on the way may take Set-Cookie out of an answer, join two of them, or keep an answer: deploy/proxy.ts carries them past the gateway of Supabase’s functions.',
  async run(visit) {
    emailOf(visit)
    const { visitor, address } = visit
    await visitor.call('currentUser', {})
    for (let time = 1; time <= 3; time++) {
      const { set, refused } = await renew(visitor)
      if (refused !== undefined) return found(refused)
      assertSafeCookies(set, address)
    }
    const { status } = await new Visitor(address).ask('currentUser', {})
    if (status !== 401) return found(`A browser without cookies is signed in (${status}): something on the way keeps answers.`)
  },
}

const forwarding =
  'Auth counts renewals by the address of the function instead of the family’s. Switch on the forwarding of addresses in the project’s settings of Auth, and give the function a secret key (docs/deploy.md). Where Auth has no such switch, raise its limit of token refreshes.'

export const familyRenewalStory: Story = {
  name: 'A family renews its sessions two hundred times, and is never refused',
  remedy: forwarding,
  async run(visit) {
    emailOf(visit)
    const speakFor = speakerOf(visit)
    const devices = await Promise.all(Array.from({ length: 4 }, () => newDevice(visit)))
    const times = await renewAll(devices, 200 / devices.length, (count) => (count % renewalsOfAnAddress === 0 ? speakFor(anyAddress()) : undefined))
    visit.devices = devices
    return { renewals: times.length, ...percentiles(times) }
  },
}

export const manyAddressesStory: Story = {
  name: 'Sixty addresses renew at the same time, and none is refused',
  remedy: forwarding,
  async run(visit) {
    emailOf(visit)
    const speakFor = speakerOf(visit)
    const { devices = [] } = visit
    if (devices.length === 0) return notTried('There is no device that stayed signed in.')
    const times = await renewAll(devices, 60 / devices.length, () => speakFor(anyAddress()))
    return { renewals: times.length, addresses: times.length, ...percentiles(times) }
  },
}

function speakerOf({ speakFor }: Acceptance): (address: string) => Send {
  return (
    speakFor ??
    notTried(
      'From one address Auth lets through 30 renewals in a row. Give this command BUBBLEQUEST_PROXY_SECRET and BUBBLEQUEST_FUNCTION_URL, as the proxy has them: then it calls from many.',
    )
  )
}

/** Renews each device so many times, all devices at the same time; answers what each renewal took. */
async function renewAll(devices: readonly Visitor[], times: number, moveTo: (count: number) => Send | undefined): Promise<number[]> {
  const took: number[] = []
  const refusals: string[] = []
  await Promise.all(
    devices.map(async (device) => {
      for (let count = 0; count < times; count++) {
        device.through = moveTo(count) ?? device.through
        const begun = performance.now()
        const { refused } = await renew(device)
        took.push(performance.now() - begun)
        if (refused === undefined) continue
        refusals.push(refused)
        // What is refused now is refused the next time.
        break
      }
    }),
  )
  if (refusals.length > 0) found(`After ${took.length - refusals.length} renewals: ${refusals[0]}`)
  return took
}

/** As when the access token has run out: only the other cookie is sent. */
async function renew(visitor: Visitor): Promise<{ set: string[]; refused?: string }> {
  const before = visitor.cookies.get(refreshName)
  visitor.cookies.delete(accessName)
  const begun = visitor.setCookies.length
  const { status, text } = await visitor.ask('currentUser', {})
  const set = visitor.setCookies.slice(begun)
  if (status !== 200) return { set, refused: `A renewal answered ${status}: ${text.slice(0, 120)}` }
  const names = set.map((cookie) => cookie.split('=')[0]).toSorted()
  if (names.join() !== [accessName, refreshName].join()) return { set, refused: `A renewal set ${names.length === 0 ? 'no cookie' : names.join(' and ')}.` }
  if (visitor.cookies.get(refreshName) === before) return { set, refused: 'A renewal gave the same token once more.' }
  return { set }
}
