/// <reference lib="dom" />
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'
import type { Figure } from '../figures.ts'
import type { Household } from '../household.ts'
import { installStopwatch } from './stopwatch.ts'

let browser: Browser | undefined

/** Opens a further browser, with nothing in it yet. */
export async function newContext(baseURL: string): Promise<BrowserContext> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium was found. Install one or name it in CHROMIUM_PATH.')
  // A signal ends the whole run, which ends the browser.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox'], ...signals })
  return browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
}

/** Opens a further browser, signed in to the family. */
export async function signIn({ device, login }: Household): Promise<BrowserContext> {
  const context = await newContext(device.url)
  await context.request.post('/api/auth/login', { data: login })
  return context
}

export async function closeBrowser(): Promise<void> {
  await browser?.close()
  browser = undefined
}

/** Opens a page with a stopwatch in it. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(installStopwatch)
  return page
}

/**
 * Runs `act` with the page's processor slowed down to that of a tablet: on a fast one most presses take less than Event
 * Timing reports. Only meanwhile, because a page that is slowed down takes most of a core even while it does nothing.
 */
export async function throttled<Result>(page: Page, act: () => Promise<Result>): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const result = await act()
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return result
}

export async function openBoard(page: Page): Promise<void> {
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.locator('[data-glide]').first().waitFor()
  await isLive(page)
  // Cards can be dragged.
  await page.locator('section[aria-labelledby=quest-board] [data-draggable]').waitFor({ state: 'attached' })
}

export const isLive = (page: Page) => page.locator('[data-live]').getByText('Live', { exact: true }).waitFor()

/** The middle of an element's upper edge. */
export async function topOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`Nothing on the screen fits ${selector}`)
  return { x: box.x + box.width / 2, y: box.y }
}

/** Waits until nothing is animated any more. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running')
    // The last action may start animations in one of the next frames.
    do {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await Promise.allSettled(running().map(({ finished }) => finished))
    } while (running().length > 0)
  })
}

/**
 * Waits until a moment within a frame that depends on `turn` alone: over the turns, inputs are spread evenly over the
 * frame and the same for both subjects. At one fixed moment a cost near a frame's end would jump by a whole frame.
 */
export async function atPhase(page: Page, turn: number): Promise<void> {
  const delayMs = ((turn * 0.618) % 1) * (1000 / 60)
  await page.evaluate(
    (delayMs) =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, delayMs)))),
    delayMs,
  )
}

/** Presses as a mouse does; Playwright's `click` inspects the page while it presses, and that would be measured too. */
export async function tap(page: Page, target: Locator, turn: number): Promise<void> {
  await target.hover()
  await page.mouse.down()
  // The press is on the screen before the release.
  await atPhase(page, turn)
  await page.mouse.up()
}

/**
 * Returns the milliseconds from the last input in `act` to the next frame, and to the one in which `selector` is there;
 * `settle` runs unthrottled.
 */
export async function respond(
  page: Page,
  selector: string,
  act: () => Promise<void>,
  settle: () => Promise<void>,
): Promise<{ answered: number; drawn: number }> {
  const at = await throttled(page, async () => {
    const painted = page.evaluate((wanted) => window.stopwatch.painted(wanted), selector)
    await act()
    return painted
  })
  const input = await page.evaluate(() => window.stopwatch.lastInput())
  await settle()
  return {
    answered: await page.evaluate(([input, at]) => window.stopwatch.answered(input, at), [input, at] as const),
    drawn: at - input,
  }
}

/** The figures of `respond`: `answered` and `drawn`. */
export const figuresOfResponse = (what: string): [Figure, Figure] => [
  { name: `${what} to next paint`, unit: 'ms', step: 8, goal: 'at most 100' },
  { name: `${what} to drawn`, unit: 'ms', goal: '' },
]

export const figureOfFrame = (what: string): Figure => ({
  name: `mean frame while ${what}`,
  unit: 'ms',
  goal: 'at most 25',
})
