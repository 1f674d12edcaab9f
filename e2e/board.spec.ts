import { toast, unreachable } from './deeds.ts'
import { addQuest, card, column, expect, openBoard, test } from './family.ts'
import { expectAccessible, expectGoodLooksEverywhere } from './looks.ts'

test('Anna writes a quest with every field, and edits it later', async ({ family, page }) => {
  await openBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Brush teeth')
  await dialog.getByLabel('Description').fill('Two minutes, all of them')
  await dialog.getByRole('radio', { name: 'Tooth' }).click()
  await dialog.getByLabel('Gems', { exact: true }).fill('15 gems')
  await dialog.getByLabel('Column').selectOption({ label: '💡 Ideas' })
  await dialog.getByRole('radio', { name: 'Daily' }).click()
  await dialog.getByLabel('Target time').fill('19:15')
  await expect(dialog.getByRole('checkbox', { name: 'Anna' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()

  const made = column(page, 'Ideas').getByRole('article', { name: 'Brush teeth' })
  await expect(made).toContainText('Two minutes, all of them')
  await expect(made).toContainText('15')
  await expect(made).toContainText('Daily')
  await expect(made).toContainText('19:15')

  await made.getByRole('button', { name: 'Brush teeth', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Quest' })
  await expect(editor.getByLabel('Title')).toHaveValue('Brush teeth')
  await expect(editor.getByRole('radio', { name: 'Tooth' })).toBeChecked()
  await expect(editor.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await editor.getByLabel('Gems', { exact: true }).fill('no number')
  await editor.getByLabel('Target time').fill('')
  await editor.getByRole('radio', { name: 'Once' }).click()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Quest updated successfully', { exact: true })).toBeVisible()
  await expect(made).not.toContainText('19:15')
  await expect(made).not.toContainText('Daily')
  const quests = await (await family.context.request.get(`/api/families/${family.familyId}/quests`)).json()
  expect(quests).toMatchObject([{ gemValue: 0, recurring: 'once', targetTime: null, icon: '🦷', description: 'Two minutes, all of them' }])
})

test('without its quests there is no board that says there are none, but a way to try again', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await page.route('**/api/families/*/quests', (route) => route.abort())
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(page.getByRole('heading', { name: 'The quest board did not load' })).toBeVisible()
  await expect(column(page, 'Ideas')).toBeHidden()
  await expectAccessible(page)
  await page.unroute('**/api/families/*/quests')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Feed the dog')).toBeVisible()
})

test('an empty title is said beside the field, and what was typed survives a failed save', async ({ family, page }) => {
  await openBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(dialog.getByText('A title is required')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()

  await page.route('**/api/families/*/quests', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await dialog.getByLabel('Title').fill('Rake the leaves')
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(toast(page).getByText(unreachable)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Rake the leaves')
  await page.unroute('**/api/families/*/quests')
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(card(page, 'Rake the leaves')).toBeVisible()
  expect(family.familyId).not.toBe('')
})

test('a save that fails leaves the focus where it was, and Escape closes the dialog, though a toast lies above it', async ({ family, page }) => {
  await openBoard(page)
  const opener = page.getByRole('button', { name: 'Create Quest' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await page.route(`**/api/families/${family.familyId}/quests`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await dialog.getByLabel('Title').fill('Rake the leaves')
  await dialog.getByRole('button', { name: 'Create Quest' }).press('Enter')
  await expect(toast(page).getByText(unreachable)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Quest' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('Escape closes a menu, though a toast came up above it', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await addQuest(family.context, family, 'Rake the leaves')
  await openBoard(page)
  const { promise: menuIsOpen, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/api/quests/*', (route) => menuIsOpen.then(() => route.abort()))
  await page.getByRole('button', { name: 'More for Feed the dog' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  const opener = page.getByRole('button', { name: 'More for Rake the leaves' })
  await opener.click()
  await expect(page.getByRole('menu')).toBeVisible()
  fail()
  await expect(toast(page).getByText(unreachable)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('on a phone a toast leaves the buttons of a dialog in sight', async ({ family, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await page.route(`**/api/families/${family.familyId}/quests`, (route) => route.abort())
  await dialog.getByLabel('Title').fill('Rake the leaves')
  const save = dialog.getByRole('button', { name: 'Create Quest' })
  await save.click()
  await expect(toast(page)).toContainText(unreachable)
  const [below, above] = [await save.boundingBox(), await toast(page).boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
})

test('on a phone a short toast leaves the buttons of the page in sight', async ({ family, browser }) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await phone.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(family.credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(family.credentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(toast(page)).toContainText('Successfully signed in')
  await toast(page).hover()
  const create = page.getByRole('button', { name: 'Create Quest' })
  await expect(create).toBeVisible()
  const [below, above] = [await create.boundingBox(), await toast(page).boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await phone.close()
})

test('while a quest is being saved, Enter and a click send it no second time', async ({ family, page }) => {
  await openBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  const [asked, answer] = [[] as string[], Promise.withResolvers<void>()]
  await page.route(`**/api/families/${family.familyId}/quests`, async (route) => {
    if (route.request().method() === 'POST') {
      asked.push(route.request().url())
      await answer.promise
    }
    await route.continue()
  })
  await dialog.getByLabel('Title').fill('Rake the leaves')
  await dialog.getByLabel('Title').press('Enter')
  const busy = dialog.locator('button[aria-busy="true"]')
  await expect(busy).toBeDisabled()
  await dialog.getByLabel('Title').press('Enter')
  await busy.click({ force: true })
  answer.resolve()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Rake the leaves')).toHaveCount(1)
  expect(asked).toHaveLength(1)
})

test('a quest is deleted only after a question, and the focus comes back', async ({ family, page }) => {
  await addQuest(family.context, family, 'Old chore')
  await openBoard(page)
  const menu = card(page, 'Old chore').getByRole('button', { name: 'More for Old chore' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete Quest' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Quest' })
  await expect(question).toContainText('Are you sure you want to delete "Old chore"?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, 'Old chore')).toBeVisible()
  await expect(menu).toBeFocused()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete Quest' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Quest deleted successfully', { exact: true })).toBeVisible()
  await expect(card(page, 'Old chore')).toBeHidden()
})

test('a card moves without dragging: by its menu, and by the keyboard alone', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openBoard(page)
  await card(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(column(page, 'Done').getByRole('article')).toContainText('Done')

  await card(page, 'Feed the dog').getByRole('button', { name: 'Move Feed the dog' }).focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging]')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Feed the dog is over In Progress.')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Feed the dog is over To Do.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
})

test('a card that is let go of where it was, or with Escape, stays there and opens nothing', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openBoard(page)
  const moves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') moves.push(request.url())
  })
  const rest = (await card(page, 'Feed the dog').boundingBox()) ?? { x: 0, y: 0 }
  const over = (await column(page, 'Done').boundingBox()) ?? { x: 0, y: 0 }
  for (const by of ['its own column', 'Escape', 'no column']) {
    await page.mouse.move(rest.x + 90, rest.y + 20)
    await page.mouse.down()
    await page.mouse.move(over.x + 90, over.y + 90, { steps: 5 })
    await expect(column(page, 'Done')).toHaveAttribute('data-over')
    if (by === 'Escape') await page.keyboard.press('Escape')
    if (by === 'no column') await page.mouse.move(over.x + 90, 20, { steps: 3 })
    if (by === 'its own column') await page.mouse.move(rest.x + 90, rest.y + 40, { steps: 3 })
    await expect(column(page, 'Done')).not.toHaveAttribute('data-over')
    await page.mouse.up()
    await expect(page.locator('[data-hand]')).toHaveCount(0)
    await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
    await expect(page.getByText('Feed the dog stays where it was.').or(page.getByText('Put Feed the dog into To Do.'))).toBeAttached()
    await expect(card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true })).toBeFocused()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(moves).toEqual([])
  // The shield is gone: a click is a click again.
  await card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Quest' })).toBeVisible()
})

test('columns are added at the end, renamed, and deleted only when empty and not the last', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog', 'To Do')
  await addQuest(family.context, family, 'Tidy up', 'To Do')
  await openBoard(page)
  await page.getByRole('button', { name: 'Add Column' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Column' })
  await expect(dialog.getByLabel('Title')).toHaveValue('New Column')
  await expect(dialog.getByLabel('Emoji')).toHaveValue('📋')
  await dialog.getByLabel('Emoji').fill('👨‍👩‍👧🎉🎉')
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expect(dialog.getByText('An emoji can have at most 2 characters')).toBeVisible()
  await dialog.getByLabel('Emoji').fill('👨‍👩‍👧🎉')
  await dialog.getByRole('button', { name: 'Create Column' }).click()
  await expect(page.getByText('Column created successfully', { exact: true })).toBeVisible()
  await expect(
    page
      .getByRole('region')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
      .last(),
  ).toContainText('New Column')

  await column(page, 'New Column').getByRole('button', { name: 'Edit column New Column' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Column' })
  await editor.getByLabel('Title').fill('Archive')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(column(page, 'Archive')).toBeVisible()

  await column(page, 'To Do').getByRole('button', { name: 'Delete column To Do' }).click()
  await expect(page.getByText('Cannot delete column', { exact: true })).toBeVisible()
  await expect(page.getByText('This column contains 2 quest(s). Please move or delete them first.', { exact: true })).toBeVisible()

  for (const title of ['Archive', 'Done', 'In Progress', 'Ideas']) {
    await column(page, title)
      .getByRole('button', { name: `Delete column ${title}` })
      .click()
    await page.getByRole('alertdialog', { name: 'Delete Column' }).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(column(page, title)).toBeHidden()
  }
  await expect(page.getByText('Column deleted successfully', { exact: true })).toBeVisible()
  await expect(column(page, 'To Do').getByRole('button', { name: /^Delete column/ })).toHaveCount(0)
})

test('without a column there is nothing to put a quest into, and the board says it is loading', async ({ family, page }) => {
  await page.route('**/api/families/*/quest-columns', (route) => route.fulfill({ json: [] }))
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading quest board...' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expect(page.getByText('No columns available. Please create a column first.', { exact: true })).toBeVisible()
  expect(family.columns).toHaveLength(4)
})

test('four columns stand side by side at 1280 pixels, none narrower than 250', async ({ family, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await addQuest(family.context, family, 'Feed the dog')
  await openBoard(page)
  for (const title of ['Ideas', 'To Do', 'In Progress', 'Done']) {
    const box = await column(page, title).boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(250)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
  }
})

test('more assignees than three are counted', async ({ family, page }) => {
  const kids: string[] = []
  for (const displayName of ['Kid 0', 'Kid 1', 'Kid 2', 'Kid 3']) {
    const added = await family.context.request.post(`/api/families/${family.familyId}/members`, { data: { displayName } })
    kids.push((await added.json()).id)
  }
  await addQuest(family.context, family, 'Big clean-up', 'To Do', { assigneeIds: [family.memberId, ...kids] })
  await openBoard(page)
  await expect(card(page, 'Big clean-up')).toContainText('Anna, Kid 0, Kid 1, Kid 2, Kid 3')
  await expect(card(page, 'Big clean-up')).toContainText('+2')
})

test('a dialog rises a little, where it will stand', async ({ family, page }) => {
  expect(family.familyId).not.toBe('')
  await openBoard(page)
  // From its first frame to its rest: where its corner was.
  const corners = page.evaluate(
    () =>
      new Promise<{ x: number; y: number }[]>((resolve) => {
        const seen: { x: number; y: number }[] = []
        const look = () => {
          const dialog = document.querySelector('[role=dialog]')
          if (dialog !== null) seen.push(dialog.getBoundingClientRect())
          if (dialog !== null && dialog.getAnimations().length === 0) resolve(seen.map(({ x, y }) => ({ x, y })))
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const seen = await corners
  const rest = seen.at(-1)
  expect(seen.length).toBeGreaterThan(2)
  for (const { x, y } of seen) {
    expect(Math.abs(x - (rest?.x ?? 0))).toBeLessThan(1)
    expect(Math.abs(y - (rest?.y ?? 0))).toBeLessThan(17)
  }
})

test('a press is answered by the veil before the dialog is drawn, and goes back to its button', async ({ family, page }) => {
  expect(family.familyId).not.toBe('')
  await openBoard(page)
  const button = page.getByRole('button', { name: 'Create Quest' })
  // What stands beside the page after each of its changes.
  const order = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = []
        new MutationObserver((_, watch) => {
          seen.push([...document.body.children].map((child) => (child.matches('[role=dialog]') ? 'dialog' : child.matches('.bg-veil') ? 'veil' : '')).join(''))
          if (!seen.at(-1)?.includes('dialog')) return
          watch.disconnect()
          resolve(seen)
        }).observe(document.body, { childList: true })
      }),
  )
  await button.press('Enter')
  expect((await order).filter((beside) => beside !== '')).toEqual(['veil', 'veildialog'])
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('the board is accessible, and nothing sticks out of the page', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog', 'To Do', { recurring: 'daily', targetTime: '17:00', description: 'One cup, and fresh water.' })
  await addQuest(family.context, family, 'Return the books', 'Done')
  await openBoard(page)
  await expectGoodLooksEverywhere(page)
})
