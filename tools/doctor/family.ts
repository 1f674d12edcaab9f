import { rightOf } from '../../domain/contract/rights.ts'
import type { Right } from '../../domain/contract/rights.ts'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { accountOf, otherDeviceOf } from './account.ts'
import { deployAll, ownProxy, pushMigrations } from './place.ts'
import { openScreen } from './live.ts'
import type { Check } from './visit.ts'
import { expectAnswer, found, notTried, Visitor } from './visitor.ts'
import type { VisitAnswer } from './visitor.ts'

/** A white WebP, 7 pixels wide and 5 high. */
const whitePicture = Uint8Array.from(atob('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoHAAUAAsBMJaQAA3AA/veMAAA='), (letter) =>
  letter.charCodeAt(0),
)

export const pictureCheck: Check = {
  name: 'A picture goes up, is kept by the browsers of the family, and is seen by nobody else',
  remedy: {
    embedded: `Let the proxy lead /storage/v1/* and /objects/* to Bubblequest, with bodies of 5 MB (${ownProxy}).`,
    ownSupabase: `${pushMigrations.ownSupabase} They make the bucket. Let the proxy lead /storage/v1/* to the gateway, with bodies of 5 MB.`,
    hosted: `${pushMigrations.hosted} They make the bucket. The function needs a secret key of the project to look at what was sent. The cache of the host has to leave /objects/* alone.`,
    everywhere: 'Nothing on the way may take ETag or Cache-Control out of an answer, or keep pictures for everybody.',
  },
  async run(visit) {
    const { visitor, address, stop } = visit
    const { memberId } = accountOf(visit)
    const { uploadURL: avatarUrl } = await visitor.call('requestUpload', {})
    const sent = await new Visitor(address, stop).send('PUT', avatarUrl, {
      body: whitePicture,
      headers: { 'content-type': 'image/webp' },
    })
    if (sent.status >= 300) return found(`Sending it answered ${sent.status}: ${sent.text.slice(0, 120)}`)
    const { avatarSeed: path } = await visitor.call('setAvatar', { memberId }, { avatarUrl })
    visit.picture = path
    const other = await otherDeviceOf(visit)
    const shown = await other.send('GET', path)
    if (shown.status !== 200 || shown.bytes.join() !== whitePicture.join())
      return found(`The second device got ${shown.status} with ${shown.bytes.length} of ${whitePicture.length} bytes.`)
    const [type, kept = '', etag] = ['content-type', 'cache-control', 'etag'].map(
      (name) => shown.headers.get(name) ?? undefined,
    )
    if (type !== 'image/webp') return found(`The second device got it as ${type}.`)
    if (!/\bprivate\b/.test(kept) || /\bno-store\b/.test(kept))
      return found(`Its cache-control is "${kept}": caches on the way, and no others, may keep it.`)
    if (etag === undefined) return found('It came without an ETag: browsers load it again each time.')
    const again = await other.send('GET', path, { headers: { 'if-none-match': etag } })
    if (again.status !== 304) return found(`Asked for again with its ETag it answered ${again.status} instead of 304.`)
    const stranger = await new Visitor(address, stop).send('GET', path)
    if (stranger.status !== 404) return found(`A stranger got ${stranger.status} for it.`)
  },
}

const [rightPin, wrongPin] = ['2468', '0000']

export const pinCheck: Check = {
  name: 'The right PIN opens a profile, a wrong one does not, and guessing is made to wait',
  remedy: {
    ...deployAll,
    embedded:
      'Start the server of this version, with the keys.json that its data folder had: it holds the pepper of the PINs.',
    everywhere:
      'With another pepper than the one a PIN was set with no PIN is right; it takes 19 MB while it is looked at.',
  },
  async run(visit) {
    const { visitor } = visit
    const { familyId } = accountOf(visit)
    const { id: memberId } = await visitor.call('addMember', { familyId }, { displayName: 'Emil', pin: rightPin })
    const device = await otherDeviceOf(visit)
    const tryPin = (pin: string) => device.ask('verifyPin', { memberId }, { body: { pin } })
    expectVerdict(await tryPin(wrongPin), false, 'A wrong PIN')
    expectVerdict(await tryPin(rightPin), true, 'The right PIN')
    for (let wrong = 0; wrong < 6; wrong++) {
      const answer = await tryPin(wrongPin)
      if (answer.status === 429) return `limited after ${wrong} wrong ones`
      expectVerdict(answer, false, `Wrong PIN ${wrong + 1} in a row`)
    }
    return found('Six wrong PINs in a row were all looked at.')
  },
}

function expectVerdict({ status, text }: VisitAnswer, verified: boolean, what: string): void {
  if (status !== 200 || !new RegExp(`"verified":\\s*${verified}`).test(text))
    found(`${what} answered ${status}: ${text.slice(0, 120)}`)
}

/** The calls of these rights that need nothing but a family or a member. */
const callsOf = (...rights: Right[]) =>
  (Object.keys(routes) as RouteName[]).filter((name): name is 'exportFamily' | 'removeMember' => {
    const { path, body, query }: Route = routes[name]
    return rights.includes(rightOf[name]) && !body && !query && !/:(?!familyId|memberId)/.test(path)
  })

export const kidsDeviceCheck: Check = {
  name: "A kid's device reads the board, and is refused everything that is a parent's",
  remedy: pushMigrations,
  async run(visit) {
    const { visitor } = visit
    const { familyId } = accountOf(visit)
    const { id: memberId } = await visitor.call('addMember', { familyId }, { displayName: 'Mia' })
    const tablet = await otherDeviceOf(visit)
    await tablet.call('actAs', {}, { memberId })
    const ids = { familyId, memberId }
    const forbidden = callsOf('parent', 'person', 'admin')
    for (const name of forbidden) expectAnswer(await tablet.ask(name, ids), 'not_allowed', name)
    for (const name of callsOf('member').filter((name) => routes[name].method === 'GET')) {
      const [kids, parents] = [await tablet.ask(name, ids), await visitor.ask(name, ids)]
      if (kids.status !== 200 || kids.text !== parents.text)
        return found(`${name} answered ${kids.status} on the kid's device, and not what a parent reads.`)
    }
    return `${forbidden.length} calls refused`
  },
}

export const pairedDeviceCheck: Check = {
  name: 'A tablet without an account joins by a code, sees pictures and hears live news',
  remedy: {
    ...deployAll,
    ownSupabase: `${deployAll.ownSupabase} Storage and Realtime have to verify tokens by the key that the function signs with: JWT_SECRET, or a BUBBLEQUEST_SIGNING_KEY of Auth that was not revoked (step 2).`,
    hosted: `Give the function BUBBLEQUEST_SIGNING_KEY (docs/deploy.md, steps 3 to 5): Storage and Realtime verify by it until it is revoked. ${deployAll.hosted}`,
  },
  async run(visit) {
    const { visitor, address, stop, picture } = visit
    const { familyId } = accountOf(visit)
    if (picture === undefined) return notTried('There is no picture to look at.')
    const { id: memberId } = await visitor.call('addMember', { familyId }, { displayName: 'Ben' })
    const { code } = await visitor.call('addPairing', { familyId })
    const tablet = new Visitor(address, stop)
    const { id: deviceId } = await tablet.call('join', {}, { code })
    await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [memberId] })
    const shown = await tablet.send('GET', picture)
    if (shown.status !== 200) return found(`A picture answered ${shown.status} on the tablet.`)
    await using screen = await openScreen(visit, await tablet.call('realtimeAccess', {}))
    await visitor.call('renameDevice', { deviceId }, { name: 'Kitchen' })
    await screen.hears('devices.changed')
  },
}

export const cleanupCheck: Check = {
  name: 'What is kept no longer is deleted when somebody asks',
  remedy: {
    ...deployAll,
    ownSupabase:
      'The function deletes pictures with SUPABASE_SERVICE_ROLE_KEY, which the compose gives it: look at `docker compose logs functions storage`.',
    hosted:
      'The function needs a secret key of the project to delete pictures: SUPABASE_SECRET_KEYS in docs/deploy.md. Its logs say more.',
  },
  async run({ visitor }) {
    const answer = await visitor.ask('cleanUp', {})
    if (answer.status === 429 && Number(answer.headers.get('retry-after')) > 0) return 'was asked for a moment ago'
    expectAnswer(answer, 200, '/api/cleanup')
  },
}
