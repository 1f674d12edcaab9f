/// <reference lib="dom" />
// Run by Node with the addresses of ours and of the bare floor; prints tables as JSON.
import { chromium } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'
import { percentile } from './figures.ts'
import type { Row } from './figures.ts'
import { newFamily } from './interaction-family.ts'
import { newPage, throttle } from './interaction-window.ts'

const [ours = '', floor = ''] = process.argv.slice(2)
const visits = 5

type Visit = { largestPaint: number; shift: number; blocked: number }

declare global {
  interface Window {
    visit: Visit
  }
}

/** Runs in the page, before its own scripts: what comes and moves while it loads. */
function watchLoading(tab: string): void {
  const visit: Visit = { largestPaint: 0, shift: 0, blocked: 0 }
  window.visit = visit
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (visit.largestPaint = startTime))
  observe('layout-shift', (entry) => (visit.shift += 'value' in entry ? Number(entry.value) : 0))
  observe('longtask', ({ duration }) => (visit.blocked += Math.max(0, duration - 50)))
  if (tab === '') return
  // As a hand that waits for it: the tab is pressed as soon as it is there.
  const watch = new MutationObserver(() => {
    const wanted = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) => textContent.includes(tab))
    if (wanted === undefined) return
    watch.disconnect()
    wanted.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))
    wanted.click()
  })
  watch.observe(document, { childList: true, subtree: true })
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error('No Chromium was found. Install one or name it in CHROMIUM_PATH.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** Visits in a browser that has nothing of the page yet. */
async function visit(
  context: BrowserContext,
  url: string,
  { tab = '', there, rate }: { tab?: string; there: (page: Page) => Promise<void>; rate: number },
): Promise<Visit> {
  const { page, session } = await newPage(context)
  await page.addInitScript(watchLoading, tab)
  await session.send('Network.clearBrowserCache')
  await throttle([session], rate)
  await page.goto(url)
  await there(page)
  // Two frames and a pause of the main thread: everything that was under way is painted and counted.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)))))
  const seen = await page.evaluate(() => window.visit)
  await page.close()
  return seen
}

const family = await newFamily(ours, browser)
const stranger = await browser.newContext(family.options)
const bare = await browser.newContext({ viewport: family.options.viewport ?? null })

const loading: Row[] = []
for (const rate of [1, 4]) {
  const slow = rate === 1 ? '' : `, ${rate} times throttled`
  const pages: [what: string, context: BrowserContext, tab: string, there: (page: Page) => Promise<void>][] = [
    ['landing', stranger, '', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
    ['calendar with 200 quests', family.desk, '', (page) => page.getByText('Live', { exact: true }).waitFor()],
    [
      'board with 200 quests',
      family.desk,
      'Kanban',
      async (page) => {
        await page.locator(`[data-glide="${family.questId}"]`).waitFor()
        await page.getByText('Live', { exact: true }).waitFor()
      },
    ],
  ]
  const floors: number[] = []
  for (let turn = 0; turn < visits; turn++) {
    floors.push((await visit(bare, `${floor}/page`, { there: (page) => page.locator('[data-ready]').waitFor(), rate })).largestPaint)
  }
  for (const [what, context, tab, there] of pages) {
    console.error(`${what}${slow} …`)
    const seen: Visit[] = []
    for (let turn = 0; turn < visits; turn++) seen.push(await visit(context, what === 'landing' ? '/' : '/parent', { tab, there, rate }))
    const middle = (figure: keyof Visit) =>
      percentile(
        seen.map((visit) => visit[figure]),
        0.5,
      )
    loading.push({
      what: `${what}: largest paint${slow}`,
      ours: middle('largestPaint'),
      floor: percentile(floors, 0.5),
      unit: 'ms',
      goal: rate === 1 ? 'at most 500' : 'at most 1500',
    })
    loading.push({ what: `${what}: layout shift${slow}`, ours: Math.max(...seen.map(({ shift }) => shift)), unit: '', goal: '0' })
    loading.push({ what: `${what}: main thread blocked${slow}`, ours: middle('blocked'), unit: 'ms', goal: rate === 1 ? '' : 'at most 300' })
  }
}

/** Milliseconds between the frames while a wheel turns over `selector` for two seconds. */
async function framesWhileScrolled(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error('There is nothing to scroll')
  await page.mouse.move(box.x + box.width / 2, Math.min(box.y + 200, 700))
  await page.evaluate(() => window.stopwatch.beginFrames())
  const begun = performance.now()
  while (performance.now() - begun < 2000) {
    await page.mouse.wheel(0, performance.now() - begun < 1400 ? 100 : -100)
    // A hand turns thirty notches a second at most.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  return page.evaluate(() => window.stopwatch.endFrames())
}

const large = await newFamily(ours, browser, { quests: 500, columns: 4, inOneColumn: true })
const { page } = await newPage(large.desk)
console.error('scrolling 500 quests …')
await large.openBoard(page)
const onBoard = await framesWhileScrolled(page, `[data-glide-home="${large.columnIds[0]}"]`)
await browser.close()

console.log(
  JSON.stringify([
    { title: 'The first look, with nothing of it in the browser yet', rows: loading },
    {
      title: 'Long lists',
      rows: [{ what: 'frame while a column of 500 quests is scrolled, p95', ours: percentile(onBoard, 0.95), unit: 'ms', goal: 'at most 17' }],
    },
  ]),
)
