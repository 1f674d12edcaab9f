import type { Page } from '@playwright/test'
import { day } from '../calendar.ts'
import { addMember, balanceOf, complete, delayResponse, expectText, remove, setPin, toast } from '../actions.ts'
import { addQuest, expect, tabletOf, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { stopClock } from '../page-clock.ts'
import { columnOf, completerDialog, gems, kids, openWall, tap, wallTile } from './wall.ts'

/** Taps a quest of several members. A tap right after another is ignored, so it is repeated until the question opens. */
const openQuestion = (page: Page, name: string, title: string) =>
  expect(async () => {
    if (!(await completerDialog(page).isVisible()))
      await wallTile(page, name, title).getByRole('button').click({ timeout: 3000 })
    await expect(completerDialog(page)).toBeVisible({ timeout: 3000 })
  }).toPass()

test('one tap on his own tile pays Theo once; within a minute “Not Theo?” takes it back and asks who it was, and the other screens know', async ({
  family,
  page,
  kitchen: parents,
}) => {
  const [mia] = await kids(family)
  const { id: theo } = await addMember(family, 'Theo')
  const { id: ida } = await addMember(family, 'Ida')
  await setPin(family, ida, '1234')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [theo], gemValue: 30, description: 'The pans, too' })
  await addQuest(family, 'Read', 'To Do', { assigneeIds: [theo], gemValue: 0 })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [ida] })
  await parents.goto('/parent')
  await expect(parents.getByRole('article', { name: 'Dishes' })).toContainText('To do')
  await page.clock.install()
  await openWall(page)
  await expect(page).toHaveTitle(/^Today/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Theo', 'Ida'])
  await expect(columnOf(page, 'Theo')).toContainText('0 of 2 done')
  const balances = () => Promise.all([balanceOf(family, mia), balanceOf(family, theo)])
  const notTheo = page.getByRole('button', { name: 'Not Theo?' })
  // A second tap finds the tile that has moved up.
  await wallTile(page, 'Theo', 'Dishes').getByRole('button').dblclick()
  await expect(page.locator('[data-gem]')).toHaveCount(5)
  await expectText(page, 'Theo earned 30 gems!')
  await expect(columnOf(page, 'Theo').getByRole('article')).toHaveText([/Read/, /Dishes.*Done!/])
  await expect.poll(balances).toEqual([0, 30])
  await notTheo.click()
  const faces = completerDialog(page).getByRole('button', { name: /^(Mia|Leo|Theo|Ida|Anna)$/ })
  await expect(faces).toHaveText(['Mia', 'Leo', 'Ida', 'Anna', 'Theo'])
  await expect(faces.first()).toBeFocused()
  await expectText(completerDialog(page), 'The pans, too')
  await expect.poll(balances).toEqual([0, 0])
  await faces.first().click()
  await expectText(page, 'Mia earned 30 gems!')
  await expect(notTheo).toHaveCount(0)
  await expect.poll(balances).toEqual([30, 0])
  await expect(parents.getByRole('article', { name: 'Dishes' })).toContainText('Done')

  await tap(page, 'Theo', 'Read')
  await expectText(toast(page), 'Theo did it')
  await expect(columnOf(page, 'Theo')).toContainText('1 of 1 done')
  await stopClock(page)
  await page.clock.runFor(60_000)
  await expect(notTheo).toHaveCount(0)
  await page.clock.resume()
  // A member with a PIN is asked for.
  await tap(page, 'Ida', 'Sweep')
  await expect(completerDialog(page)).toBeVisible()
})

test('a quest of two stands at both; two faces tapped at once are one answer, and when all is done each wall says so', async ({
  family,
  page,
  kitchen,
}) => {
  const [mia, leo] = await kids(family)
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia, leo], recurring: 'daily', gemValue: 5 })
  await addQuest(family, 'Set the table', 'To Do', { assigneeIds: [leo], targetTime: '18:00' })
  await openWall(page)
  await expect(columnOf(page, 'Leo').getByRole('article')).toHaveText([/Set the table.*18:00/, /Brush teeth/])

  await tap(page, 'Mia', 'Brush teeth')
  await expect(completerDialog(page)).toContainText('Brush teeth')
  // Whose tile it was comes first, and has the focus already; then other assignees, then children before parents.
  const faces = completerDialog(page).getByRole('button', { name: /^(Mia|Leo|Anna)$/ })
  await expect(faces).toHaveText(['Mia', 'Leo', 'Anna'])
  await expect(faces.first()).toBeFocused()
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && asked.push(request.url()))
  // Two faces that are tapped at once are one answer, the first.
  await completerDialog(page)
    .getByRole('list')
    .evaluate((others) => others.querySelectorAll('button').forEach((other) => other.click()))
  await expect(wallTile(page, 'Leo', 'Brush teeth')).toContainText('Done!')
  await expect(wallTile(page, 'Mia', 'Brush teeth')).not.toContainText('Done!')
  await expect.poll(() => Promise.all([balanceOf(family, mia), balanceOf(family, leo)])).toEqual([0, 5])
  await expect(completerDialog(page)).toBeHidden()
  expect(asked).toHaveLength(1)

  await openQuestion(page, 'Mia', 'Brush teeth')
  await expect(completerDialog(page).getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await completerDialog(page).getByRole('button', { name: 'Mia' }).click()
  await expect(columnOf(page, 'Mia')).toContainText('1 of 1 done')
  await expect(page.getByText('Everything is done today. Well done, everyone!')).toHaveCount(0)

  await openWall(kitchen)
  await tap(kitchen, 'Leo', 'Set the table')
  for (const screen of [page, kitchen]) await expectText(screen, 'Everything is done today. Well done, everyone!')
})

test('a question on the wall whose completion fails is asked again; one that is done or gone elsewhere pays nothing', async ({
  family,
  page,
}) => {
  const [mia, leo] = await kids(family)
  const both = { assigneeIds: [mia, leo] }
  const dishes = await addQuest(family, 'Dishes', 'To Do', both)
  const dog = await addQuest(family, 'Feed the dog', 'To Do', both)
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { ...both, recurring: 'daily', gemValue: 5 })
  await addQuest(family, 'Sweep', 'To Do', both)
  await openWall(page)
  const button = wallTile(page, 'Mia', 'Sweep').getByRole('button')
  const face = completerDialog(page).getByRole('button', { name: 'Mia' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(face).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(face).toBeFocused()
  await failNext(page, '**/api/quests/*')
  await page.keyboard.press('Enter')
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(face).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(wallTile(page, 'Mia', 'Sweep')).toContainText('Done!')
  await expect(columnOf(page, 'Mia').locator(':focus')).toHaveCount(1)
  await expect.poll(() => balanceOf(family, mia)).toBe(20)

  await openQuestion(page, 'Mia', 'Dishes')
  await complete(family, dishes.id, leo)
  await expect(completerDialog(page)).toContainText('is already done')
  for (const name of ['Mia', 'Leo', 'Anna'])
    await expect(completerDialog(page).getByRole('button', { name })).toBeDisabled()
  await page.keyboard.press('Escape')

  await openQuestion(page, 'Mia', 'Feed the dog')
  await remove(family, `/api/quests/${dog.id}`)
  await expect(page.getByRole('article', { name: 'Feed the dog', includeHidden: true })).toHaveCount(0)
  await face.click()
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(completerDialog(page)).toBeHidden()
  await toast(page).getByRole('button', { name: 'Close' }).click()

  await openQuestion(page, 'Mia', 'Brush teeth')
  const release = await delayResponse(page, `**/api/quests/${teeth.id}`)
  await face.click()
  await complete(family, teeth.id, mia)
  release()
  await expectText(page, 'Already done')
  await expect(page.locator('[data-gem]')).toHaveCount(0)
  await expect(gems(page, 'Mia')).toHaveText('2525 gems')
  await expect(wallTile(page, 'Mia', 'Brush teeth')).toContainText('Done!')
  await expect.poll(() => balanceOf(family, mia)).toBe(25)
})

test('acting as Mia only her own quests can be tapped, and only she did them; the way out leads to her bubble', async ({
  family,
  openContext,
}) => {
  const [mia, leo] = await kids(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia, leo] })
  const { page } = await tabletOf(mia, family, openContext)
  await openWall(page)
  await expect(wallTile(page, 'Leo', 'Dishes')).toBeVisible()
  await expect(wallTile(page, 'Leo', 'Dishes').getByRole('button')).toHaveCount(0)
  await expect(gems(page, 'Leo')).toHaveText('00 gems')
  await tap(page, 'Mia', 'Dishes')
  await expect(completerDialog(page).getByRole('button', { name: 'Mia' })).toBeVisible()
  await expect(completerDialog(page).getByRole('button')).toHaveCount(2)
  await completerDialog(page).getByRole('button', { name: 'Mia' }).click()
  await expect(wallTile(page, 'Mia', 'Dishes')).toContainText('Done!')
  await expect(wallTile(page, 'Leo', 'Dishes')).toContainText('Mia did it')
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect(page).toHaveURL(`/kid/${mia}`)
})

test('a wall whose clock is a day fast completes a quest on today, and each screen of it says that the clock is wrong', async ({
  family,
  page,
}) => {
  const [mia] = await kids(family)
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia], recurring: 'daily', gemValue: 5 })
  await page.addInitScript(() => {
    const RightDate = Date
    const now = () => RightDate.now() + 86_400_000
    globalThis.Date = class extends RightDate {
      static override now = now
      constructor(...parts: [string | number | Date] | []) {
        super(parts[0] ?? now())
      }
    } as DateConstructor
  })
  await openWall(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(day().name.replace(/ (?=\d)/, ', '))
  await expectText(page, "This device's clock is wrong")
  await tap(page, 'Mia', 'Brush teeth')
  await expectText(page, 'Mia earned 5 gems!')
  const range = { startDate: day(-1).date, endDate: day(1).date }
  const done = await family.context.request.get(`/api/families/${family.familyId}/quest-completions`, { params: range })
  expect(await done.json()).toMatchObject([{ completedDate: day().date, memberId: mia }])
  await page.goto(`/kid/${mia}`)
  await expectText(page, "This device's clock is wrong")
  await page.goto('/parent')
  await expectText(page, "This device's clock is wrong")
  await expect(page.getByRole('article', { name: 'Brush teeth' }).first()).toContainText('Done')
})
