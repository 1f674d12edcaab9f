/// <reference lib="dom" />
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import type { Figure } from '../figures.ts'
import { installStopwatch } from './stopwatch.ts'
import type { Stopwatch } from './stopwatch.ts'

declare global {
  interface Window {
    stopwatch: Stopwatch
  }
}

/** The rates by which the processor is slowed down, and what is appended to the names of figures. */
export const throttles = [
  { rate: 1, slow: '' },
  { rate: 4, slow: ', 4 times throttled' },
] as const
export type Throttle = (typeof throttles)[number]

export type Tab = { page: Page; session: CDPSession }

/** A page with a stopwatch in it, and the session that throttles it. */
export async function newTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  await page.addInitScript(installStopwatch)
  return { page, session: await context.newCDPSession(page) }
}

/** Runs `act` with the page's processor throttled. */
export async function throttled<Result>({ session }: Tab, rate: number, act: () => Promise<Result>): Promise<Result> {
  if (rate === 1) return act()
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  try {
    return await act()
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
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

/** Ends all animations at once, where only what came before them is measured. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))
}

const frameMs = 1000 / 60

/**
 * Waits until a moment within a frame that depends on `turn` alone: over the turns, inputs are spread evenly over the
 * frame and the same for both subjects. At one fixed moment a cost near a frame's end would jump by a whole frame.
 */
export async function atPhase(page: Page, turn: number): Promise<void> {
  const delayMs = ((turn * 0.618) % 1) * frameMs
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

/** Milliseconds from an input to the next frame, and to the one that shows its effect. */
export type Responded = { answered: number; drawn: number }

/** Measures from the last input in `act` to the frame in which `selector` is there; `settle` runs unthrottled. */
export async function respond(
  tab: Tab,
  rate: number,
  selector: string,
  act: () => Promise<void>,
  settle: () => Promise<void>,
): Promise<Responded> {
  const { page } = tab
  const at = await throttled(tab, rate, async () => {
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

/** The figures of `respond`, and its samples in their order. The goal is about the next frame. */
export function figuresOfResponse(what: string, { rate, slow }: Throttle): [Figure, Figure] {
  return [
    {
      name: `${what} to next paint${slow}`,
      unit: 'ms',
      step: 8,
      rows: [{ share: 0.75, goal: rate === 1 ? 'at most 40' : 'at most 100' }],
    },
    { name: `${what} to drawn${slow}`, unit: 'ms', rows: [{ share: 0.75 }] },
  ]
}

export const samplesOf = (responses: readonly Responded[]) => [
  responses.map(({ answered }) => answered),
  responses.map(({ drawn }) => drawn),
]

/** Frames, of which a plain run tells how long the slow ones take. */
export function figureOfFrames(what: string, { rate, slow }: Throttle): Figure {
  return {
    name: `frame while ${what}${slow}`,
    unit: 'ms',
    isMeanOfTurn: true,
    rows: [{ share: 0.95, goal: rate === 1 ? 'at most 17' : 'at most 34' }],
  }
}
