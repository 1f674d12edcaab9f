import {
  balanceOf,
  change,
  chooseMenuItem,
  confirmDeletion,
  delayResponse,
  expectText,
  questsOf,
  toast,
} from '../actions.ts'
import { card, column, dragTo, inColumn, openBoard } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { kidTile, openBubble, pop, tapOn } from '../kid/tablet.ts'

const anyQuest = '**/api/quests/*'

test('a card moved on before the first answer stays, and completes nothing', async ({ family, page, kitchen, mia }) => {
  const { id } = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(kitchen, page)
  const sent: unknown[] = []
  page.on('request', (request) => void (request.method() === 'PATCH' && sent.push(request.postDataJSON())))
  const release = await delayResponse(page, anyQuest, { isServed: true })
  for (const title of ['Done', 'Ideas']) {
    await dragTo(page, card(page, 'Dishes'), column(page, title))
    await expect(inColumn(page, title, 'Dishes')).toBeVisible()
  }
  // A second tab shows what the first one has not sent yet.
  await expect(inColumn(kitchen, 'Ideas', 'Dishes')).toBeVisible()
  await expect.poll(async () => (await questsOf(family))[0].columnId).toBe(columnId(family, 'Done'))
  // This event comes after that of the first move.
  await change(family, `/api/quests/${id}`, { title: 'All the dishes' })
  await expect(inColumn(page, 'Ideas', 'All the dishes')).toBeVisible()
  release()
  await expect(inColumn(kitchen, 'Ideas', 'All the dishes')).toBeVisible()
  // A completion would be sent before this.
  await chooseMenuItem(page, card(page, 'All the dishes'), 'To Do')
  await expect(inColumn(kitchen, 'To Do', 'All the dishes')).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
  expect(sent).toEqual(['Done', 'Ideas', 'To Do'].map((title) => ({ columnId: columnId(family, title) })))
})

test('a quest that Mia completes while Anna deletes it is gone, and pays nothing', async ({ family, page, mia }) => {
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
  await expect.poll(() => balanceOf(family, mia.id)).toBe(0)
})
