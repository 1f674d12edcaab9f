import { balanceOf, chooseMenuItem, confirmDeletion, delayResponse, expectText, toast } from '../actions.ts'
import { card, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { kidTile, openBubble, pop, tapOn } from '../kid/tablet.ts'

const anyQuest = '**/api/quests/*'

test('a quest that Mia completes while Anna deletes it is gone, and pays nothing', async ({ family, page, mia }) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openBubble(mia)
  const release = await delayResponse(mia.page, anyQuest)
  const asked = mia.page.waitForRequest(anyQuest)
  await tapOn(mia.page, 'Dishes').click()
  await pop(mia.page).click()
  await asked
  // On a busy machine it is late already.
  await expect(kidTile(mia.page, 'Dishes')).toContainText(/Done!|On its way/)
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
