import { benchmarkOf } from './benchmark.ts'
import { startBoardServer, startFloorBoardServer } from './board-server.ts'
import type { BoardServer } from './board-server.ts'
import type { Probe } from './figures.ts'

const movesOfTurn = 25
const warmUpMoves = 40

type Latencies = { first: number[]; last: number[] }

/** The devices of a family that receive what one of them moves. */
class Listeners {
  readonly #server: BoardServer
  readonly #devices: { close(): void }[] = []
  #moves = 0
  #onMove = () => {}

  constructor(server: BoardServer) {
    this.#server = server
  }

  /** Connects or closes devices until there are `count`, then warms them up. */
  async connect(count: number): Promise<void> {
    while (this.#devices.length > count) this.#devices.pop()?.close()
    while (this.#devices.length < count) this.#devices.push(await this.#server.listen(() => this.#onMove()))
    await this.latencies(warmUpMoves)
  }

  /** Milliseconds from the moving request to the news of it on the first and on the last device. */
  async latencies(moves: number): Promise<Latencies> {
    const found: Latencies = { first: [], last: [] }
    for (let move = 0; move < moves; move++) {
      let heard = 0
      const begun = performance.now()
      const all = new Promise<void>((resolve) => {
        this.#onMove = () => {
          heard++
          if (heard === 1) found.first.push(performance.now() - begun)
          if (heard < this.#devices.length) return
          found.last.push(performance.now() - begun)
          resolve()
        }
      })
      const answered = this.#server.move(this.#moves++)
      await all
      await answered
    }
    return found
  }
}

function probesOf(server: BoardServer): Probe[] {
  const listeners = new Listeners(server)
  const probeOf = (name: string, count: number, which: keyof Latencies, goals: [string?, string?, string?]): Probe => ({
    name,
    figures: [{ name, unit: 'ms', rows: [0.5, 0.95, 0.99].map((share, index) => ({ share, goal: goals[index] ?? '' })) }],
    prepare: () => listeners.connect(count),
    measure: async () => [(await listeners.latencies(movesOfTurn))[which]],
  })
  return [
    probeOf('move seen by one other client', 1, 'first', ['at most 3.0', 'at most 6']),
    probeOf('move seen by the last of 199 clients', 199, 'last', ['at most 9', '', 'at most 18']),
  ]
}

export const live = benchmarkOf(
  'Live: from the moving request to the news',
  async (build) => probesOf(await startBoardServer(build)),
  async () => probesOf(await startFloorBoardServer()),
)
