import {
  balanceOf,
  chooseMenuItem,
  complete,
  dayFromNow,
  expectText,
  nextMidnight,
  openLive,
  questsOf,
} from '../actions.ts'
import { expectAccessible } from '../accessibility.ts'
import { card, column, openBoard } from '../board.ts'
import { addKid, dayColumn, onToday, openCalendar } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'
import { completionDialog, openBubble, pop, tapOn } from '../kid/tablet.ts'
import { TapCounter } from '../kid/taps.ts'
import { wallTile } from '../wall/wall.ts'

test('one tap says that Mia is sick: her tablet and the wall are empty at once, nothing is late, and one tap ends it', async ({
  family,
  page,
  mia,
  kitchen,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const own = { assigneeIds: [mia.id] }
  await addQuest(family, 'Teeth', 'To Do', { ...own, recurring: 'daily', targetTime: '00:00' })
  await addQuest(family, 'Dishes', 'To Do', own)
  await openBubble(mia)
  await openLive(kitchen, '/wall')
  await expect(wallTile(kitchen, 'Mia', 'Teeth')).toBeVisible()
  await openLive(page, '/family-members')
  const hers = page.getByRole('article', { name: 'Mia', exact: true })
  const taps = new TapCounter()
  await taps.tap(hers.getByRole('button', { name: 'Sick today' }))
  await expectText(hers, /Mia: away today/)
  expect(taps.taps).toBe(1)
  await expectText(mia.page, 'Get well soon! No quests today.')
  await expect(tapOn(mia.page, 'Teeth')).toHaveCount(0)
  await expectText(kitchen, 'Get well soon! No quests today.')
  await expect(wallTile(kitchen, 'Mia', 'Teeth')).toHaveCount(0)

  // Anna sees who is away, and nothing that is late; what Mia does anyway counts.
  await openBoard(page)
  await expect(page.getByText('Mia: away today')).toBeVisible()
  await expect(column(page, 'To Do').getByRole('article', { name: 'Teeth' })).not.toContainText('since')
  const quests: { id: string; title: string }[] = await questsOf(family)
  await complete(family, quests.find(({ title }) => title === 'Dishes')?.id ?? '', mia.id)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(20)

  await openLive(page, '/family-members')
  await hers.getByRole('button', { name: 'Back already' }).click()
  await expect(tapOn(mia.page, 'Teeth')).toBeVisible()
  await expect(wallTile(kitchen, 'Mia', 'Teeth')).toBeVisible()
})

test('holidays of a week for all say what will not be due, stand on their days, and end at midnight by themselves', async ({
  family,
  page,
  mia,
}) => {
  const own = { assigneeIds: [mia.id] }
  await addQuest(family, 'Teeth', 'To Do', { ...own, recurring: 'daily' })
  await addQuest(family, 'Dishes', 'To Do', own)
  await page.setViewportSize({ width: 390, height: 844 })
  await openLive(page, '/family-members')
  const taps = new TapCounter()
  await taps.tap(page.getByRole('button', { name: 'Plan time away' }))
  const dialog = page.getByRole('dialog', { name: 'Plan time away' })
  await expectText(dialog, '2 quests will not be due.')
  await expectAccessible(page)
  await taps.tap(dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toHaveCount(0)
  expect(taps.taps).toBe(2)
  await expect(page.getByRole('list', { name: 'Time away' })).toContainText('Everyone')
  await openBubble(mia)
  await expectText(mia.page, /^Holidays until .*\. The playground is open\.$/)
  await page.setViewportSize({ width: 1280, height: 900 })
  await openCalendar(page)
  for (const offset of [0, 1]) {
    await expect(dayColumn(page, offset)).toContainText('Everyone: away')
    await expect(dayColumn(page, offset).getByRole('article')).toHaveCount(0)
  }

  // Shortened to today, they end at midnight on a tablet that stays open.
  const { absences } = await (await family.context.request.get(`/api/families/${family.familyId}/state`)).json()
  const ended = await family.context.request.patch(`/api/absences/${absences[0].id}`, {
    data: { endsOn: dayFromNow() },
  })
  expect(ended.status()).toBe(200)
  await expect(dayColumn(page, 1).getByRole('article')).toHaveCount(1)
  await mia.page.clock.install({ time: nextMidnight().getTime() - 60_000 })
  await openBubble(mia)
  await expectText(mia.page, 'Holidays today. The playground is open.')
  await mia.page.clock.runFor('01:30')
  await expect(tapOn(mia.page, 'Teeth')).toBeVisible()
  await expect(tapOn(mia.page, 'Dishes')).toBeVisible()
})

test('a quest is skipped with two taps, for all or for one, told kindly to a child that holds the bubble, and taken back with one', async ({
  family,
  page,
  mia,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const emil = await addKid(family, 'Emil')
  await addQuest(family, 'Football', 'To Do', { assigneeIds: [mia.id, emil], recurring: 'daily' })
  const { id } = await addQuest(family, 'Library', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  await openBoard(page)
  await tapOn(mia.page, 'Football').click()
  await expect(completionDialog(mia.page)).toBeVisible()
  const taps = new TapCounter()
  await taps.tap(card(page, 'Football').getByRole('button', { name: 'More for Football' }))
  await taps.tap(page.getByRole('menuitem', { name: 'Skip today' }))
  expect(taps.taps).toBe(2)
  await expect(card(page, 'Football')).toContainText('Skipped')
  await expectText(mia.page, '"Football" is not needed today. Have fun!')
  await expect(pop(mia.page)).toHaveCount(0)
  await mia.page.keyboard.press('Escape')
  await expect(tapOn(mia.page, 'Football')).toHaveCount(0)
  await taps.tap(page.getByRole('button', { name: 'Undo' }))
  await expect(tapOn(mia.page, 'Football')).toBeVisible()
  await expect(card(page, 'Football')).not.toContainText('Skipped')
  expect(taps.taps).toBe(3)

  // For Emil alone it stays Mia's, whose deed counts.
  await chooseMenuItem(page, card(page, 'Football'), 'Skip for Emil')
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(onToday(page, 'Football')).toContainText('To do')
  await tapOn(mia.page, 'Football').click()
  await pop(mia.page).click()
  await expect(onToday(page, 'Football')).toContainText('Done')

  // A quest that comes once is for tomorrow; Undo makes it one of any day again.
  await chooseMenuItem(page, onToday(page, 'Library'), 'Skip today')
  await expect(tapOn(mia.page, 'Library')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tapOn(mia.page, 'Library')).toBeVisible()
  const quests: { id: string; dueOn?: string }[] = await questsOf(family)
  expect(quests.find((quest) => quest.id === id)?.dueOn).toBeUndefined()
})

test('a deed made offline on a day that was skipped meanwhile counts', async ({ family, page, mia }) => {
  await addQuest(family, 'Football', 'To Do', { assigneeIds: [mia.id], recurring: 'daily' })
  await openBubble(mia)
  await openBoard(page)
  await mia.tablet.setOffline(true)
  await tapOn(mia.page, 'Football').click()
  await pop(mia.page).click()
  await expect(completionDialog(mia.page)).toHaveCount(0)
  await chooseMenuItem(page, card(page, 'Football'), 'Skip today')
  await expect(card(page, 'Football')).toContainText('Skipped')
  await mia.tablet.setOffline(false)
  await expect.poll(() => balanceOf(family, mia.id)).toBe(20)
  await expect(column(page, 'Done').getByRole('article', { name: 'Football' })).toBeVisible()
})
