import { benchmarkOf } from './benchmark.ts'
import type { Benchmark } from './benchmark.ts'
import { boardOf, startFloorBoard } from './board-server.ts'
import type { BoardServer } from './board-server.ts'
import { addAccounts, addYearAndOthers, startFamily } from './family.ts'
import type { SeededFamily } from './family.ts'
import type { Plan, Probe } from './figures.ts'
import { send } from './household.ts'
import type { Build } from './stack.ts'

const turnMs = 500
const trialTurnMs = 50
const warmUpCalls = 200
const callsOfTurn = 15

/** Calls a second with `inFlight` of them under way at any moment. */
async function rateOf(
  call: (index: number) => Promise<unknown>,
  inFlight: number,
  durationMs: number,
): Promise<number> {
  let calls = 0
  const begun = performance.now()
  const worker = async (first: number) => {
    for (let index = first; performance.now() - begun < durationMs; index += inFlight) {
      await call(index)
      calls++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)))
  return calls / ((performance.now() - begun) / 1000)
}

async function boardProbes(server: BoardServer, { isTrial }: Plan): Promise<Probe[]> {
  const probeOf = (what: string, inFlight: number, goal: string, call: (index: number) => Promise<unknown>): Probe => ({
    figures: [{ name: `${what}, ${inFlight} in flight`, unit: 'a second', isRate: true, rows: [{ share: 0.5, goal }] }],
    measure: async () => [[await rateOf(call, inFlight, isTrial ? trialTurnMs : turnMs)]],
  })
  for (let index = 0; index < (isTrial ? 0 : warmUpCalls); index++) {
    await server.list(index)
    await server.move(index)
  }
  return [
    probeOf('lists of 200 quests', 1, 'at least 700', server.list),
    probeOf('lists of 200 quests', 16, 'at least 1000', server.list),
    probeOf('moves', 1, 'at least 800', server.move),
    probeOf('moves', 16, 'at least 1500', server.move),
  ]
}

/** Times a call, one after the other; `after` runs untimed. */
const timeProbe = (
  name: string,
  goal: string,
  call: () => Promise<unknown>,
  after?: () => Promise<unknown>,
): Probe => ({
  figures: [{ name, unit: 'ms', rows: [{ share: 0.5, goal }] }],
  async measure() {
    const times: number[] = []
    for (let count = 0; count < callsOfTurn; count++) {
      const begun = performance.now()
      await call()
      times.push(performance.now() - begun)
      await after?.()
    }
    return [times]
  },
})

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const completionsSince = (days: number, { familyId }: SeededFamily) =>
  `/api/families/${familyId}/quest-completions?startDate=${dayBefore(days)}&endDate=${dayBefore(0)}`

/** Probes of calls whose time must not grow with a family's age or with the number of families. */
function everydayProbes(family: SeededFamily): Probe[] {
  const { device, familyId, memberId, questIds } = family
  const reads = [
    '/api/auth/user',
    '/api/families/my',
    `/api/families/${familyId}/members`,
    `/api/families/${familyId}/quest-columns`,
    `/api/families/${familyId}/quests?doneSince=${dayBefore(30)}`,
    completionsSince(6, family),
    `/api/family-members/${memberId}/gems`,
  ]
  const completion = { completedDate: dayBefore(0), completingMemberId: memberId }
  return [
    timeProbe('what a page reads when it opens, after a year', 'at most 1.2 times', () =>
      Promise.all(reads.map((path) => send(device, 'GET', path))),
    ),
    timeProbe(
      'a completion, after a year',
      'at most 1.2 times',
      () => send(device, 'PATCH', `/api/quests/${questIds[0]}`, completion),
      // A second completion of the same day would write nothing.
      () => send(device, 'DELETE', `/api/quests/${questIds[0]}/completions/${memberId}/${completion.completedDate}`),
    ),
  ]
}

function yearProbes(family: SeededFamily): Probe[] {
  const { device, memberId } = family
  return [
    timeProbe('the 7,300 completions of a year', 'at most 15', () =>
      send(device, 'GET', completionsSince(365, family)),
    ),
    timeProbe('the first page of their ledger', '', () =>
      send(device, 'GET', `/api/family-members/${memberId}/gem-entries`),
    ),
  ]
}

async function openYear(build: Build, plan: Plan): Promise<Probe[]> {
  const family = await startFamily(build, plan)
  await addYearAndOthers(family)
  const others = await addAccounts(family)
  return [...(await boardProbes(boardOf(family, others), plan)), ...everydayProbes(family), ...yearProbes(family)]
}

async function openFloor(build: Build, plan: Plan): Promise<Probe[]> {
  return [...(await boardProbes(await startFloorBoard(), plan)), ...everydayProbes(await startFamily(build, plan))]
}

export const api: Benchmark = {
  ...benchmarkOf(
    'Calls: a board of 200 quests, and a family with a year of completions among 200 others',
    openYear,
    openFloor,
  ),
  columns: ['ours', 'bare floor, or a new family alone'],
}
