import { expectAccessibleAndFitsEverywhere, expectNotToScroll } from '../accessibility.ts'
import { chooseMenuItem, complete, dayFromNow, expectText } from '../actions.ts'
import { boxOf } from '../board.ts'
import { addKid, dayColumn, onToday, openCalendar, today } from '../calendar.ts'
import { addQuest, expect, test } from '../family.ts'
import { interceptState } from '../intercept.ts'

test('Mission Control shows three days, a week or one, in the order of the clock', async ({ family, page }) => {
  const kids: string[] = []
  for (const name of ['Mia', 'Leo', 'Ben']) kids.push(await addKid(family, name))
  await addQuest(family, 'Whenever')
  await addQuest(family, 'Supper', 'To Do', { targetTime: '18:30', assigneeIds: [family.memberId, ...kids] })
  await addQuest(family, 'Breakfast', 'In Progress', { targetTime: '07:05' })
  await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily', targetTime: '20:00' })
  await addQuest(family, 'Put the bins out', 'To Do', { recurring: 'weekly', targetTime: '21:00' })
  // A quest that was only moved to the last column stands on the day it was made.
  await addQuest(family, 'Plan the holidays', 'Done')
  await openCalendar(page)
  const days = page.locator('section[data-glide-home]')
  await expect(page.getByRole('tab', { name: 'Calendar View' })).toHaveAttribute('aria-selected', 'true')
  const views = page.getByRole('group', { name: 'Days shown' })
  await expect(views.getByRole('button')).toHaveText(['7 Days', 'Today', '3 Days'])
  await expect(views.getByRole('button', { name: '3 Days', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(days).toHaveCount(3)
  await expect(dayColumn(page, -1)).toContainText('No quests')
  await expect(today(page)).toHaveAttribute('aria-current', 'date')
  await expect(today(page).getByText('Today', { exact: true })).toBeVisible()
  await expect(today(page).getByRole('article')).toHaveText([
    /Breakfast.*07:05.*In progress/,
    /Supper.*18:30.*To do.*\+2/,
    /Brush teeth.*To do/,
    /Put the bins out.*on \w+days.*To do/,
    /Whenever.*To do/,
    /Plan the holidays.*Done/,
  ])
  await expect(onToday(page, 'Supper')).toContainText('Anna, Mia, Leo, Ben')

  await views.getByRole('button', { name: '7 Days', exact: true }).click()
  await expect(days).toHaveCount(7)
  for (const offset of [-3, -2, -1]) await expect(dayColumn(page, offset).getByRole('article')).toHaveCount(0)
  for (const offset of [1, 2, 3])
    await expect(dayColumn(page, offset).getByRole('article')).toHaveText([/Brush teeth.*Upcoming/])
  await chooseMenuItem(page, onToday(page, 'Plan the holidays'), 'Undo')
  await expectText(page, '"Plan the holidays" is back in To Do.')
  await expect(onToday(page, 'Plan the holidays')).toContainText('To do')
  await views.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(days).toHaveCount(1)
  await expect(onToday(page, 'Whenever')).toBeVisible()
  // The choice is kept after a visit to the board.
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(days).toHaveCount(1)

  // On a phone today is in sight first, in the middle.
  await page.setViewportSize({ width: 390, height: 844 })
  await openCalendar(page)
  for (const view of ['3 Days', '7 Days']) {
    await page.getByRole('button', { name: view, exact: true }).click()
    await expect(today(page)).toBeInViewport({ ratio: 1 })
    const { x, width } = await boxOf(today(page))
    expect(Math.abs(x + width / 2 - 195)).toBeLessThanOrEqual(2)
  }
})

test('the calendar is accessible and fits, full and with a question open', async ({ family, page }) => {
  await openCalendar(page)
  // One quest of every kind and place, and one that two of three have done.
  const kids = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  const daily = { recurring: 'daily', targetTime: '07:00', assigneeIds: [...kids, family.memberId] }
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', daily)
  for (const kid of kids) await complete(family, teeth.id, kid)
  await addQuest(family, 'Return the books', 'Done')
  for (const column of ['Ideas', 'To Do', 'In Progress']) await addQuest(family, `One of ${column}`, column)
  const cards = today(page).getByRole('article')
  await expect(cards).toHaveCount(4)
  await expect(onToday(page, 'Brush teeth')).toContainText('2 of 3 done')
  await expect(page.getByRole('article', { name: 'One of Ideas' })).toHaveCount(0)
  const someday = page.getByRole('button', { name: 'Someday' })
  await someday.focus()
  await page.keyboard.press('Enter')
  await expect(someday).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('list', { name: 'Someday' }).getByRole('article', { name: 'One of Ideas' })).toBeVisible()
  await page.getByRole('button', { name: '7 Days', exact: true }).click()
  await expect(page.locator('section[data-glide-home]')).toHaveCount(7)
  await expectAccessibleAndFitsEverywhere(page)

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Undo')
  await expect(page.getByRole('dialog', { name: 'Undo it for whom?' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.keyboard.press('Escape')
  await Promise.all(Array.from({ length: 12 }, (_, index) => addQuest(family, `Quest ${index}`)))
  await expect(cards).toHaveCount(16)
  await expectNotToScroll(page)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards.last()).toBeInViewport()
  await expect(today(page).getByRole('heading', { level: 3 })).toBeInViewport()
})

test('Anna plans next week and looks at days behind, by button and address, and Back leads to the days before', async ({
  family,
  page,
}) => {
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  await addQuest(family, 'Market', 'To Do', { dueOn: dayFromNow(7) })
  await complete(family, teeth.id, family.memberId, dayFromNow(-2))
  // As if it had been there for a month, on a page that opens with the completions of today alone.
  await interceptState(page, ({ quests, days }) => ({
    quests: (quests as object[]).map((quest, index) => ({
      ...quest,
      createdAt: `${dayFromNow(-30)}T08:00:0${index}Z`,
    })),
    days: { ...(days as object), startDate: dayFromNow() },
    completions: [],
  }))
  await openCalendar(page)
  const later = page.getByRole('button', { name: 'Later days' })
  await expect(page.getByRole('button', { name: 'Back to today' })).toHaveCount(0)
  await page.getByRole('button', { name: '7 Days', exact: true }).click()
  await later.click()
  await expect(dayColumn(page, 7).getByRole('article')).toHaveText([/Brush teeth.*Upcoming/, /Market.*Upcoming/])
  await expect(today(page)).toHaveCount(0)
  await page.goBack()
  await expect(today(page)).toBeVisible()

  await page.getByRole('button', { name: '3 Days', exact: true }).click()
  await page.getByRole('button', { name: 'Earlier days' }).click()
  await expect(dayColumn(page, -2).getByRole('article')).toHaveText([/Brush teeth.*Done/])
  await expect(dayColumn(page, -4).getByRole('article')).toHaveText([/Brush teeth.*Not done/])
  await expectAccessibleAndFitsEverywhere(page)
  await page.reload()
  await expect(dayColumn(page, -3)).toBeVisible()
  await page.getByRole('button', { name: 'Back to today' }).click()
  await expect(today(page)).toBeVisible()
})
