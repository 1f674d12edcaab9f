import { chooseMenuItem, delayResponse, expectText, newQuest, toast } from '../actions.ts'
import { card, column, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { failNext, intercept, refusal } from '../intercept.ts'

test('a quest without a title gets a friendly one; a save that fails keeps focus and words, and one on its way is sent once', async ({
  family,
  page,
}) => {
  await openBoard(page)
  const opener = page.getByRole('button', { name: 'Create Quest' })
  const told = await page.evaluateHandle(() => {
    const names: string[] = []
    document.addEventListener('focusin', ({ target }) => target instanceof Element && names.push(target.tagName))
    return names
  })
  const dialog = await newQuest(page)
  const [title, save] = [dialog.getByLabel('Title'), dialog.getByRole('button', { name: 'Create Quest' })]
  await expect(title).toBeFocused()
  // A slow screen reader is told of the title, then of the field, and where it was stays until a key or a press.
  expect(await told.jsonValue()).toEqual(['BUTTON', 'H2', 'INPUT'])
  const hidden = page.locator('[aria-hidden=true]').filter({ has: page.locator('main') })
  await expect(hidden).toHaveCount(0)
  await save.press('Shift')
  await expect(hidden).toHaveCount(1)
  await save.click()
  await expect(card(page, 'New quest')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectText(page, 'Saved as "New quest".')

  await opener.click()
  const quests = `**/api/families/${family.familyId}/quests`
  await failNext(page, quests)
  await title.fill('Rake the leaves')
  await save.press('Enter')
  await expect(toast(page).getByText('Failed to create quest')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(title).toHaveValue('Rake the leaves')

  const asked: string[] = []
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
  const release = await delayResponse(page, quests)
  await title.press('Enter')
  const busy = dialog.locator('button[aria-busy="true"]')
  await expect(busy).toHaveAttribute('aria-disabled', 'true')
  await title.press('Enter')
  await busy.click({ force: true })
  release()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(card(page, 'Rake the leaves')).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test('without the animation library menus and dialogs open, close and give the focus back, also under a toast', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await addQuest(family, 'Rake the leaves')
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/motion-features-'))
  await intercept(page, '**/assets/motion-features-*.js', (route) => route.abort())
  await openBoard(page)
  await asked
  const create = page.getByRole('button', { name: 'Create Quest' })
  for (const { opener, opened } of [
    { opener: page.getByRole('button', { name: 'More for Feed the dog' }), opened: page.getByRole('menu') },
    { opener: create, opened: page.getByRole('dialog') },
  ]) {
    await opener.click()
    await expect(opened).toHaveCSS('opacity', '1')
    await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  // Opened again while it is leaving, it has the focus, and keeps it.
  await create.press('Enter')
  const title = page.getByRole('dialog').getByLabel('Title')
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await create.dispatchEvent('click')
  await expect(page.locator('[role=dialog]')).toHaveCount(1)
  await expect(title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A refusal is told above an open menu, which Escape closes.
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
