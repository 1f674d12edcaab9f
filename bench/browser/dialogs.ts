/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import type { Probe } from '../figures.ts'
import { openBoard } from './family.ts'
import { figuresOfResponse, finishAnimations, respond, samplesOf, tap, throttles } from './tab.ts'
import type { Tab } from './tab.ts'

/** A dialog; `open` ends with the press that opens it. */
type Dialog = { name: string; open(page: Page, turn: number): Promise<void>; goTo?(page: Page): Promise<void> }

const openScreen = (path: string, button: string | RegExp) => async (page: Page) => {
  await page.goto(path)
  await page.getByRole('button', { name: button, exact: true }).first().waitFor()
}

const press = (name: string, button: string): Dialog => ({
  name,
  open: (page, turn) => tap(page, page.getByRole('button', { name: button, exact: true }).first(), turn),
})

const pressInMenu = (name: string, menu: string | RegExp, item: string): Dialog => ({
  name,
  async open(page, turn) {
    await page.getByRole('button', { name: menu, exact: true }).first().click()
    // A menu item, or one of several choices.
    await tap(page, page.locator('[role^=menuitem]').filter({ hasText: item }), turn)
  },
})

/** One after the other; the first of a screen goes there. */
const dialogs: readonly Dialog[] = [
  { ...press('new quest', 'Create Quest'), goTo: openBoard },
  press('a quest', 'Quest number 0'),
  pressInMenu('delete a quest?', 'More for Quest number 0', 'Delete Quest'),
  press('new column', 'Add Column'),
  press('a column', 'Edit column Ideas'),
  {
    ...pressInMenu('who did it?', 'More for Quest number 1', 'Complete'),
    goTo: openScreen('/parent', 'More for Quest number 1'),
  },
  pressInMenu('PIN', /switch profile$/, 'Mia'),
  { ...press('new member', 'Add Family Member'), goTo: openScreen('/family-members', 'Add Family Member') },
  press('a member', 'Edit Mia'),
  { ...press('new reward', 'Add Reward'), goTo: openScreen('/rewards-store', 'Edit Ice cream') },
  press('a reward', 'Edit Ice cream'),
  press('delete a reward?', 'Delete Ice cream'),
  { ...press('sign out everywhere?', 'Sign out everywhere'), goTo: openScreen('/settings', 'Sign out everywhere') },
]

const selector = '[role=dialog], [role=alertdialog]'

async function close(page: Page): Promise<void> {
  await finishAnimations(page)
  await page.keyboard.press('Escape')
  const gone = page.locator(selector).waitFor({ state: 'detached' })
  await finishAnimations(page)
  await gone
}

/** Opens a dialog, once a turn at each throttling rate. */
function probesOf(tab: Tab, { name, open, goTo }: Dialog, isTrial: boolean): Probe[] {
  let turn = 0
  const openOnce = (rate: number) =>
    respond(
      tab,
      rate,
      selector,
      () => open(tab.page, turn++),
      () => close(tab.page),
    )
  return throttles.map((throttle) => ({
    figures: figuresOfResponse(name, throttle),
    ...(throttle.rate === 1 && {
      // The first opening loads the dialog's code.
      async prepare() {
        await goTo?.(tab.page)
        if (!isTrial) await openOnce(1)
      },
    }),
    measure: async () => samplesOf([await openOnce(throttle.rate)]),
  }))
}

export const dialogProbes = (tab: Tab, isTrial: boolean) => dialogs.flatMap((dialog) => probesOf(tab, dialog, isTrial))
