import type { Page } from '@playwright/test'
import { chooseMenuItem, change, complete, createQuest, remove, setPin } from '../actions.ts'
import { card, column, openBoard } from '../board.ts'
import { addKid, onToday, openCalendar } from '../calendar.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { completionDialog, kidTile, openBubble, pop, tapOn } from '../kid/tablet.ts'
import { pinDialog, typePin } from '../profiles.ts'
import { translate } from '../translation.ts'

/** A sentence of ours, as the translation says it; with it nothing older is shown. */
const translated = (page: Page, text: string) =>
  expect(page.getByText(`«${text}»`, { exact: true }).first()).toBeVisible()

// Uses a translated page. With axe each screen is asked whether each of its texts has an element of its own.
test('in a browser that translates, quests come, change, move, are done and go; dialogs, toasts and the line are told', async ({
  family,
  page,
}) => {
  const [mia, leo] = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  await setPin(family, mia, '1234')
  await openCalendar(page)
  await translate(page)
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(column(page, 'Ideas')).toBeVisible()
  const count = (title: string) => column(page, title).locator('header span:has(> .sr-only)').first()
  const dog = await addQuest(family, 'Feed the dog', 'Ideas', { description: 'Two cups', assigneeIds: [mia, leo] })
  await expect(count('Ideas')).toHaveText('1«1 quest»')
  const changes = { title: 'Walk the dog', gemValue: 35, description: 'Around the lake', icon: '🦄' }
  await change(family, `/api/quests/${dog.id}`, changes)
  await expect(card(page, 'Walk the dog')).toContainText(/🦄.*Walk the dog.*«Around the lake».*35/)
  await change(family, `/api/quests/${dog.id}`, { columnId: columnId(family, 'Done') })
  await expect(column(page, 'Done').getByRole('article', { name: 'Walk the dog' })).toContainText('«Done»')
  const back = { columnId: columnId(family, 'To Do'), recurring: 'daily', targetTime: '17:30' }
  await change(family, `/api/quests/${dog.id}`, back)
  await expect(column(page, 'To Do').getByRole('article', { name: 'Walk the dog' })).toContainText('17:30')
  await expect(column(page, 'Done').getByText('«Done»')).toHaveCount(0)
  await change(family, `/api/quest-columns/${columnId(family, 'Ideas')}`, { title: 'Some day', emoji: '🌈' })
  await expect(column(page, 'Some day')).toContainText('🌈')
  await createQuest(page, 'Water the plants')
  await translated(page, 'Quest created successfully')
  await chooseMenuItem(page, card(page, 'Water the plants'), '«Delete Quest»')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await translated(page, 'Quest deleted successfully')

  await page.getByRole('tab', { name: 'Calendar View' }).click()
  const walk = onToday(page, 'Walk the dog')
  await expect(walk).toContainText('«To do»')
  await complete(family, dog.id, mia)
  await expect(walk).toContainText('«1 of 2 done»')
  await chooseMenuItem(page, walk, '«Complete»')
  await page.getByRole('dialog').getByRole('button', { name: /Leo/ }).click()
  await translated(page, 'Quest Completed!')
  await expect(walk).toContainText('«Done»')
  await expect(walk).not.toContainText('1 of 2')
  for (const days of ['7 Days', 'Today', '3 Days'])
    await page.getByRole('button', { name: `«${days}»`, exact: true }).click()
  await remove(family, `/api/quests/${dog.id}`)
  await expect(walk).toBeHidden()
  await family.context.setOffline(true)
  await expect(page.getByText(/^«As of \d\d:\d\d, reconnecting…»$/)).toBeVisible()
  await family.context.setOffline(false)
  await translated(page, 'Live')

  await page.getByRole('button', { name: /, switch profile$/ }).click()
  await page.getByRole('menuitemradio', { name: /Mia/ }).click()
  const pin = pinDialog(page, 'Mia').getByLabel('PIN')
  await typePin(pin, '9999')
  await translated(page, 'Invalid PIN')
  await typePin(pin, '1234')
  await expect(page).toHaveURL(new RegExp(`/kid/${mia}`))
})

test("in a translated bubble a child's quests and gems change, and it pops a quest", async ({ family, mia }) => {
  const { page } = mia
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id], gemValue: 60 })
  await openBubble(mia)
  await translate(page)
  await change(family, `/api/quests/${dishes.id}`, { title: 'All dishes', gemValue: 70, icon: '🦄' })
  await expect(kidTile(page, 'All dishes')).toContainText(/🦄.*70/)
  await tapOn(page, 'All dishes').first().click()
  await pop(page).click()
  await expect(completionDialog(page)).toBeHidden()
  await expect(page.locator('[data-gem-target]')).toContainText('«70 gems»')
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Mimi' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("«Mimi's Bubble»")
})

test('a part of a page that breaks comes back by itself, and leaves the rest as it was', async ({
  family,
  openDevice,
}) => {
  // A device of its own, whose console may say what broke.
  const page = await openDevice({}, { mayErr: true })
  const dog = await addQuest(family, 'Feed the dog', 'Ideas')
  await addQuest(family, 'Water the plants', 'To Do')
  await openBoard(page)
  const kept = await column(page, 'To Do').elementHandle()
  // As an extension of the browser does it: takes what is not its own.
  await card(page, 'Feed the dog').evaluate((element) => element.closest('li')?.remove())
  await remove(family, `/api/quests/${dog.id}`)
  await addQuest(family, 'Feed the cat', 'Ideas')
  await expect(column(page, 'Ideas').getByRole('article', { name: 'Feed the cat' })).toBeVisible()
  await expect(card(page, 'Water the plants')).toBeVisible()
  expect(await kept?.evaluate((element) => element.isConnected)).toBe(true)
})
