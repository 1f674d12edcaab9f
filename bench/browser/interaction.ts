// Run by Node with a `BrowserRun`.
import { bareBoard, cardProbes, familyBoard } from './cards.ts'
import { bareDialogProbes, dialogProbes } from './dialogs.ts'
import { deskSize, newBoardFamily } from './family.ts'
import { kidProbes } from './kid.ts'
import { runInBrowser } from './run.ts'
import { newTab } from './tab.ts'

await runInBrowser(async ({ url, isFloor }, browser, isTrial) => {
  // A window each: of two tabs in one window only one is drawn.
  if (isFloor) {
    const newBareTab = async () => {
      const tab = await newTab(await browser.newContext({ baseURL: url, viewport: deskSize }))
      await tab.page.goto('/page')
      await tab.page.locator('[data-ready]').waitFor()
      return tab
    }
    const [here, there] = await Promise.all([newBareTab(), newBareTab()])
    return [...bareDialogProbes(here, isTrial), ...cardProbes(here, there, bareBoard)]
  }
  const family = await newBoardFamily(url, browser, { quests: isTrial ? 24 : 200 })
  const [desk, kitchen] = [await newTab(await family.signIn(deskSize)), await newTab(await family.signIn(deskSize))]
  return [
    ...dialogProbes(desk, isTrial),
    ...cardProbes(desk, kitchen, familyBoard(family)),
    ...(await kidProbes(url, browser)),
  ]
})
