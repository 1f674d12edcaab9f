import { Device } from '../testing/device.ts'
import { address, joining } from '../testing/listener.ts'
import type { Access } from '../testing/listener.ts'
import type { OtherBoard, SeededFamily } from './family.ts'
import { ask, send } from './household.ts'
import { startFloorServer } from './stack.ts'

/** A server with one board of 200 cards, for one client after the other or many. */
export type BoardServer = {
  /** Reads a board to its last byte; that of another account with each `index`, where there are several. */
  list(index: number): Promise<unknown>
  /** Moves a card of such a board to another column and waits for the answer. */
  move(index: number): Promise<unknown>
  /** Signs a further device in, and asks for its live token: an account has few calls at once. */
  newDevice(): Promise<Listen>
}

/** Opens a socket of a device that calls `onMove` once for each move. */
export type Listen = (onMove: () => void) => Promise<WebSocket>

export function boardOf(family: SeededFamily, others: readonly OtherBoard[] = []): BoardServer {
  const { url, signIn } = family
  const boards: readonly OtherBoard[] = [family, ...others]
  const boardAt = (index: number) => boards[index % boards.length] ?? family
  let moves = 0
  return {
    list(index) {
      const { device, familyId } = boardAt(index)
      return send(device, 'GET', `/api/families/${familyId}/quests`)
    },
    move(index) {
      const { device, columnIds, questIds } = boardAt(index)
      const questId = questIds[Math.floor(index / boards.length) % questIds.length]
      return send(device, 'PATCH', `/api/quests/${questId}`, { columnId: columnIds[++moves % columnIds.length] })
    },
    async newDevice() {
      const other = await signIn()
      const access = await ask<Access & { topic: string }>(other, 'GET', '/api/auth/realtime')
      return async (onMove) => {
        const socket = await open(address(url.replace('http', 'ws'), access))
        socket.binaryType = 'arraybuffer'
        socket.send(joining(`realtime:${access.topic}`, access))
        await new Promise<void>((resolve, reject) => {
          socket.onmessage = ({ data }) =>
            String(data).includes('"status":"ok"') ? resolve() : reject(new Error(`the join was answered with ${data}`))
          socket.onclose = () => reject(new Error('the socket was closed before it had joined'))
        })
        const beat = setInterval(() => socket.send(JSON.stringify([null, '0', 'phoenix', 'heartbeat', {}])), 20_000)
        socket.onclose = () => clearInterval(beat)
        // Text frames are heartbeat replies or presence; events are binary.
        socket.onmessage = ({ data }) => typeof data === 'string' || onMove()
        return socket
      }
    },
  }
}

/** The same calls to the bare floor. */
export async function startFloorBoard(): Promise<BoardServer> {
  const url = await startFloorServer()
  const device = new Device(url)
  let moves = 0
  return {
    list: () => send(device, 'GET', '/'),
    move: (index) => send(device, 'PATCH', '/', { id: (index % 200) + 1, lane: ++moves % 4 }),
    newDevice: async () => async (onMove) => {
      const socket = await open(url.replace('http', 'ws'))
      socket.onmessage = onMove
      return socket
    },
  }
}

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no socket to ${new URL(url).host}`))
  })
  return socket
}
