/// <reference lib="dom" />
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { installStopwatch } from './interaction-page.ts'
import type { Stopwatch } from './interaction-page.ts'

declare global {
  interface Window {
    stopwatch: Stopwatch
  }
}

/** A window with a stopwatch in it, and the way to slow it down. */
export async function newPage(context: BrowserContext): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  await page.addInitScript(installStopwatch)
  return { page, session: await context.newCDPSession(page) }
}

export const throttle = (sessions: readonly CDPSession[], rate: number) =>
  Promise.all(sessions.map((session) => session.send('Emulation.setCPUThrottlingRate', { rate })))

/** When all that moves has come to rest. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))))
}

/** As a hand does: `click` looks at the page while it presses, and what that costs would be counted. */
export async function tap(page: Page, target: Locator): Promise<void> {
  await target.hover()
  await page.mouse.down()
  // No hand is so quick that the press itself is not on the screen before it ends.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.mouse.up()
}
