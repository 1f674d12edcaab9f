import type { BrowserContext, Locator, Page, WebSocketRoute } from '@playwright/test'
import { addMember } from '../actions.ts'
import { expect, firstPage, type OpenContext, type SignedUp } from '../family.ts'

export const devicesCard = (page: Page) => page.getByRole('region', { name: 'Devices', exact: true })
export const deviceRow = (page: Page, name: string) => devicesCard(page).getByRole('article', { name, exact: true })
export const pairingDialog = (page: Page) => page.getByRole('dialog', { name: "Add a child's tablet" })
export const whoUses = (page: Page) => page.getByRole('heading', { level: 1, name: 'Who uses this device?' })

/** An iPad that says so. */
export const iPad = {
  userAgent: 'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/604.1',
  viewport: { width: 820, height: 1180 },
  hasTouch: true,
}

/** Opens the dialog with a new code in the settings, and returns its letters. */
export async function openPairing(page: Page): Promise<string> {
  await page.goto('/settings')
  await devicesCard(page).getByRole('button', { name: "Add a child's tablet" }).click()
  return shownCode(pairingDialog(page))
}

/** Returns the letters that `place` shows beside the QR code. */
export async function shownCode(place: Page | Locator): Promise<string> {
  const letters = place.getByText(/^[A-Z](, [A-Z]){7}$/)
  await expect(letters).toBeAttached()
  return (await letters.innerText()).replaceAll(', ', '')
}

/** Lets one more device in through the API, and says who uses it. */
export async function pairedDevice(
  { context, familyId }: SignedUp,
  openContext: OpenContext,
  use?: { use: 'children' | 'wall'; memberIds?: string[] },
): Promise<Page> {
  const { code } = await (await context.request.post(`/api/families/${familyId}/pairings`)).json()
  const device: BrowserContext = await openContext(iPad)
  expect((await device.request.post('/api/auth/join', { data: { code } })).status()).toBe(201)
  if (use) expect((await device.request.put('/api/auth/device', { data: use })).status()).toBe(200)
  return firstPage(device)
}

/**
 * Leaves the channels of a page open when its session ends, as Supabase's Realtime does. Returns a function that sends
 * the page an event of its family.
 */
export async function keepChannelsOpen(page: Page, familyId: string) {
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    sockets.push(socket)
    const server = socket.connectToServer()
    server.onClose(() => {})
    server.onMessage((message) => {
      if (typeof message !== 'string' || !/"(phx_close|phx_error|system)"/.test(message)) socket.send(message)
    })
  })
  return (event: string, payload: object) => {
    for (const socket of sockets)
      socket.send(
        JSON.stringify([null, null, `realtime:family:${familyId}`, 'broadcast', { type: 'broadcast', event, payload }]),
      )
  }
}

/**
 * Returns a film for Chromium's fake camera, in the y4m format, whose only frame shows the picture of `shown` in the
 * middle of a white wall.
 */
export async function filmOf(shown: Locator): Promise<Buffer> {
  const [width, height] = [640, 480]
  const picture = (await shown.screenshot()).toString('base64')
  const light = await shown.page().evaluate(
    async ({ picture, width, height }) => {
      const bytes = Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width, height })
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas')
      context.fillStyle = '#ddd'
      context.fillRect(0, 0, width, height)
      const side = 380
      context.drawImage(bitmap, (width - side) / 2, (height - side) / 2, side, side)
      const { data } = context.getImageData(0, 0, width, height)
      return Array.from({ length: width * height }, (_, pixel) => data[pixel * 4] ?? 0)
    },
    { picture, width, height },
  )
  const grey = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(light), grey])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

/** Adds Mia and Theo; returns their ids. */
export const children = async (family: SignedUp) =>
  [(await addMember(family, 'Mia')).id, (await addMember(family, 'Theo')).id] as const

export const bubbleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: `${name}'s Bubble` })
