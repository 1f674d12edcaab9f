import type { Page, WebSocketRoute } from '@playwright/test'

/** Puts a switch into the live connection of a page: off, and every socket is cut and none comes through. */
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
    /** No socket is closed, but nothing passes through any more: what a page finds that slept while its line died. */
    freeze() {
      on = false
      for (const socket of open) frozen.add(socket)
    },
    restore() {
      on = true
    },
  }
}
