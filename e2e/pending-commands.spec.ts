import type { Page } from '@playwright/test'
import {
  balanceOf,
  change,
  chooseMenuItem,
  confirmDeletion,
  delayResponse,
  openLive,
  questsOf,
  expectText,
  toast,
} from './actions.ts'
import { card, column, dragTo, inColumn, openBoard } from './board.ts'
import { addQuest, columnId, expect, test, type SignedUp } from './family.ts'
import { intercept, refusal } from './intercept.ts'
import { openBubble, pop, tapOn, kidTile } from './kid/tablet.ts'

const anyQuest = '**/api/quests/*'

/** Drags a card to the column of that title, and waits until it is there. */
async function move(page: Page, quest: string, title: string): Promise<void> {
  await dragTo(page, card(page, quest), column(page, title))
  await expect(inColumn(page, title, quest)).toBeVisible()
}

/** The id of the column in which the server has a quest. */
async function savedColumn(family: SignedUp, questId: string): Promise<string | undefined> {
  const quests: { id: string; columnId: string }[] = await questsOf(family)
  return quests.find(({ id }) => id === questId)?.columnId
}

type RecordedCall = { kind: 'sent' | 'answered'; body: Record<string, unknown> }

/** Records the changing calls of a page and their responses, in the order in which they are sent and received. */
function recordCalls(page: Page): RecordedCall[] {
  const calls: RecordedCall[] = []
  page.on(
    'request',
    (request) => void (request.method() !== 'GET' && calls.push({ kind: 'sent', body: request.postDataJSON() })),
  )
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'GET') calls.push({ kind: 'answered', body: request.postDataJSON() })
  })
  return calls
}

test('a card whose two moves are refused goes back to the column the server has, and past no other', async ({
  family,
  page,
}) => {
  const { id } = await addQuest(family, 'Dishes')
  await openBoard(page)
  const refusals = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let sent = 0
  await intercept(page, anyQuest, async (route) => {
    await refusals[sent++]?.promise
    await route.fulfill(refusal)
  })
  await move(page, 'Dishes', 'In Progress')
  await move(page, 'Dishes', 'Ideas')
  refusals[0]?.resolve()
  await expectText(toast(page), 'Failed to update quest')
  await expect.poll(() => sent).toBe(2)
  await expect(inColumn(page, 'Ideas', 'Dishes')).toBeVisible()
  refusals[1]?.resolve()
  await expect(inColumn(page, 'To Do', 'Dishes')).toBeVisible()
  expect(await savedColumn(family, id)).toBe(columnId(family, 'To Do'))

  await page.unroute(anyQuest)
  await openBoard(page)
  await expect(inColumn(page, 'To Do', 'Dishes')).toBeVisible()
})

test('a card that Anna moves on before the first answer stays where she put it last, renamed elsewhere or not, and the server gets one move after the other', async ({
  family,
  page,
  kitchen,
}) => {
  const { id } = await addQuest(family, 'Dishes')
  const plants = await addQuest(family, 'Plants')
  await openBoard(kitchen, page)
  const calls = recordCalls(page)
  const release = await delayResponse(page, anyQuest, { isServed: true })
  await move(page, 'Dishes', 'In Progress')
  await expect(inColumn(kitchen, 'In Progress', 'Dishes')).toBeVisible()
  await move(page, 'Dishes', 'Ideas')
  // This event comes after that of the first move.
  await change(family, `/api/quests/${plants.id}`, { title: 'All the plants' })
  await expect(card(page, 'All the plants')).toBeVisible()
  await expect(inColumn(page, 'Ideas', 'Dishes')).toBeVisible()
  // The name that another device gives it meanwhile is shown where the card is.
  await change(family, `/api/quests/${id}`, { title: 'All the dishes' })
  await expect(inColumn(page, 'Ideas', 'All the dishes')).toBeVisible()
  release()
  await expect(inColumn(kitchen, 'Ideas', 'All the dishes')).toBeVisible()
  const [first, second] = ['In Progress', 'Ideas'].map((title) => ({ columnId: columnId(family, title) }))
  await expect
    .poll(() => calls)
    .toEqual([
      { kind: 'sent', body: first },
      { kind: 'answered', body: first },
      { kind: 'sent', body: second },
      { kind: 'answered', body: second },
    ])
  await expect(inColumn(page, 'Ideas', 'All the dishes')).toBeVisible()
  expect(await savedColumn(family, id)).toBe(columnId(family, 'Ideas'))
})

test('a quest that Mia completes while a parent deletes it is gone from both screens, pays nothing, and her tablet says why', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openBubble(mia)
  const release = await delayResponse(mia.page, anyQuest)
  const asked = mia.page.waitForRequest(anyQuest)
  await tapOn(mia.page, 'Dishes').click()
  await pop(mia.page).click()
  await asked
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
  await chooseMenuItem(page, card(page, 'Dishes'), 'Delete Quest')
  await confirmDeletion(page)
  await expectText(page, 'Quest deleted successfully')
  for (const screen of [page, mia.page]) await expect(card(screen, 'Dishes')).toHaveCount(0)
  release()
  await expect(mia.page.getByRole('dialog', { name: 'This quest is gone' })).toContainText(
    'Nobody has to do "Dishes" any more.',
  )
  await mia.page.getByRole('button', { name: 'OK' }).click()
  await expectText(toast(mia.page), 'This does not exist any more.')
  await expect(mia.page.locator('[data-gem-target]')).toHaveText('00 gems')
  await expect(mia.page.locator('[data-gem], [data-burst]')).toHaveCount(0)
  for (const screen of [page, mia.page]) await expect(card(screen, 'Dishes')).toHaveCount(0)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)
})

/** Adds a column, and a quest into it before the server has answered; both dialogs are closed meanwhile. */
async function addColumnWithQuest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Column' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Column' })
  await adding.getByLabel('Title').fill('Garden')
  await adding.getByRole('button', { name: 'Create Column' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Garden', includeHidden: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await column(page, 'Garden').getByRole('button', { name: 'Add quest' }).click()
  const creating = page.getByRole('dialog', { name: 'Create a Quest' })
  await expect(creating.getByLabel('Column').locator('option:checked')).toContainText('Garden')
  await creating.getByLabel('Title').fill('Water the roses')
  await creating.getByRole('button', { name: 'Create Quest' }).click()
  await expect(page.getByRole('heading', { level: 4, name: 'Water the roses', includeHidden: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(creating).toBeHidden()
  await expect(inColumn(page, 'Garden', 'Water the roses')).toBeVisible()
}

test('on a slow line Anna adds a column with a quest: both are shown at once, and are sent one after the other under the ids of the page', async ({
  family,
  page,
  kitchen,
}) => {
  await openBoard(kitchen, page)
  const calls = recordCalls(page)
  const release = await delayResponse(page, '**/api/families/*/quest-columns')
  await addColumnWithQuest(page)
  expect(calls).toMatchObject([{ kind: 'sent', body: { title: 'Garden' } }])
  await expect(column(kitchen, 'Garden')).toHaveCount(0)
  release()
  await expect(inColumn(kitchen, 'Garden', 'Water the roses')).toBeVisible()
  const columns: { id: string; title: string }[] = await (
    await family.context.request.get(`/api/families/${family.familyId}/quest-columns`)
  ).json()
  const garden = columns.find(({ title }) => title === 'Garden')?.id
  const [quest] = await questsOf(family)
  expect(quest).toMatchObject({ title: 'Water the roses', columnId: garden })
  await expect
    .poll(() => calls)
    .toMatchObject([
      { kind: 'sent', body: { id: garden } },
      { kind: 'answered', body: { id: garden } },
      { kind: 'sent', body: { id: quest.id, columnId: garden } },
      { kind: 'answered', body: { id: quest.id, columnId: garden } },
    ])
  await expect(inColumn(page, 'Garden', 'Water the roses')).toBeVisible()
})

test('a column that is refused takes the quest in it along: that is never sent, and one toast says why', async ({
  family,
  page,
}) => {
  await openBoard(page)
  const calls = recordCalls(page)
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>()
  await intercept(page, '**/api/families/*/quest-columns', (route) => refused.then(() => route.fulfill(refusal)))
  await addColumnWithQuest(page)
  refuse()
  await expect(column(page, 'Garden')).toHaveCount(0)
  await expect(card(page, 'Water the roses')).toHaveCount(0)
  await expect(toast(page)).toHaveText(/^Error.*Failed to create column/)
  // This call would be sent after that of the quest.
  await page.unroute('**/api/families/*/quest-columns')
  await addQuest(family, 'Dishes')
  await move(page, 'Dishes', 'In Progress')
  await expect
    .poll(() => calls.map(({ kind, body }) => [kind, body['title'] ?? body['columnId']]))
    .toEqual([
      ['sent', 'Garden'],
      ['answered', 'Garden'],
      ['sent', columnId(family, 'In Progress')],
      ['answered', columnId(family, 'In Progress')],
    ])
  expect(await questsOf(family)).toMatchObject([{ title: 'Dishes' }])
})

test('a column whose answer is lost is asked for again and there once, and takes a card', async ({ family, page }) => {
  const { id } = await addQuest(family, 'Dishes')
  await openBoard(page)
  const keys: (string | undefined)[] = []
  await intercept(page, '**/api/families/*/quest-columns', async (route) => {
    if (keys.push(route.request().headers()['idempotency-key']) === 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByRole('button', { name: 'Create Column' }).click()
  await expectText(page, 'Column created successfully')
  expect(new Set(keys).size).toBe(1)
  await expect(column(page, 'New Column')).toHaveCount(1)
  const answered = page.waitForResponse(anyQuest)
  await move(page, 'Dishes', 'New Column')
  expect((await answered).status()).toBe(200)
  await expect(inColumn(page, 'New Column', 'Dishes')).toBeVisible()
  expect(await savedColumn(family, id)).not.toBe(columnId(family, 'To Do'))
})

test('quests that do not load are asked for once; again by a press, and when the page is back on the network', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Dishes')
  let asked = 0
  let joined = 0
  page.on('request', (request) => void (/\/families\/[^/]+\/quests\b/.test(request.url()) && asked++))
  page.on('response', (response) => void (response.url().endsWith('/api/families/my') && joined++))
  await intercept(page, '**/api/families/*/quests?*', (route) => route.fulfill({ status: 500, body: '' }))
  await openLive(page, '/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  const failed = page.getByRole('heading', { name: "We couldn't load the board" })
  await expect(failed).toBeVisible()
  // It compares the revision once it has joined; what it then reads again is asked for before the next event is shown.
  await expect.poll(() => joined).toBeGreaterThan(1)
  await change(family, `/api/families/${family.familyId}`, { name: 'The Bergs' })
  await expect(page.getByRole('banner').getByText('The Bergs')).toBeVisible()
  expect(asked).toBe(1)

  const again = page.waitForResponse('**/api/families/*/quests?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await again).status()).toBe(500)
  await expect(failed).toBeVisible()
  expect(asked).toBe(2)

  await page.unroute('**/api/families/*/quests?*')
  await page.context().setOffline(true)
  await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
  await expect(failed).toBeVisible()
  await page.context().setOffline(false)
  await expect(inColumn(page, 'To Do', 'Dishes')).toBeVisible()
  await expectText(page, 'Live')
})
