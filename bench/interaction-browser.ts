/// <reference lib="dom" />
// Run by Node with the addresses of ours and of the bare floor; prints tables as JSON.
import { chromium } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'
import { percentile } from './figures.ts'
import type { Row } from './figures.ts'
import { newFamily } from './interaction-family.ts'
import { measureInk } from './interaction-ink.ts'
import { measureKid } from './interaction-kid.ts'
import { newPage, settled, tap, throttle } from './interaction-window.ts'

const [ours = '', floor = ''] = process.argv.slice(2)
// Spread over the run: a moment in which the machine has other things to do is then one of each dialog's, not all of one.
const rounds = 5
const openings = 3
// Whole rounds over the columns in sight: the card ends where it began.
const drops = 40

const executablePath = findChromium()
if (executablePath === undefined) throw new Error('No Chromium was found. Install one or name it in CHROMIUM_PATH.')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** Milliseconds from what the hand does to the next frame, and to the one in which `selector` is there. */
type Felt = { answered: number; drawn: number }

async function feel(page: Page, selector: string, act: () => Promise<void>): Promise<Felt> {
  const painted = page.evaluate((wanted) => window.stopwatch.painted(wanted), selector)
  await act()
  const at = await painted
  const hand = await page.evaluate(() => window.stopwatch.hand())
  await settled(page)
  return { answered: await page.evaluate((since) => window.stopwatch.answered(since), hand), drawn: at - hand }
}

async function openingsOf(page: Page, selector: string, dialog: { open(page: Page): Promise<void>; close(page: Page): Promise<void> }): Promise<Felt[]> {
  const felt: Felt[] = []
  for (let opening = 0; opening <= openings; opening++) {
    const took = await feel(page, selector, () => dialog.open(page))
    // The first one fetches the dialog's code besides.
    if (opening > 0) felt.push(took)
    await dialog.close(page)
  }
  return felt
}

/** The bar is about the answer: when all is drawn is told beside it. */
function rowsOf(what: string, ours: readonly Felt[], floor: readonly Felt[], slow: string, goal: string): Row[] {
  const p75 = (felt: readonly Felt[], figure: keyof Felt) =>
    percentile(
      felt.map((each) => each[figure]),
      0.75,
    )
  return [
    { what: `${what} to next paint, p75${slow}`, ours: p75(ours, 'answered'), floor: p75(floor, 'answered'), unit: 'ms', goal },
    { what: `${what} to drawn, p75${slow}`, ours: p75(ours, 'drawn'), floor: p75(floor, 'drawn'), unit: 'ms' },
  ]
}

async function carry(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (start === null || end === null) throw new Error('There is nothing to carry')
  const x = start.x + start.width / 2
  const y = start.y + 20
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 6, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + 80, { steps: 12 })
}

/** Milliseconds between the frames while a hand carries a card around for two seconds. */
async function framesWhileCarried(page: Page, card: Locator): Promise<number[]> {
  const box = await card.boundingBox()
  if (box === null) throw new Error('There is nothing to carry')
  const x = box.x + box.width / 2
  const y = box.y + 20
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 6, { steps: 3 })
  await page.evaluate(() => window.stopwatch.beginFrames())
  const begun = performance.now()
  while (performance.now() - begun < 2000) {
    const turn = ((performance.now() - begun) / 2000) * Math.PI * 4
    await page.mouse.move(x + 300 + Math.cos(turn) * 280, y + 120 + Math.sin(turn) * 100)
  }
  const frames = await page.evaluate(() => window.stopwatch.endFrames())
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  return frames
}

type Board = { page: Page; card: Locator; columns: readonly Locator[]; placed: (column: number) => string }

async function dropsOn(here: Board, there: Pick<Board, 'page' | 'placed'>): Promise<{ here: Felt[]; there: number[] }> {
  const figures = { here: [] as Felt[], there: [] as number[] }
  for (let drop = 0; drop < drops; drop++) {
    const column = (drop + 1) % here.columns.length
    const target = here.columns[column]
    if (target === undefined) throw new Error('no column')
    const elsewhere = there.page.evaluate((wanted) => window.stopwatch.painted(wanted), there.placed(column))
    await carry(here.page, here.card, target)
    figures.here.push(await feel(here.page, here.placed(column), () => here.page.mouse.up()))
    figures.there.push((await elsewhere) - (await here.page.evaluate(() => window.stopwatch.hand())))
    // The card has come to rest on both screens before it is taken up again.
    await settled(there.page)
  }
  return figures
}

const family = await newFamily(ours, browser)
// A window each: of two tabs in one window only one is drawn.
const [bareHere, bareThere] = [await browser.newContext(family.options), await browser.newContext(family.options)]

const screens = await Promise.all([newPage(family.desk), newPage(family.kitchen), newPage(bareHere), newPage(bareThere)])
const [desk, kitchen, bareDesk, bareKitchen] = screens
if (!desk || !kitchen || !bareDesk || !bareKitchen) throw new Error('no page')
for (const { page } of [bareDesk, bareKitchen]) {
  await page.goto(`${floor}/page`)
  await page.locator('[data-ready]').waitFor()
}
for (const { page } of [desk, kitchen]) await family.openBoard(page)

const oursOn = ({ page }: { page: Page }): Board => ({
  page,
  card: page.locator(`[data-glide="${family.questId}"]`),
  // As many as are in sight.
  columns: family.columnIds.slice(0, 4).map((id) => page.locator(`[data-glide-home="${id}"]`)),
  placed: (column) => `[data-glide-home="${family.columnIds[column]}"] [data-glide="${family.questId}"] article`,
})
const bareOn = ({ page }: { page: Page }): Board => ({
  page,
  card: page.locator('#card-1'),
  columns: [0, 1, 2, 3].map((lane) => page.locator(`#lane-${lane}`)),
  placed: (column) => `#lane-${column} #card-1`,
})

const bareDialog = { open: (page: Page) => tap(page, page.locator('#open')), close: (page: Page) => page.keyboard.press('Escape') }

const opened: Row[] = []
const carried: Row[] = []
const seen: Row[] = []
for (const rate of [1, 4]) {
  const slow = rate === 1 ? '' : `, ${rate} times throttled`
  const bar = rate === 1 ? 'at most 40' : 'at most 100'
  await throttle(
    [desk, bareDesk].map(({ session }) => session),
    rate,
  )
  const bareOpenings: Felt[] = []
  const dialogs = family.dialogs.map((dialog) => ({ ...dialog, felt: [] as Felt[] }))
  for (let round = 1; round <= rounds; round++) {
    console.error(`dialogs${slow}, round ${round} …`)
    bareOpenings.push(...(await openingsOf(bareDesk.page, 'dialog[open]', bareDialog)))
    for (const dialog of dialogs) {
      await dialog.goTo(desk.page)
      dialog.felt.push(...(await openingsOf(desk.page, '[role=dialog], [role=alertdialog]', dialog)))
    }
  }
  for (const { name, felt } of dialogs) opened.push(...rowsOf(name, felt, bareOpenings, slow, bar))
  await family.openBoard(desk.page)
  console.error(`carrying${slow} …`)
  const frames = await framesWhileCarried(desk.page, oursOn(desk).card)
  const bareFrames = await framesWhileCarried(bareDesk.page, bareOn(bareDesk).card)
  const frameBar = rate === 1 ? 'at most 17' : 'at most 34'
  carried.push({
    what: `frame while a card is carried, p95${slow}`,
    ours: percentile(frames, 0.95),
    floor: percentile(bareFrames, 0.95),
    unit: 'ms',
    goal: frameBar,
  })
  console.error(`dropping${slow} …`)
  const dropped = await dropsOn(oursOn(desk), oursOn(kitchen))
  const bareDropped = await dropsOn(bareOn(bareDesk), bareOn(bareKitchen))
  carried.push(...rowsOf('drop', dropped.here, bareDropped.here, slow, bar))
  if (rate > 1) continue
  for (const [share, goal] of [
    [0.5, 'at most 60'],
    [0.95, 'at most 90'],
  ] as const) {
    seen.push({
      what: `drop to painted on the other device, p${share * 100}`,
      ours: percentile(dropped.there, share),
      floor: percentile(bareDropped.there, share),
      unit: 'ms',
      goal,
    })
  }
}
for (const { page } of screens) await page.close()
const kid = await measureKid(ours, browser)
const ink = await measureInk(ours, browser)
await browser.close()
console.log(
  JSON.stringify([
    { title: 'Opening a dialog, from the click', rows: opened },
    { title: 'Carrying a card', rows: carried },
    { title: 'Two devices of a family', rows: seen },
    { title: "The children's side", rows: [...kid, ...ink] },
  ]),
)
