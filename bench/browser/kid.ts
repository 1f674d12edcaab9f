/// <reference lib="dom" />
import type { Browser, Locator, Page } from '@playwright/test'
import type { Probe } from '../figures.ts'
import { add, addQuest, ask, newHousehold } from '../household.ts'
import { isLive, signIn, tabletSize } from './family.ts'
import { figureOfFrames, newTab, respond, settled, throttled, throttles } from './tab.ts'
import type { Tab } from './tab.ts'

const questsToday = 60
const glidesOfTurn = 2
const cardsAtOnce = 5

/** A kid with sixty quests of today, and a tablet that acts as it. */
async function newKid(url: string, browser: Browser) {
  const household = await newHousehold(url)
  // Not the first, which is for someday, nor the last: a quest there is not to be done today.
  const columns = household.columnIds.slice(1, 3)
  const id = await add(household, 'members', { displayName: 'Mia' })
  const questIds: string[] = []
  for (let number = 0; number < questsToday; number++) {
    const quest = {
      title: `Quest number ${number}`,
      gemValue: 60,
      assigneeIds: [id],
      columnId: columns[number % columns.length],
      recurring: 'daily',
    }
    questIds.push(await addQuest(household, quest))
  }
  const tablet = await signIn(browser, household, tabletSize)
  await tablet.request.put('/api/auth/active-member', { data: { memberId: id } })
  const move = (questId: string, column: number) =>
    ask(household.device, 'PATCH', `/api/quests/${questId}`, { columnId: columns[column] })
  return { tablet, path: `/kid/${id}`, questIds, columns, move }
}

const tileOf = (number: number) => `li:nth-child(${number}) > [data-quest]`

/** Milliseconds from the last answer the quests need to the frame that shows them all. */
async function shownAfterData(page: Page, path: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(path, { waitUntil: 'commit' })
  const shown = await page.evaluate((wanted) => window.stopwatch.painted(wanted), tileOf(questsToday))
  return page.evaluate((at) => {
    const needed = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(quests|quest-columns|members|quest-completions)(\?|$)/.test(name))
    const answered = needed.map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0))
    return at - performance.timeOrigin - Math.max(...answered)
  }, shown)
}

/** Opens the next quest to do; returns the bubble that completes it. */
async function openBubble(page: Page): Promise<Locator> {
  await page.locator('[data-todo]').first().click()
  const bubble = page.getByRole('button', { name: /^Complete!/ })
  await bubble.waitFor()
  await settled(page)
  return bubble
}

/** Milliseconds from the press on the bubble to the frame in which it has burst. */
async function burstOf(tab: Tab): Promise<number> {
  const bubble = await openBubble(tab.page)
  const gone = () => tab.page.locator('[data-burst]').waitFor({ state: 'detached' })
  return (await respond(tab, 1, '[data-burst]', () => bubble.click(), gone)).drawn
}

/** Milliseconds between the frames from the press on the bubble until the gems are counted. */
async function framesOfPop(page: Page): Promise<number[]> {
  const bubble = await openBubble(page)
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
async function framesOfGlide(page: Page, kid: Awaited<ReturnType<typeof newKid>>, column: number): Promise<number[]> {
  const moved = kid.questIds.slice(0, cardsAtOnce)
  const there = moved.map((id) =>
    page.locator(`[data-glide-home="${kid.columns[column]}"] > [data-glide="${id}"]`).waitFor({ state: 'attached' }),
  )
  await page.evaluate(() => window.stopwatch.beginFrames())
  await Promise.all(moved.map((id) => kid.move(id, column)))
  await Promise.all(there)
  await settled(page)
  return page.evaluate(() => window.stopwatch.endFrames())
}

/** The children's side: sixty quests that appear, a bubble that pops, five cards that glide at once. */
export async function kidProbes(url: string, browser: Browser): Promise<Probe[]> {
  const kid = await newKid(url, browser)
  const tab = await newTab(kid.tablet)
  const { page } = tab
  const openBoard = async () => {
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    await page.locator('[data-glide]').first().waitFor()
    await isLive(page)
  }
  let glides = 0
  return [
    ...throttles.map(({ rate, slow }): Probe => ({
      figures: [
        {
          name: `${questsToday} quests of today painted after their data${slow}`,
          unit: 'ms',
          rows: [{ share: 0.75, goal: rate === 1 ? 'at most 100' : '' }],
        },
      ],
      measure: async () => [[await throttled(tab, rate, () => shownAfterData(page, kid.path))]],
    })),
    ...throttles.map((throttle): Probe => ({
      figures: [figureOfFrames('a bubble pops', throttle)],
      measure: async () => [await throttled(tab, throttle.rate, () => framesOfPop(page))],
    })),
    {
      figures: [
        { name: 'from the press on a bubble to its burst', unit: 'ms', rows: [{ share: 0.75, goal: 'at most 180' }] },
      ],
      measure: async () => [[await burstOf(tab)]],
    },
    ...throttles.map((throttle): Probe => ({
      figures: [figureOfFrames(`${cardsAtOnce} cards glide at once`, throttle)],
      ...(throttle.rate === 1 && { prepare: openBoard }),
      async measure() {
        const frames: number[] = []
        for (let glide = 0; glide < glidesOfTurn; glide++) {
          frames.push(
            ...(await throttled(tab, throttle.rate, () => framesOfGlide(page, kid, ++glides % kid.columns.length))),
          )
        }
        return [frames]
      },
    })),
  ]
}
