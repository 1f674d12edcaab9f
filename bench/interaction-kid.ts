/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test'
import type { Probe } from './figures.ts'
import { figureOfFrames, newPage, respond, settled, throttled, throttles, type Tab } from './interaction-window.ts'

const questsToday = 60
const glidesOfTurn = 2
const cardsAtOnce = 5

/** A kid with sixty quests of today, and a tablet that acts as it. */
async function newTablet(url: string, browser: Browser) {
  const tablet = await browser.newContext({ baseURL: url, viewport: { width: 820, height: 1180 } })
  const desk = await browser.newContext({ baseURL: url })
  const ask = async <Reply>(method: string, path: string, data?: unknown): Promise<Reply> => {
    const answer = await desk.request.fetch(`/api${path}`, { method, ...(data === undefined ? {} : { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  await ask('POST', '/auth/signup', { ...login, firstName: 'Nora', lastName: 'Bench' })
  const [{ family }] = await ask<[{ family: { id: string } }]>('GET', '/families/my')
  // Not the first, which is for someday, nor the last: what stands in them is not to be done today.
  const columns = (await ask<{ id: string }[]>('GET', `/families/${family.id}/quest-columns`)).map(({ id }) => id).slice(1, 3)
  const { id } = await ask<{ id: string }>('POST', `/families/${family.id}/members`, { displayName: 'Mia' })
  const questIds: string[] = []
  for (let number = 0; number < questsToday; number++) {
    const quest = {
      title: `Quest number ${number}`,
      icon: '🧹',
      gemValue: 60,
      assigneeIds: [id],
      columnId: columns[number % columns.length],
      recurring: 'daily',
    }
    questIds.push((await ask<{ id: string }>('POST', `/families/${family.id}/quests`, quest)).id)
  }
  await tablet.request.post('/api/auth/login', { data: login })
  await tablet.request.put('/api/auth/active-member', { data: { memberId: id } })
  const move = (questId: string, column: number) => ask('PATCH', `/quests/${questId}`, { columnId: columns[column] })
  return { tablet, path: `/kid/${id}`, questIds, columns, move }
}

const tileOf = (number: number) => `li:nth-child(${number}) > [data-quest]`

/** Milliseconds from the last answer the quests need to the frame that shows them all. */
async function shownAfterData(page: Page, path: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(path, { waitUntil: 'commit' })
  const shown = await page.evaluate((wanted) => window.stopwatch.painted(wanted), tileOf(questsToday))
  return page.evaluate((at) => {
    const needed = performance.getEntriesByType('resource').filter(({ name }) => /\/(quests|quest-columns|members|quest-completions)(\?|$)/.test(name))
    const answered = needed.map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0))
    return at - performance.timeOrigin - Math.max(...answered)
  }, shown)
}

/** Milliseconds from the press on the bubble to the frame in which it has burst. */
async function burstOf(tab: Tab, rate: number): Promise<number> {
  const { page } = tab
  await page.locator('[data-todo]').first().click()
  const bubble = page.getByRole('button', { name: /^Complete!/ })
  await bubble.waitFor()
  await settled(page)
  const { drawn } = await respond(
    tab,
    rate,
    '[data-burst]',
    () => bubble.click(),
    () => page.locator('[data-burst]').waitFor({ state: 'detached' }),
  )
  return drawn
}

/** Milliseconds between the frames from the press on the bubble until the gems are counted. */
async function framesOfPop(page: Page): Promise<number[]> {
  await page.locator('[data-todo]').first().click()
  const bubble = page.getByRole('button', { name: /^Complete!/ })
  await bubble.waitFor()
  await settled(page)
  await page.evaluate(() => window.stopwatch.beginFrames())
  await bubble.click()
  await page.locator('[data-burst]').waitFor({ state: 'attached' })
  await page.locator('[data-burst]').waitFor({ state: 'detached' })
  await page.waitForFunction(() => {
    const [shown, said] = [...document.querySelectorAll('[data-gem-target] > span')].slice(-2)
    return said?.textContent === `${shown?.textContent} gems`
  })
  return page.evaluate(() => window.stopwatch.endFrames())
}

/** The same while `cardsAtOnce` cards glide to the column of this number. */
async function framesOfGlide(page: Page, kid: Awaited<ReturnType<typeof newTablet>>, column: number): Promise<number[]> {
  const moved = kid.questIds.slice(0, cardsAtOnce)
  const there = moved.map((id) => page.locator(`[data-glide-home="${kid.columns[column]}"] > [data-glide="${id}"]`).waitFor({ state: 'attached' }))
  await page.evaluate(() => window.stopwatch.beginFrames())
  await Promise.all(moved.map((id) => kid.move(id, column)))
  await Promise.all(there)
  await settled(page)
  return page.evaluate(() => window.stopwatch.endFrames())
}

/** The children's side: sixty quests that appear, a bubble that pops, five cards that glide at once. */
export async function kidProbes(url: string, browser: Browser): Promise<Probe[]> {
  const kid = await newTablet(url, browser)
  const tab = await newPage(kid.tablet)
  const { page } = tab
  const openBoard = async () => {
    // A radio button in commits before b13c8a6.
    await page
      .getByRole('button', { name: 'Board', exact: true })
      .or(page.getByRole('radio', { name: 'Board' }))
      .click()
    await page.locator('[data-glide]').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  }
  let glides = 0
  return [
    ...throttles.map((throttle): Probe => {
      const name = `${questsToday} quests of today painted after their data${throttle.slow}`
      return {
        name,
        figures: [{ name, unit: 'ms', rows: [{ share: 0.75, goal: throttle.rate === 1 ? 'at most 100' : '' }] }],
        measure: async () => [[await throttled(tab, throttle.rate, () => shownAfterData(page, kid.path))]],
      }
    }),
    ...throttles.map((throttle): Probe => ({
      name: `a bubble pops${throttle.slow}`,
      figures: [figureOfFrames('a bubble pops', throttle)],
      measure: async () => [await throttled(tab, throttle.rate, () => framesOfPop(page))],
    })),
    {
      name: 'a bubble bursts',
      figures: [{ name: 'from the press on a bubble to its burst', unit: 'ms', rows: [{ share: 0.75, goal: 'at most 180' }] }],
      measure: async () => [[await burstOf(tab, 1)]],
    },
    ...throttles.map((throttle): Probe => ({
      name: `${cardsAtOnce} cards glide${throttle.slow}`,
      figures: [figureOfFrames(`${cardsAtOnce} cards glide at once`, throttle)],
      ...(throttle.rate === 1 && { prepare: openBoard }),
      async measure() {
        const frames: number[] = []
        for (let glide = 0; glide < glidesOfTurn; glide++) {
          frames.push(...(await throttled(tab, throttle.rate, () => framesOfGlide(page, kid, ++glides % kid.columns.length))))
        }
        return [frames]
      },
    })),
  ]
}
