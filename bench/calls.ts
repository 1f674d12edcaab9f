import { rateOf } from './api.ts'
import { benchmarkOf } from './benchmark.ts'
import type { Benchmark } from './benchmark.ts'
import type { Probe } from './figures.ts'
import { startHousehold } from './household.ts'
import type { Household } from './household.ts'

const otherFamilies = 10_000
const callsOfTurn = 15
const busyMs = 250

type Calls = Record<string, (index: number) => Promise<unknown>>

async function probesOf(household: Household): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const [name, call] of Object.entries(callsOf(household))) {
    // No call repeats an earlier one: a second completion of the same quest writes nothing.
    let calls = 0
    const next = () => call(calls++)
    for (let warmUp = 0; warmUp < 30; warmUp++) await next()
    const oneByOne = async () => {
      const times: number[] = []
      for (let count = 0; count < callsOfTurn; count++) {
        const begun = performance.now()
        await next()
        times.push(performance.now() - begun)
      }
      return times
    }
    probes.push({
      name,
      figures: [
        { name, unit: 'ms', rows: [{ share: 0.5, goal: name.startsWith('GET') ? 'at most 10, and 1.5 times' : '' }] },
        { name: `${name}, 16 in flight`, unit: 'a second', isRate: true, rows: [{ share: 0.5 }] },
      ],
      measure: async () => [await oneByOne(), [await rateOf(next, 16, busyMs)]],
    })
  }
  return probes
}

async function startHouseholdAmongOthers(...[build]: Parameters<typeof startHousehold>): Promise<Household> {
  const household = await startHousehold(build)
  await household.addFamilies(otherFamilies)
  return household
}

/** Every read and the writes a day is made of, of a family in its second year: among many, beside the same one alone. */
export const calls: Benchmark = {
  ...benchmarkOf(
    'Calls of a family in its second year',
    async (build) => probesOf(await startHouseholdAmongOthers(build)),
    async (build) => probesOf(await startHousehold(build)),
  ),
  columns: [`among ${otherFamilies.toLocaleString('en')} others`, 'alone'],
}

function callsOf({ ask, read, familyId, members, columns, quests, rewards, year }: Household): Calls {
  const family = `/families/${familyId}`
  const one = (list: readonly string[], index: number) => list[index % list.length]
  const today = new Date().toISOString().slice(0, 10)
  return {
    'GET user': () => read('/auth/user'),
    'GET families': () => read('/families/my'),
    'GET members': () => read(`${family}/members`),
    'GET columns': () => read(`${family}/quest-columns`),
    'GET quests (200)': () => read(`${family}/quests`),
    'GET completions (a week)': () => read(`${family}/quest-completions?startDate=${daysBefore(year[1], 6)}&endDate=${year[1]}`),
    'GET completions (a year, 7,300)': () => read(`${family}/quest-completions?startDate=${year[0]}&endDate=${year[1]}`),
    'GET gems': (index) => read(`/family-members/${one(members, index)}/gems`),
    'GET ledger (1,000 lines)': (index) => read(`/family-members/${one(members, index)}/gem-entries`),
    'GET rewards': () => read(`${family}/rewards`),
    'GET active rewards': () => read(`${family}/active-rewards`),
    'GET redemptions': () => read(`${family}/redemptions`),
    'PATCH quest: move': (index) => ask('PATCH', `/quests/${one(quests, index)}`, { columnId: one(columns, Math.trunc(Math.random() * 3)) }),
    'PATCH quest: edit': (index) => ask('PATCH', `/quests/${one(quests, index)}`, { title: `Quest ${index}`, gemValue: index % 100 }),
    'PATCH quest: complete': (index) =>
      ask('PATCH', `/quests/${one(quests, index)}`, { completedDate: today, completingMemberId: one(members, Math.trunc(index / 200)) }),
    'POST quest': (index) =>
      ask('POST', `${family}/quests`, { title: `More ${index}`, icon: '🧹', gemValue: 5, assigneeIds: [members[0]], columnId: columns[0] }).then((quest) =>
        ask('DELETE', `/quests/${(quest as { id: string }).id}`),
      ),
    'PATCH column': (index) => ask('PATCH', `/quest-columns/${one(columns, index)}`, { title: `Column ${index}` }),
    'PATCH member': (index) => ask('PATCH', `/family-members/${one(members, index)}`, { displayName: `Member ${index}` }),
    'PATCH reward': (index) => ask('PATCH', `/rewards/${one(rewards, index)}`, { gemCost: 1 }),
    'POST redeem': (index) => ask('POST', `/rewards/${one(rewards, index)}/redeem`, { redemptionId: crypto.randomUUID(), memberId: one(members, index) }),
  }
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}
