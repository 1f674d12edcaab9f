import { report } from './figures.ts'
import type { Row } from './figures.ts'
import type { Subject } from './subjects.ts'

const seconds = 3

/** Calls a second with `inFlight` of them under way at any moment. */
async function rate(call: (index: number) => Promise<void>, inFlight: number): Promise<number> {
  for (let index = 0; index < 100; index++) await call(index)
  let calls = 0
  const begun = performance.now()
  const worker = async (first: number) => {
    for (let index = first; performance.now() - begun < seconds * 1000; index += inFlight) {
      await call(index)
      calls++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)))
  return calls / ((performance.now() - begun) / 1000)
}

export async function benchApi([ours, floor]: readonly [Subject, Subject]): Promise<void> {
  const rows: Row[] = []
  const measure = async (what: string, inFlight: number, goal: string, call: (subject: Subject) => (index: number) => Promise<void>) => {
    rows.push({
      what: `${what}, ${inFlight} in flight`,
      ours: await rate(call(ours), inFlight),
      floor: await rate(call(floor), inFlight),
      unit: 'a second',
      goal,
    })
  }
  await measure('lists of 200 quests', 1, 'at least 700', (subject) => () => subject.list())
  await measure('lists of 200 quests', 16, 'at least 1000', (subject) => () => subject.list())
  await measure('moves', 1, 'at least 800', (subject) => (index) => subject.move(index))
  await measure('moves', 16, 'at least 1500', (subject) => (index) => subject.move(index))
  report('Calls: a board of 200 quests', rows)
}
