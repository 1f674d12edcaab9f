import { benchmarkOf } from './benchmark.ts'
import { startBoardServer, startFloorBoardServer } from './board-server.ts'
import type { BoardServer } from './board-server.ts'
import type { Probe } from './figures.ts'

const turnMs = 500
const warmUpCalls = 300

/** Calls a second with `inFlight` of them under way at any moment. */
export async function rateOf(call: (index: number) => Promise<unknown>, inFlight: number, forMs: number): Promise<number> {
  let calls = 0
  const begun = performance.now()
  const worker = async (first: number) => {
    for (let index = first; performance.now() - begun < forMs; index += inFlight) {
      await call(index)
      calls++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => worker(index)))
  return calls / ((performance.now() - begun) / 1000)
}

async function probesOf(server: BoardServer): Promise<Probe[]> {
  const probeOf = (what: string, inFlight: number, goal: string, call: (index: number) => Promise<void>): Probe => ({
    name: `${what}, ${inFlight} in flight`,
    figures: [{ name: `${what}, ${inFlight} in flight`, unit: 'a second', isRate: true, rows: [{ share: 0.5, goal }] }],
    measure: async () => [[await rateOf(call, inFlight, turnMs)]],
  })
  for (let index = 0; index < warmUpCalls; index++) {
    await server.list()
    await server.move(index)
  }
  return [
    probeOf('lists of 200 quests', 1, 'at least 700', () => server.list()),
    probeOf('lists of 200 quests', 16, 'at least 1000', () => server.list()),
    probeOf('moves', 1, 'at least 800', (index) => server.move(index)),
    probeOf('moves', 16, 'at least 1500', (index) => server.move(index)),
  ]
}

export const api = benchmarkOf(
  'Calls: a board of 200 quests',
  async (build) => probesOf(await startBoardServer(build)),
  async () => probesOf(await startFloorBoardServer()),
)
