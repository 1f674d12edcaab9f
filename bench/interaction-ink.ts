/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test'
import type { Probe } from './figures.ts'
import { finishAnimations, newPage, throttled, throttles } from './interaction-window.ts'

const movesPerStroke = 60

declare global {
  interface Window {
    /** Milliseconds from each move of the finger, as the page hears of it, to the frame that holds its ink. */
    inked: number[]
  }
}

/** A finger that goes to and fro on the paper, beginning where the letter does. */
async function scribble(page: Page): Promise<void> {
  const paper = await page.getByRole('button', { name: /: draw the next dot$/ }).boundingBox()
  const start = await page.locator('[data-start]').boundingBox()
  if (paper === null || start === null) throw new Error('There is nothing to draw')
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let move = 1; move <= movesPerStroke; move++) {
    const turn = (move / movesPerStroke) * 6 * Math.PI
    await page.mouse.move(x + Math.sin(turn) * paper.width * 0.12, y + Math.abs(Math.sin(turn / 2)) * paper.height * 0.12)
  }
  await page.mouse.up()
}

/** Notes the moment of each move before the game hears of it, and the frame behind the game's own work. */
function watchInk(): void {
  window.inked = []
  let heard = 0
  document.addEventListener('pointermove', () => (heard = performance.now()), true)
  document.addEventListener('pointermove', ({ buttons }) => {
    const since = heard
    if (buttons > 0) requestAnimationFrame(() => window.inked.push(performance.now() - since))
  })
}

/** A letter that is drawn: how long its ink takes to follow. */
export async function inkProbes(url: string, browser: Browser): Promise<Probe[]> {
  const tablet = await browser.newContext({ baseURL: url, viewport: { width: 820, height: 1180 } })
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  await tablet.request.post('/api/auth/signup', { data: { ...login, firstName: 'Nora', lastName: 'Bench' } })
  const [{ family }] = await (await tablet.request.get('/api/families/my')).json()
  const { id } = await (await tablet.request.post(`/api/families/${family.id}/members`, { data: { displayName: 'Mia' } })).json()
  const tab = await newPage(tablet)
  const { page } = tab
  const skipDemonstration = async () => {
    await page.locator('[data-demonstration]').waitFor({ state: 'attached' })
    await finishAnimations(page)
    await page.locator('[data-start]').waitFor()
  }
  return throttles.map((throttle): Probe => ({
    name: `ink${throttle.slow}`,
    figures: [
      {
        name: `finger's move to the frame that holds its ink${throttle.slow}`,
        unit: 'ms',
        isMeanOfTurn: true,
        // It takes about 1 ms: less than a quarter of a frame is not seen.
        grain: 4,
        rows: [{ share: 0.95, goal: 'at most 17' }],
      },
    ],
    ...(throttle.rate === 1 && {
      async prepare() {
        await page.goto('about:blank')
        await page.goto(`/kid/${id}#playground/alphabet-bubbls`)
        await skipDemonstration()
        await page.evaluate(watchInk)
      },
    }),
    async measure() {
      await page.evaluate(() => (window.inked = []))
      await throttled(tab, throttle.rate, () => scribble(page))
      const inked = await page.evaluate(() => window.inked)
      await page.getByRole('button', { name: 'Skip' }).click()
      await skipDemonstration()
      return [inked]
    },
  }))
}
