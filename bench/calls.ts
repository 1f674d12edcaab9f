import { report } from './figures.ts'
import type { Row } from './figures.ts'
import { startHousehold } from './household.ts'
import type { Household } from './household.ts'

const otherFamilies = 10_000
const seconds = 1.5
const askedAlone = 200

type Calls = Record<string, (index: number) => Promise<unknown>>

/** Every read and the writes a day is made of, of a family in its second year; alone, then among many. */
export async function benchCalls(): Promise<void> {
  const household = await startHousehold()
  try {
    const alone = await measure(household)
    await household.addFamilies(otherFamilies)
    const among = await measure(household)
    const rows: Row[] = Object.keys(alone.alone).map((name) => ({
      what: `${name}, p50`,
      ours: among.alone[name] ?? Number.NaN,
      floor: alone.alone[name] ?? Number.NaN,
      unit: 'ms',
      goal: name.startsWith('GET') ? 'at most 10, and 1.5 times' : '',
    }))
    const columns: [string, string] = [`among ${otherFamilies.toLocaleString('en')} others`, 'alone']
    report('Calls of a family in its second year, 1 in flight', rows, columns)
    report(
      'Calls of a family in its second year, 16 in flight',
      Object.keys(alone.busy).map((name) => ({
        what: name,
        ours: among.busy[name] ?? Number.NaN,
        floor: alone.busy[name] ?? Number.NaN,
        unit: 'a second',
        goal: '',
      })),
      columns,
    )
  } finally {
    await household.stop()
  }
}

async function measure(household: Household): Promise<{ alone: Record<string, number>; busy: Record<string, number> }> {
  const figures = { alone: {} as Record<string, number>, busy: {} as Record<string, number> }
  for (const [name, call] of Object.entries(callsOf(household))) {
    for (let index = 0; index < 30; index++) await call(index)
    const times: number[] = []
    for (let index = 0; index < askedAlone; index++) {
      const begun = performance.now()
      await call(index)
      times.push(performance.now() - begun)
    }
    figures.alone[name] = times.toSorted((a, b) => a - b)[askedAlone / 2] ?? Number.NaN
    let calls = 0
    const begun = performance.now()
    const worker = async (first: number) => {
      for (let index = first; performance.now() - begun < seconds * 1000; index += 16, calls++) await call(index)
    }
    await Promise.all(Array.from({ length: 16 }, (_, index) => worker(index)))
    figures.busy[name] = calls / ((performance.now() - begun) / 1000)
  }
  return figures
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
