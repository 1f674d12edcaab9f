/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import type { Probe } from '../figures.ts'
import { openBoard } from './family.ts'
import type { BoardFamily } from './family.ts'
import { atPhase, figureOfFrames, figuresOfResponse, respond, samplesOf, settled, throttled, throttles } from './tab.ts'
import type { Tab } from './tab.ts'

// With two throttling rates and two turns, a round goes twice over the four columns: the card ends where it began, at
// the top.
const dropsOfTurn = 2
const draggedForMs = 700

async function lift(page: Page, card: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(card).boundingBox()
  if (box === null) throw new Error('There is nothing to drag')
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 6, { steps: 3 })
  return { x, y }
}

/** Milliseconds between the frames while a card is dragged once around; it returns to its place. */
async function framesWhileDragged({ page }: Tab, card: string): Promise<number[]> {
  const { x, y } = await lift(page, card)
  await page.evaluate(() => window.stopwatch.beginFrames())
  const begun = performance.now()
  while (performance.now() - begun < draggedForMs) {
    const angle = ((performance.now() - begun) / draggedForMs) * Math.PI * 2
    await page.mouse.move(x + 300 + Math.cos(angle) * 280, y + 120 + Math.sin(angle) * 100)
  }
  const frames = await page.evaluate(() => window.stopwatch.endFrames())
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await settled(page)
  return frames
}

/** A card on a board that is open on two devices. */
export function cardProbes(here: Tab, there: Tab, { questId, columnIds }: BoardFamily): Probe[] {
  const card = `[data-glide="${questId}"] article`
  const columns = columnIds.slice(0, 4).map((id) => `[data-glide-home="${id}"]`)
  let turn = 0
  /** Drags the card to the next column and drops it there. */
  const drop = async (rate: number) => {
    const column = columns[++turn % columns.length] ?? ''
    const end = await here.page.locator(column).boundingBox()
    if (end === null) throw new Error('There is no column')
    const placed = `${column} ${card}`
    const elsewhere = there.page.evaluate((wanted) => window.stopwatch.painted(wanted), placed)
    const dragAndDrop = async () => {
      await lift(here.page, card)
      await here.page.mouse.move(end.x + end.width / 2, end.y + 80, { steps: 8 })
      await atPhase(here.page, turn)
      await here.page.mouse.up()
    }
    const response = await respond(here, rate, placed, dragAndDrop, () => settled(here.page))
    const onOtherDevice = (await elsewhere) - (await here.page.evaluate(() => window.stopwatch.lastInput()))
    // The card is at rest on both screens before it is lifted again.
    await settled(there.page)
    return { ...response, onOtherDevice }
  }
  return throttles.flatMap((throttle): Probe[] => [
    {
      figures: [figureOfFrames('a card is dragged', throttle)],
      ...(throttle.rate === 1 && {
        async prepare() {
          for (const { page } of [here, there]) await openBoard(page)
        },
      }),
      measure: async () => [await throttled(here, throttle.rate, () => framesWhileDragged(here, card))],
    },
    {
      figures: [
        ...figuresOfResponse('drop', throttle),
        {
          name: `drop to painted on the other device${throttle.slow}`,
          unit: 'ms',
          rows: [
            { share: 0.5, goal: throttle.rate === 1 ? 'at most 60' : '' },
            { share: 0.95, goal: throttle.rate === 1 ? 'at most 90' : '' },
          ],
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
