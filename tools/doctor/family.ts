import { statusOf } from '../../domain/contract/errors.ts'
import { FamilyEvent } from '../../domain/contract/events.ts'
import { idempotencyKeyHeader, replayedHeader, routes } from '../../domain/contract/routes.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import { sendGood } from '../../testing/every-call.ts'
import { goodCalls } from '../../testing/good-calls.ts'
import type { Subject } from '../../testing/good-calls.ts'
import { familyOf, loginOf, signUp, takeDevice } from './account.ts'
import { householdOf } from './household.ts'
import { deployAll, ownProxy, pushMigrations } from './place.ts'
import { openScreen } from './screen.ts'
import type { Screen, ScreenEvent } from './screen.ts'
import { percentiles } from './sessions.ts'
import type { Check, Visit } from './visit.ts'
import { expectAnswer, Finding, found, notTried, Visitor } from './visitor.ts'

const names = Object.keys(routes) as RouteName[]
const forbidden = names.filter((name) => ['parent', 'person', 'admin'].includes(goodCalls[name].right))
const readable = names.filter((name) => goodCalls[name].right === 'member' && routes[name].method === 'GET')

/** Should one of these be let through, it must not do what it says in a family that is somebody's. */
const harmless = { currentPassword: 'not the password of anybody' }

export const kidsDeviceCheck: Check = {
  name: "A kid's device reads the board, and is refused everything that is a parent's",
  remedy: pushMigrations,
  async run(visit) {
    const { visitor } = visit
    const { familyId } = familyOf(visit)
    const { mia, emil, ...household } = await householdOf(visit)
    const { email } = loginOf(visit)
    const [device = found('The list of devices is empty.')] = await visitor.call('devices', { familyId })
    const subject: Subject = {
      ...household,
      columnIds: [household.columnId],
      familyId,
      email,
      miaId: mia.id,
      picture: `/objects/${familyId}/none`,
      linkToken: 'none',
      deviceId: device.id,
      pairingCode: 'none',
    }
    const tablet = await takeDevice(visit)
    await tablet.call('actAs', {}, { memberId: mia.id })
    const everything = async () =>
      JSON.stringify({ ...(await visitor.call('exportFamily', { familyId })), exportedAt: '' })
    const before = await everything()
    for (const name of forbidden) {
      const body = goodCalls[name].body?.(subject)
      const answer = await sendGood(
        tablet,
        name,
        subject,
        body !== undefined && 'currentPassword' in body ? { body: { ...body, ...harmless } } : {},
      )
      expectAnswer(answer, statusOf('not_allowed'), name)
      expectAnswer(answer, 'not_allowed', name)
    }
    expectAnswer(
      await tablet.ask('actAs', {}, { body: { memberId: emil.id } }),
      'pin_needed',
      'Acting as a member with a PIN',
    )
    for (const name of readable) {
      const [kids, parents] = [await sendGood(tablet, name, subject), await sendGood(visitor, name, subject)]
      if (kids.status !== 200 || kids.text !== parents.text)
        return found(`${name} answered ${kids.status} on the kid's device, and not what a parent reads.`)
    }
    if ((await everything()) !== before) return found('After all these refusals something of the family had changed.')
    return { refused: forbidden.length + 1, read: readable.length }
  },
}

export const repeatedChangeCheck: Check = {
  name: 'A change that is sent again with its key happens once',
  remedy: {
    embedded: `Let the proxy pass Idempotency-Key on, and Idempotent-Replayed back (${ownProxy}).`,
    ownSupabase:
      'Let the proxy pass Idempotency-Key on, and Idempotent-Replayed back, as deploy/supabase.Caddyfile does.',
    hosted: 'Take deploy/proxy.ts of this version, which passes Idempotency-Key on, and Idempotent-Replayed back.',
  },
  async run(visit) {
    const { visitor, undo } = visit
    const { familyId } = familyOf(visit)
    // With a chosen id, so that where the key gets lost nothing is added twice.
    const columnId = crypto.randomUUID()
    const sent = {
      body: { id: columnId, title: 'Visit', emoji: '🌱', position: 0 },
      headers: { [idempotencyKeyHeader]: crypto.randomUUID() },
    }
    const first = await visitor.ask('addColumn', { familyId }, sent)
    expectAnswer(first, 201, 'Adding a column')
    undo.push((visitor) => visitor.call('deleteColumn', { columnId }))
    const again = await visitor.ask('addColumn', { familyId }, sent)
    expectAnswer(again, 201, 'Adding a column again')
    if (again.headers.get(replayedHeader) !== 'true' || again.text !== first.text)
      return found('Sent again with its key, a change ran again.')
  },
}

export const movesCheck: Check = {
  name: 'Every move reaches two screens, once and in order',
  remedy: {
    embedded: `Let the proxy lead websockets through, and look at the load of the machine (${ownProxy}).`,
    ownSupabase: 'Let the proxy lead websockets through to /realtime/v1/*, and look at `docker compose logs realtime`.',
    hosted:
      'Switch Realtime on and allow private channels. Where moves arrive late, the function runs far from the database: set BUBBLEQUEST_DB_REGION at the proxy. Where some are missing, look at the quotas of Realtime.',
  },
  async run(visit) {
    const { visitor, address } = visit
    const { familyId } = familyOf(visit)
    const { mia, columnId } = await householdOf(visit)
    // One that nobody has done: moved out of the last column, a quest loses what was done today.
    const books = { title: 'Visit', icon: '📚', gemValue: 0, assigneeIds: [mia.id], columnId }
    const { id: questId, version: added } = await visitor.call('addQuest', { familyId }, books)
    visit.undo.push((visitor) => visitor.call('deleteQuest', { questId }))
    const columns = await visitor.call('columns', { familyId })
    const move = (count: number) =>
      visitor.call('moveOrEditQuest', { questId }, { columnId: columns[count % columns.length]?.id })
    // Somebody else of the family may move other things meanwhile.
    const versionOf = ({ event, payload }: ScreenEvent) => {
      const news = FamilyEvent.safeParse({ type: event, ...payload })
      return news.success && news.data.type === 'quest.saved' && news.data.quest.id === questId
        ? news.data.quest.version
        : undefined
    }
    const heardBy = (screen: Screen, version: number) =>
      screen.hears((news) => versionOf(news) === version, 'A move did not arrive within 10 seconds.')
    const other = await takeDevice(visit)
    // Stays signed in for the check of the picture.
    visit.devices.push(other)
    await using first = await openScreen(address, await visitor.call('realtimeAccess', {}))
    await using second = await openScreen(address, await other.call('realtimeAccess', {}))
    const screens = [first, second]
    const took: number[] = []
    const versions: number[] = []
    for (let count = 0; count < 20; count++) {
      const begun = performance.now()
      const { version } = await move(count)
      versions.push(version)
      for (const screen of screens) took.push((await heardBy(screen, version)).at - begun)
    }
    const burst = await Promise.all(Array.from({ length: 20 }, (_, count) => move(count)))
    versions.push(...burst.map(({ version }) => version).toSorted((a, b) => a - b))
    // Behind the last one nothing of the others is on its way any more.
    const { version: last } = await move(0)
    for (const [index, screen] of screens.entries()) {
      await heardBy(screen, last)
      // The event of the new quest may arrive after a screen has joined.
      const heard = screen.heard
        .map(versionOf)
        .filter((version) => version !== undefined && version > added && version !== last)
      if (heard.join() !== versions.join())
        return found(`Screen ${index + 1} heard ${heard.join(', ')} instead of ${versions.join(', ')}.`)
    }
    return { moves: versions.length, ...percentiles(took) }
  },
}

export const otherFamilyCheck: Check = {
  name: 'Another family sees nothing of this one',
  remedy: {
    ...pushMigrations,
    everywhere: 'Let nothing on the way keep answers of /api/* or /objects/*.',
  },
  async run(visit) {
    const { address, account, stop } = visit
    if (account !== undefined) return notTried('It takes a second account; with one that was named, none is made.')
    familyOf(visit)
    const stranger = new Visitor(address, stop)
    await signUp(visit, stranger, 'Stranger')
    await expectUnseen(stranger, visit, [404], (status) => `of this family answered ${status} to another one`)
  },
}

/**
 * Fails the check unless all reads of a family answer with one of these statuses, and its picture with 404; `what`
 * describes the answer.
 */
async function expectUnseen(
  device: Visitor,
  visit: Visit,
  unseen: number[],
  what: (status: number) => string,
): Promise<void> {
  const { familyId } = familyOf(visit)
  for (const name of [
    'members',
    'columns',
    'quests',
    'activeRewards',
    'rewards',
    'redemptions',
    'exportFamily',
  ] as const) {
    const { status, text } = await device.ask(name, { familyId })
    if (!unseen.includes(status)) found(`${name} ${what(status)}: ${text.slice(0, 120)}`)
  }
  if (visit.picture === undefined) return
  const { status } = await device.send('GET', visit.picture)
  if (status !== 404) found(`A picture ${what(status)}.`)
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

export const archiveCheck: Check = {
  name: 'The archive of the family holds everything that it has',
  remedy: deployAll,
  async run(visit) {
    const { visitor } = visit
    const { familyId } = familyOf(visit)
    const { mia, questId, rewardId, redemptionId, today } = await householdOf(visit)
    visit.staleDevice = { device: visitor.copy(), access: await visitor.call('realtimeAccess', {}) }
    const archive = await visitor.call('exportFamily', { familyId })
    const memberId = mia.id
    const shown = {
      members: await visitor.call('members', { familyId }),
      columns: await visitor.call('columns', { familyId }),
      quests: await visitor.call('quests', { familyId }),
      completions: await visitor.call('completions', { familyId, '?startDate': today, '?endDate': today }),
      gemEntries: await visitor.call('gemEntries', { memberId }),
      rewards: await visitor.call('rewards', { familyId }),
      redemptions: await visitor.call('redemptions', { familyId }),
      practice: await visitor.call('practice', { memberId }),
    }
    let things = 0
    for (const name of Object.keys(shown) as (keyof typeof shown)[]) {
      if (shown[name].length === 0) return found(`The calls show no ${name}, although there are some.`)
      for (const thing of shown[name])
        if (!archive[name].some((other) => holds(other, thing)))
          return found(`The archive misses one of the ${name}: ${JSON.stringify(thing).slice(0, 160)}`)
      things += shown[name].length
    }
    const made = JSON.stringify(archive)
    for (const id of [memberId, questId, rewardId, redemptionId])
      if (!made.includes(id)) return found(`The archive does not name ${id}.`)
    return { things }
  },
}

/** Whether each field of `thing` is in `other` too. */
const holds = (other: object, thing: object) =>
  Object.entries(thing).every(
    ([key, value]) => JSON.stringify((other as Record<string, unknown>)[key]) === JSON.stringify(value),
  )

export const goneCheck: Check = {
  name: 'After the deletion nothing of the family can be read, and nobody can sign in',
  remedy: { ...pushMigrations, everywhere: 'Deleting a family deletes its accounts and pictures.' },
  async run(visit) {
    const { address, account, staleDevice } = visit
    if (account !== undefined) return notTried('The family is that of the account that was named, and stays.')
    familyOf(visit)
    const { device, access } = staleDevice ?? notTried('No device was left signed in.')
    await expectUnseen(device, visit, [401, 404], (status) => `still answers ${status}`)
    await using screen = await openScreen(address, access).catch((error: unknown) => {
      if (error instanceof Finding) return null
      throw error
    })
    if (screen !== null) return found('A live connection still opens.')
    const { email, password } = loginOf(visit)
    expectAnswer(
      await new Visitor(address).ask('login', {}, { body: { email, password } }),
      'invalid_credentials',
      'Signing in',
    )
  },
}
