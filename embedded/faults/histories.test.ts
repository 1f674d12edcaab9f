import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { idempotencyKeyHeader, replayedHeader, revisionHeader } from '../../domain/contract/routes.ts'
import type { RouteName } from '../../domain/contract/routes.ts'
import { openBadLine } from '../../testing/bad-line.ts'
import type { Fate } from '../../testing/bad-line.ts'
import { onOneFolder } from '../../testing/child.ts'
import type { ApiResponse, Device } from '../../testing/device.ts'
import { familyOn } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

const families = 5
const historiesOfFamily = 10
const seed = 20_261_126

const kinds = [
  'addQuest',
  'move',
  'complete',
  'undo',
  'give',
  'take',
  'addReward',
  'deleteReward',
  'redeem',
  'decide',
  'addColumn',
  'deleteColumn',
] as const
const drawnStep = fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(1000) })
type Step = { kind: (typeof kinds)[number]; pick: number }

/** A sequence of commands for each of three devices. */
const drawnHistory = fc.array(fc.array(drawnStep, { minLength: 3, maxLength: 5 }), { minLength: 3, maxLength: 3 })

const fates = fc.sample(
  fc.constantFrom<Fate>('pass', 'pass', 'pass', 'cut', 'cut', 'break', { status: 502, body: 'Bad gateway' }),
  { seed, numRuns: 1009 },
)

/**
 * A family with three devices: two of Anna's, and a tablet that acts as Mia. The lists have the ids of all that may
 * exist.
 */
type Home = {
  family: SignedUpFamily
  miaId: string
  devices: Device[]
  quests: string[]
  rewards: string[]
  redemptions: string[]
  columns: string[]
  answers: ApiResponse[]
}

type Command = { name: RouteName; params: Record<string, string>; body?: Record<string, unknown> }

async function newHome(url: string): Promise<Home> {
  const family = await familyOn(url)
  const { parent, familyId } = family
  const { id: miaId } = await family.addMember('Mia')
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const quest = await family.addQuest('Dishes', { assigneeIds: [miaId] })
  const reward = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 10 })
  const devices = [parent, parent.copy(), await family.device(miaId)]
  return { family, miaId, devices, quests: [quest.id], rewards: [reward.id], redemptions: [], columns: [], answers: [] }
}

function commandOf({ kind, pick }: Step, { family, miaId, quests, rewards, redemptions, columns }: Home): Command {
  const { familyId } = family
  const day = dayFromNow()
  const some = (ids: readonly string[]) => ids[pick % ids.length] ?? crypto.randomUUID()
  const added = (ids: string[]) => ids[ids.push(crypto.randomUUID()) - 1]
  const columnId = some(family.columns.map(({ id }) => id))
  switch (kind) {
    case 'addQuest':
      return {
        name: 'addQuest',
        params: { familyId },
        body: { id: added(quests), title: 'Books', icon: '📚', gemValue: 7, assigneeIds: [miaId], columnId },
      }
    case 'move':
      return { name: 'moveOrEditQuest', params: { questId: some(quests) }, body: { columnId } }
    case 'complete':
      return {
        name: 'moveOrEditQuest',
        params: { questId: some(quests) },
        body: { completedDate: day, completingMemberId: miaId },
      }
    case 'undo':
      return { name: 'undoCompletion', params: { questId: some(quests), memberId: miaId, completedDate: day } }
    case 'give':
      return { name: 'addGemEntry', params: { memberId: miaId }, body: { amount: 1 + (pick % 20), reason: 'Kindness' } }
    case 'take':
      return {
        name: 'addGemEntry',
        params: { memberId: miaId },
        body: { amount: -1 - (pick % 20), reason: 'A broken vase' },
      }
    case 'addReward':
      return {
        name: 'addReward',
        params: { familyId },
        body: { id: added(rewards), title: 'Cinema', icon: '🎬', gemCost: 5 },
      }
    case 'deleteReward':
      return { name: 'deleteReward', params: { rewardId: some(rewards) } }
    case 'redeem':
      return {
        name: 'redeemReward',
        params: { rewardId: some(rewards) },
        body: { redemptionId: added(redemptions), memberId: miaId },
      }
    case 'decide':
      return {
        name: 'decideRedemption',
        params: { redemptionId: some(redemptions) },
        body: { status: pick % 2 === 0 ? 'granted' : 'declined' },
      }
    case 'addColumn':
      return { name: 'addColumn', params: { familyId }, body: { id: added(columns), title: 'Garden', emoji: '🌱' } }
    case 'deleteColumn':
      return { name: 'deleteColumn', params: { columnId: some(columns) } }
  }
}

/** Sends a command with the same key until the server itself responds, not the line. */
async function sendUntilAnswered(device: Device, { name, params, body }: Command): Promise<ApiResponse> {
  const headers = { [idempotencyKeyHeader]: crypto.randomUUID() }
  let answer: ApiResponse | undefined
  await until(async () => {
    answer = await device
      .ask<RouteName>(name, params as never, { headers, ...(body && { body }) })
      .catch(() => undefined)
    return answer !== undefined && answer.status < 500
  })
  return answer ?? assert.fail()
}

const revisionOf = async ({ family: { parent, familyId } }: Home) =>
  Number((await parent.ask('quests', { familyId })).headers.get(revisionHeader))

const isDone = ({ status }: ApiResponse) => status < 300

/**
 * Each change increments the family's revision: a command that ran twice leaves a revision that is in no response, and
 * one that was confirmed and lost names a revision that the family does not have.
 */
async function assertEachOnce(home: Home, first: number): Promise<void> {
  const { family, answers } = home
  const told = answers
    .filter(isDone)
    .flatMap(({ text }) =>
      (JSON.parse(text) as { events: { revision: number }[] }).events.map(({ revision }) => revision),
    )
  const last = await revisionOf(home)
  assert.deepEqual(
    told.toSorted((a, b) => a - b),
    Array.from({ length: last - first }, (_, index) => first + 1 + index),
  )
  const { members, gemEntries } = await family.parent.call('exportFamily', { familyId: family.familyId })
  for (const { id } of members) {
    const ofMember = gemEntries.filter(({ memberId }) => memberId === id)
    assert.equal(
      await family.balanceOf(id),
      ofMember.reduce((sum, { amount }) => sum + amount, 0),
    )
  }
}

story(
  'Fifty histories through a bad line to a server that is killed in between: each command is done once, or refused',
  async (_, start) => {
    let child = start()
    const target = { port: Number(new URL(await child.address()).port) }
    await using line = await openBadLine(target)
    const homes = await Promise.all(Array.from({ length: families }, () => newHome(`http://127.0.0.1:${line.port}`)))
    const first = await Promise.all(homes.map(revisionOf))

    let requests = 0
    line.become(() => fates[requests++ % fates.length] ?? 'pass')
    let underWay = 0
    let done = 0
    const killedWith: number[] = []
    let restarted = Promise.resolve()
    const kill = async () => {
      killedWith.push(underWay)
      await child.end('SIGKILL')
      child = start()
      target.port = Number(new URL(await child.address()).port)
    }
    const histories = fc.sample(drawnHistory, { seed, numRuns: families * historiesOfFamily })
    await Promise.all(
      homes.map(async (home, index) => {
        for (const history of histories.slice(index * historiesOfFamily, (index + 1) * historiesOfFamily)) {
          const runs = history.map(async (steps, device) => {
            for (const step of steps) {
              underWay++
              home.answers.push(
                await sendUntilAnswered(home.devices[device] ?? home.family.parent, commandOf(step, home)),
              )
              underWay--
              if (++done % 150 === 0) restarted = kill()
            }
          })
          await Promise.all(runs)
        }
      }),
    )
    await restarted
    line.become('pass')
    assert.ok(
      killedWith.length >= 3 && killedWith.every((commands) => commands > 1),
      `killed while ${killedWith.join(', ')} were under way`,
    )
    for (const [index, home] of homes.entries()) await assertEachOnce(home, first[index] ?? 0)
    const all = homes.flatMap(({ answers }) => answers)
    const replayed = all.filter(({ headers }) => headers.has(replayedHeader))
    assert.ok(
      all.filter(isDone).length > all.length / 3 && replayed.length > 20,
      `of ${all.length} were replayed ${replayed.length}`,
    )
    assert.equal((await child.end('SIGTERM')).code, 0)
  },
)
