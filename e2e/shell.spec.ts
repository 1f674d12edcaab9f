import type { Page } from '@playwright/test'
import { loseSession, toast, delayResponse, expectText, fillInSignIn } from './actions.ts'
import { column, openBoard, boxOf } from './board.ts'
import { expect, newCredentials, test } from './family.ts'
import { failNext } from './intercept.ts'
import {
  expectAccessibleAndFits,
  expectAccessibleAndFitsEverywhere,
  expectSeen,
  expectUnseen,
  expectReadable,
} from './accessibility.ts'

const hub = (page: Page) => page.getByRole('complementary', { name: 'Family Hub' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' })
test('the sidebar folds by its button and by both shortcuts, and stays as it was left for a week', async ({
  family,
  page,
}) => {
  await openBoard(page)
  await expectText(page, 'Berg Family')
  await expect(hub(page)).toHaveCSS('width', '256px')
  await expect(hub(page)).toContainText('Manage your family')
  expect(await family.context.cookies()).not.toContainEqual(expect.objectContaining({ name: 'sidebar_state' }))

  await toggle(page).click()
  await expect(hub(page)).toHaveCSS('width', '48px')
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(hub(page)).not.toContainText('Manage your family')
  await page.keyboard.press('Control+b')
  await expect(hub(page)).toHaveCSS('width', '256px')
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Meta+b')
  await expect(hub(page)).toHaveCSS('width', '48px')
  // On a keyboard of another script the shortcut is on the same key.
  for (const width of ['256px', '48px']) {
    await page.evaluate(() =>
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'и', code: 'KeyB', ctrlKey: true })),
    )
    await expect(hub(page)).toHaveCSS('width', width)
  }
  // Letters that are only typed fold nothing.
  await page.keyboard.press('b')
  await page.keyboard.press('Control+Shift+b')
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')

  const kept = (await family.context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(kept).toMatchObject({ value: 'false', path: '/', sameSite: 'Lax' })
  const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThan(7.01)
  await page.reload()
  await expect(hub(page)).toHaveCSS('width', '48px')
  await page.keyboard.press('Control+b')
  await expect(hub(page)).toHaveCSS('width', '256px')
  await page.reload()
  await expect(hub(page)).toHaveCSS('width', '256px')
})

test('folded to icons, every entry tells its name at once; those that lead nowhere yet say so', async ({
  family,
  page,
}) => {
  for (const [width, open] of [
    [1280, true],
    [1024, true],
    [800, false],
  ] as const) {
    await page.setViewportSize({ width, height: 720 })
    await openBoard(page)
    await expect(hub(page)).toHaveCSS('width', open ? '256px' : '48px')
    for (const words of ['Family Hub', 'Manage your family', 'Quest Board']) {
      if (open) await expectSeen(hub(page).getByText(words, { exact: true }))
      else await expectUnseen(hub(page).getByText(words, { exact: true }))
    }
  }
  // Hidden from screen readers, which say the name of the link.
  const tip = page.getByRole('tooltip', { includeHidden: true })
  const achievements = hub(page).getByRole('link', { name: /^Achievements/ })
  await expectSeen(achievements.getByText('Soon', { exact: true }))
  await expectReadable(page, 13)
  await expect(hub(page).getByRole('link', { name: 'Wall Screen' })).toHaveAttribute('href', '/wall')
  await hub(page).getByRole('link', { name: 'Quest Board' }).hover()
  await expect(tip).toHaveText(['Quest Board'])
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const box = await boxOf(achievements)
  // Moves in steps: a pointer that jumps counts as moving to the tooltip.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 })
  await expect(tip).toHaveText(['Achievements: coming soon'])
  await hub(page).getByRole('link', { name: 'Dashboard' }).focus()
  await expect(tip).toHaveText(['Dashboard'])
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  await page.keyboard.press('Control+b')
  await expect(hub(page)).toContainText('Soon')
  await hub(page).getByRole('link', { name: 'Quest Board' }).hover()
  await expect(tip).toBeHidden()
  await achievements.click()
  await expect(page).toHaveURL(/\/parent#achievements$/)
  await expect(column(page, 'To Do')).toBeVisible()

  // Two entries, one address: each leads to its own view.
  for (const [entry, tab] of [
    ['Dashboard', 'Calendar View'],
    ['Quest Board', 'Kanban Board'],
  ] as const) {
    await hub(page).getByRole('link', { name: entry }).click()
    await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(hub(page).locator('[aria-current=page]')).toHaveText(entry)
  }
})

test('until it is known whose board it is, the entries of the sidebar wait', async ({ family, page }) => {
  const release = await delayResponse(page, '**/api/families/*/members')
  await page.goto('/parent')
  const dashboard = hub(page).getByRole('link', { name: 'Dashboard' })
  await expect(dashboard).toHaveAttribute('aria-disabled', 'true')
  await expect(dashboard).toHaveAttribute('href', '/parent/loading')
  await expectSeen(page.getByText('Loading your family...'))
  await dashboard.click({ force: true })
  await expect(page).toHaveURL(/\/parent$/)
  release()
  await expect(dashboard).toHaveAttribute('href', `/parent/${family.memberId}`)
  await expect(dashboard).toHaveAttribute('aria-disabled', 'false')
  await dashboard.click()
  await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))
})

test('on a phone the sidebar slides over the page, and goes by Escape, cross, a tap beside it and a link', async ({
  family,
  openDevice,
}) => {
  const page = await openDevice({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await openBoard(page)
  await expect(hub(page)).toHaveCount(0)
  const sheet = page.getByRole('dialog', { name: 'Family Hub' })
  await toggle(page).tap()
  await expect(sheet).toBeVisible()
  await expect(sheet).toHaveCSS('width', '288px')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(toggle(page)).toBeFocused()
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
  // Nothing hovers here, so no tooltip would go again by itself.
  await expect(page.getByRole('tooltip', { includeHidden: true })).toHaveCount(0)

  await page.keyboard.press('Control+b')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(sheet).toBeHidden()

  await toggle(page).tap()
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toBeHidden()

  await toggle(page).tap()
  await expect(sheet).toBeVisible()
  await page.touchscreen.tap(360, 600)
  await expect(sheet).toBeHidden()

  await toggle(page).tap()
  await sheet.getByRole('link', { name: 'Quest Board' }).tap()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))
  await expect(column(page, 'To Do')).toBeVisible()
  // The state of the sheet is not stored: only that of the wide screen is.
  expect(await page.evaluate(() => document.cookie)).not.toContain('sidebar_state')

  await toggle(page).tap()
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(sheet).toBeHidden()
  await expect(hub(page)).toBeVisible()
  await expect(column(page, 'To Do')).toBeVisible()
})

test('an address without a screen says so, to visitors and to the family, and shows the way back', async ({
  family,
  page,
}) => {
  for (const [home, landmark] of [
    ['signed in', page.getByRole('heading', { name: 'Mission Control' })],
    ['signed out', page.getByRole('link', { name: 'Get Started' })],
  ] as const) {
    if (home === 'signed out') await loseSession(family, page)
    await page.goto('/no/such/screen?of=ours')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle('Page Not Found · Bubblequest')
    await expect(page.getByRole('main')).toContainText("We can't find that page.")
    await expect(page.getByRole('main').getByRole('code')).toHaveText('/no/such/screen')
    await page.getByRole('link', { name: 'Back to Bubblequest' }).click()
    await expect(landmark).toBeVisible()
  }
})

/** A visitor on the sign-in page, and a way to make the server refuse with a given sentence. */
async function refusingLogin(page: Page) {
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill('anna@example.com')
  await page.getByLabel('Password', { exact: true }).fill('whatever it was')
  return async (message: string) => {
    await failNext(page, '**/api/auth/login', { status: 401, json: { code: 'invalid_credentials', message } })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(toast(page)).toContainText(message)
  }
}

const pageTime = (page: Page) => page.evaluate(() => Date.now())

test('a toast goes after five seconds, also the one after a toast that was closed by hand', async ({ page }) => {
  const refuse = await refusingLogin(page)
  for (const message of ['First refusal', 'Second refusal']) {
    const before = await pageTime(page)
    await refuse(message)
    const after = await pageTime(page)
    await page.clock.pauseAt(before + 4900)
    await expect(toast(page)).toBeVisible()
    await page.clock.pauseAt(after + 5100)
    await expect(toast(page)).toHaveCount(0)
    await page.clock.resume()
    if (message === 'Second refusal') break
    await refuse('To be closed')
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await expect(toast(page)).toHaveCount(0)
  }
})

test('toasts come one at a time, wait under the pointer, and are swiped to the right or reached by F8', async ({
  page,
}) => {
  const refuse = await refusingLogin(page)
  await refuse('First refusal')
  await refuse('Second refusal')
  await expect(toast(page)).toHaveCount(1)

  const box = await boxOf(toast(page))
  const swipe = async (pixels: number) => {
    await page.mouse.move(box.x + 80, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 80 + pixels, box.y + 20, { steps: 6 })
    await page.mouse.up()
  }
  await swipe(-90)
  await swipe(45)
  await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel')
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toContainText('Second refusal')
  await swipe(60)
  await expect(toast(page)).toHaveCount(0)

  await refuse('Third refusal')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast(page)).toBeFocused()
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toast(page)).toHaveCount(0)
})

test('the ring of the keyboard is around what keys have reached, not around what a mouse or a finger has pressed', async ({
  family,
  openDevice,
  page,
}) => {
  const ring = page.locator(':focus-visible')
  await page.goto('/parent')
  const [calendar, kanban] = [
    page.getByRole('tab', { name: 'Calendar View' }),
    page.getByRole('tab', { name: 'Kanban Board' }),
  ]
  await kanban.click()
  await expect(kanban).toHaveAttribute('aria-selected', 'true')
  await expect(kanban).toBeFocused()
  await expect(ring).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Create Quest' })).toBeFocused()
  await expect(ring).toHaveCount(0)
  await kanban.focus()
  await page.keyboard.press('ArrowRight')
  await expect(calendar).toHaveAttribute('aria-selected', 'true')
  await expect(ring).toHaveAccessibleName('Calendar View')

  const kid = await openDevice({ hasTouch: true, viewport: { width: 820, height: 1180 } })
  await kid.goto(`/kid/${family.memberId}`)
  const rewards = kid.getByRole('tab', { name: 'Rewards' })
  await rewards.tap()
  await expect(rewards).toHaveAttribute('aria-selected', 'true')
  await expect(kid.locator(':focus-visible')).toHaveCount(0)
  await kid.keyboard.press('Shift+Tab')
  await kid.keyboard.press('Enter')
  await expect(kid.getByRole('tab', { name: 'Quests' })).toHaveAttribute('aria-selected', 'true')
  await expect(kid.locator(':focus-visible')).toHaveAccessibleName('Quests')
  // Each was one step, and one step leads back.
  await kid.goBack()
  await expect(rewards).toHaveAttribute('aria-selected', 'true')
  await rewards.tap()
  await kid.goBack()
  await expect(kid.getByRole('tab', { name: 'Quests' })).toHaveAttribute('aria-selected', 'true')
})

test('every page a visitor sees is accessible, and nothing sticks out of it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })

  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.locator('[aria-invalid]')).toHaveCount(4)
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })

  await page.goto('/login')
  await fillInSignIn(page, newCredentials())
  await expect(toast(page)).toContainText('Login failed')
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })

  await page.goto('/no/such/screen')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })
})

test('the dialogs over the board are accessible, and nothing overflows them', async ({ family, page }) => {
  await openBoard(page)
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await expect(page.getByRole('menu')).toContainText(family.credentials.email)
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })
  await page.keyboard.press('Escape')
  await toggle(page).click()
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await toggle(page).click()
  await expect(page.getByRole('dialog', { name: 'Family Hub' })).toBeVisible()
  await expectAccessibleAndFits(page, { withoutDecoration: true })
})
