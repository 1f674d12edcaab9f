import { expectAccessible } from '../accessibility.ts'
import { addMember, chooseMenuItem, complete, nextMidnight } from '../actions.ts'
import { column, inColumn } from '../board.ts'
import { day } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'
import { wallTile } from '../wall/wall.ts'

const hour = 3_600_000
const aDay = 24 * hour

test('for two weeks board, calendar and wall say what is to do', async ({ family, page, kitchen, openDevice }) => {
  const mia = (await addMember(family, 'Mia')).id
  const bed = await addQuest(family, 'Make the bed', 'To Do', { assigneeIds: [mia], recurring: 'daily' })
  const plants = await addQuest(family, 'Water the plants', 'In Progress', { assigneeIds: [mia], recurring: 'weekly' })
  const feed = await addQuest(family, 'Feed the dog')
  const wall = await openDevice()
  const begin = new Date(nextMidnight().getTime() - 12 * hour)
  // Board and calendar are of one browser, and have one clock.
  for (const screen of [page, wall]) await screen.clock.install({ time: begin })
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await kitchen.goto('/parent')
  await wall.goto('/wall')
  const onDay = (passed: number) => kitchen.getByRole('region', { name: day(passed, begin).name, exact: true })
  const onCalendar = (passed: number, quest: string) => onDay(passed).getByRole('article', { name: quest })
  await expect(inColumn(page, 'To Do', bed.title)).toBeVisible()
  await expect(onCalendar(0, 'Feed the dog')).toContainText('To do')
  await expect(wallTile(wall, 'Mia', plants.title)).toBeVisible()

  for (const { id } of [bed, plants]) await complete(family, id, mia)
  for (const { title } of [bed, plants]) {
    await expect(inColumn(page, 'Done', title)).toBeAttached()
    await expect(onCalendar(0, title)).toContainText('Done')
    await expect(wallTile(wall, 'Mia', title)).toContainText('Done!')
  }
  let before = 0
  for (const passed of [1, 3, 4, 6, 7, 8, 14]) {
    for (const screen of [page, wall]) await screen.clock.fastForward((passed - before) * aDay)
    before = passed
    await expect(inColumn(page, 'To Do', bed.title)).toBeAttached()
    await expect(inColumn(page, passed < 7 ? 'Done' : 'In Progress', plants.title)).toBeAttached()
    await expect(wallTile(wall, 'Mia', bed.title)).not.toContainText('Done!')
    // On the wall a weekly quest stands on its due days alone, and what was done for an earlier one does not count.
    await expect(wallTile(wall, 'Mia', plants.title)).toHaveCount(passed % 7 === 0 ? 1 : 0)
    await expect(wallTile(wall, 'Mia', plants.title).filter({ hasText: 'Done!' })).toHaveCount(0)
    // An open quest goes along to the new day; a daily one of a past day is done or not.
    await expect(onDay(passed)).toHaveAttribute('aria-current', 'date')
    for (const title of [bed.title, 'Feed the dog']) await expect(onCalendar(passed, title)).toContainText('To do')
    await expect(onCalendar(passed - 1, 'Feed the dog')).toHaveCount(0)
    await expect(onCalendar(passed - 1, bed.title)).toContainText(passed === 1 ? 'Done' : 'Not done')
    await expect(onCalendar(passed + 1, bed.title)).toContainText('Upcoming')
  }
  // What was done leaves the board by itself, and comes back from where it went.
  const dog = column(page, 'Done').getByRole('article', { name: 'Feed the dog' })
  await complete(family, feed.id, family.memberId)
  await expect(dog).toBeVisible()
  await page.clock.fastForward(aDay)
  await expect(dog).toHaveCount(0)
  await column(page, 'Done').getByRole('button', { name: 'Earlier' }).press('Enter')
  await expect(dog).toBeVisible()
  await expectAccessible(page)
  await chooseMenuItem(page, dog, 'To Do')
  await expect(inColumn(page, 'To Do', 'Feed the dog')).toBeVisible()
})
