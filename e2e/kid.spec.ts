import type { Locator, Page } from '@playwright/test'
import {
  addMember,
  balanceOf,
  complete,
  delayResponse,
  expectAnnounced,
  expectText,
  textInSight,
  toast,
} from './actions.ts'
import { watchAnimations } from './animations.ts'
import { addQuest, expect, test, miaWithTablet, tabletOf } from './family.ts'
import { failNext, intercept, refusal } from './intercept.ts'
import { expectAccessible, expectSeen } from './accessibility.ts'
import { openBubble, pop, completionDialog, tapOn, kidTile } from './tablet.ts'

test('Mia completes the dishes on her tablet, and the kitchen screen shows them done', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id], gemValue: 30 })
  await addQuest(family, 'Taxes', 'To Do')
  await page.goto('/parent')
  await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('To do')
  const releaseLoad = await delayResponse(mia.page, '**/quest-completions**')
  await openBubble(mia)
  await expectSeen(mia.page.getByText('Loading your quests...'))
  releaseLoad()
  const views = mia.page.getByRole('group', { name: 'How to look at my quests' }).getByRole('button')
  await expect(views).toHaveText(['Board', 'Calendar'])
  await expect(views.last()).toHaveAttribute('aria-pressed', 'true')
  await expect(mia.page.getByRole('heading', { name: 'Tap a quest to complete it!' })).toBeVisible()
  // Only her own quests.
  await expect(kidTile(mia.page, 'Taxes')).toHaveCount(0)
  await expect(mia.page.locator('[data-gem-target]')).toContainText('0 gems')

  await tapOn(mia.page, 'Dishes').click()
  await expect(completionDialog(mia.page)).toContainText('Dishes')
  const release = await delayResponse(mia.page, '**/api/quests/*')
  const seen = await orderSeen(mia.page)
  await pop(mia.page).click()
  // The bubble bursts before the server has replied; the gems are announced after that.
  await expect(mia.page.locator('[data-burst]')).toBeAttached()
  await expect(mia.page.locator('[data-gem]')).toHaveCount(5)
  await expect(kidTile(mia.page, 'Dishes')).toContainText(/Done!|On its way/)
  await expect(mia.page.getByText('Quest Completed!', { exact: true })).toHaveCount(0)
  release()
  await expectText(mia.page, 'Quest Completed!')
  expect(await seen()).toEqual(['burst', 'done', 'toast'])
  await expectText(mia.page, 'You earned 30 gems!')
  await expect(completionDialog(mia.page)).toBeHidden()
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
  await expect(tapOn(mia.page, 'Dishes')).toHaveCount(0)
  await expect(mia.page.getByRole('heading', { name: 'All done today!' })).toBeVisible()
  await expectAnnounced(mia.page, 'All done today!')
  await expect(mia.page.locator('#announcements')).not.toContainText('0 of 1 done')
  await expect(mia.page.locator('[data-gem-target]')).toContainText('30 gems')

  await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('Done')
  await expect.poll(() => balanceOf(family, mia.id)).toBe(30)
})

/** Records the order in which the bubble bursts, the tile is done and the toast appears. */
async function orderSeen(page: Page) {
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      if (document.querySelector('[data-burst]')) seen.add('burst')
      if (document.querySelector('article')?.textContent?.includes('Done!') === true) seen.add('done')
      if (document.body.textContent.includes('Quest Completed!')) seen.add('toast')
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
}

test('a daily quest is done for today alone; other days are dimmed and cannot be tapped', async ({ family, mia }) => {
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id], recurring: 'daily', gemValue: 5 })
  await openBubble(mia)
  const today = mia.page.getByRole('region', { name: 'Today' })
  const tomorrow = mia.page.getByRole('region', { name: 'Tomorrow' })
  await expect(tomorrow.getByRole('article', { name: 'Brush teeth' })).toBeVisible()
  await expect(tomorrow.getByRole('button')).toHaveCount(0)
  await today.getByRole('button').click()
  await pop(mia.page).dblclick()
  await expect(completionDialog(mia.page)).toBeHidden()
  await expect(mia.page.getByRole('region', { name: 'All done today!' })).toContainText('Done!')
  await expect(tomorrow).not.toContainText('Done!')
  // Twice tapped, once paid.
  await expect.poll(() => balanceOf(family, mia.id)).toBe(5)
})

test('Mia completes the same daily quest on two tablets at once: it is paid once, and both agree', async ({
  family,
  openContext,
}) => {
  const sofa = await miaWithTablet(family, openContext)
  const bed = await tabletOf(sofa.id, family, openContext)
  const tablets = [sofa, bed]
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [sofa.id], recurring: 'daily', gemValue: 5 })
  // Neither call reaches the server before both are made.
  let made = 0
  const bothMade = Promise.withResolvers<void>()
  for (const mia of tablets) {
    await intercept(mia.page, '**/api/quests/*', async (route) => {
      if (++made === tablets.length) bothMade.resolve()
      await bothMade.promise
      await route.continue()
    })
    await openBubble(mia)
    await mia.page.getByRole('region', { name: 'Today' }).getByRole('button').click()
  }
  await Promise.all(tablets.map(({ page }) => pop(page).click()))
  for (const { page } of tablets) {
    await expect(page.getByRole('region', { name: 'All done today!' })).toContainText('Done!')
    await expect(page.getByText(/^(You earned 5 gems!|Already done)$/)).toBeVisible()
    await expect(page.locator('[data-gem-target]')).toHaveText('55 gems')
  }
  // Each tablet shows the true result: one was paid, the other was too late.
  expect(
    (await Promise.all(tablets.map(({ page }) => page.getByText('Already done', { exact: true }).count()))).toSorted(),
  ).toEqual([0, 1])
  expect(made).toBe(2)
  await expect.poll(() => balanceOf(family, sofa.id)).toBe(5)
})

test('a done quest sinks below the open ones, also after a reload; one of 0 gems says nothing of gems', async ({
  family,
  mia,
}) => {
  const { page } = mia
  const { id: leo } = await addMember(family, 'Leo')
  const daily = { assigneeIds: [mia.id, leo], recurring: 'daily' }
  const bed = await addQuest(family, 'Make the bed', 'To Do', { ...daily, targetTime: '07:30' })
  await complete(family, bed.id, leo)
  await addQuest(family, 'Dishes', 'To Do', { ...daily, targetTime: '12:00', gemValue: 0 })
  await addQuest(family, 'Brush teeth', 'To Do', { ...daily, targetTime: '18:00' })
  await openBubble(mia)
  const today = page.getByRole('region', { name: 'Today' }).getByRole('article')
  await expect(today).toHaveText([/Make the bed.*gems/, /Dishes/, /Brush teeth.*gems/])
  await expect(today.nth(1)).not.toContainText('gems')
  await tapOn(page, 'Dishes').first().click()
  await expect(completionDialog(page).getByRole('button', { name: 'Complete!', exact: true })).not.toContainText('0')
  const animations = await watchAnimations(page)
  await pop(page).click()
  await expectText(page, 'Quest Completed!')
  await expect(toast(page)).not.toContainText('gems')
  const sunk = [/Make the bed/, /Brush teeth/, /Dishes.*Done!/]
  await expect(today).toHaveText(sunk)
  const glides = (await animations()).filter(({ on, begins }) => on === 'Brush teeth' && 'translate' in begins)
  expect(glides.length).toBeGreaterThan(0)
  // The focus goes on from where the tile was.
  await expect(tapOn(page, 'Brush teeth').first()).toBeFocused()
  await page.reload()
  await expect(today).toHaveText(sunk)
  // Leo's completion came first; for Mia the quest is still open.
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  const column = page.getByRole('region', { name: 'Done', exact: true })
  await expect(column.getByRole('article')).toHaveText([/Make the bed/, /Dishes.*Done!/])
})

test('the count of gems covers nothing, at any width, wherever the page is scrolled', async ({ family, mia }) => {
  const { page } = mia
  await Promise.all(
    Array.from({ length: 12 }, (_, number) => addQuest(family, `Quest ${number}`, 'To Do', { assigneeIds: [mia.id] })),
  )
  await openBubble(mia)
  await expect(kidTile(page, 'Quest 11')).toBeAttached()
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const top of [0, 90, 300, 700]) {
      await page.evaluate((to) => scrollTo(0, to), top)
      expect(await page.evaluate(besideTheGems), `${width} px wide, scrolled to ${top}`).toEqual([])
    }
  }
})

/** Reads which tiles and controls of the page are seen beside the count of gems, between its top and its bottom. */
function besideTheGems(): string[] {
  const { top = 0, bottom = 0 } = document.querySelector('[data-gem-target]')?.getBoundingClientRect() ?? {}
  if (bottom <= 0) return []
  const seen = new Set<string>()
  for (let x = 4; x < innerWidth; x += 12) {
    for (let y = top + 1; y < bottom; y += 6) {
      const found = document.elementFromPoint(x, y)?.closest('[role=tabpanel] *, [role=tab]')
      if (found) seen.add(found.textContent)
    }
  }
  return [...seen]
}

test('with one key to step and one to choose Mia does it all, and always sees where she is', async ({
  family,
  mia,
}) => {
  const { page } = mia
  const daily = { assigneeIds: [mia.id], recurring: 'daily' }
  await addQuest(family, 'Make the bed', 'To Do', { ...daily, targetTime: '07:30' })
  await addQuest(family, 'Dishes', 'To Do', { ...daily, targetTime: '17:00' })
  await openBubble(mia)
  const stepTo = async (wanted: Locator) => {
    await wanted.waitFor()
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      // An element that animates in is visible from its first frame.
      const look = () =>
        wanted.evaluate((element) => {
          const { activeElement: focused } = document
          if (focused === null || focused === document.body) return 'outside the page'
          const { top, bottom } = focused.getBoundingClientRect()
          if (!focused.matches(':focus-visible') || bottom <= 0 || top >= innerHeight)
            return `out of sight: ${focused.outerHTML}`
          return focused === element ? 'there' : 'on the way'
        })
      await expect.poll(look).not.toContain('out of sight')
      if ((await look()) === 'there') return
    }
    throw new Error('The focus never came there')
  }
  await stepTo(tapOn(page, 'Make the bed').first())
  await page.keyboard.press('Space')
  await expect(pop(page)).toBeFocused()
  await page.keyboard.press('Space')
  // On to the next one to do.
  await expect(completionDialog(page)).toBeHidden()
  await expect(tapOn(page, 'Dishes').first()).toBeFocused()
  await expect(page.locator(':focus-visible')).toBeInViewport()
  await page.keyboard.press('Enter')
  await stepTo(completionDialog(page).getByRole('button', { name: 'Not yet' }))
  await page.keyboard.press('Enter')
  await expect(completionDialog(page)).toBeHidden()
  await expect(tapOn(page, 'Dishes').first()).toBeFocused()
  // A failed completion returns the focus too.
  await failNext(page, '**/api/quests/*')
  await page.keyboard.press('Enter')
  await expect(pop(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectText(page, 'Unable to complete quest. Please try again.')
  await expect(pop(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'All done today!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tap a quest to complete it!' })).toBeFocused()
  for (const part of ['Rewards', 'Gems', 'Playground', 'Quests']) {
    await stepTo(page.getByRole('tab', { name: part }))
    await page.keyboard.press('Space')
    await expect(page.getByRole('tab', { name: part })).toHaveAttribute('aria-selected', 'true')
  }
  await stepTo(page.getByRole('button', { name: 'Board', exact: true }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('region', { name: 'To Do', exact: true })).toBeVisible()
  await stepTo(page.getByRole('button', { name: /switch profile$/ }))
  await page.keyboard.press('Enter')
  await stepTo(page.getByRole('menuitemradio').last())
  await stepTo(page.getByRole('menuitemradio').first())
})

test('with animations switched off in the app, a badge shows the earned gems and nothing flies', async ({
  family,
  mia,
}) => {
  await mia.tablet.addInitScript(() => localStorage.setItem('motion', 'false'))
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id], gemValue: 30 })
  await openBubble(mia)
  await tapOn(mia.page, 'Dishes').click()
  // It is there for a moment; on a slow machine that is over before the click has been reported.
  const badge = mia.page.locator('[data-badge]', { hasText: '+30' }).waitFor()
  await pop(mia.page).click()
  await badge
  await expect(mia.page.locator('[data-drop], [data-gem]')).toHaveCount(0)
  await expect(mia.page.locator('[data-gem-target]')).toHaveText('3030 gems')
  await expect(mia.page.locator('[data-badge]')).toHaveCount(0)
})

test('a completion the server cannot take says so, and loses nothing', async ({ family, mia }) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await intercept(mia.page, '**/quest-completions?*', (route) => route.fulfill({ status: 500, body: '' }))
  await openBubble(mia)
  // The quests are shown although their completions are unknown.
  const unknown = textInSight(mia.page, 'Failed to fetch quest completions')
  await expect(unknown).toBeVisible()
  await expect(kidTile(mia.page, 'Dishes')).toBeVisible()
  await mia.page.unroute('**/quest-completions?*')
  await mia.page.getByRole('button', { name: 'Try again' }).click()
  await expect(unknown).toHaveCount(0)
  await failNext(mia.page, '**/api/quests/*')
  await tapOn(mia.page, 'Dishes').click()
  await pop(mia.page).click()
  await expectText(mia.page, 'Unable to complete quest. Please try again.')
  // A refusal after the burst rolls everything back and opens the dialog again.
  const { promise: late, resolve: refuse } = Promise.withResolvers<void>()
  await intercept(mia.page, '**/api/quests/*', async (route) => {
    await late
    await route.fulfill(refusal)
  })
  await pop(mia.page).click()
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
  await expect(pop(mia.page)).toBeHidden()
  refuse()
  await expect(pop(mia.page)).toBeFocused()
  await expect(mia.page.locator('[data-burst]')).toHaveCount(0)
  await expect(mia.page.getByRole('article', { name: 'Dishes', includeHidden: true })).not.toContainText('Done!')
  await expect(mia.page.locator('[data-gem-target]')).toContainText('0 gems')
  await mia.page.unroute('**/api/quests/*')
  await pop(mia.page).click()
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
})

test('the board shows the same quests by column; one whose column is not there is skipped, and without any a parent is asked for', async ({
  family,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'In Progress', { assigneeIds: [mia.id] })
  const lost = await addQuest(family, 'Lost', 'To Do', { assigneeIds: [mia.id] })
  await intercept(mia.page, '**/api/families/*/quests**', async (route) => {
    const response = await route.fetch()
    const quests: { id: string }[] = await response.json()
    await route.fulfill({
      response,
      json: quests.map((quest) => (quest.id === lost.id ? { ...quest, columnId: crypto.randomUUID() } : quest)),
    })
  })
  await openBubble(mia)
  await expect(kidTile(mia.page, 'Dishes')).toBeVisible()
  await expect(kidTile(mia.page, 'Lost')).toHaveCount(0)
  await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(
    mia.page.getByRole('region', { name: 'In Progress' }).getByRole('article', { name: 'Dishes' }),
  ).toBeVisible()
  await expect(kidTile(mia.page, 'Lost')).toHaveCount(0)
  await mia.page.getByRole('region', { name: 'In Progress' }).getByRole('button').click()
  await pop(mia.page).click()
  await expect(
    mia.page.getByRole('region', { name: 'Done', exact: true }).getByRole('article', { name: 'Dishes' }),
  ).toContainText('Done!')

  await intercept(mia.page, '**/api/families/*/quest-columns', (route) => route.fulfill({ json: [] }))
  await openBubble(mia)
  await expect(mia.page.getByText('No quest board available yet. Ask a parent to set one up!')).toBeVisible()
})

test("on Mia's board only quests of today open: one for someday, and a weekly one on another weekday, are only shown", async ({
  family,
  mia,
}) => {
  const assigneeIds = [mia.id]
  await addQuest(family, 'Build a den', 'Ideas', { assigneeIds })
  await addQuest(family, 'Water the plants', 'To Do', { assigneeIds, recurring: 'weekly' })
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds, recurring: 'daily' })
  await addQuest(family, 'Dishes', 'In Progress', { assigneeIds })
  const opens = (title: string) => kidTile(mia.page, title).locator('button', { hasText: title })
  const openBoard = async () => {
    await openBubble(mia)
    await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
    await mia.page.getByRole('button', { name: 'Someday 1' }).click()
    for (const title of ['Brush teeth', 'Dishes']) await expect(opens(title)).toBeVisible()
  }
  await openBoard()
  await expect(kidTile(mia.page, 'Build a den')).toContainText('20')
  await expect(opens('Build a den')).toHaveCount(0)
  await expect(opens('Water the plants')).toBeVisible()

  await mia.page.clock.install({ time: Date.now() + 2 * 86_400_000 })
  await openBoard()
  await expect(kidTile(mia.page, 'Water the plants')).toContainText('20')
  await expect(opens('Water the plants')).toHaveCount(0)
  await kidTile(mia.page, 'Water the plants').getByText('Water the plants').click()
  await expect(completionDialog(mia.page)).toHaveCount(0)
  await expectAccessible(mia.page)
  await opens('Brush teeth').click()
  await expect(completionDialog(mia.page)).toContainText('Brush teeth')
})
