/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { add, addQuest, newHousehold } from '../household.ts'
import type { Household } from '../household.ts'

export const deskSize = { width: 1440, height: 900 }
export const tabletSize = { width: 820, height: 1180 }

/** Opens a further browser, signed in to the family. */
export async function signIn(
  browser: Browser,
  { device, login }: Household,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: device.url, viewport })
  await context.request.post('/api/auth/login', { data: login })
  return context
}

/** A family whose parent looks at its board; `questId` is the first card of the first column. */
export type BoardFamily = Household & { questId: string }

/** Creates a family with a full board, three kids, one of them behind a PIN, and a reward. */
export async function newBoardFamily(
  url: string,
  { quests, columns = 8, inOneColumn = false }: { quests: number; columns?: number; inOneColumn?: boolean },
): Promise<BoardFamily> {
  const household = await newHousehold(url)
  const kids: string[] = []
  for (const kid of [{ displayName: 'Mia', pin: '1357' }, { displayName: 'Ben' }, { displayName: 'Ida' }])
    kids.push(await add(household, 'members', kid))
  const { columnIds } = household
  while (columnIds.length < columns)
    columnIds.push(await add(household, 'quest-columns', { title: `Column ${columnIds.length}`, emoji: '📋' }))
  const questIds: string[] = []
  for (let number = 0; number < quests; number++) {
    const quest = {
      title: `Quest number ${number}`,
      assigneeIds: kids.slice(0, (number % 3) + 1),
      columnId: columnIds[inOneColumn ? 0 : number % columns],
      recurring: number % 20 === 1 ? 'daily' : 'once',
    }
    questIds.push(await addQuest(household, quest))
  }
  await add(household, 'rewards', { title: 'Ice cream', icon: '🍦', gemCost: 50 })
  return { ...household, questId: questIds[0] ?? '' }
}

export async function openBoard(page: Page): Promise<void> {
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.locator('[data-glide]').first().waitFor()
  await isLive(page)
  // Cards can be dragged; an older commit shows that by the live region of its library.
  await page
    .locator('section[aria-labelledby=quest-board] :is([data-draggable], [aria-live=assertive])')
    .waitFor({ state: 'attached' })
}

export const isLive = (page: Page) => page.locator('[data-live]').getByText('Live', { exact: true }).waitFor()
