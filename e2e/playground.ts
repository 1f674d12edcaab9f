import type { BrowserContextOptions, Page } from '@playwright/test'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { expect, miaWithTablet, type Kid, type OpenContext, type SignedUp } from './family.ts'

export const tabletByTouch: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true }

/** Mia on her tablet, through the playground's door into a game. The page's clock is installed: `page.clock.runFor` lets its time pass. */
export async function intoGame(family: SignedUp, openContext: OpenContext, game: GameId, screen = tabletByTouch): Promise<Kid> {
  const mia = await miaWithTablet(family, openContext, screen)
  await mia.page.clock.install()
  await mia.page.goto(`/kid/${mia.id}#playground`)
  await mia.page.getByRole('link', { name: new RegExp(`^${gameNames[game]}`) }).click()
  await expect(mia.page.getByRole('heading', { level: 1, name: gameNames[game] })).toBeAttached()
  return mia
}

/** The doors, where every exit leads. */
export async function expectDoors(page: Page): Promise<void> {
  await expect(page).toHaveURL(/#playground$/)
  await expect(page.getByRole('heading', { name: 'Playground Games' })).toBeVisible()
}

/** From now on time passes only by `page.clock.runFor`, however slow the machine: what is shown for a moment is there until then. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

/** The tab is hidden for the page, as when another one is looked at: a game's time stands still. */
export async function turnAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

export async function turnBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
