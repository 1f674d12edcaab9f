import { addMember, balanceOf, complete, delayResponse, expectText, change, remove, textInSight } from './actions.ts'
import { addQuest, expect, test } from './family.ts'
import { intercept, refusal } from './intercept.ts'
import { expectAccessible } from './accessibility.ts'
import { openBubble, pop, completionDialog, tapOn, kidTile } from './tablet.ts'
import { columnOf, openWall } from './wall.ts'

test('the slower of two siblings is told kindly who was faster, and no gems fly', async ({ family, mia }) => {
  const { id: leo } = await addMember(family, 'Leo')
  const { id } = await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id, leo] })
  await openBubble(mia)
  await tapOn(mia.page, 'Feed the dog').click()
  const release = await delayResponse(mia.page, `**/api/quests/${id}`)
  await pop(mia.page).click()
  await complete(family, id, leo)
  release()
  await expectText(mia.page, 'Leo was faster!')
  await expect(completionDialog(mia.page)).toBeHidden()
  await expect(mia.page.getByText(/You earned/)).toHaveCount(0)
  await expect(mia.page.locator('[data-gem-target]')).toContainText('0 gems')
  await expect.poll(() => Promise.all([balanceOf(family, mia.id), balanceOf(family, leo)])).toEqual([0, 20])
})

for (const [what, sentence] of [
  ['who was faster', 'Leo was faster!'],
  ['a refusal', 'Unable to complete quest. Please try again.'],
] as const) {
  test(`${what} is told after the gems of another quest that are in the air`, async ({ family, mia }) => {
    const { id: leo } = await addMember(family, 'Leo')
    await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
    const { id } = await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id, leo] })
    await openBubble(mia)
    await intercept(mia.page, `**/api/quests/${id}`, async (route) => {
      if (what === 'a refusal') return route.fulfill(refusal)
      await complete(family, id, leo)
      return route.continue()
    })
    for (const title of ['Dishes', 'Feed the dog']) {
      await tapOn(mia.page, title).click()
      await pop(mia.page).click()
    }
    await expect(mia.page.locator('[data-burst]')).toHaveCount(0)
    await expectText(mia.page, sentence)
  })
}

test('the open question follows its quest: other words, done by Leo, for Leo alone, gone; one done today says so', async ({
  family,
  mia,
}) => {
  const { id: leo } = await addMember(family, 'Leo')
  const [dishes, sweep, dust, teeth] = await Promise.all([
    ...['Dishes', 'Sweep', 'Dust'].map((title) => addQuest(family, title, 'To Do', { assigneeIds: [mia.id, leo] })),
    addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id], recurring: 'daily' }),
  ])
  await openBubble(mia)
  const dialog = (name: string) => mia.page.getByRole('dialog', { name })

  await tapOn(mia.page, 'Dishes').click()
  await expect(pop(mia.page)).toHaveAccessibleName('Complete! 20 gems')
  await change(family, `/api/quests/${dishes?.id}`, { title: 'All the dishes', gemValue: 75 })
  await expect(pop(mia.page)).toHaveAccessibleName('Complete! 75 gems')
  await expect(completionDialog(mia.page)).toContainText('All the dishes')
  await expect(pop(mia.page)).toBeFocused()
  await complete(family, dishes?.id ?? '', leo)
  await expect(dialog('Leo was faster!')).toContainText('"All the dishes" is done.')
  await expect(pop(mia.page)).toHaveCount(0)
  const allRight = mia.page.getByRole('button', { name: 'OK' })
  await expect(allRight).toBeFocused()
  await expectAccessible(mia.page)
  await allRight.click()
  await expect(mia.page.getByRole('dialog')).toHaveCount(0)

  await tapOn(mia.page, 'Sweep').click()
  await expect(pop(mia.page)).toBeFocused()
  await change(family, `/api/quests/${sweep?.id}`, { assigneeIds: [leo] })
  await expect(dialog('Someone else is doing this one now')).toContainText('"Sweep" is for Leo now.')
  await mia.page.keyboard.press('Enter')
  await expect(mia.page.getByRole('dialog')).toHaveCount(0)

  await tapOn(mia.page, 'Dust').click()
  await expect(pop(mia.page)).toBeFocused()
  await remove(family, `/api/quests/${dust?.id}`)
  await expect(dialog('This quest is gone')).toBeVisible()
  await mia.page.keyboard.press('Escape')
  await expect(mia.page.getByRole('dialog')).toHaveCount(0)

  const today = mia.page.getByRole('region', { name: /today/i })
  await today.getByRole('button', { name: /Brush teeth/ }).click()
  await expect(pop(mia.page)).toBeFocused()
  await complete(family, teeth?.id ?? '', mia.id)
  await expect(dialog('Already done')).toBeVisible()
  await mia.page.keyboard.press('Enter')
  await expect(mia.page.getByRole('dialog')).toHaveCount(0)
  await today.getByRole('button', { name: /Brush teeth/ }).click()
  await expect(dialog('Already done')).toContainText('The gems for "Brush teeth" are in the jar.')
})

test("a quest that Leo did for both is a quiet row on Mia's screens, counted for Leo alone", async ({
  family,
  page,
  mia,
}) => {
  const leo = await addMember(family, 'Leo')
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id, leo.id] })
  await addQuest(family, 'Feed the cat', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  await expect(mia.page.getByText('0 of 2 done')).toBeAttached()
  await openWall(page)
  await expect(columnOf(page, 'Mia')).toContainText('0 of 2 done')
  await complete(family, dishes.id, leo.id)

  await expect(kidTile(mia.page, 'Dishes')).toContainText('Leo did it')
  await expect(textInSight(mia.page, '0 of 1 done')).toBeAttached()
  await expect(kidTile(mia.page, 'Dishes')).not.toContainText('Done!')
  await expectAccessible(mia.page)
  await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(mia.page.getByRole('region', { name: 'Done' }).getByRole('article', { name: 'Dishes' })).toContainText(
    'Leo did it',
  )
  await expect(columnOf(page, 'Mia')).toContainText('0 of 1 done')
  await expect(columnOf(page, 'Mia').getByRole('article', { name: 'Dishes' })).toContainText('Leo did it')
  await expect(columnOf(page, 'Leo')).toContainText('1 of 1 done')
  await expectAccessible(page)
})
