/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import type { Probe } from '../figures.ts'
import { add, addQuest, newBoard, newHousehold } from '../household.ts'
import type { Board } from '../household.ts'
import { startStack } from '../stack.ts'
import type { Build } from '../stack.ts'
import {
  atPhase,
  figureOfFrame,
  figuresOfResponse,
  openBoard,
  openPage,
  respond,
  settled,
  signIn,
  tap,
  throttled,
  topOf,
} from './page.ts'

/** A dialog: its screen, unless the one before has the same, and its button there or its item in a menu. */
type Dialog = { name: string; open?(page: Page): Promise<unknown>; menu?: string | RegExp; press: string }

const openScreen = (path: string) => (page: Page) => page.goto(path)

const dialogs: readonly Dialog[] = [
  { name: 'new quest', open: openBoard, press: 'Create Quest' },
  { name: 'delete a quest?', menu: 'More for Quest number 0', press: 'Delete Quest' },
  { name: 'who did it?', open: openScreen('/parent'), menu: 'More for Quest number 1', press: 'Complete' },
  { name: 'PIN', menu: /switch profile$/, press: 'Mia' },
  { name: 'a member', open: openScreen('/family-members'), press: 'Edit Mia' },
  { name: 'a reward', open: openScreen('/rewards-store'), press: 'Edit Ice cream' },
]

/** Opens a dialog once a turn. */
function dialogProbe(page: Page, { name, open, menu, press }: Dialog): Probe {
  const selector = '[role=dialog], [role=alertdialog]'
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
  let turn = 0
  const openDialog = async () => {
    if (menu === undefined) return tap(page, button(press), turn++)
    await button(menu).click()
    // A menu item, or one of several choices.
    return tap(page, page.locator('[role^=menuitem]').filter({ hasText: press }), turn++)
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await page.locator(selector).waitFor({ state: 'detached' })
  }
  return {
    figures: figuresOfResponse(name),
    async prepare() {
      await open?.(page)
      // The first opening loads the dialog's code.
      await respond(page, selector, openDialog, close)
    },
    async measure() {
      const { answered, drawn } = await respond(page, selector, openDialog, close)
      return [[answered], [drawn]]
    },
  }
}

async function lift(page: Page, card: string): Promise<{ x: number; y: number }> {
  const { x, y } = await topOf(page, card)
  await page.mouse.move(x, y + 20)
  await page.mouse.down()
  await page.mouse.move(x + 12, y + 26, { steps: 3 })
  return { x, y }
}

/** Mean milliseconds between the frames while a card is dragged once around; it returns to its place. */
async function frameWhileDragged(page: Page, card: string): Promise<number> {
  const { x, y } = await lift(page, card)
  await page.evaluate(() => window.stopwatch.beginFrames())
  for (let angle = 0; angle < Math.PI * 2; angle += 0.15)
    await page.mouse.move(x + 300 + Math.cos(angle) * 280, y + 120 + Math.sin(angle) * 100)
  const frame = await page.evaluate(() => window.stopwatch.endFrames())
  await page.mouse.move(x, y + 20, { steps: 4 })
  await page.mouse.up()
  await settled(page)
  return frame
}

/** A card on a board that is open on two devices. */
function cardProbes(here: Page, there: Page, { questIds, columnIds }: Board): Probe[] {
  const card = `[data-glide="${questIds[0]}"] article`
  // With two turns a round, the card ends in the column where it began.
  const columns = columnIds.slice(0, 2).map((id) => `[data-glide-home="${id}"]`)
  let turn = 0
  /** Drags the card to the other column and drops it there. */
  const drop = async () => {
    const column = columns[++turn % columns.length]!
    const { x, y } = await topOf(here, column)
    const placed = `${column} ${card}`
    const elsewhere = there.evaluate((wanted) => window.stopwatch.painted(wanted), placed)
    const dragAndDrop = async () => {
      await lift(here, card)
      await here.mouse.move(x, y + 80, { steps: 8 })
      await atPhase(here, turn)
      await here.mouse.up()
    }
    const { answered, drawn } = await respond(here, placed, dragAndDrop, () => settled(here))
    const onOtherDevice = (await elsewhere) - (await here.evaluate(() => window.stopwatch.lastInput()))
    // The card is at rest on both screens before it is lifted again.
    await settled(there)
    return [[answered], [drawn], [onOtherDevice]]
  }
  return [
    {
      figures: [figureOfFrame('a card is dragged')],
      async prepare() {
        for (const page of [here, there]) await openBoard(page)
      },
      measure: async () => [[await throttled(here, () => frameWhileDragged(here, card))]],
    },
    {
      figures: [
        ...figuresOfResponse('drop'),
        { name: 'drop to painted on the other device', unit: 'ms', goal: 'at most 200' },
      ],
      measure: drop,
    },
  ]
}

/** A kid with sixty quests of today: one is completed in each turn. */
async function popProbe(url: string): Promise<Probe> {
  const household = await newHousehold(url)
  const id = await add(household, 'members', { displayName: 'Mia' })
  // Not in the first column, which is for someday, nor in the last: a quest there is not to be done today.
  const quest = { assigneeIds: [id], columnId: household.columnIds[1], recurring: 'daily' }
  for (let number = 0; number < 60; number++) await addQuest(household, number, quest)
  const tablet = await signIn(household)
  await tablet.request.put('/api/auth/active-member', { data: { memberId: id } })
  const page = await openPage(tablet)
  const bubble = page.getByRole('button', { name: /^Complete!/ })
  /** Pops the bubble; returns the milliseconds from the press to the frame in which it has burst. */
  const pop = async () => {
    const burst = page.evaluate(() => window.stopwatch.painted('[data-burst]'))
    await bubble.click()
    const at = await burst
    await page.locator('[data-burst]').waitFor({ state: 'detached' })
    return at - (await page.evaluate(() => window.stopwatch.lastInput()))
  }
  return {
    figures: [
      { name: 'from the press on a bubble to its burst', unit: 'ms', goal: '' },
      figureOfFrame('a bubble pops'),
    ],
    prepare: async () => void (await page.goto(`/kid/${id}`)),
    async measure() {
      await page.locator('[data-todo]').first().click()
      await bubble.waitFor()
      await settled(page)
      await page.evaluate(() => window.stopwatch.beginFrames())
      const burst = await throttled(page, pop)
      return [[burst], [await page.evaluate(() => window.stopwatch.endFrames())]]
    },
  }
}

/** From a press to the frame that shows its effect. */
export async function interactionProbes(build: Build): Promise<Probe[]> {
  const { url } = await startStack(build)
  const family = await newBoard(url)
  // A window each: of two tabs in one window only one is drawn.
  const newDesk = async () => openPage(await signIn(family))
  const [desk, kitchen] = [await newDesk(), await newDesk()]
  const probes = dialogs.map((dialog) => dialogProbe(desk, dialog))
  return [...probes, ...cardProbes(desk, kitchen, family), await popProbe(url)]
}
