/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'
import type { Probe } from '../figures.ts'
import { newBoard } from '../household.ts'
import { startStack } from '../stack.ts'
import type { Build } from '../stack.ts'
import { figureOfFrame, isLive, newContext, openBoard, openPage, signIn, throttled, topOf } from './page.ts'

/** Visits in a browser that has nothing of the page yet. */
const visitProbe = (
  name: string,
  newVisitor: () => Promise<BrowserContext>,
  visit: (page: Page) => Promise<void>,
): Probe => ({
  figures: [
    { name: `${name}: largest paint`, unit: 'ms', goal: 'at most 1500' },
    // 0.1 is what is called good: a tenth of it is not seen.
    { name: `${name}: layout shift`, unit: '', grain: 0.01, goal: '0' },
    { name: `${name}: main thread blocked`, unit: 'ms', grain: 50, goal: 'at most 300' },
  ],
  async measure() {
    const context = await newVisitor()
    const page = await openPage(context)
    const { largestPaint, shift, blocked } = await throttled(page, async () => {
      await visit(page)
      // Two frames and a pause of the main thread: everything that was under way is painted and counted.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        await new Promise((resolve) => requestIdleCallback(resolve))
      })
      return page.evaluate(() => window.stopwatch.loading)
    })
    await context.close()
    return [[largestPaint], [shift], [blocked]]
  },
})

/** Mean milliseconds between the frames while a wheel turns over `selector`, there and back. */
async function frameWhileScrolled(page: Page, selector: string): Promise<number> {
  const { x, y } = await topOf(page, selector)
  await page.mouse.move(x, y + 200)
  await page.evaluate(() => window.stopwatch.beginFrames())
  for (let notch = 0; notch < 30; notch++) {
    await page.mouse.wheel(0, notch < 15 ? 100 : -100)
    // At most thirty notches a second, as a person turns a wheel.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  return page.evaluate(() => window.stopwatch.endFrames())
}

async function scrollProbe(url: string): Promise<Probe> {
  const family = await newBoard(url, { quests: 500, inOneColumn: true })
  const page = await openPage(await signIn(family))
  const column = `[data-glide-home="${family.columnIds[0]}"]`
  return {
    figures: [figureOfFrame('a column of 500 quests is scrolled')],
    prepare: () => openBoard(page),
    measure: async () => [[await throttled(page, () => frameWhileScrolled(page, column))]],
  }
}

/** First visits, and a long list. */
export async function paintProbes(build: Build): Promise<Probe[]> {
  const { url } = await startStack(build)
  const family = await newBoard(url)
  const newStranger = () => newContext(url)
  const newParent = () => signIn(family)
  return [
    visitProbe('landing', newStranger, async (page) => {
      await page.goto('/')
      await page.getByRole('heading', { level: 1 }).waitFor()
    }),
    visitProbe('calendar with 200 quests', newParent, async (page) => {
      await page.goto('/parent')
      await isLive(page)
    }),
    visitProbe('board with 200 quests', newParent, async (page) => {
      await page.goto('/parent', { waitUntil: 'commit' })
      // A real press would end the measuring of the largest paint.
      await page.getByRole('tab', { name: 'Kanban Board' }).dispatchEvent('click')
      await page.locator(`[data-glide="${family.questIds[0]}"]`).waitFor()
      await isLive(page)
    }),
    await scrollProbe(url),
  ]
}
