import { expect, type Page } from '@playwright/test'

/**
 * Stops the page's clock: time passes only by `page.clock.runFor`, so that short states stay on a slow machine. Repeats,
 * because a clock cannot be stopped at a time that is past when the call arrives.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))).toPass({ intervals: [0] })
}

/** Polls a value while the page's clock runs in steps. */
export const whilePassing = <T>(page: Page, ms: number, value: () => T | Promise<T>) =>
  expect.poll(
    async () => {
      await page.clock.runFor(ms)
      return value()
    },
    { intervals: [20] },
  )

/** Hides the page as a switch to another tab does: a game's time stands still. */
export async function turnAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

export async function turnBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
