/// <reference lib="dom" />
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { tap } from './interaction-window.ts'

/** One way to a dialog: `goTo` leads to its screen, `open` ends with the press that opens it. */
type WayToDialog = { name: string; goTo(page: Page): Promise<void>; open(page: Page): Promise<void>; close(page: Page): Promise<void> }

export type BenchFamily = {
  options: BrowserContextOptions
  desk: BrowserContext
  kitchen: BrowserContext
  columnIds: readonly string[]
  /** The card that is carried around; it begins in the first column. */
  questId: string
  openBoard(page: Page): Promise<void>
  dialogs: readonly WayToDialog[]
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
  }
  const openScreen = (path: string, button: string | RegExp) => async (page: Page) => {
    await page.goto(path)
    await page.getByRole('button', { name: button, exact: true }).first().waitFor()
  }
  const press = (name: string) => (page: Page) => tap(page, page.getByRole('button', { name, exact: true }).first())
  const pressInMenu = (menu: string | RegExp, item: string) => async (page: Page) => {
    await page.getByRole('button', { name: menu, exact: true }).first().click()
    await tap(page, page.getByRole('menuitem', { name: item }))
  }
  const close = async (page: Page) => {
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
  }
  const ways: [name: string, goTo: WayToDialog['goTo'], open: WayToDialog['open']][] = [
    ['new quest', openBoard, press('Create Quest')],
    ['a quest', openBoard, press('Quest number 0')],
    ['delete a quest?', openBoard, pressInMenu('More for Quest number 0', 'Delete Quest')],
    ['new column', openBoard, press('Add Column')],
    ['a column', openBoard, press('Edit column Ideas')],
    ['who did it?', openScreen('/parent', 'More for Quest number 1'), pressInMenu('More for Quest number 1', 'Complete')],
    ['new member', openScreen('/family-members', 'Add Family Member'), press('Add Family Member')],
    ['a member', openScreen('/family-members', 'Edit Mia'), press('Edit Mia')],
    ['PIN', openScreen('/parent', /switch profile$/), pressInMenu(/switch profile$/, 'Mia')],
    ['new reward', openScreen('/rewards-store', 'Add Reward'), press('Add Reward')],
    ['a reward', openScreen('/rewards-store', 'Edit Ice cream'), press('Edit Ice cream')],
    ['delete a reward?', openScreen('/rewards-store', 'Delete Ice cream'), press('Delete Ice cream')],
    ['sign out everywhere?', openScreen('/settings', 'Sign out everywhere'), press('Sign out everywhere')],
  ]
  const [questId] = quests
  if (questId === undefined) throw new Error('no quest')
  return { options, desk, kitchen, columnIds, questId, openBoard, dialogs: ways.map(([name, goTo, open]) => ({ name, goTo, open, close })) }
}
