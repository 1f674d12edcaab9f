/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test'
import { percentile } from './figures.ts'
import type { Row } from './figures.ts'
import { newPage, throttle } from './interaction-window.ts'

const letters = 6
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

/** What a child feels who draws a letter: how long its ink takes to follow. */
export async function measureInk(url: string, browser: Browser): Promise<Row[]> {
  const tablet = await browser.newContext({ baseURL: url, viewport: { width: 820, height: 1180 } })
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  await tablet.request.post('/api/auth/signup', { data: { ...login, firstName: 'Nora', lastName: 'Bench' } })
  const [{ family }] = await (await tablet.request.get('/api/families/my')).json()
  const { id } = await (await tablet.request.post(`/api/families/${family.id}/members`, { data: { displayName: 'Mia' } })).json()
  const { page, session } = await newPage(tablet)
  const rows: Row[] = []
  for (const rate of [1, 4]) {
    const slow = rate === 1 ? '' : `, ${rate} times throttled`
    console.error(`ink${slow} …`)
    await page.goto('about:blank')
    await page.goto(`/kid/${id}#playground/alphabet-bubbls`)
    await page.locator('[data-demonstration]').waitFor({ state: 'detached' })
    await page.evaluate(() => {
      window.inked = []
      let heard = 0
      document.addEventListener('pointermove', () => (heard = performance.now()), true)
      document.addEventListener('pointermove', ({ buttons }) => {
        const since = heard
        if (buttons > 0) requestAnimationFrame(() => window.inked.push(performance.now() - since))
      })
    })
    await throttle([session], rate)
    for (let letter = 0; letter < letters; letter++) {
      await page.locator('[data-start]').waitFor()
      await scribble(page)
      await page.getByRole('button', { name: 'Skip' }).click()
      await page.locator('[data-demonstration]').waitFor({ state: 'detached' })
    }
    const inked = await page.evaluate(() => window.inked)
    await throttle([session], 1)
    rows.push({ what: `finger's move to the frame that holds its ink, p95${slow}`, ours: percentile(inked, 0.95), unit: 'ms', goal: 'at most 17' })
  }
  await tablet.close()
  return rows
}
