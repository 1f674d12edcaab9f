/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from '@playwright/test'

export const deskSize = { width: 1440, height: 900 }
export const tabletSize = { width: 820, height: 1180 }

/** Makes a call of the API as the parent; it must succeed. */
type Ask = <Reply extends object = { id: string }>(method: string, path: string, data?: unknown) => Promise<Reply>

export type BenchFamily = {
  ask: Ask
  /** The path of the family in the API. */
  family: string
  /** Opens a further browser, signed in. */
  signIn(size: { width: number; height: number }): Promise<BrowserContext>
}

/** Creates a family with one parent. */
export async function newHousehold(url: string, browser: Browser): Promise<BenchFamily> {
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  const { request } = await browser.newContext({ baseURL: url })
  const ask: Ask = async (method, path, data) => {
    const answer = await request.fetch(`/api${path}`, { method, ...(data === undefined ? {} : { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  await ask('POST', '/auth/signup', { ...login, firstName: 'Nora', lastName: 'Bench' })
  const [{ family }] = await ask<[{ family: { id: string } }]>('GET', '/families/my')
  const signIn = async (viewport: { width: number; height: number }) => {
    const context = await browser.newContext({ baseURL: url, viewport })
    await context.request.post('/api/auth/login', { data: login })
    return context
  }
  return { ask, family: `/families/${family.id}`, signIn }
}

export async function columnsOf({ ask, family }: BenchFamily): Promise<string[]> {
  return (await ask<{ id: string }[]>('GET', `${family}/quest-columns`)).map(({ id }) => id)
}

export async function addQuest({ ask, family }: BenchFamily, quest: object): Promise<string> {
  return (
    await ask('POST', `${family}/quests`, {
      description: 'A few words that say what there is to do',
      icon: '🧹',
      gemValue: 20,
      ...quest,
    })
  ).id
}

/** A family whose parent looks at its board. */
export type BoardFamily = {
  signIn: BenchFamily['signIn']
  columnIds: readonly string[]
  /** The first card of the first column. */
  questId: string
}

/** Creates a family with a full board, three kids, one of them behind a PIN, and a reward. */
export async function newBoardFamily(
  url: string,
  browser: Browser,
  { quests, columns = 8, inOneColumn = false }: { quests: number; columns?: number; inOneColumn?: boolean },
): Promise<BoardFamily> {
  const household = await newHousehold(url, browser)
  const { ask, family, signIn } = household
  const kids: string[] = []
  for (const kid of [{ displayName: 'Mia', pin: '1357' }, { displayName: 'Ben' }, { displayName: 'Ida' }]) {
    kids.push((await ask('POST', `${family}/members`, kid)).id)
  }
  for (let column = 4; column < columns; column++)
    await ask('POST', `${family}/quest-columns`, { title: `Column ${column}`, emoji: '📋' })
  const columnIds = await columnsOf(household)
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
  await ask('POST', `${family}/rewards`, { title: 'Ice cream', icon: '🍦', gemCost: 50 })
  return { signIn, columnIds, questId: questIds[0] ?? '' }
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
