import type { Page, WebSocketRoute } from '@playwright/test'

/** Adds a switch to the live connection of a page: when off, open sockets are cut and new ones refused. */
export async function socketSwitch(page: Page) {
  let on = true
  const open = new Set<WebSocketRoute>()
  const frozen = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (!on) return void socket.close()
    open.add(socket)
    const server = socket.connectToServer()
    const passOn = (to: WebSocketRoute) => (message: string | Buffer) => {
      if (!frozen.has(socket)) to.send(message)
    }
    socket.onMessage(passOn(server))
    server.onMessage(passOn(socket))
  })
  return {
    async cut() {
      on = false
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    /** Keeps sockets open but passes nothing on, as after a sleep during which the connection was lost. */
    freeze() {
      on = false
      for (const socket of open) frozen.add(socket)
    },
    restore() {
      on = true
    },
  }
}
