import type { Page } from '@playwright/test'
import { delayResponse, expectText } from '../actions.ts'
import { expectAccessibleAndFits, expectSeen } from '../accessibility.ts'
import { boxOf, column, openBoard } from '../board.ts'
import { expect, test } from '../family.ts'
import { stateUrl } from '../intercept.ts'

const hub = (page: Page) => page.getByRole('complementary', { name: 'Family Hub' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' })

test('the sidebar folds to icons that tell their names, stays as it was left for a week, and leads to each view', async ({
  family,
  page,
}) => {
  // Its entries wait until it is known whose board it is.
  const release = await delayResponse(page, stateUrl)
  await page.goto('/parent')
  const entry = (name: string | RegExp) => hub(page).getByRole('link', { name })
  await expectSeen(page.getByText('Loading your family...'))
  await expect(entry('Dashboard')).toHaveAttribute('aria-disabled', 'true')
  await entry('Dashboard').click({ force: true })
  await expect(page).toHaveURL(/\/parent$/)
  release()
  await expect(entry('Dashboard')).toHaveAttribute('aria-disabled', 'false')
  // Two entries, one address: each leads to its own view.
  for (const [name, tab] of [
    ['Quest Board', 'Kanban Board'],
    ['Dashboard', 'Calendar View'],
  ] as const) {
    await entry(name).click()
    await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(hub(page).locator('[aria-current=page]')).toHaveText(name)
  }
  await expect(entry('Wall Screen')).toHaveAttribute('href', '/wall')
  await expectText(page, 'Berg Family')
  await expectSeen(hub(page).getByText('Manage your family'))
  const tip = page.getByRole('tooltip', { includeHidden: true })
  await entry('Quest Board').hover()
  await expect(tip).toBeHidden()

  await toggle(page).click()
  await expect(hub(page)).toHaveCSS('width', '48px')
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(hub(page)).not.toContainText('Manage your family')
  await entry('Quest Board').hover()
  await expect(tip).toHaveText(['Quest Board'])
  // Moves in steps: a pointer that jumps counts as moving to the tooltip.
  const { x, y } = await boxOf(entry(/^Achievements/))
  await page.mouse.move(x + 20, y + 20, { steps: 12 })
  await expect(tip).toHaveText(['Achievements: coming soon'])
  await expectSeen(entry(/^Achievements/).getByText('Soon', { exact: true }))
  await expectAccessibleAndFits(page, { withoutDecoration: true })
  const kept = (await family.context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(kept).toMatchObject({ value: 'false', path: '/', sameSite: 'Lax' })
  expect(((kept?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1)
  await page.reload()
  await expect(hub(page)).toHaveCSS('width', '48px')
  for (const [key, width] of [
    ['Control+b', '256px'],
    ['Meta+b', '48px'],
    ['Control+Shift+b', '48px'],
    ['Control+b', '256px'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(hub(page)).toHaveCSS('width', width)
  }
  await entry(/^Achievements/).click()
  await expect(page).toHaveURL(/\/parent\/[^/]+#achievements$/)
})

test('on a phone the sidebar slides over the page, and goes by Escape, cross, a tap beside it and a link', async ({
  family,
  openDevice,
}) => {
  const page = await openDevice({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await openBoard(page)
  await expect(hub(page)).toHaveCount(0)
  const sheet = page.getByRole('dialog', { name: 'Family Hub' })
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('Control+b'),
    () => sheet.getByRole('button', { name: 'Close' }).tap(),
    () => page.touchscreen.tap(360, 600),
    () => sheet.getByRole('link', { name: 'Quest Board' }).tap(),
  ]
  for (const go of leave) {
    await toggle(page).tap()
    await expect(sheet).toBeVisible()
    await go()
    await expect(sheet).toBeHidden()
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
  }
  await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))
  await expect(column(page, 'To Do')).toBeVisible()
  // The state of the sheet is not stored: only that of the wide screen is.
  expect(await page.evaluate(() => document.cookie)).not.toContain('sidebar_state')

  await toggle(page).tap()
  await expect(sheet).toBeVisible()
  await expectAccessibleAndFits(page, { withoutDecoration: true })
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(sheet).toBeHidden()
  await expect(hub(page)).toBeVisible()
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await expect(page.getByRole('menu')).toContainText(family.credentials.email)
  await expectAccessibleAndFits(page, { withoutDecoration: true })
})

test('the ring of the keyboard is around what keys have reached, not around what a mouse or a finger has pressed', async ({
  family,
  openDevice,
  page,
}) => {
  const ring = page.locator(':focus-visible')
  await page.goto('/parent')
  const kanban = page.getByRole('tab', { name: 'Kanban Board' })
  await kanban.click()
  await expect(kanban).toBeFocused()
  await expect(ring).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Create Quest' })).toBeFocused()
  await expect(ring).toHaveCount(0)
  await kanban.focus()
  await page.keyboard.press('ArrowRight')
  await expect(ring).toHaveAccessibleName('Calendar View')

  const kid = await openDevice({ hasTouch: true, viewport: { width: 820, height: 1180 } })
  await kid.goto(`/kid/${family.memberId}`)
  const [quests, rewards] = [kid.getByRole('tab', { name: 'Quests' }), kid.getByRole('tab', { name: 'Rewards' })]
  await rewards.tap()
  await expect(rewards).toHaveAttribute('aria-selected', 'true')
  await expect(kid.locator(':focus-visible')).toHaveCount(0)
  await kid.keyboard.press('Shift+Tab')
  await kid.keyboard.press('Enter')
  await expect(kid.locator(':focus-visible')).toHaveAccessibleName('Quests')
  // Each was one step, and one step leads back.
  await kid.goBack()
  await expect(rewards).toHaveAttribute('aria-selected', 'true')
  await rewards.tap()
  await kid.goBack()
  await expect(quests).toHaveAttribute('aria-selected', 'true')
})
