import type { Locator, Request } from '@playwright/test'
import {
  addMember,
  chooseMenuItem,
  editQuest,
  expectAnnounced,
  expectText,
  newQuest,
  openMore,
  openLive,
  questsOf,
  toast,
  tryAgainUntil,
} from '../actions.ts'
import { expectAccessibleAndFits, expectSeen } from '../accessibility.ts'
import { inColumn, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { openBubble } from '../kid/tablet.ts'
import { TapCounter } from '../kid/taps.ts'
import { failNext, intercept, interceptState, refusal, stateUrl } from '../intercept.ts'

test('Anna writes a quest with every field, for all her kids, and edits it later', async ({ family, page }) => {
  for (const name of ['Kid 0', 'Kid 1', 'Kid 2', 'Kid 3']) await addMember(family, name)
  await openBoard(page)
  const dialog = await newQuest(page)
  await openMore(dialog)
  const labels = ['Title', 'Assigned to', 'Repeats', 'Gems', 'Icon', 'Description', 'Column', 'Target time']
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
  await expect(editor.getByLabel('Gems', { exact: true })).toHaveValue('0')
  await editor.getByRole('button', { name: 'Gems: 50' }).click()
  await editor.getByLabel('Target time').fill('')
  await editor.getByRole('radio', { name: 'Once' }).click()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Quest updated successfully')
  for (const words of ['19:15', 'Daily']) await expect(made).not.toContainText(words)
  expect(await questsOf(family)).toMatchObject([
    { gemValue: 50, recurring: 'once', targetTime: null, icon: '🦷', description: 'Two minutes, all of them' },
  ])

  // Two taps: the menu, and its entry.
  await chooseMenuItem(page, made, 'Duplicate')
  await expect(made).toHaveCount(2)
  await toast(page).getByRole('button', { name: 'Edit' }).click()
  await expect(editor.getByLabel('Title')).toHaveValue('Brush teeth')
  const [first, second] = await questsOf(family)
  expect(second).toMatchObject({ ...first, id: second.id, createdAt: second.createdAt, version: second.version })
})

test('on a phone one tap and a line make a quest, which the line says whole, and the next line follows', async ({
  family,
  page,
  mia,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLive(page, '/parent')
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  const title = dialog.getByLabel('Title')
  const taps = new TapCounter()
  await taps.tap(page.getByRole('button', { name: 'Create Quest' }))
  await taps.type(title, 'Mia feed the dog daily 5pm 20')
  const chips = dialog.getByRole('list', { name: 'Understood: Mia, Daily, 17:00, 20 gems' })
  await expect(chips).toContainText('feed the dog')
  await expectAnnounced(page, 'Understood: Mia, Daily, 17:00, 20 gems')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveAccessibleName('Mia')
  await expectAccessibleAndFits(page)
  await title.press('Enter')
  expect(taps.taps).toBe(1)
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('')
  await expect(chips).toHaveCount(0)
  await expect(dialog.getByRole('radio', { name: 'Once' })).toBeChecked()

  // What is chosen by hand stays, whatever the line says.
  await title.fill('Anna Movie night Saturday 8pm')
  await dialog.getByRole('button', { name: 'Target time: 20:00' }).click()
  await expect(dialog.getByLabel('Target time', { exact: true })).toBeFocused()
  await dialog.getByLabel('Target time', { exact: true }).fill('20:30')
  await dialog.getByRole('button', { name: 'Keep every word' }).click()
  await expect(title).toBeFocused()
  await title.press('Enter')
  await expect(title).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const [dog, movie] = await questsOf(family)
  const said = { title: 'feed the dog', recurring: 'daily', targetTime: '17:00', gemValue: 20, icon: '🐕' }
  expect(dog).toMatchObject({ ...said, assigneeIds: [mia.id] })
  expect(movie).toMatchObject({ title: 'Anna Movie night Saturday 8pm', targetTime: '20:30', gemValue: 50 })
  expect(movie.dueOn).toBeUndefined()

  // In the dialog two taps and a title are a quest of one child.
  const dialogTaps = new TapCounter()
  await dialogTaps.tap(page.getByRole('button', { name: 'Create Quest' }))
  await dialogTaps.type(title, 'Homework')
  await dialogTaps.tap(dialog.getByRole('button', { name: 'Create Quest' }))
  await expect(dialog).toHaveCount(0)
  expect(dialogTaps.taps).toBe(2)

  // A line that is refused comes back, also where the dialog is closed by then.
  const create = page.getByRole('button', { name: 'Create Quest' })
  await create.click()
  await title.fill('Dishes 10')
  await failNext(page, '**/quests')
  await title.press('Enter')
  await expectText(page, 'Failed to create quest')
  await expect(title).toHaveValue('Dishes 10')
  const answer = Promise.withResolvers<void>()
  await intercept(page, '**/quests', async (route) => {
    await answer.promise
    await route.fulfill(refusal)
  })
  await title.press('Enter')
  await expect(title).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const refused = page.waitForResponse('**/quests')
  answer.resolve()
  await refused
  await create.click()
  await expect(title).toHaveValue('Dishes 10')
})

test('the words of a title offer an icon, a search finds another one, and a choice by hand outlives another title', async ({
  family,
  page,
}) => {
  await openBoard(page)
  const dialog = await newQuest(page)
  const title = dialog.getByLabel('Title')
  const [shown, found] = ['Icon', 'Icons'].map((name) =>
    dialog.getByRole('radiogroup', { name, exact: true }).getByRole('radio'),
  ) as [Locator, Locator]
  await expect(shown).toHaveCount(10)
  await title.fill('Feed the cats')
  await expect(shown).toHaveCount(11)
  await expect(shown.first()).toHaveAccessibleName('Cat')
  await expect(shown.first()).toBeChecked()
  await title.fill('Surprise')
  await expect(shown).toHaveCount(10)
  await expect(shown.first()).toBeChecked()

  await page.setViewportSize({ width: 320, height: 700 })
  await dialog.getByRole('button', { name: 'More icons' }).click()
  const search = dialog.getByLabel('Find an icon')
  await search.fill('qwertz')
  await expectText(dialog, 'No icon found.')
  await expectAnnounced(page, 'No icon found.')
  await search.fill('bunn')
  await expect(found).toHaveCount(1)
  await expect(found).toHaveAccessibleName('Rabbit')
  await search.fill('')
  await expectAccessibleAndFits(page)
  await search.fill('bunny')
  await search.press('Enter')
  await expect(shown.first()).toBeFocused()
  await expect(shown.first()).toHaveAccessibleName('Rabbit')
  await title.fill('Walk the dog')
  await expect(shown.first()).toBeChecked()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(dialog).toBeHidden()
  expect(await questsOf(family)).toMatchObject([{ title: 'Walk the dog', icon: '🐇' }])

  await page.setViewportSize({ width: 1280, height: 800 })
  const editor = await editQuest(page, 'Walk the dog')
  await expect(editor.getByRole('radio', { name: 'Rabbit' })).toBeChecked()
  await editor.getByRole('button', { name: 'More icons' }).click()
  await editor.getByLabel('Find an icon').fill('🦩')
  await editor.getByRole('radio', { name: '🦩' }).press('Enter')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(editor).toBeHidden()
  expect(await questsOf(family)).toMatchObject([{ icon: '🦩' }])
})

test('a page opens with four calls, and says so when it does not load; it comes by a press or with the network', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Feed the dog')
  await interceptState(page, () => ({ columns: [] }))
  await openLive(page, '/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expectSeen(page.getByText('Loading quest board...'))
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page, 'No columns available. Please create a column first.')
  await page.unroute(stateUrl)

  // A browser that knows its family.
  await openBubble(mia)
  for (const screen of [page, mia.page]) {
    await screen.goto('about:blank')
    const asked: string[] = []
    const note = (request: Request) =>
      void (/\/(api|auth)\//.test(request.url()) && asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
    screen.on('request', note)
    await (screen === page ? openLive(page, '/parent') : openBubble(mia))
    // The last one tells that nothing has changed until the page was live.
    await expect.poll(() => asked.toSorted()).toEqual(['realtime', 'state', 'state', 'user'])
    await screen.waitForLoadState('networkidle')
    expect(asked).toHaveLength(4)
    screen.off('request', note)
  }

  const fails = () => intercept(page, stateUrl, (route) => route.fulfill({ status: 500, body: '' }))
  await fails()
  await page.goto('/parent')
  const failed = page.getByRole('heading', { name: "We couldn't load your family" })
  await expect(failed).toBeVisible()
  await page.unroute(stateUrl)
  await tryAgainUntil(page, page.getByRole('article', { name: 'Feed the dog' }))
})
