import { addMember, complete, nextMidnight } from './actions.ts'
import { column } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { wallTile } from './wall/wall.ts'

const hour = 3_600_000
const aDay = 24 * hour

test('for two weeks board and wall say of each day what is to do', async ({ family, page, openDevice }) => {
  const mia = (await addMember(family, 'Mia')).id
  const bed = await addQuest(family, 'Make the bed', 'To Do', { assigneeIds: [mia], recurring: 'daily' })
  const plants = await addQuest(family, 'Water the plants', 'In Progress', { assigneeIds: [mia], recurring: 'weekly' })
  const wall = await openDevice()
  for (const screen of [page, wall]) await screen.clock.install({ time: nextMidnight().getTime() - 12 * hour })
  await page.goto('/parent')
  await page.getByRole('tab').first().click()
  await wall.goto('/wall')
  const onBoard = (title: string, quest: string) => column(page, title).getByRole('article', { name: quest })
  await expect(onBoard('To Do', bed.title)).toBeVisible()
  await expect(wallTile(wall, 'Mia', plants.title)).toBeVisible()

  for (const { id } of [bed, plants]) await complete(family, id, mia)
  for (const { title } of [bed, plants]) {
    await expect(onBoard('Done', title)).toBeAttached()
    await expect(wallTile(wall, 'Mia', title)).toContainText('Done!')
  }
  let before = 0
  for (const passed of [1, 3, 4, 6, 7, 8, 14]) {
    for (const screen of [page, wall]) await screen.clock.fastForward((passed - before) * aDay)
    before = passed
    await expect(onBoard('To Do', bed.title), `the bed on the board on day ${passed}`).toBeAttached()
    await expect(
      onBoard(passed < 7 ? 'Done' : 'In Progress', plants.title),
      `the plants on the board on day ${passed}`,
    ).toBeAttached()
    await expect(wallTile(wall, 'Mia', bed.title), `the bed on the wall on day ${passed}`).not.toContainText('Done!')
    // On the wall a weekly quest stands on its due days alone, and what was done for an earlier one does not count.
    await expect(wallTile(wall, 'Mia', plants.title)).toHaveCount(passed % 7 === 0 ? 1 : 0)
    await expect(wallTile(wall, 'Mia', plants.title).filter({ hasText: 'Done!' })).toHaveCount(0)
  }
})
