import type { Page } from '@playwright/test'
import { addKid, onToday, openCalendar } from './calendar.ts'
import {
  addMember,
  addReward,
  complete,
  doQuest,
  setMode,
  requestRedemption,
  change,
  chooseMenuItem,
  createQuest,
  remove,
} from './actions.ts'
import { card, column, openBoard } from './board.ts'
import { addQuest, expect, test, columnId } from './family.ts'
import { edit, member, openMembers } from './members.ts'
import { typePin } from './profiles.ts'
import { askingFamily, openStore, reward } from './store.ts'
import { openBubble, pop, completionDialog, tapOn, kidTile } from './kid/tablet.ts'
import { translate } from './translation.ts'
import { columnOf, gems, kids, openWall, tap, wallTile } from './wall/wall.ts'

/** A sentence of ours, as the translation says it; with it nothing older is shown. */
const translated = (page: Page, text: string) =>
  expect(page.getByText(`«${text}»`, { exact: true }).first()).toBeVisible()

test('on a translated board quests come, change, move and go from another device, and dialogs and toasts open and close', async ({
  family,
  page,
}) => {
  await openCalendar(page)
  await translate(page)
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(column(page, 'Ideas')).toBeVisible()
  const count = (title: string) => column(page, title).locator('header span:has(> svg)').first()

  const dog = await addQuest(family, 'Feed the dog', 'Ideas', { description: 'Two cups' })
  await expect(card(page, 'Feed the dog')).toContainText('Feed the dog')
  await expect(count('Ideas')).toHaveText('1«1 quest»')
  const cat = await addQuest(family, 'Feed the cat', 'Ideas', { recurring: 'daily', targetTime: '08:00' })
  await expect(count('Ideas')).toHaveText('2«2 quests»')
  await change(family, `/api/quests/${dog.id}`, {
    title: 'Walk the dog',
    gemValue: 35,
    description: 'Around the lake',
    icon: '🦄',
  })
  await expect(card(page, 'Walk the dog')).toContainText(/🦄.*Walk the dog.*«Around the lake».*35/)
  await change(family, `/api/quests/${dog.id}`, { columnId: columnId(family, 'Done') })
  await expect(column(page, 'Done').getByRole('article', { name: 'Walk the dog' })).toContainText('«Done»')
  await change(family, `/api/quests/${dog.id}`, {
    columnId: columnId(family, 'To Do'),
    recurring: 'weekly',
    targetTime: '17:30',
  })
  await expect(column(page, 'To Do').getByRole('article', { name: 'Walk the dog' })).toContainText('17:30')
  await expect(column(page, 'Done').getByText('«Done»')).toHaveCount(0)
  await complete(family, cat.id, family.memberId)
  await expect(card(page, 'Feed the cat')).toContainText('«Done')
  await change(family, `/api/quest-columns/${columnId(family, 'Ideas')}`, { title: 'Some day', emoji: '🌈' })
  await expect(column(page, 'Some day')).toContainText('🌈')

  await createQuest(page, 'Water the plants')
  await translated(page, 'Quest created successfully')
  await chooseMenuItem(page, card(page, 'Water the plants'), '«Delete Quest»')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await translated(page, 'Quest deleted successfully')
  await remove(family, `/api/quests/${dog.id}`)
  await expect(card(page, 'Walk the dog')).toBeHidden()
  await expect(count('To Do')).toHaveText('0«0 quests»')
})

test('on a translated calendar a quest goes through all that can become of it, and tabs and days are switched', async ({
  family,
  page,
}) => {
  const [mia, leo] = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  const { id } = await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily', assigneeIds: [mia, leo] })
  await openCalendar(page)
  await translate(page)
  const teeth = onToday(page, 'Brush teeth')
  await expect(teeth).toContainText('«To do»')
  const rake = await addQuest(family, 'Rake', 'To Do', { assigneeIds: [mia] })
  await expect(onToday(page, 'Rake')).toContainText('«To do»')
  await change(family, `/api/quests/${rake.id}`, { columnId: columnId(family, 'In Progress') })
  await expect(onToday(page, 'Rake')).toContainText('«In progress»')
  await complete(family, rake.id, mia)
  await expect(onToday(page, 'Rake')).toContainText('«Done»')
  await complete(family, id, mia)
  await expect(teeth).toContainText('«1 of 2 done»')
  await complete(family, id, leo)
  await expect(teeth).toContainText('«Done»')
  await expect(teeth).not.toContainText('1 of 2')
  await change(family, `/api/quests/${id}`, { title: 'Brush all teeth', targetTime: '19:45', gemValue: 7 })
  await expect(onToday(page, 'Brush all teeth')).toContainText(/Brush all teeth.*19:45/)

  await chooseMenuItem(page, onToday(page, 'Brush all teeth'), '«Undo»')
  await page.getByRole('dialog').getByRole('button', { name: /Mia/ }).click()
  await expect(onToday(page, 'Brush all teeth')).toContainText('«1 of 2 done»')
  await chooseMenuItem(page, onToday(page, 'Brush all teeth'), '«Complete»')
  await page.getByRole('dialog').getByRole('button', { name: /Mia/ }).click()
  await translated(page, 'Quest Completed!')
  for (const days of ['7 Days', 'Today', '3 Days'])
    await page.getByRole('button', { name: `«${days}»`, exact: true }).click()
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(card(page, 'Brush all teeth')).toBeVisible()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await remove(family, `/api/quests/${id}`)
  await expect(onToday(page, 'Brush all teeth')).toBeHidden()
  await family.context.setOffline(true)
  await expect(page.getByText(/^«As of \d\d:\d\d, reconnecting…»$/)).toBeVisible()
  await family.context.setOffline(false)
  await translated(page, 'Live')
})

test('on a translated wall quests come, are done and go, gems and names change, and a dialog asks who did it', async ({
  family,
  page,
}) => {
  const [mia, leo] = await kids(family)
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 30 })
  await openWall(page)
  await translate(page)
  await translated(page, '0 of 1 done')
  const dog = await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia, leo], targetTime: '18:00' })
  await expect(columnOf(page, 'Mia')).toContainText('«0 of 2 done»')
  await complete(family, dog.id, mia)
  await expect(columnOf(page, 'Mia')).toContainText('«1 of 2 done»')
  await expect(gems(page, 'Mia')).toHaveText('20«20 gems»')
  await tap(page, 'Mia', 'Dishes')
  await translated(page, 'Quest Completed!')
  await translated(page, 'Mia earned 30 gems!')
  await expect(gems(page, 'Mia')).toHaveText('50«50 gems»')
  await expect(columnOf(page, 'Mia')).toContainText('«2 of 2 done»')
  await translated(page, 'Everything is done today. Well done, everyone!')
  await change(family, `/api/quests/${dishes.id}`, { columnId: columnId(family, 'To Do') })
  await expect(columnOf(page, 'Mia')).toContainText('«1 of 2 done»')
  await change(family, `/api/quests/${dishes.id}`, { title: 'All dishes' })
  await expect(wallTile(page, 'Mia', 'All dishes')).toContainText('All dishes')
  await change(family, `/api/family-members/${mia}`, { displayName: 'Mimi' })
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Mimi', 'Leo'])
  await remove(family, `/api/quests/${dishes.id}`)
  await expect(wallTile(page, 'Mimi', 'All dishes')).toBeHidden()
})

test("in a translated bubble a child's quests, rewards, wishes and gems change, and it pops a quest", async ({
  family,
  mia,
}) => {
  const { page } = mia
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id], gemValue: 60 })
  await openBubble(mia)
  await translate(page)
  await expect(kidTile(page, 'Dishes')).toContainText('Dishes')
  await addQuest(family, 'Feed the dog', 'To Do', { assigneeIds: [mia.id], targetTime: '18:00' })
  await expect(kidTile(page, 'Feed the dog')).toContainText('18:00')
  await change(family, `/api/quests/${dishes.id}`, { title: 'All dishes', gemValue: 70, icon: '🦄' })
  await expect(kidTile(page, 'All dishes')).toContainText(/🦄.*70/)
  await tapOn(page, 'All dishes').first().click()
  await pop(page).click()
  await expect(completionDialog(page)).toBeHidden()
  await expect(page.locator('[data-gem-target]')).toContainText('«70 gems»')

  await page.getByRole('tab', { name: 'Rewards' }).click()
  const bicycle = await addReward(family, 'Bicycle', { gemCost: 900 })
  await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  await expect(kidTile(page, 'Bicycle')).toContainText('«830 more»')
  await change(family, `/api/rewards/${bicycle.id}`, { gemCost: 100 })
  await expect(kidTile(page, 'Bicycle')).toContainText('«30 more»')
  await doQuest(family, mia.id, 'Rake the leaves', 30)
  await expect(kidTile(page, 'Bicycle')).toContainText('«Redeem»')
  await change(family, `/api/rewards/${bicycle.id}`, { isActive: 0 })
  await expect(kidTile(page, 'Bicycle')).toBeHidden()

  await page.getByRole('tab', { name: 'Gems' }).click()
  await expect(page.getByRole('region', { name: 'My Gems' })).toContainText('100 / 500')
  await doQuest(family, mia.id, 'Paint the fence', 50)
  await expect(page.getByRole('region', { name: 'My Gems' })).toContainText('150 / 500')
  await page.getByRole('tab', { name: 'Quests' }).click()
  await expect(kidTile(page, 'Feed the dog')).toBeVisible()
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Mimi' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("«Mimi's Bubble»")
})

test('in a translated store rewards, wishes, modes and balances change, and the ledger grows', async ({
  family,
  page,
}) => {
  const { mia, iceCream } = await askingFamily(family)
  await openStore(page)
  await translate(page)
  await translated(page, 'All caught up.')
  await requestRedemption(family, iceCream.id, mia.id)
  await translated(page, 'Waiting for your answer')
  await page.getByRole('button', { name: 'No, Mia does not get Ice cream' }).click()
  await translated(page, '40 gems went back to Mia')
  await translated(page, 'All caught up.')
  await change(family, `/api/rewards/${iceCream.id}`, { title: 'Gelato', gemCost: 45, isActive: 0 })
  await expect(reward(page, 'Gelato')).toContainText(/«Hidden».*Gelato/)
  await expect(reward(page, 'Gelato')).toContainText('45')
  await change(family, `/api/rewards/${iceCream.id}`, { isActive: 1 })
  await expect(reward(page, 'Gelato').getByText('Hidden')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Reward' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Reward' })
  await dialog.getByLabel('Reward Title').fill('Cinema')
  await dialog.getByRole('button', { name: 'Create Reward' }).click()
  await translated(page, 'Reward created successfully')
  await expect(reward(page, 'Cinema')).toContainText('Cinema')
  await remove(family, `/api/rewards/${iceCream.id}`)
  await expect(reward(page, 'Gelato')).toBeHidden()
  await page.getByText('Recently redeemed').click()
  await expect(page.getByRole('group').filter({ hasText: 'Recently redeemed' })).toContainText(
    '«Said no, gems returned»',
  )

  await page.getByRole('tab', { name: 'Gem ledger' }).click()
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByRole('listitem').first()).toContainText('+40')
  await doQuest(family, mia.id, 'Paint the fence', 50)
  await expect(today.getByRole('listitem').first()).toContainText(/Paint the fence.*\+50/)
  await expect(page.getByText('150', { exact: true }).first()).toBeVisible()
})

test('on translated members and settings names, PINs and the family change, and a PIN is asked for', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  await openMembers(page)
  await translate(page)
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Mimi' })
  await expect(member(page, 'Mimi')).toContainText('Mimi')
  const leo = await addMember(family, 'Leo')
  await expect(member(page, 'Leo')).toContainText('«Kid»')
  await remove(family, `/api/family-members/${leo.id}`)
  await expect(member(page, 'Leo')).toBeHidden()
  const dialog = await edit(page, 'Mimi')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await translated(page, 'Name is required')
  await dialog.getByLabel('Name').fill('Mimi')
  await typePin(dialog.getByLabel('PIN', { exact: true }), '1234')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await translated(page, 'PIN set successfully')
  await expect(member(page, 'Mimi')).toContainText('«PIN set»')

  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Family' }).first()).toBeVisible()
  await change(family, `/api/families/${family.familyId}`, { name: 'The Bergs', timeZone: 'Pacific/Auckland' })
  await expect(page.getByRole('banner')).toContainText('The Bergs')
  await expect(page.getByRole('main')).toContainText('Pacific/Auckland')

  await page.getByRole('button', { name: /, switch profile$/ }).click()
  await page.getByRole('menuitemradio', { name: /Mimi/ }).click()
  const pinDialog = page.getByRole('dialog', { name: 'Enter PIN for Mimi' })
  await typePin(pinDialog.getByLabel('PIN'), '9999')
  await translated(page, 'Invalid PIN')
  await typePin(pinDialog.getByLabel('PIN'), '1234')
  await expect(page).toHaveURL(new RegExp(`/kid/${mia.id}`))
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
