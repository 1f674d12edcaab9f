import type { Locator } from '@playwright/test'
import { balanceOf, complete, delayResponse, expectAnnounced, expectText, nextMidnight, toast } from '../actions.ts'
import { expectAccessible, expectSeen } from '../accessibility.ts'
import { addQuest, expect, test } from '../family.ts'
import { failNext, intercept, interceptState, refusal, stateUrl } from '../intercept.ts'
import { boxOf } from '../board.ts'
import { completionDialog, kidTile, openBubble, pop, tapOn, undoOn } from './tablet.ts'

test('Mia taps and pops the quests of today: each is paid once, and the kitchen screen shows it done', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id], gemValue: 30 })
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id], recurring: 'daily', gemValue: 5 })
  await addQuest(family, 'Taxes')
  await page.goto('/parent')
  await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('To do')
  const releaseLoad = await delayResponse(mia.page, stateUrl)
  const opened = openBubble(mia)
  await expectSeen(mia.page.getByText('Loading your quests...'))
  releaseLoad()
  await opened
  const tomorrow = mia.page.getByRole('region', { name: 'Tomorrow' })
  await expect(tomorrow.getByRole('article', { name: 'Brush teeth' })).toBeVisible()
  await expect(tomorrow.getByRole('button')).toHaveCount(0)
  await expect(kidTile(mia.page, 'Taxes')).toHaveCount(0)
  await expect(mia.page.locator('[data-gem-target]')).toHaveText('00 gems')

  await tapOn(mia.page, 'Dishes').click()
  await expect(completionDialog(mia.page)).toContainText('Dishes')
  const release = await delayResponse(mia.page, '**/api/quests/*')
  await pop(mia.page).dblclick()
  // The bubble bursts before the server has replied; the gems are announced after that.
  await expect(mia.page.locator('[data-burst]')).toBeAttached()
  await expect(mia.page.locator('[data-gem]')).toHaveCount(5)
  await expect(kidTile(mia.page, 'Dishes')).toContainText(/Done!|On its way/)
  await expect(mia.page.getByText('Quest Completed!', { exact: true })).toHaveCount(0)
  release()
  await expectText(mia.page, 'Quest Completed!')
  await expectText(mia.page, 'You earned 30 gems!')
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
  await expect(tapOn(mia.page, 'Dishes')).toHaveCount(0)
  // For a minute Mia takes it back on the tile.
  await undoOn(mia.page, 'Dishes').click()
  await expectText(mia.page, 'Dishes is to do again. 30 gems went back.')
  await expect(mia.page.locator('[data-gem-target]')).toHaveText('00 gems')
  await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('To do')
  await tapOn(mia.page, 'Dishes').click()
  await pop(mia.page).click()
  await expect(undoOn(mia.page, 'Dishes')).toBeVisible()

  await tapOn(mia.page, 'Brush teeth').click()
  await pop(mia.page).click()
  await expectAnnounced(mia.page, 'All done today!')
  // The day's end fills the screen, once a day, and when its heading is pressed.
  const [end, allDone] = [
    mia.page.locator('[data-day-done]'),
    mia.page.getByRole('heading', { name: 'All done today!' }),
  ]
  await expect(end.locator('.day-bubble')).toHaveCount(2)
  const before = mia.page.viewportSize()
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1024, 768],
  ] as const) {
    await mia.page.setViewportSize({ width, height })
    const [picture, mascot] = [await boxOf(end), await boxOf(end.locator('.day-mascot'))]
    expect(mascot.width).toBeGreaterThanOrEqual(160)
    expect((picture.width * picture.height) / (width * height)).toBeGreaterThan(0.6)
    for (const colorScheme of ['light', 'dark'] as const) {
      await mia.page.emulateMedia({ colorScheme })
      await expectAccessible(mia.page)
    }
  }
  if (before) await mia.page.setViewportSize(before)
  await mia.page.reload()
  await expect(allDone).toBeVisible()
  await expect(end).toHaveCount(0)
  await expect(undoOn(mia.page, 'Dishes')).toHaveCount(0)
  await allDone.getByRole('button').click()
  await end.getByRole('link', { name: 'Playground' }).click()
  await expect(mia.page.getByRole('tab', { name: 'Playground' })).toHaveAttribute('aria-selected', 'true')
  await mia.page.getByRole('tab', { name: 'Quests' }).click()
  await expect(allDone).toBeVisible()
  await expect(tomorrow).not.toContainText('Done!')
  await expect(mia.page.locator('[data-gem-target]')).toHaveText('3535 gems')
  await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('Done')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(35)
})

test('with one key to step and one to choose Mia does it all; a done quest sinks, and the focus goes on to the next', async ({
  family,
  mia,
}) => {
  const { page } = mia
  const daily = { assigneeIds: [mia.id], recurring: 'daily' }
  await addQuest(family, 'Make the bed', 'To Do', { ...daily, targetTime: '07:30', gemValue: 0 })
  await addQuest(family, 'Dishes', 'To Do', { ...daily, targetTime: '17:00' })
  await openBubble(mia)
  const stepTo = async (wanted: Locator) => {
    await wanted.waitFor()
    const isThere = () => wanted.evaluate((element) => element === document.activeElement)
    for (let step = 0; step < 60 && !(await isThere()); step++) await page.keyboard.press('Tab')
    await expect(wanted).toBeFocused()
    await expect(page.locator(':focus-visible')).toBeInViewport()
  }
  await stepTo(tapOn(page, 'Make the bed'))
  await page.keyboard.press('Space')
  await expect(pop(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expectText(page, 'Quest Completed!')
  // A quest of 0 gems says nothing of gems.
  await expect(toast(page)).not.toContainText('gems')
  const today = page.getByRole('region', { name: 'Today' }).getByRole('article')
  await expect(today).toHaveText([/Dishes.*gems/, /Make the bed.*Done!/])
  await expect(tapOn(page, 'Dishes')).toBeFocused()
  await page.keyboard.press('Enter')
  await stepTo(completionDialog(page).getByRole('button', { name: 'Not yet' }))
  await page.keyboard.press('Enter')
  await expect(completionDialog(page)).toBeHidden()
  await expect(tapOn(page, 'Dishes')).toBeFocused()
  await failNext(page, '**/api/quests/*')
  await page.keyboard.press('Enter')
  await expect(pop(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(pop(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'All done today!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tap a quest to complete it!' })).toBeFocused()
  for (const part of ['Rewards', 'Quests']) {
    await stepTo(page.getByRole('tab', { name: part }))
    await page.keyboard.press('Space')
    await expect(page.getByRole('tab', { name: part })).toHaveAttribute('aria-selected', 'true')
  }
  await stepTo(page.getByRole('button', { name: 'Board', exact: true }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('region', { name: 'To Do', exact: true })).toBeVisible()
})

test('a completion the server cannot take says so, and loses nothing', async ({ family, mia }) => {
  const { page } = mia
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  // A refusal after the burst rolls everything back and opens the dialog again.
  const { promise: late, resolve: refuse } = Promise.withResolvers<void>()
  await intercept(page, '**/api/quests/*', async (route) => {
    await late
    await route.fulfill(refusal)
  })
  await tapOn(page, 'Dishes').click()
  await pop(page).click()
  await expect(kidTile(page, 'Dishes')).toContainText(/Done!|On its way/)
  await expect(pop(page)).toBeHidden()
  refuse()
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(pop(page)).toBeFocused()
  await expect(page.getByRole('article', { name: 'Dishes', includeHidden: true })).not.toContainText('Done!')
  await expect(page.locator('[data-gem-target]')).toHaveText('00 gems')
  await page.unroute('**/api/quests/*')
  await pop(page).click()
  await expect(kidTile(page, 'Dishes')).toContainText('Done!')
})

test("Mia's board shows her quests by column, and only those of today open, also after midnight; without columns a parent is asked for", async ({
  family,
  mia,
}) => {
  const { page } = mia
  const assigneeIds = [mia.id]
  await addQuest(family, 'Build a den', 'Ideas', { assigneeIds })
  await addQuest(family, 'Water the plants', 'To Do', { assigneeIds, recurring: 'weekly' })
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds, recurring: 'daily' })
  await addQuest(family, 'Dishes', 'In Progress', { assigneeIds })
  const columnOf = (name: string) => page.getByRole('region', { name, exact: true })
  const opens = (title: string) => kidTile(page, title).locator('button', { hasText: title })
  await page.clock.install({ time: nextMidnight().getTime() - 30 * 60_000 })
  await interceptState(page, () => ({ columns: [] }))
  await openBubble(mia)
  await expect(page.getByText('No quest board available yet. Ask a parent to set one up!')).toBeVisible()
  await page.unroute(stateUrl)
  await page.goto('about:blank')
  await openBubble(mia)
  await page.getByRole('button', { name: 'Someday 1' }).click()
  await expect(kidTile(page, 'Build a den')).toBeVisible()
  await expect(opens('Build a den')).toHaveCount(0)
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(opens('Brush teeth')).toBeVisible()
  // The column for someday is the last one, and closed.
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([/To Do/, /In Progress/, /Done/, /Ideas/])
  await expect(kidTile(page, 'Build a den')).toHaveCount(0)
  await columnOf('Ideas').getByRole('button', { name: 'Someday 1' }).click()
  await expect(kidTile(page, 'Build a den')).toContainText('20')
  await expect(opens('Build a den')).toHaveCount(0)
  await expect(opens('Water the plants')).toBeVisible()
  await columnOf('In Progress').getByRole('button').click()
  await pop(page).click()
  await expect(columnOf('Done').getByRole('article', { name: 'Dishes' })).toContainText('Done!')
  await complete(family, teeth.id, mia.id)
  await expect(columnOf('Done').getByRole('article', { name: 'Brush teeth' })).toContainText('Done!')

  // At midnight the daily quest is back in its column; the weekly one is for another day.
  await page.clock.fastForward(31 * 60_000)
  await expect(columnOf('To Do').getByRole('article')).toHaveText([/Water the plants.*20/, /Brush teeth.*20/])
  await expect(opens('Water the plants')).toHaveCount(0)
  await expect(opens('Brush teeth')).toBeEnabled()
  await expectAccessible(page)
})
