import { screens } from './accessibility.ts'
import { motionIsLoaded, watchAnimations } from './animations.ts'
import { chooseMenuItem, fillInSignIn, newQuest, toast, delayResponse, expectText } from './actions.ts'
import { card, column, openBoard, boxOf, showBoard } from './board.ts'
import { addQuest, expect, firstPage, test } from './family.ts'
import { failNext, intercept, refusal } from './intercept.ts'

test('a quest without a title gets a friendly one; a save that fails keeps focus and words, and Escape closes the dialog', async ({
  family,
  page,
}) => {
  await openBoard(page)
  const opener = page.getByRole('button', { name: 'Create Quest' })
  const dialog = await newQuest(page)
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(card(page, 'New quest')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectText(page, 'Saved as "New quest".')

  await opener.click()
  await failNext(page, `**/api/families/${family.familyId}/quests`)
  await dialog.getByLabel('Title').fill('Rake the leaves')
  await dialog.getByRole('button', { name: 'Create Quest' }).press('Enter')
  await expect(toast(page).getByText('Failed to create quest')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Quest' })).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Rake the leaves')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('a move that is refused goes back and says so; Escape closes a menu under that toast', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await addQuest(family, 'Rake the leaves')
  await openBoard(page)
  const { promise: menuIsOpen, resolve: fail } = Promise.withResolvers<void>()
  await intercept(page, '**/api/quests/*', (route) => menuIsOpen.then(() => route.fulfill(refusal)))
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Done')
  const opener = page.getByRole('button', { name: 'More for Rake the leaves' })
  await opener.click()
  await expect(page.getByRole('menu')).toBeVisible()
  fail()
  await expect(toast(page).getByText('Failed to update quest')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
})

test('a toast leaves the heading and the buttons of the page and of a dialog in sight', async ({
  family,
  openContext,
}) => {
  const page = await firstPage(await openContext({ viewport: { width: 390, height: 844 } }))
  await page.goto('/login')
  await fillInSignIn(page, family.credentials)
  await expect(toast(page)).toContainText('Successfully signed in')
  await toast(page).hover()
  const create = await boxOf(page.getByRole('button', { name: 'Create Quest' }))
  expect((await boxOf(toast(page))).y).toBeGreaterThanOrEqual(create.y + create.height)

  await showBoard(page)
  const dialog = await newQuest(page)
  await failNext(page, `**/api/families/${family.familyId}/quests`)
  await dialog.getByLabel('Title').fill('Rake the leaves')
  const save = dialog.getByRole('button', { name: 'Create Quest' })
  await save.click()
  await expect(toast(page)).toContainText('Failed to create quest')
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    await toast(page).hover()
    const above = await boxOf(toast(page))
    await expect.poll(async () => (await boxOf(dialog)).y, `${width}`).toBeGreaterThanOrEqual(above.y + above.height)
    expect(above.y + above.height).toBeLessThan((await boxOf(save)).y)
  }
  await page.setViewportSize({ width: 390, height: 844 })

  // A toast is at the bottom, but at the top while a dialog is open.
  await save.click()
  const success = page.locator('li', { hasText: 'Quest created successfully' })
  await success.hover()
  expect((await boxOf(success)).y).toBeGreaterThan(600)
  await page.getByRole('button', { name: 'Create Quest' }).press('Enter')
  await expect(dialog).toBeVisible()
  expect((await boxOf(success)).y).toBeLessThan(100)
})

test('while a quest is being saved, Enter and a click send it no second time', async ({ family, page }) => {
  await openBoard(page)
  const dialog = await newQuest(page)
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  const release = await delayResponse(page, `**/api/families/${family.familyId}/quests`)
  await dialog.getByLabel('Title').fill('Rake the leaves')
  await dialog.getByLabel('Title').press('Enter')
  const busy = dialog.locator('button[aria-busy="true"]')
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Title').press('Enter')
  await busy.click({ force: true })
  release()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Rake the leaves')).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test('a menu and a dialog open and close although the animation library failed to load', async ({ family, page }) => {
  await addQuest(family, 'Feed the dog')
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/motion-features-'))
  await intercept(page, '**/assets/motion-features-*.js', (route) => route.abort())
  await openBoard(page)
  await asked
  const parts = [
    { opener: page.getByRole('button', { name: 'More for Feed the dog' }), opened: page.getByRole('menu') },
    { opener: page.getByRole('button', { name: 'Create Quest' }), opened: page.getByRole('dialog') },
  ]
  for (const { opener, opened } of parts) {
    await opener.click()
    await expect(opened).toHaveCSS('opacity', '1')
    await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('the mark of the active tab slides to the next one; with our switch off it is there at once', async ({
  family: _family,
  page,
}) => {
  await openBoard(page)
  const animations = await watchAnimations(page)
  const slides = async () =>
    (await animations()).flatMap(
      ({ begins }) => /translate\(-?\d+px, 0px\) scaleX/.exec(String(begins['transform'])) ?? [],
    )
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await expect.poll(slides).toHaveLength(1)
  await page.evaluate(() => localStorage.setItem('motion', 'false'))
  await page.reload()
  const then = await watchAnimations(page)
  for (const name of ['Board', 'Calendar']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
  expect((await then()).filter(({ begins }) => begins['transform'] !== undefined)).toEqual([])
})

test('a press is answered by the overlay before the dialog is drawn; it rises a little, and goes back to its button', async ({
  family: _family,
  page,
}) => {
  await openBoard(page)
  const button = page.getByRole('button', { name: 'Create Quest' })
  // Records the elements beside the page after each change.
  const order = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = []
        new MutationObserver((_, watch) => {
          seen.push(
            [...document.body.children]
              .map((child) =>
                child.matches('[role=dialog]') ? 'dialog' : child.matches('.bg-overlay') ? 'overlay' : '',
              )
              .join(''),
          )
          if (!seen.at(-1)?.includes('dialog')) return
          watch.disconnect()
          resolve(seen)
        }).observe(document.body, { childList: true })
      }),
  )
  await button.press('Enter')
  expect((await order).filter((beside) => beside !== '')).toEqual(['overlay', 'overlaydialog'])
  const title = page.getByRole('dialog').getByLabel('Title')
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await motionIsLoaded(page)
  // From where it is rendered to its rest: where its corner was.
  const corners = page.evaluate(
    () =>
      new Promise<{ x: number; y: number }[]>((resolve) => {
        const seen: { x: number; y: number }[] = []
        const follow = (dialog: Element) => {
          const { x, y } = dialog.getBoundingClientRect()
          seen.push({ x, y })
          if (dialog.getAnimations().length === 0 && getComputedStyle(dialog).opacity === '1') resolve(seen)
          else requestAnimationFrame(() => follow(dialog))
        }
        new MutationObserver((_, watch) => {
          const dialog = document.querySelector('[role=dialog]')
          if (dialog === null) return
          watch.disconnect()
          follow(dialog)
        }).observe(document.body, { childList: true })
      }),
  )
  await button.press('Enter')
  const seen = await corners
  const rest = seen.at(-1) ?? { x: 0, y: 0 }
  expect((seen[0]?.y ?? 0) - rest.y).toBeGreaterThan(1)
  for (const { x, y } of seen) {
    expect(Math.abs(x - rest.x)).toBeLessThan(1)
    expect(Math.abs(y - rest.y)).toBeLessThan(17)
  }

  // Opened again while it is leaving, it has the focus, and keeps it.
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await button.dispatchEvent('click')
  await expect(page.locator('[role=dialog]')).toHaveCount(1)
  await expect(title).toBeFocused()
})
