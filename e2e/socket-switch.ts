import type { Page, WebSocketRoute } from '@playwright/test'

/** Puts a switch into the live connection of a page: off, and every socket is cut and none comes through. */
export async function socketSwitch(page: Page) {
  let on = true
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    if (!on) return void socket.close()
    open.add(socket)
    socket.connectToServer()
  })
  return {
    async cut() {
      on = false
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    restore() {
      on = true
    },
  }
}
