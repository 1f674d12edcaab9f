import { percentile, report } from './figures.ts'
import type { Row } from './figures.ts'
import type { Subject } from './subjects.ts'

const moves = 300
const warmUp = 40

type Latencies = { first: number[]; last: number[] }

/** From the moving request to the news of it on the first and on the last of `listeners` other devices, in ms. */
async function latencies(subject: Subject, listeners: number): Promise<Latencies> {
  const found: Latencies = { first: [], last: [] }
  let begun = 0
  let heard = 0
  let first = 0
  let done = () => {}
  const onMove = () => {
    heard++
    if (heard === 1) first = performance.now() - begun
    if (heard === listeners) done()
  }
  const devices = []
  for (let index = 0; index < listeners; index++) devices.push(await subject.listen(onMove))
  for (let index = 0; index < moves + warmUp; index++) {
    const all = new Promise<void>((resolve) => (done = resolve))
    heard = 0
    begun = performance.now()
    const answered = subject.move(index)
    await all
    const last = performance.now() - begun
    await answered
    if (index < warmUp) continue
    found.first.push(first)
    found.last.push(last)
  }
  for (const device of devices) device.close()
  return found
}

export async function benchLive(subjects: readonly [Subject, Subject]): Promise<void> {
  const rows: Row[] = []
  for (const [devices, which, shares, goals] of [
    [2, 'first', [0.5, 0.95, 0.99], ['at most 3.0', 'at most 6', '']],
    [200, 'last', [0.5, 0.95, 0.99], ['at most 9', '', 'at most 18']],
  ] as const) {
    const [ours, floor] = [await latencies(subjects[0], devices - 1), await latencies(subjects[1], devices - 1)]
    for (const [index, share] of shares.entries()) {
      rows.push({
        what: `move seen by ${devices === 2 ? 'one other client' : 'the last of 199 clients'}, p${share * 100}`,
        ours: percentile(ours[which], share),
        floor: percentile(floor[which], share),
        unit: 'ms',
        goal: goals[index] ?? '',
      })
    }
  }
  report('Live: from the moving request to the news', rows)
}
