import { balanceOf, change, chooseMenuItem, dayFromNow, expectText, openLive, questsOf } from '../actions.ts'
import { boxOf, card, column, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { completionDialog, kidTile, openBubble, pop, tapOn } from '../kid/tablet.ts'
import { TapCounter } from '../kid/taps.ts'

/** The coming Saturday on the calendar of the browsers. */
function saturday(): string {
  const days = (6 - new Date(dayFromNow()).getUTCDay() + 7) % 7
  return dayFromNow(days === 0 ? 7 : days)
}

test('on a phone a quest of Saturday takes four taps, one of Monday and Thursday five; each is due on its days alone', async ({
  family,
  page,
  mia,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLive(page, '/parent')
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  const create = dialog.getByRole('button', { name: 'Create Quest' })

  const first = new TapCounter()
  await first.tap(page.getByRole('button', { name: 'Create Quest' }))
  const more = dialog.getByRole('button', { name: 'More', exact: true })
  expect((await boxOf(more)).y - (await boxOf(dialog.getByText('Title'))).y).toBeLessThanOrEqual(420)
  const face = await boxOf(dialog.getByRole('checkbox', { name: 'Mia' }))
  expect([face.width, face.height]).toEqual([56, 56])
  await first.type(dialog.getByLabel('Title'), 'Market')
  // A tap opens the picker of the phone, another one chooses.
  first.taps += 2
  await dialog.getByLabel('Day', { exact: true }).selectOption(saturday())
  await first.tap(create)
  await expect(dialog).toHaveCount(0)
  expect(first.taps).toBe(4)

  const second = new TapCounter()
  await second.tap(page.getByRole('button', { name: 'Create Quest' }))
  await second.type(dialog.getByLabel('Title'), 'Bins')
  await second.tap(dialog.getByRole('radio', { name: 'Weekly' }))
  for (const name of ['Monday', 'Thursday']) await second.tap(dialog.getByRole('button', { name }))
  await expectText(dialog, 'Every Monday and Thursday')
  await second.tap(create)
  await expect(dialog).toHaveCount(0)
  expect(second.taps).toBe(5)

  const quests: { title: string }[] = await questsOf(family)
  expect(quests.find(({ title }) => title === 'Market')).toMatchObject({ recurring: 'once', dueOn: saturday() })
  expect(quests.find(({ title }) => title === 'Bins')).toMatchObject({ recurring: 'weekly', weekdays: [1, 4] })
  await addQuest(family, 'Ferry', 'To Do', { dueOn: dayFromNow(1), assigneeIds: [mia.id] })
  await addQuest(family, 'Plants', 'To Do', { recurring: 'daily', endsOn: dayFromNow(-1), assigneeIds: [mia.id] })

  await page.setViewportSize({ width: 1280, height: 900 })
  await page
    .getByRole('button', { name: /^Add quest, / })
    .last()
    .click()
  await dialog.getByLabel('Title').fill('Library')
  await create.click()
  await expect(dialog).toHaveCount(0)
  const later: { title: string; dueOn?: string; weekdays?: number[] }[] = await questsOf(family)
  const library = later.find(({ title }) => title === 'Library')
  expect([library?.dueOn, library?.weekdays]).toEqual([dayFromNow(1), undefined])
  await openBoard(page)
  await expect(card(page, 'Bins')).toContainText('Mon, Thu')
  await expect(card(page, 'Ferry')).toBeVisible()
  await expect(card(page, 'Plants')).toHaveCount(0)
  await openBubble(mia)
  await expect(tapOn(mia.page, 'Ferry')).toHaveCount(0)
  await expect(kidTile(mia.page, 'Plants')).toHaveCount(0)

  // A date that is taken away makes it a quest of today.
  await chooseMenuItem(page, card(page, 'Ferry'), 'Edit Quest')
  const edit = page.getByRole('dialog', { name: 'Edit Quest' })
  await edit.getByLabel('Day', { exact: true }).selectOption('any')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(tapOn(mia.page, 'Ferry')).toBeVisible()
})

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** The place of a day in the list above. */
const placeOf = (day: string) => (new Date(day).getUTCDay() + 6) % 7

test('days are live on two devices: a weekday taken away under an open question, a date moved, and what is late, which no child is told', async ({
  family,
  page,
  mia,
}) => {
  const [yesterday, today, tomorrow] = [-1, 0, 1].map((days) => placeOf(dayFromNow(days))) as [number, number, number]
  const own = { assigneeIds: [mia.id] }
  const days = [today + 1, tomorrow + 1]
  await addQuest(family, 'Bins', 'To Do', { ...own, recurring: 'weekly', weekdays: days })
  const { id: market } = await addQuest(family, 'Market', 'To Do', { ...own, dueOn: dayFromNow(1) })
  await addQuest(family, 'Dishes', 'To Do', { ...own, targetTime: '00:00' })
  await openBoard(page)
  await openBubble(mia)
  await expect(column(page, 'To Do').getByRole('article')).toHaveText([/Bins/, /Dishes.*since 00:00/, /Market/])

  await expect(tapOn(mia.page, 'Bins')).toContainText(weekdays[today]?.slice(0, 3) ?? '')
  await tapOn(mia.page, 'Bins').click()
  await expect(completionDialog(mia.page)).toBeVisible()
  await chooseMenuItem(page, card(page, 'Bins'), 'Edit Quest')
  const edit = page.getByRole('dialog', { name: 'Edit Quest' })
  await edit.getByRole('button', { name: weekdays[today] ?? '' }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(mia.page, 'Not today')
  await expect(pop(mia.page)).toHaveCount(0)
  await mia.page.keyboard.press('Escape')
  await expect(tapOn(mia.page, 'Bins')).toHaveCount(0)
  await expect(column(page, 'To Do').getByRole('article')).toHaveText([/Dishes/, /Bins/, /Market/])
  expect(await balanceOf(family, mia.id)).toBe(0)

  await expect(tapOn(mia.page, 'Market')).toHaveCount(0)
  await change(family, `/api/quests/${market}`, { dueOn: dayFromNow(-1) })
  await expect(tapOn(mia.page, 'Market')).toBeVisible()
  await expect(column(page, 'To Do').getByRole('article')).toHaveText([
    new RegExp(`Market.*since ${weekdays[yesterday]}`),
    /Dishes/,
    /Bins/,
  ])
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(page.getByRole('article', { name: 'Market' })).toContainText(`since ${weekdays[yesterday]}`)
  for (const title of ['Market', 'Dishes']) await expect(kidTile(mia.page, title)).not.toContainText('since')
})

test('as the year ends, its last quests give way to those of the first day, on a parent’s screen and on a tablet', async ({
  family,
  page,
  mia,
}) => {
  const year = new Date().getUTCFullYear()
  const own = { assigneeIds: [mia.id] }
  await addQuest(family, 'Fireworks', 'To Do', { ...own, recurring: 'daily', endsOn: `${year}-12-31` })
  await addQuest(family, 'Letters', 'To Do', { ...own, dueOn: `${year + 1}-01-01` })
  for (const screen of [page, mia.page]) await screen.clock.install({ time: new Date(`${year}-12-31T23:58:30+01:00`) })
  await openBoard(page)
  await openBubble(mia)
  await expect(tapOn(mia.page, 'Fireworks')).toBeVisible()
  await expect(tapOn(mia.page, 'Letters')).toHaveCount(0)
  await expect(column(page, 'To Do').getByRole('article')).toHaveText([/Fireworks/, /Letters/])
  for (const screen of [page, mia.page]) await screen.clock.runFor('02:00')
  await expect(column(page, 'To Do').getByRole('article')).toHaveText([/Letters/])
  await expect(tapOn(mia.page, 'Letters')).toBeVisible()
  await expect(kidTile(mia.page, 'Fireworks').getByRole('button')).toHaveCount(0)
})
