import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { change, chooseMenuItem, complete, dayFromNow, openLive, questsOf } from '../actions.ts'
import { card, inColumn, openBoard } from '../board.ts'
import { day, onToday, openCalendar } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'
import { openBubble, pop } from '../kid/tablet.ts'
import { TapCounter } from '../kid/taps.ts'
import { wallTile } from '../wall/wall.ts'

const weekdayOf = (date: string) => new Date(date).getUTCDay() || 7
/** The first day of a week that has today and yesterday. */
const startWithYesterday = () => (weekdayOf(dayFromNow()) >= 2 ? 1 : 6)

test('three times a week takes four taps; each child has its own count, live on the board, the wall and its tablet', async ({
  family,
  page,
  mia,
  openDevice,
}) => {
  await change(family, `/api/families/${family.familyId}`, { weekStartsOn: startWithYesterday() })
  await page.setViewportSize({ width: 390, height: 844 })
  await openLive(page, '/parent')
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  const taps = new TapCounter()
  await taps.tap(page.getByRole('button', { name: 'Create Quest' }))
  await taps.type(dialog.getByLabel('Title'), 'Read')
  await taps.tap(dialog.getByRole('radio', { name: 'Weekly' }))
  await taps.tap(dialog.getByRole('button', { name: '3 times a week' }))
  await expect(dialog.getByText('3 times a week, on any day')).toBeVisible()
  await taps.tap(dialog.getByRole('button', { name: 'Create Quest' }))
  await expect(dialog).toHaveCount(0)
  expect(taps.taps).toBe(4)
  const [made] = await questsOf(family)
  expect([made.recurring, made.timesPerWeek, made.weekdays]).toEqual(['weekly', 3, undefined])

  await change(family, `/api/quests/${made.id}`, { timesPerWeek: 2, assigneeIds: [family.memberId, mia.id] })
  await complete(family, made.id, mia.id, dayFromNow(-1))
  // What was done yesterday is a row below.
  const tile = mia.page.getByRole('region', { name: 'Today' }).getByRole('article', { name: 'Read' })
  const wall = await openDevice()
  await wall.goto('/wall')
  await openBubble(mia)
  await expect(tile).toContainText('1 of 2 this week')
  await expect(onToday(page, 'Read')).toContainText('Anna 0, Mia 1 of 2 this week')
  await tile.getByRole('button').click()
  await pop(mia.page).click()
  await expect(tile).toContainText('2 of 2 this week')
  await expect(wallTile(wall, 'Mia', 'Read')).toContainText('2 of 2 this week')
  await expect(wallTile(wall, 'Mia', 'Read')).toContainText('Done!')
  await expect(wallTile(wall, 'Anna', 'Read')).toContainText('0 of 2 this week')

  await page.setViewportSize({ width: 1280, height: 900 })
  await openBoard(page)
  await expect(inColumn(page, 'Done', 'Read')).toContainText('1 of 2 today')
  // Mia has done it often enough, Anna need not do it any more.
  await change(family, `/api/quests/${made.id}`, { assigneeIds: [mia.id] })
  await expect(inColumn(page, 'Done', 'Read')).toContainText('2 of 2 this week')
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await chooseMenuItem(page, onToday(page, 'Read'), 'Undo')
  await expect(tile).toContainText('1 of 2 this week')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(inColumn(page, 'To Do', 'Read')).toContainText('1 of 2 this week')
  await chooseMenuItem(page, card(page, 'Read'), 'Edit Quest')
  const edit = page.getByRole('dialog', { name: 'Edit Quest' })
  await edit.getByRole('button', { name: 'Once a week' }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(inColumn(page, 'Done', 'Read')).toContainText('1 of 1 this week')
  await expect(tile).toContainText('Done')
})

test('on a phone a week is a strip of days, from the day that the family chose, and one tap shows who did what', async ({
  family,
  page,
  mia,
  openDevice,
}) => {
  await change(family, `/api/families/${family.familyId}`, { weekStartsOn: startWithYesterday() })
  const bed = await addQuest(family, 'Make the bed', 'To Do', { recurring: 'daily', assigneeIds: [mia.id] })
  const dog = await addQuest(family, 'Feed the dog', 'To Do', { recurring: 'daily', assigneeIds: [mia.id] })
  await complete(family, bed.id, mia.id)
  await complete(family, dog.id, mia.id, dayFromNow(-1))
  await page.setViewportSize({ width: 390, height: 844 })
  await openCalendar(page)
  const days = page.getByRole('group', { name: 'Days', exact: true })
  const chosen = days.getByRole('button', { pressed: true })
  await expect(chosen).toHaveAccessibleName(`${day().name}, 1 open, 1 done`)
  await expect(days.getByRole('button', { name: / open, / })).toHaveCount(7)
  await complete(family, dog.id, mia.id)
  await expect(chosen).toHaveAccessibleName(`${day().name}, 0 open, 2 done`)

  const taps = new TapCounter()
  await taps.tap(days.getByRole('button', { name: 'Later days' }))
  expect(taps.taps).toBe(1)
  await expect(chosen).toHaveAccessibleName(`${day(7).name}, 2 open, 0 done`)
  await expect(page.getByRole('region', { name: day(7).name })).toBeInViewport()
  await page.keyboard.press('ArrowLeft')
  await expect(chosen).toHaveAccessibleName(new RegExp(day(6).name))
  await chosen.focus()
  for (const offset of [5, 4]) {
    await page.keyboard.press('ArrowLeft')
    await expect(chosen).toHaveAccessibleName(new RegExp(day(offset).name))
    await expect(chosen).toBeFocused()
  }
  await page.goBack()
  await expect(chosen).toHaveAccessibleName(new RegExp(day(5).name))
  await page.getByRole('button', { name: 'Back to today' }).click()
  await expect(page.getByRole('button', { name: 'Back to today' })).toHaveCount(0)
  // A finger that goes to the right brings the week before.
  const strip = (await chosen.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(120, strip.y + 20)
  await page.mouse.down()
  await page.mouse.move(240, strip.y + 20, { steps: 5 })
  await page.mouse.up()
  await expect(chosen).toHaveAccessibleName(new RegExp(day(-7).name))
  await page.getByRole('button', { name: 'Back to today' }).click()
  await expectAccessibleAndFitsEverywhere(page)

  await page.getByRole('button', { name: /, Who did what$/ }).click()
  const week = page.getByRole('dialog', { name: 'Who did what' })
  const row = week.getByRole('row', { name: /Mia/ })
  await expect(row).toContainText('60 gems')
  const onDay = (offset: number) =>
    row.getByRole('cell').nth((weekdayOf(dayFromNow(offset)) - startWithYesterday() + 7) % 7)
  await expect(onDay(-1)).toContainText('Feed the dog')
  for (const title of ['Make the bed', 'Feed the dog']) await expect(onDay(0)).toContainText(title)
  const market = await addQuest(family, 'Market', 'To Do', { gemValue: 5, assigneeIds: [mia.id] })
  await complete(family, market.id, mia.id)
  await expect(onDay(0)).toContainText('Market')
  await expect(row).toContainText('65 gems')
  await expectAccessibleAndFitsEverywhere(page)
  const printed = (await page.pdf()).toString('latin1')
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.keyboard.press('Escape')

  const laptop = await openDevice()
  await laptop.goto('/settings')
  await laptop.getByLabel('A week begins on').selectOption('Sunday')
  await expect(days.getByRole('button', { name: / open, / }).first()).toHaveAccessibleName(/^Sunday/)
})
