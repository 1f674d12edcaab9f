import type { Page } from '@playwright/test'
import {
  addMember,
  change,
  chooseMenuItem,
  complete,
  editQuest,
  expectAnnounced,
  expectText,
  newQuest,
  openLive,
  questsOf,
  tryAgainUntil,
} from '../actions.ts'
import { expectAccessible, expectAccessibleAndFitsEverywhere, expectSeen } from '../accessibility.ts'
import { card, column, expectDraggable, inColumn, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'

test('Anna writes a quest with every field, for all her kids, and edits it later', async ({ family, page }) => {
  for (const name of ['Kid 0', 'Kid 1', 'Kid 2', 'Kid 3']) await addMember(family, name)
  await openBoard(page)
  const dialog = await newQuest(page)
  const labels = ['Title', 'Description', 'Icon', 'Gems', 'Assigned to', 'Column', 'Repeats', 'Target time']
  await expect(dialog.locator('form').getByText(new RegExp(`^(${labels.join('|')})$`))).toHaveText(labels)
  await dialog.getByLabel('Title').fill('Brush teeth')
  await dialog.getByLabel('Description').fill('Two minutes, all of them')
  await dialog.getByRole('radio', { name: 'Tooth' }).click()
  await dialog.getByLabel('Gems', { exact: true }).fill('15 gems')
  await dialog.getByLabel('Column').selectOption({ label: '💡 Ideas' })
  await dialog.getByRole('radio', { name: 'Daily' }).click()
  await dialog.getByLabel('Target time').fill('19:15')
  // Children stand before parents. The first tap replaces the preselected member; one stays chosen, and all kids are
  // one tap.
  const picker = dialog.getByRole('group', { name: 'Assigned to' })
  const chosen = picker.getByRole('checkbox', { checked: true })
  await expect(picker.locator('label')).toHaveText(['Kid 0', 'Kid 1', 'Kid 2', 'Kid 3', 'Anna'])
  await expect(chosen).toHaveAccessibleName('Anna')
  await expect(chosen).toBeDisabled()
  await picker.getByRole('checkbox', { name: 'Kid 2' }).check()
  await expect(chosen).toHaveAccessibleName('Kid 2')
  await picker.getByRole('checkbox', { name: 'Kid 0' }).check()
  await expect(chosen).toHaveCount(2)
  await picker.getByRole('button', { name: 'All kids' }).click()
  await expect(chosen).toHaveCount(4)
  await expect(picker.getByRole('checkbox', { name: 'Anna' })).not.toBeChecked()
  await picker.getByRole('checkbox', { name: 'Anna' }).check()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()

  const made = inColumn(page, 'Ideas', 'Brush teeth')
  const everybody = 'Kid 0, Kid 1, Kid 2, Kid 3, Anna'
  for (const words of ['Two minutes, all of them', '15', 'Daily', '19:15', everybody, '+2'])
    await expect(made).toContainText(words)

  const editor = await editQuest(page, 'Brush teeth')
  await expect(editor.getByLabel('Title')).toHaveValue('Brush teeth')
  for (const name of ['Tooth', 'Daily']) await expect(editor.getByRole('radio', { name })).toBeChecked()
  await editor.getByLabel('Gems', { exact: true }).fill('no number')
  await editor.getByRole('button', { name: 'Gems: 5 more' }).click()
  await expectAnnounced(page, 'Gems: 5')
  await editor.getByRole('button', { name: 'Gems: 5 less' }).click()
  await editor.getByLabel('Target time').fill('')
  await editor.getByRole('radio', { name: 'Once' }).click()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Quest updated successfully')
  for (const words of ['19:15', 'Daily']) await expect(made).not.toContainText(words)
  expect(await questsOf(family)).toMatchObject([
    { gemValue: 0, recurring: 'once', targetTime: null, icon: '🦷', description: 'Two minutes, all of them' },
  ])
})

test('a board that does not load says so, and comes by a press or with the network', async ({ family, page }) => {
  await addQuest(family, 'Feed the dog', 'To Do', { recurring: 'daily', targetTime: '17:00', description: 'One cup.' })
  await addQuest(family, 'Return the books', 'Done')
  let [asked, joined] = [0, 0]
  page.on('request', (request) => void (/\/families\/[^/]+\/quests\b/.test(request.url()) && asked++))
  page.on('response', (response) => void (response.url().endsWith('/api/families/my') && joined++))
  await intercept(page, '**/api/families/*/quest-columns', (route) => route.fulfill({ json: [] }))
  const open = async () => {
    await openLive(page, '/parent')
    await page.getByRole('tab', { name: 'Kanban Board' }).click()
  }
  await open()
  await expectSeen(page.getByText('Loading quest board...'))
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page, 'No columns available. Please create a column first.')
  await page.unroute('**/api/families/*/quest-columns')

  const quests = '**/api/families/*/quests?*'
  await intercept(page, quests, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('about:blank')
  asked = joined = 0
  await open()
  const failed = page.getByRole('heading', { name: "We couldn't load the board" })
  await expect(failed).toBeVisible()
  await expect(column(page, 'Ideas')).toBeHidden()
  // It compares the revision once it has joined; what it then reads again is asked for before the next event is shown.
  await expect.poll(() => joined).toBeGreaterThan(1)
  await change(family, `/api/families/${family.familyId}`, { name: 'The Bergs' })
  await expect(page.getByRole('banner').getByText('The Bergs')).toBeVisible()
  expect(asked).toBe(1)
  await expectAccessible(page)

  await page.unroute(quests)
  await tryAgainUntil(page, card(page, 'Feed the dog'))
  await expectDraggable(page)
  await expectAccessibleAndFitsEverywhere(page)

  await intercept(page, quests, (route) => route.fulfill({ status: 500, body: '' }))
  await open()
  await expect(failed).toBeVisible()
  await page.unroute(quests)
  await page.context().setOffline(true)
  await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(card(page, 'Feed the dog')).toBeVisible()
})

test('what Anna archives is under Earlier, and comes back from there', async ({ family, page, kitchen }) => {
  for (const title of ['Dishes', 'Plants']) await complete(family, (await addQuest(family, title)).id, family.memberId)
  await openBoard(kitchen, page)
  const done = (screen: Page) => column(screen, 'Done').getByRole('article')
  for (const screen of [page, kitchen]) await expect(done(screen)).toHaveText([/Plants/, /Dishes/])
  await column(page, 'Done').getByRole('button', { name: 'More for column Done' }).click()
  await page.getByRole('menuitem', { name: 'Tidy Done' }).click()
  await expectText(page, 'Moved 2 quests to Earlier.')
  for (const screen of [page, kitchen]) await expect(done(screen)).toHaveCount(0)

  const earlier = column(page, 'Done').getByRole('button', { name: 'Earlier' })
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(done(page)).toHaveText([/Plants/, /Dishes/])
  await expectAccessible(page)
  await chooseMenuItem(page, card(page, 'Dishes'), 'To Do')
  for (const screen of [page, kitchen]) await expect(inColumn(screen, 'To Do', 'Dishes')).toBeVisible()
})
