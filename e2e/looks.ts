import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './family.ts'

/** The three screens everything is looked at on. */
export const screens = [
  ['phone', 390, 844],
  ['tablet', 820, 1180],
  ['desk', 1440, 900],
] as const

/** In light and in dark: axe finds nothing but what `besides` names, and nothing sticks out of the page. */
export async function expectGoodLooks(page: Page, besides: string[] = []): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectToFit(page)
    await expectAccessible(page, besides, colorScheme)
  }
}

/** Nothing sticks out of the page, once it has found into its size. */
export const expectToFit = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 'pixels that stick out').toBeLessThanOrEqual(0)

/** As the page is now: axe finds nothing but what `besides` names. */
export async function expectAccessible(page: Page, besides: string[] = [], look = 'now'): Promise<void> {
  await endAnimations(page)
  // Legacy only in that it looks into no foreign frames; we have none, and it takes half the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().disableRules(besides).analyze()
  expect(violations.map(({ id, nodes }) => `${look}, ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** What is still fading has no contrast of its own; what is out of sight would be drawn only when it comes into sight. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const card of document.querySelectorAll<HTMLElement>('.skippable')) card.style.contentVisibility = 'visible'
    for (;;) {
      const moving = document.getAnimations().filter(({ effect, playState }) => effect?.getComputedTiming().endTime !== Infinity && playState !== 'finished')
      if (moving.length === 0) return
      for (const animation of moving) animation.finish()
      // Who waits for an end hears of it with the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
  })
}
