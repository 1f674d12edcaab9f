import type { Locator } from '@playwright/test'
import { addMember, addReward, newQuest, openMore, overlaysAreGone, setPin, toast, delayResponse } from '../actions.ts'
import { chooseOfColumn, column, openBoard } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { typePin } from '../profiles.ts'

test('Back closes what lies on the page and stays there, one by one; forward again it stays closed', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  await setPin(family, mia.id, '1234')
  const members = page.getByRole('heading', { name: 'Manage Family Members' })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Family Members' }).click()
  const pin = page.getByRole('dialog', { name: 'Enter PIN for Mia' })
  const openPin = async () => {
    await page.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Mia/ }).click()
    await expect(pin.getByLabel('PIN', { exact: true })).toBeFocused()
  }
  await openPin()
  await page.goBack()
  await expect(pin).toBeHidden()
  await expect(members).toBeVisible()
  await page.goForward()
  await expect(members).toBeVisible()
  await expect(pin).toBeHidden()
  // Closed by a key or left by a reload, a dialog leaves no entry behind.
  await openPin()
  await page.keyboard.press('Escape')
  await expect(pin).toBeHidden()
  await openPin()
  await page.reload()
  await expect(members).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible()

  // The dialog of a picture lies on the one of a member; a link in the sheet takes the place of the sheet.
  await page.goForward()
  await page.getByRole('button', { name: 'Edit Mia' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Family Member' })
  const picture = page.getByRole('dialog', { name: 'Upload Picture' })
  await editor.getByRole('button', { name: 'Upload Picture' }).click()
  await expect(picture).toBeVisible()
  // Its history entry comes after its first paint.
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(2)
  await page.goBack()
  await expect(picture).toBeHidden()
  await expect(editor).toBeVisible()
  await page.goBack()
  await expect(editor).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await page.getByRole('dialog', { name: 'Family Hub' }).getByRole('link', { name: 'Rewards Store' }).click()
  await expect(page.getByRole('heading', { name: 'Rewards Store' })).toBeVisible()
  await page.goBack()
  await expect(members).toBeVisible()
  // The page behind a closed dialog scrolls again.
  await expect(page.locator('html')).toHaveCSS('overflow', 'visible')
})

test('something typed is there again after Escape, a tap beside, Back and a reload, until it is saved or started over', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia')
  await openBoard(page)
  const note = page.getByText('You typed this before.')
  const dialog = await newQuest(page)
  const title = dialog.getByLabel('Title')
  await expect(title).toHaveValue('')
  await expect(note).toBeHidden()
  await title.fill('Rake the leaves')
  await dialog.getByLabel('Gems', { exact: true }).fill('70')
  await dialog.getByRole('radio', { name: 'Weekly' }).check()
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => page.goBack(),
    () => page.reload(),
  ]
  for (const go of leave) {
    await go()
    await expect(dialog).toBeHidden()
    await newQuest(page)
    await expect(title).toHaveValue('Rake the leaves')
    await expect(dialog.getByLabel('Gems', { exact: true })).toHaveValue('70')
    await expect(dialog.getByRole('radio', { name: 'Weekly' })).toBeChecked()
    await expect(note).toBeVisible()
  }
  // Closed while it is saved: the next dialog begins with nothing.
  const release = await delayResponse(page, `**/api/families/${family.familyId}/quests`)
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  release()
  await expect(toast(page)).toContainText('Quest created successfully')
  await newQuest(page)
  await expect(title).toHaveValue('')
  await expect(note).toBeHidden()

  await title.fill('Sweep')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await column(page, 'Ideas').getByRole('button', { name: 'Add quest to Ideas' }).click()
  await expect(title).toHaveValue('Sweep')
  await openMore(dialog)
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId(family, 'Ideas'))
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect(title).toHaveValue('')
  await page.keyboard.press('Escape')
  await newQuest(page)
  await expect(title).toHaveValue('')
  await expect(note).toBeHidden()
})

test('each form keeps what was typed, except secrets, and forgets it with the session', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  await addReward(family, 'Ice cream', { gemCost: 50 })
  await addQuest(family, 'Feed the dog')
  const keeps = async (opener: Pick<Locator, 'click'>, label: string, typed: string, before = '') => {
    const dialog = page.getByRole('dialog')
    for (const value of [before, typed]) {
      await opener.click()
      const field = dialog.getByLabel(label, { exact: true })
      await expect(field).toHaveValue(value)
      await expect(dialog.getByRole('button', { name: 'Start over' })).toHaveCount(value === before ? 0 : 1)
      await field.fill(typed)
      if (label === 'Name' && before !== '') await typePin(dialog.getByLabel('PIN'), '4711')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await overlaysAreGone(page)
    }
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await openBoard(page)
  await keeps(button('Feed the dog'), 'Title', 'Feed both', 'Feed the dog')
  await keeps(button('Add Column'), 'Title', 'Garden', 'New Column')
  await keeps({ click: () => chooseOfColumn(page, 'Ideas', 'Edit column Ideas') }, 'Emoji', '🌱', '💡')
  await page.goto(`/rewards-store/${mia.id}`)
  await keeps(button('Add Reward'), 'Reward Title', 'Pizza')
  await keeps(button('Edit Ice cream'), 'Gem Cost', '60', '50')
  await page.goto(`/rewards-store/${mia.id}#ledger`)
  await keeps(button('Give or take gems'), 'What for?', 'Grandma')
  await page.goto('/family-members')
  await keeps(button('Add Family Member'), 'Name', 'Leo')
  await keeps(button('Edit Mia'), 'Name', 'Mia B', 'Mia')
  await page.goto('/settings')
  await page.getByLabel('First Name').fill('Alexandra')
  await page.getByLabel('Current Password', { exact: true }).fill('secret-word')
  await page.getByRole('link', { name: 'Family Members' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Family Members' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('First Name')).toHaveValue('Alexandra')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue(family.credentials.firstName)
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
  expect(await kept()).toContain('Grandma')
  expect(await kept()).not.toMatch(/4711|secret-word/)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await kept()).not.toContain('Grandma')

  await page.goto('/signup')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Password', { exact: true }).fill('secret-word')
  await page.getByRole('link', { name: 'What we keep, and why' }).click()
  await expect(page.getByLabel('First name')).toBeHidden()
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})
