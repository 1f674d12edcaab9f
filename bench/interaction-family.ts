/// <reference lib="dom" />
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { tap } from './interaction-window.ts'

/** A screen and the dialogs that are opened from it; `open` ends with the press that opens one. */
export type ScreenWithDialogs = {
  goTo(page: Page): Promise<void>
  dialogs: readonly { name: string; open(page: Page, turn: number): Promise<void> }[]
}

export type BenchFamily = {
  options: BrowserContextOptions
  desk: BrowserContext
  kitchen: BrowserContext
  columnIds: readonly string[]
  /** The card that is carried around; it begins in the first column. */
  questId: string
  openBoard(page: Page): Promise<void>
  screens: readonly ScreenWithDialogs[]
}

/** A family with a full board, three kids, one of them behind a PIN, and two signed-in devices. */
export async function newFamily(url: string, browser: Browser, size = { columns: 8, quests: 200, inOneColumn: false }): Promise<BenchFamily> {
  const options = { baseURL: url, viewport: { width: 1440, height: 900 } }
  const [desk, kitchen] = [await browser.newContext(options), await browser.newContext(options)]
  const login = { email: `bench-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
  const ask = async <Reply>(method: string, path: string, data?: unknown): Promise<Reply> => {
    const answer = await desk.request.fetch(`/api${path}`, { method, ...(data === undefined ? {} : { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  await ask('POST', '/auth/signup', { ...login, firstName: 'Nora', lastName: 'Bench' })
  await kitchen.request.post('/api/auth/login', { data: login })
  const [membership] = await ask<[{ id: string; family: { id: string } }]>('GET', '/families/my')
  const family = `/families/${membership.family.id}`
  const kids: string[] = []
  for (const [displayName, pin] of [
    ['Mia', '1357'],
    ['Ben', null],
    ['Ida', null],
  ]) {
    kids.push((await ask<{ id: string }>('POST', `${family}/members`, { displayName, pin })).id)
  }
  for (let column = 4; column < size.columns; column++) await ask('POST', `${family}/quest-columns`, { title: `Column ${column}`, emoji: '📋' })
  const columnIds = (await ask<{ id: string }[]>('GET', `${family}/quest-columns`)).map(({ id }) => id)
  const quests: string[] = []
  for (let number = 0; number < size.quests; number++) {
    const quest = {
      title: `Quest number ${number}`,
      description: 'A few words that say what there is to do',
      icon: '🧹',
      gemValue: 20,
      assigneeIds: kids.slice(0, (number % 3) + 1),
      columnId: columnIds[size.inOneColumn ? 0 : number % size.columns],
      recurring: number % 20 === 1 ? 'daily' : 'once',
    }
    quests.push((await ask<{ id: string }>('POST', `${family}/quests`, quest)).id)
  }
  await ask('POST', `${family}/rewards`, { title: 'Ice cream', icon: '🍦', gemCost: 50 })

  const openBoard = async (page: Page) => {
    await page.goto('/parent')
    await page.getByRole('tab', { name: 'Kanban Board' }).click()
    await page.locator('[data-glide]').first().waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    // Of what announces a drag: that cards can be dragged by now.
    await page.locator('section[aria-labelledby=quest-board] [aria-live=assertive]').waitFor({ state: 'attached' })
  }
  const openScreen = (path: string, button: string | RegExp) => async (page: Page) => {
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).first().waitFor()
  }
  const press = (name: string, button: string) => ({
    name,
    open: (page: Page, turn: number) => tap(page, page.getByRole('button', { name: button, exact: true }).first(), turn),
  })
  const pressInMenu = (name: string, menu: string | RegExp, item: string) => ({
    name,
    async open(page: Page, turn: number) {
      await page.getByRole('button', { name: menu, exact: true }).first().click()
      await tap(page, page.getByRole('menuitem', { name: item }), turn)
    },
  })
  const screens: ScreenWithDialogs[] = [
    {
      goTo: openBoard,
      dialogs: [
        press('new quest', 'Create Quest'),
        press('a quest', 'Quest number 0'),
        pressInMenu('delete a quest?', 'More for Quest number 0', 'Delete Quest'),
        press('new column', 'Add Column'),
        press('a column', 'Edit column Ideas'),
      ],
    },
    {
      goTo: openScreen('/parent', 'More for Quest number 1'),
      dialogs: [pressInMenu('who did it?', 'More for Quest number 1', 'Complete'), pressInMenu('PIN', /switch profile$/, 'Mia')],
    },
    {
      goTo: openScreen('/family-members', 'Add Family Member'),
      dialogs: [press('new member', 'Add Family Member'), press('a member', 'Edit Mia')],
    },
    {
      goTo: openScreen('/rewards-store', 'Edit Ice cream'),
      dialogs: [press('new reward', 'Add Reward'), press('a reward', 'Edit Ice cream'), press('delete a reward?', 'Delete Ice cream')],
    },
    { goTo: openScreen('/settings', 'Sign out everywhere'), dialogs: [press('sign out everywhere?', 'Sign out everywhere')] },
  ]
  const [questId] = quests
  if (questId === undefined) throw new Error('no quest')
  return { options, desk, kitchen, columnIds, questId, openBoard, screens }
}
