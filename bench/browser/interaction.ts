// Run by Node with a `BrowserRun`.
import { cardProbes } from './cards.ts'
import { dialogProbes } from './dialogs.ts'
import { deskSize, newBoardFamily, signIn } from './family.ts'
import { kidProbes } from './kid.ts'
import { runInBrowser } from './run.ts'
import { newTab } from './tab.ts'

await runInBrowser(async (url, browser, isTrial) => {
  const family = await newBoardFamily(url, { quests: isTrial ? 24 : 200 })
  // A window each: of two tabs in one window only one is drawn.
  const newDesk = async () => newTab(await signIn(browser, family, deskSize))
  const [desk, kitchen] = [await newDesk(), await newDesk()]
  return [...dialogProbes(desk, isTrial), ...cardProbes(desk, kitchen, family), ...(await kidProbes(url, browser))]
})
