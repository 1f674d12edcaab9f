import { Device } from '../testing/device.ts'
import { address, joining } from '../testing/listener.ts'
import type { Access } from '../testing/listener.ts'
import type { Probe } from './figures.ts'
import { ask, newBoard, send } from './household.ts'
import type { Household } from './household.ts'
import { startStack } from './stack.ts'
import type { Build } from './stack.ts'

const movesOfTurn = 25

/** Signs a further device in, with a socket that calls `onEvent` once for each event of the family. */
async function listen({ device: { url }, login }: Household, onEvent: () => void): Promise<void> {
  const device = new Device(url)
  await send(device, 'POST', '/api/auth/login', login)
  const access = await ask<Access & { topic: string }>(device, 'GET', '/api/auth/realtime')
  const socket = new WebSocket(address(url.replace('http', 'ws'), access))
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => socket.send(joining(`realtime:${access.topic}`, access))
  await new Promise<void>((resolve, reject) => {
    socket.onmessage = ({ data }) =>
      String(data).includes('"status":"ok"') ? resolve() : reject(new Error(`The join was answered with ${data}`))
    socket.onclose = () => reject(new Error('The socket was closed before it had joined'))
  })
  setInterval(() => socket.send(JSON.stringify([null, '0', 'phoenix', 'heartbeat', {}])), 20_000)
  // Text frames are heartbeat replies or presence; events are binary.
  socket.onmessage = ({ data }) => typeof data === 'string' || onEvent()
}

/** Milliseconds from the moving request until the last of `clients` has the event. */
async function moveProbe(url: string, clients: number, name: string, goal: string): Promise<Probe> {
  const board = await newBoard(url)
  let received = 0
  let seen = Promise.withResolvers<void>()
  // One after the other: an account has few calls at once.
  for (let client = 0; client < clients; client++)
    await listen(board, () => {
      if (++received === clients) seen.resolve()
    })
  return {
    figures: [{ name, unit: 'ms', goal }],
    async measure() {
      const times: number[] = []
      for (let move = 0; move < movesOfTurn; move++) {
        received = 0
        seen = Promise.withResolvers()
        const begun = performance.now()
        await Promise.all([board.move(), seen.promise.then(() => times.push(performance.now() - begun))])
      }
      return [times]
    },
  }
}

export async function liveProbes(build: Build): Promise<Probe[]> {
  const { url } = await startStack(build)
  return [
    await moveProbe(url, 1, 'move seen by one other client', 'p95 at most 6'),
    await moveProbe(url, 199, 'move seen by the last of 199 clients', 'p95 at most 18'),
  ]
}
