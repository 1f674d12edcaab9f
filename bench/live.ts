import { benchmarkOf } from './benchmark.ts'
import { boardOf, startFloorBoard } from './board-server.ts'
import type { BoardServer, Listen } from './board-server.ts'
import { startFamily } from './family.ts'
import type { Probe } from './figures.ts'

const deviceCount = 199
const movesOfTurn = 25
const warmUpMoves = 40

async function probesOf(server: BoardServer): Promise<Probe[]> {
  const devices: Listen[] = []
  for (let device = 0; device < deviceCount; device++) devices.push(await server.newDevice())
  let sockets: WebSocket[] = []
  let onMove = () => {}
  let moved = 0
  /** Connects `count` devices at once, as after a restart of the server, and warms them up. */
  const connect = async (count: number) => {
    for (const socket of sockets) socket.close()
    sockets = await Promise.all(devices.slice(0, count).map((listen) => listen(() => onMove())))
    await latencies(warmUpMoves)
  }
  /** Milliseconds from each moving request until the last device has the event. */
  const latencies = async (moves: number) => {
    const found: number[] = []
    for (let move = 0; move < moves; move++) {
      let received = 0
      const begun = performance.now()
      const all = new Promise<void>((resolve) => {
        onMove = () => {
          if (++received < sockets.length) return
          found.push(performance.now() - begun)
          resolve()
        }
      })
      await Promise.all([server.move(moved++), all])
    }
    return found
  }
  const probeOf = (name: string, count: number, goals: [string, string, string]): Probe => ({
    figures: [
      { name, unit: 'ms', rows: [0.5, 0.95, 0.99].map((share, index) => ({ share, goal: goals[index] ?? '' })) },
    ],
    prepare: () => connect(count),
    measure: async () => [await latencies(movesOfTurn)],
  })
  return [
    probeOf('move seen by one other client', 1, ['at most twice', 'at most 6 ms', '']),
    probeOf('move seen by the last of 199 clients', deviceCount, ['at most twice', '', 'at most 18 ms']),
  ]
}

export const live = benchmarkOf(
  'Live: from the moving request to the event',
  async (build, plan) => probesOf(boardOf(await startFamily(build, plan))),
  async () => probesOf(await startFloorBoard()),
)
