/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import type { Probe } from './figures.ts'
import type { BenchFamily } from './interaction-family.ts'
import { atPhase, figureOfFrames, figuresOfResponse, respond, samplesOf, settled, throttled, throttles } from './interaction-window.ts'
import type { Tab } from './interaction-window.ts'

// With two throttling rates and two turns, a round leads twice over the four columns: the card ends where it began, at the top.
const dropsOfTurn = 2
const carriedForMs = 700

/** A board on two devices, and the card that is carried on it. */
export type Board = { here: Tab; there: Tab; card: Locator; columns: readonly Locator[]; placed: (column: number) => string; open(): Promise<void> }

export function ourBoard(here: Tab, there: Tab, family: BenchFamily): Board {
  return {
    here,
    there,
    card: here.page.locator(`[data-glide="${family.questId}"]`),
    // As many as are in sight.
    columns: family.columnIds.slice(0, 4).map((id) => here.page.locator(`[data-glide-home="${id}"]`)),
    placed: (column) => `[data-glide-home="${family.columnIds[column]}"] [data-glide="${family.questId}"] article`,
    async open() {
      for (const { page } of [here, there]) await family.openBoard(page)
    },
  }
}

export function bareBoard(here: Tab, there: Tab): Board {
  return {
    here,
    there,
    card: here.page.locator('#card-1'),
    columns: [0, 1, 2, 3].map((lane) => here.page.locator(`#lane-${lane}`)),
    placed: (column) => `#lane-${column} #card-1`,
    async open() {},
  }
}

async function lift(page: Page, card: Locator): Promise<{ x: number; y: number }> {
  const box = await card.boundingBox()
  if (box === null) throw new Error('There is nothing to carry')
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 6, { steps: 3 })
  return { x, y }
}

/** Milliseconds between the frames while a card is carried once around; it returns to its place. */
async function framesWhileCarried({ here: { page }, card }: Board): Promise<number[]> {
  const { x, y } = await lift(page, card)
  await page.evaluate(() => window.stopwatch.beginFrames())
  const begun = performance.now()
  while (performance.now() - begun < carriedForMs) {
    const angle = ((performance.now() - begun) / carriedForMs) * Math.PI * 2
    await page.mouse.move(x + 300 + Math.cos(angle) * 280, y + 120 + Math.sin(angle) * 100)
  }
  const frames = await page.evaluate(() => window.stopwatch.endFrames())
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await settled(page)
  return frames
}

export function cardProbes(board: Board): Probe[] {
  const { here, there } = board
  let turn = 0
  /** Carries the card to the next column and drops it there. */
  const drop = async (rate: number) => {
    const column = ++turn % board.columns.length
    const end = await board.columns[column]?.boundingBox()
    if (!end) throw new Error('There is no column')
    const elsewhere = there.page.evaluate((wanted) => window.stopwatch.painted(wanted), board.placed(column))
    const carryAndDrop = async () => {
      await lift(here.page, board.card)
      await here.page.mouse.move(end.x + end.width / 2, end.y + 80, { steps: 8 })
      await atPhase(here.page, turn)
      await here.page.mouse.up()
    }
    const response = await respond(here, rate, board.placed(column), carryAndDrop, () => settled(here.page))
    const onOtherDevice = (await elsewhere) - (await here.page.evaluate(() => window.stopwatch.lastInput()))
    // The card is at rest on both screens before it is lifted again.
    await settled(there.page)
    return { ...response, onOtherDevice }
  }
  return throttles.flatMap((throttle): Probe[] => [
    {
      name: `carrying${throttle.slow}`,
      figures: [figureOfFrames('a card is carried', throttle)],
      ...(throttle.rate === 1 && { prepare: () => board.open() }),
      measure: async () => [await throttled(here, throttle.rate, () => framesWhileCarried(board))],
    },
    {
      name: `dropping${throttle.slow}`,
      figures: [
        ...figuresOfResponse('drop', throttle),
        {
          name: `drop to painted on the other device${throttle.slow}`,
          unit: 'ms',
          rows:
            throttle.rate === 1
              ? [
                  { share: 0.5, goal: 'at most 60' },
                  { share: 0.95, goal: 'at most 90' },
                ]
              : [{ share: 0.5 }],
        },
      ],
      async measure() {
        const drops = []
        for (let count = 0; count < dropsOfTurn; count++) drops.push(await drop(throttle.rate))
        return [...samplesOf(drops), drops.map(({ onOtherDevice }) => onOtherDevice)]
      },
    },
  ])
}
