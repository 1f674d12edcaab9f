import type { Page } from '@playwright/test'
import { expectText } from '../actions.ts'
import { card, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { stopClock, turnAway, turnBack } from '../page-clock.ts'
import { socketSwitch } from '../socket-switch.ts'

/** Simulates a sleeping page: no timer runs, only its clock goes on. */
async function sleep(page: Page, ms: number): Promise<void> {
  await turnAway(page)
  await page.clock.setSystemTime(await page.evaluate((ms) => Date.now() + ms, ms))
  await expectText(page, 'Live')
  await turnBack(page)
}

/** Runs in the page. */
const pageShown = () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

test('a board whose line died in its sleep says so, and then has what happened', async ({ family, page }) => {
  const line = await socketSwitch(page)
  await page.clock.install()
  await openBoard(page)
  // By then: before the next heartbeat, whose answer would be missed 4 seconds later; at once; and with that heartbeat.
  for (const [after, happens, latestMs] of [
    ['a short sleep', () => sleep(page, 2000), 2000],
    ['a long sleep', () => sleep(page, 120_000), 0],
    ['the back button', () => page.evaluate(pageShown), 2000],
    ['silence', () => {}, 10_000],
  ] as const) {
    await test.step(after, async () => {
      await stopClock(page)
      line.freeze()
      await addQuest(family, `Missed in ${after}`, 'Ideas')
      await happens()
      if (latestMs > 0) await page.clock.runFor(latestMs)
      await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
      await expect(card(page, `Missed in ${after}`)).toBeHidden()
      line.restore()
      await page.clock.resume()
      await expectText(page, 'Live')
      await expect(card(page, `Missed in ${after}`)).toBeVisible()
    })
  }
})
