/// <reference lib="dom" />
// Run by Node with a `BrowserRun`.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { runInBrowser } from './run.ts'
import type { Figure, Probe } from '../figures.ts'
import { deskSize, isLive, newBoardFamily, openBoard, signIn } from './family.ts'
import { figureOfFrames, newTab, throttled, throttles } from './tab.ts'
import type { Throttle } from './tab.ts'

const scrolledForMs = 1000

type Visit = { largestPaint: number; shift: number; blocked: number }

declare global {
  interface Window {
    visit: Visit
  }
}

/** Runs in the page, before its own scripts: measures what appears and moves while it loads. */
function watchLoading(tab: string): void {
  const visit: Visit = { largestPaint: 0, shift: 0, blocked: 0 }
  window.visit = visit
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (visit.largestPaint = startTime))
  observe('layout-shift', (entry) => (visit.shift += 'value' in entry ? Number(entry.value) : 0))
  observe('longtask', ({ duration }) => (visit.blocked += Math.max(0, duration - 50)))
  if (tab === '') return
  // Presses the tab as soon as it exists.
  const watch = new MutationObserver(() => {
    const wanted = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
      textContent.includes(tab),
    )
    if (wanted === undefined) return
    watch.disconnect()
    wanted.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
    wanted.click()
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** A page to visit: the tab that is pressed there, if any, and what a visit waits for. */
type VisitedPage = {
  name: string
  path: string
  tab: string
  context: BrowserContext
  there(page: Page): Promise<void>
}

/** Visits in a browser that has nothing of the page yet. */
async function visit({ path, tab, context, there }: VisitedPage, rate: number): Promise<Visit> {
  const opened = await newTab(context)
  const { page } = opened
  await page.addInitScript(watchLoading, tab)
  await opened.session.send('Network.clearBrowserCache')
  const seen = await throttled(opened, rate, async () => {
    await page.goto(path)
    await there(page)
    // Two frames and a pause of the main thread: everything that was under way is painted and counted.
    await page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
        ),
    )
    return page.evaluate(() => window.visit)
  })
  await page.close()
  return seen
}

function figuresOfVisit(name: string, { rate, slow }: Throttle): [Figure, Figure, Figure] {
  return [
    {
      name: `${name}: largest paint${slow}`,
      unit: 'ms',
      rows: [{ share: 0.5, goal: rate === 1 ? 'at most 500' : 'at most 1500' }],
    },
    // 0.1 is what is called good: a tenth of it is not seen.
    { name: `${name}: layout shift${slow}`, unit: '', grain: 0.01, rows: [{ share: 1, goal: '0' }] },
    // A task blocks for what it takes beyond 50 ms.
    {
      name: `${name}: main thread blocked${slow}`,
      unit: 'ms',
      grain: 50,
      rows: [{ share: 0.5, goal: rate === 1 ? '' : 'at most 300' }],
    },
  ]
}

const visitProbes = (visited: VisitedPage): Probe[] =>
  throttles.map((throttle) => ({
    figures: figuresOfVisit(visited.name, throttle),
    async measure() {
      const { largestPaint, shift, blocked } = await visit(visited, throttle.rate)
      return [[largestPaint], [shift], [blocked]]
    },
  }))

/** Milliseconds between the frames while a wheel turns over `selector`, there and back. */
async function framesWhileScrolled(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error('There is nothing to scroll')
  await page.mouse.move(box.x + box.width / 2, Math.min(box.y + 200, 700))
  await page.evaluate(() => window.stopwatch.beginFrames())
  const begun = performance.now()
  while (performance.now() - begun < scrolledForMs) {
    await page.mouse.wheel(0, performance.now() - begun < scrolledForMs / 2 ? 100 : -100)
    // At most thirty notches a second, as a person turns a wheel.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  return page.evaluate(() => window.stopwatch.endFrames())
}

async function scrollProbe(url: string, browser: Browser, isTrial: boolean): Promise<Probe> {
  const family = await newBoardFamily(url, {
    quests: isTrial ? 50 : 500,
    columns: 4,
    inOneColumn: true,
  })
  const { page } = await newTab(await signIn(browser, family, deskSize))
  return {
    figures: [figureOfFrames('a column of 500 quests is scrolled', throttles[0])],
    prepare: () => openBoard(page),
    measure: async () => [await framesWhileScrolled(page, `[data-glide-home="${family.columnIds[0]}"]`)],
  }
}

await runInBrowser(async (url, browser, isTrial) => {
  const strangers = await browser.newContext({ baseURL: url, viewport: deskSize })
  const family = await newBoardFamily(url, { quests: isTrial ? 24 : 200 })
  const parents = await signIn(browser, family, deskSize)
  const boardIsThere = async (page: Page) => {
    await page.locator(`[data-glide="${family.questId}"]`).waitFor()
    await isLive(page)
  }
  return [
    ...visitProbes({
      name: 'landing',
      path: '/',
      tab: '',
      context: strangers,
      there: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    }),
    ...visitProbes({ name: 'calendar with 200 quests', path: '/parent', tab: '', context: parents, there: isLive }),
    ...visitProbes({
      name: 'board with 200 quests',
      path: '/parent',
      tab: 'Kanban',
      context: parents,
      there: boardIsThere,
    }),
    await scrollProbe(url, browser, isTrial),
  ]
})
