// Run by Node with a `BrowserRun`.
import { runInBrowser } from './browser-run.ts'
import type { Probe } from './figures.ts'
import { bareBoard, cardProbes, ourBoard } from './interaction-cards.ts'
import { bareDialogProbes, dialogProbes } from './interaction-dialogs.ts'
import { newFamily } from './interaction-family.ts'
import type { ScreenWithDialogs } from './interaction-family.ts'
import { inkProbes } from './interaction-ink.ts'
import { kidProbes } from './interaction-kid.ts'
import { newPage } from './interaction-window.ts'

let screens: readonly ScreenWithDialogs[] = []

await runInBrowser(async ({ url, isFloor }, browser): Promise<Probe[]> => {
  // A window each: of two tabs in one window only one is drawn.
  if (isFloor) {
    const [here, there] = await Promise.all([newBarePage(), newBarePage()])
    return [...bareDialogProbes(here, screens), ...cardProbes(bareBoard(here, there))]
  }
  const family = await newFamily(url, browser)
  screens = family.screens
  const [desk, kitchen] = await Promise.all([newPage(family.desk), newPage(family.kitchen)])
  return [
    ...dialogProbes(desk, family.screens),
    ...cardProbes(ourBoard(desk, kitchen, family)),
    ...(await kidProbes(url, browser)),
    ...(await inkProbes(url, browser)),
  ]

  async function newBarePage() {
    const tab = await newPage(await browser.newContext({ viewport: { width: 1440, height: 900 } }))
    await tab.page.goto(`${url}/page`)
    await tab.page.locator('[data-ready]').waitFor()
    return tab
  }
})
