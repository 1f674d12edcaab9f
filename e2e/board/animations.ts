import type { Page } from '@playwright/test'
import { expect } from '../family.ts'

/**
 * An animation that began: the label of its article, its first keyframe, and whether its element is a clone above the
 * page.
 */
export type StartedAnimation = { on: string; begins: Record<string, unknown>; isAbove: boolean }

/** Waits for the animation library, which is loaded after the first paint. */
export const motionIsLoaded = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('motion-loaded').length), {
      message: 'the animations are loaded',
    })
    .toBe(1)

/** Records each animation that begins from now on. */
export async function watchAnimations(page: Page): Promise<() => Promise<StartedAnimation[]>> {
  await motionIsLoaded(page)
  await page.evaluate(() => {
    const begun: StartedAnimation[] = []
    Object.assign(window, { begun })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const on = (this.closest('article') ?? this.querySelector('article'))?.getAttribute('aria-label') ?? ''
      const begins = Object.fromEntries(
        Object.entries(frames ?? {}).map(([style, values]) => [style, Array.isArray(values) ? values[0] : values]),
      )
      begun.push({ on, begins, isAbove: this instanceof HTMLElement && this.style.position === 'fixed' })
      return animate.call(this, frames, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { begun: StartedAnimation[] }).begun)
}

/** Asserts that one clone above the page was animated. Returns how many pixels to the right of its place it began. */
export async function glideOf(animations: () => Promise<StartedAnimation[]>): Promise<number> {
  const glides = (await animations()).filter(({ isAbove }) => isAbove)
  expect(glides).toHaveLength(1)
  return Number(/translate\((-?[\d.]+)px/.exec(String(glides[0]?.begins['transform']))?.[1])
}
