/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import type { ScreenWithDialogs } from './interaction-family.ts'
import type { Probe } from './figures.ts'
import { figuresOfResponse, finishAnimations, respond, samplesOf, tap, throttles } from './interaction-window.ts'
import type { Tab } from './interaction-window.ts'

type Dialog = { selector: string; open(page: Page, turn: number): Promise<void>; close(page: Page): Promise<void> }

/** Opens a dialog, once a turn at each throttling rate. */
function probesOfDialog(name: string, tab: Tab, dialog: Dialog, goTo?: () => Promise<void>): Probe[] {
  let turn = 0
  const openOnce = async (rate: number) => {
    const response = respond(
      tab,
      rate,
      dialog.selector,
      () => dialog.open(tab.page, turn),
      async () => {
        await finishAnimations(tab.page)
        await dialog.close(tab.page)
      },
    )
    turn++
    return response
  }
  return throttles.map((throttle): Probe => ({
    name: `${name}${throttle.slow}`,
    figures: figuresOfResponse(name, throttle),
    ...(throttle.rate === 1 && {
      // The first opening loads the dialog's code.
      async prepare() {
        await goTo?.()
        await openOnce(1)
      },
    }),
    measure: async () => samplesOf([await openOnce(throttle.rate)]),
  }))
}

const ourSelector = '[role=dialog], [role=alertdialog]'

async function closeOurs(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  const gone = page.locator(ourSelector).waitFor({ state: 'detached' })
  await finishAnimations(page)
  await gone
}

export function dialogProbes(tab: Tab, screens: readonly ScreenWithDialogs[]): Probe[] {
  return screens.flatMap(({ goTo, dialogs }) =>
    dialogs.flatMap(({ name, open }, index) =>
      probesOfDialog(name, tab, { selector: ourSelector, open, close: closeOurs }, index === 0 ? () => goTo(tab.page) : undefined),
    ),
  )
}

/** The bare page's one dialog, in place of each of ours. */
export function bareDialogProbes(tab: Tab, screens: readonly ScreenWithDialogs[]): Probe[] {
  const bare: Dialog = {
    selector: 'dialog[open]',
    open: (page, turn) => tap(page, page.locator('#open'), turn),
    close: (page) => page.keyboard.press('Escape'),
  }
  return screens.flatMap(({ dialogs }) => dialogs.flatMap(({ name }) => probesOfDialog(name, tab, bare)))
}
