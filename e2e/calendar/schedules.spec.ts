import { chooseMenuItem, dayFromNow, expectText, openLive, questsOf } from '../actions.ts'
import { card, inColumn, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { openBubble, kidTile } from '../kid/tablet.ts'
import { TapCounter } from '../kid/taps.ts'

/** The coming Saturday on UTC's calendar, where the stories live. */
function saturday(): string {
  const days = (6 - new Date().getUTCDay() + 7) % 7
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
  await expect(inColumn(page, 'To Do', 'Ferry')).toBeVisible()
  await expect(card(page, 'Plants')).toHaveCount(0)
  await openBubble(mia)
  await expect(kidTile(mia.page, 'Ferry').getByRole('button')).toHaveCount(0)
  await expect(kidTile(mia.page, 'Plants')).toHaveCount(0)

  // A date that is taken away makes it a quest of today.
  await chooseMenuItem(page, card(page, 'Ferry'), 'Edit Quest')
  const edit = page.getByRole('dialog', { name: 'Edit Quest' })
  await edit.getByLabel('Day', { exact: true }).selectOption('any')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(kidTile(mia.page, 'Ferry').getByRole('button').first()).toBeVisible()
})
