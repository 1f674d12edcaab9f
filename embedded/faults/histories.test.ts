import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { idempotencyKeyHeader, replayedHeader } from '../../domain/contract/routes.ts'
import type { ChangeName } from '../../domain/contract/routes.ts'
import { openBadLine } from '../../testing/bad-line.ts'
import type { Fate } from '../../testing/bad-line.ts'
import { onOneFolder } from '../../testing/child.ts'
import type { ApiResponse, Device } from '../../testing/device.ts'
import { familyOn } from '../../testing/family.ts'
import { sentOf, stepsOf } from '../../testing/histories.ts'
import type { SentChange, Things } from '../../testing/histories.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

const families = 5
const historiesOfFamily = 10
const seed = 20_261_126

const step = stepsOf(
  {
    ...{ 'add quest': 1, move: 1, complete: 1, undo: 1, give: 2, 'add reward': 1, 'delete reward': 1 },
    ...{ redeem: 1, decide: 1, 'add column': 1, 'delete column': 1 },
  },
  { entity: fc.nat(1000), member: fc.constant(0), assignees: fc.constant([0]), daysAgo: fc.constant(0) },
)

/** A sequence of commands for each of three devices. */
const drawnHistory = fc.array(fc.array(step, { minLength: 3, maxLength: 5 }), { minLength: 3, maxLength: 3 })

const fates = fc.sample(
  fc.constantFrom<Fate>('pass', 'pass', 'pass', 'cut', 'cut', 'break', { status: 502, body: 'Bad gateway' }),
  { seed, numRuns: 1009 },
)

/** A family with three devices: two of Anna's, and a tablet that acts as Mia; `things` has all that may exist. */
type Home = { family: SignedUpFamily; devices: Device[]; things: Things; answers: ApiResponse[] }

async function newHome(url: string): Promise<Home> {
  const family = await familyOn(url)
  const { parent, familyId } = family
  const { id: miaId } = await family.addMember('Mia')
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const quest = await family.addQuest('Dishes', { assigneeIds: [miaId] })
  const reward = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 10 })
  const added: Record<string, string[]> = { quest: [quest.id], reward: [reward.id], redemption: [], column: [] }
  const { quest: quests = [], reward: rewards = [], redemption: redemptions = [], column: columns = [] } = added
  family.columns.forEach(({ id }) => columns.push(id))
  const things: Things = {
    ...{ familyId, quests, columns, rewards, redemptions, members: [miaId], completions: [], absences: [] },
    dayAgo: () => dayFromNow(),
    newId(noun) {
      const id = crypto.randomUUID()
      added[noun]?.push(id)
      return id
    },
  }
  return { family, devices: [parent, parent.copy(), await family.device(miaId)], things, answers: [] }
}

/** Sends a command with the same key until the server itself responds, not the line. */
async function sendUntilAnswered(device: Device, { name, params, body }: SentChange): Promise<ApiResponse> {
  const headers = { [idempotencyKeyHeader]: crypto.randomUUID() }
  let answer: ApiResponse | undefined
  await until(async () => {
    answer = await device
      .ask<ChangeName>(name, params as never, { headers, ...(body && { body }) })
      .catch(() => undefined)
    return answer !== undefined && answer.status < 500
  })
  return answer ?? assert.fail()
}

async function revisionOf({ family: { parent, familyId } }: Home): Promise<number> {
  const state = await parent.call('familyState', { familyId })
  return 'unchanged' in state ? assert.fail() : state.revision
}

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
  'Forty histories through a bad line to a server that is killed in between: each command is done once, or refused',
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
                await sendUntilAnswered(home.devices[device] ?? home.family.parent, sentOf(step, home.things)),
              )
              underWay--
              if (++done % 120 === 0 && killedWith.length < 3) restarted = kill()
            }
          })
          await Promise.all(runs)
        }
      }),
    )
    await restarted
    line.become('pass')
    assert.ok(
      killedWith.length === 3 && killedWith.every((commands) => commands > 1),
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
