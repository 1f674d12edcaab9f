import type { Page } from '@playwright/test'
import { expect } from './family.ts'

/** Opens Mission Control's board on each page and waits until it is live. */
export async function openBoard(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await page.goto('/parent')
    await showBoard(page)
  }
}

/** The same for a page that is on Mission Control already. */
export async function showBoard(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.locator('[data-live]').getByText('Live', { exact: true })).toBeVisible()
  await expectDraggable(page)
}

/** From its next load on the page gets no event: it learns of changes elsewhere from refusals of the server alone. */
export const blockEvents = (page: Page) =>
  page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      // An event comes as bytes, or by its name.
      if (typeof message === 'string' && !message.includes('"broadcast"')) socket.send(message)
    })
  })

export async function openBoardWithoutEvents(page: Page): Promise<void> {
  await blockEvents(page)
  let reads = 0
  page.on('response', (response) => void (/\/state\b/.test(response.url()) && reads++))
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  // The second read compares the revision after the join; what happens later it does not see.
  await expect.poll(() => reads).toBeGreaterThan(1)
}

/** Waits for the drag-and-drop library, which comes after the first paint. */
export async function expectDraggable(page: Page): Promise<void> {
  await expect(page.locator('[data-draggable]')).toBeAttached()
}

export const column = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

/** Waits until a closed dialog has taken its history entry back, which would abort the next `goto`. */
export const overlaysAreGone = (page: Page) =>
  expect.poll(() => page.evaluate((): number => history.state?.overlays ?? 0)).toBe(0)

/** Chooses in the menu of a column. */
export async function chooseOfColumn(page: Page, title: string, item: string): Promise<void> {
  // A dialog that closes gives the focus back, which closes a menu.
  await overlaysAreGone(page)
  await page.getByRole('button', { name: `More for column ${title}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

export const inColumn = (page: Page, title: string, quest: string) =>
  column(page, title).getByRole('article', { name: quest, exact: true })

/** Drags an element to another with the mouse, in steps as a person does. */
export async function dragTo(page: Page, from: ReturnType<typeof card>, to: ReturnType<typeof column>): Promise<void> {
  await expectDraggable(page)
  // Waits until it has come to rest: cards around it may still be on their way.
  await from.hover({ trial: true })
  const start = await centre(from)
  const end = await centre(to)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y + 4, { steps: 3 })
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await expect(page.locator('[data-dragging]')).toBeAttached()
  await page.mouse.up()
}

/** Starts to drag a card with the mouse. */
export async function startDrag(page: Page, title: string): Promise<void> {
  // The drop animation of the previous drag may still run.
  await expect(card(page, title)).toHaveCount(1)
  const { x, y } = await boxOf(card(page, title))
  await page.mouse.move(x + 80, y + 30)
  await page.mouse.down()
  await page.mouse.move(x + 110, y + 60, { steps: 5 })
}

/** Cancels the drag. */
export async function cancelDrag(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

/** As `dragTo` by touch: holds until the drag starts, then moves to the edge until the board has scrolled there. */
export async function touchDragTo(
  page: Page,
  from: ReturnType<typeof card>,
  to: ReturnType<typeof column>,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const width = page.viewportSize()?.width ?? 0
  await expectDraggable(page)
  let finger = await centre(from)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const drawTo = async (end: { x: number; y: number }) => {
    for (let step = 1; step <= 8; step++) {
      await touch('touchMove', [
        { x: finger.x + ((end.x - finger.x) * step) / 8, y: finger.y + ((end.y - finger.y) * step) / 8 },
      ])
    }
    finger = end
  }
  await touch('touchStart', [finger])
  await expect(page.locator('[data-dragging]')).toBeAttached()
  // Moves to the edge while the column is beyond the middle, then back to the middle once the column is there and no
  // longer scrolls.
  const middle = width / 2
  await expect(async () => {
    const before = await boxOf(to)
    const edge = before.x > middle - 20 ? width - 8 : before.x + before.width < middle + 20 ? 8 : undefined
    await drawTo({ x: edge ?? middle, y: (await centre(to)).y })
    expect(edge).toBeUndefined()
    expect((await boxOf(to)).x).toBe(before.x)
  }).toPass({ intervals: [30], timeout: 30_000 })
  await touch('touchEnd', [])
}

export async function boxOf(locator: ReturnType<typeof card>) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`It is not drawn: ${String(locator)}`)
  return box
}

export async function centre(locator: ReturnType<typeof card>) {
  const box = await boxOf(locator)
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) }
}
