import type { Page } from '@playwright/test'
import {
  addMember,
  addReward,
  balanceOf,
  complete,
  delayResponse,
  expectText,
  change,
  editQuest,
  newQuest,
  questsOf,
  remove,
} from './actions.ts'
import { column, openBoard, openBoardWithoutEvents } from './board.ts'
import { addQuest, columnId, expect, test } from './family.ts'
import { failNext } from './intercept.ts'
import { edit, openMembers } from './members.ts'
import { typePin } from './profiles.ts'

/** Collects the JSON bodies of the page's next changing calls. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on(
    'request',
    (request) => void (['PATCH', 'PUT'].includes(request.method()) && sent.push(request.postData() ?? '')),
  )
  return sent
}

test('a quest dialog left open keeps what a child completed meanwhile, and saves only the field that was typed in', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  const quest = await addQuest(family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openBoard(page)
  const dialog = await editQuest(page, 'Feed the cat')
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId(family, 'To Do'))

  // A half-typed time stays in its field while events arrive.
  const time = dialog.getByLabel('Target time')
  await time.focus()
  await page.keyboard.type('08')
  const isHalf = () => time.evaluate((field: HTMLInputElement) => field.validity.badInput)
  expect(await isHalf()).toBe(true)
  await complete(family, quest.id, mia.id)
  await change(family, `/api/quests/${quest.id}`, {
    title: 'Feed both cats',
    icon: '🐕',
    gemValue: 15,
    recurring: 'daily',
  })
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId(family, 'Done'))
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed both cats')
  await expect(dialog.getByLabel('Gems', { exact: true })).toHaveValue('15')
  await expect(dialog.getByRole('radio', { name: 'Daily' })).toBeChecked()
  expect(await isHalf()).toBe(true)
  await change(family, `/api/quests/${quest.id}`, { targetTime: '07:30' })
  await expect(time).toHaveValue('07:30')

  const sent = sentBy(page)
  await dialog.getByLabel('Description').fill('The small bowl')
  await change(family, `/api/quests/${quest.id}`, { title: 'Feed all cats' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed all cats')
  await expect(dialog.getByLabel('Description')).toHaveValue('The small bowl')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Quest updated successfully')
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed all cats' })).toBeVisible()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(10)
})

test('a quest dialog that has not heard of a change writes nothing back, whether something was typed or not', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  const quest = await addQuest(family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openBoardWithoutEvents(page)
  const sent = sentBy(page)
  for (const typed of [undefined, 'The small bowl']) {
    const dialog = await editQuest(page, 'Feed the cat')
    await complete(family, quest.id, mia.id)
    await change(family, `/api/quests/${quest.id}`, { title: 'Feed both cats' })
    if (typed !== undefined) await dialog.getByLabel('Description').fill(typed)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
  }
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed both cats' })).toBeVisible()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(10)
})

test('a new quest goes to a column that is still there, and to members who are', async ({ family, page }) => {
  const [mia, leo] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  await openBoard(page)
  const dialog = await newQuest(page)
  await dialog.getByLabel('Title').fill('Feed the cat')
  for (const name of ['Mia', 'Leo']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('checkbox', { name: 'Anna' }).uncheck()
  await dialog.getByLabel('Column').selectOption(columnId(family, 'In Progress'))
  await remove(family, `/api/quest-columns/${columnId(family, 'In Progress')}`)
  await remove(family, `/api/family-members/${leo.id}`)
  await expect(dialog.getByRole('checkbox', { name: 'Leo' })).toBeHidden()
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeDisabled()
  await expect(dialog.getByLabel('Column').getByRole('option')).toHaveCount(3)
  const shown = await dialog.getByLabel('Column').inputValue()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page, 'Quest created successfully')
  expect(await questsOf(family)).toMatchObject([{ title: 'Feed the cat', assigneeIds: [mia.id], columnId: shown }])
})

test('the dialogs of a column, a reward and a member show what is new, save what was touched, and close with a deleted column', async ({
  family,
  page,
}) => {
  const sent = sentBy(page)
  const ideas = columnId(family, 'Ideas')
  await openBoard(page)
  await page.getByRole('button', { name: 'Edit column Ideas' }).click()
  const ofColumn = page.getByRole('dialog', { name: 'Edit Column' })
  await ofColumn.getByLabel('Emoji').fill('🌱')
  await change(family, `/api/quest-columns/${ideas}`, { title: 'Wishes', isSomeday: false })
  await expect(ofColumn.getByLabel('Title')).toHaveValue('Wishes')
  await expect(ofColumn.getByRole('switch')).not.toBeChecked()
  await expect(ofColumn.getByLabel('Emoji')).toHaveValue('🌱')
  await ofColumn.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ofColumn).toBeHidden()
  expect(sent.splice(0)).toEqual([JSON.stringify({ emoji: '🌱' })])
  await page.getByRole('button', { name: 'Edit column Wishes' }).click()
  await expect(ofColumn).toBeVisible()
  await remove(family, `/api/quest-columns/${ideas}`)
  await expectText(page, 'This column was deleted on another device.')
  await expect(ofColumn).toBeHidden()

  const iceCream = await addReward(family, 'Ice cream', { gemCost: 20 })
  await page.goto('/rewards-store')
  await page.getByRole('button', { name: 'Edit Ice cream' }).click()
  const ofReward = page.getByRole('dialog', { name: 'Edit Reward' })
  await ofReward.getByLabel('Reward Title').fill('Two scoops')
  await change(family, `/api/rewards/${iceCream.id}`, { gemCost: 40, icon: '🍕' })
  await expect(ofReward.getByLabel('Gem Cost', { exact: true })).toHaveValue('40')
  await expect(ofReward.getByLabel('Reward Icon')).toHaveValue('🍕')
  await ofReward.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Reward updated successfully')
  expect(sent.splice(0)).toEqual([JSON.stringify({ title: 'Two scoops' })])

  const mia = await addMember(family, 'Mia')
  await openMembers(page)
  const ofMember = await edit(page, 'Mia')
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Maria' })
  await expect(ofMember.getByLabel('Name')).toHaveValue('Maria')
  await ofMember.getByRole('radio', { name: 'Parent' }).click()
  await ofMember.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'Family member updated successfully')
  expect(sent.splice(0)).toEqual([JSON.stringify({ role: 'parent' })])
  // A PIN is saved without the name that somebody else may be changing.
  await edit(page, 'Maria')
  await typePin(ofMember.getByLabel('PIN', { exact: true }), '2468')
  await ofMember.getByRole('button', { name: 'Save' }).click()
  await expectText(page, 'PIN set successfully')
  expect(sent).toEqual([JSON.stringify({ pin: '2468' })])
})

test('the profile saves only the name that was typed, and shows the other one as the server has it', async ({
  family,
  page,
}) => {
  await page.goto('/settings')
  const profile = page.getByRole('region', { name: 'Profile Information' })
  await expect(profile.getByLabel('First Name')).toHaveValue('Anna')
  const sent = sentBy(page)
  await profile.getByLabel('First Name').fill('Hanna')
  await change(family, '/api/auth/profile', { lastName: 'Holm' })
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Your profile has been updated successfully.')
  expect(sent).toEqual([JSON.stringify({ firstName: 'Hanna' })])
  await expect(profile.getByLabel('Last Name')).toHaveValue('Holm')

  // A saved field is untouched again: what the next answer says of it is shown.
  await change(family, '/api/auth/profile', { firstName: 'Johanna' })
  await profile.getByLabel('Last Name').fill('Holm-Berg')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => sent)
    .toEqual([JSON.stringify({ firstName: 'Hanna' }), JSON.stringify({ lastName: 'Holm-Berg' })])
  await expect(profile.getByLabel('First Name')).toHaveValue('Johanna')
})

test('a choice that is gone counts as none: the quest stays where a child brought it, and with whom it was', async ({
  family,
  page,
}) => {
  const [mia, leo] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  const quest = await addQuest(family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openBoard(page)
  const dialog = await editQuest(page, 'Feed the cat')
  await dialog.getByLabel('Column').selectOption(columnId(family, 'In Progress'))
  await dialog.getByRole('checkbox', { name: 'Leo' }).check()
  await dialog.getByRole('checkbox', { name: 'Mia' }).uncheck()
  await remove(family, `/api/quest-columns/${columnId(family, 'In Progress')}`)
  await remove(family, `/api/family-members/${leo.id}`)
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId(family, 'To Do'))
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeChecked()
  await complete(family, quest.id, mia.id)
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId(family, 'Done'))

  const sent = sentBy(page)
  await dialog.getByLabel('Description').fill('The small bowl')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Quest updated successfully')
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  await expect.poll(() => balanceOf(family, mia.id)).toBe(10)
})

test('a name that was saved with a face that was not is untouched again', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  await openMembers(page)
  const sent = sentBy(page)
  const dialog = await edit(page, 'Mia')
  await dialog.getByLabel('Name').fill('Maria')
  await dialog.getByRole('radio', { name: 'Mochi' }).click()
  await failNext(page, '**/avatar', 'unreachable')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText("the photo didn't upload")).toBeVisible()
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Mariella' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Mariella')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const face = JSON.stringify({ avatarSeed: 'Mochi' })
  expect(sent).toEqual([JSON.stringify({ displayName: 'Maria' }), face, face])
})

test('text typed while a save is in flight stays, and is saved with the next one', async ({ family, page }) => {
  await addMember(family, 'Mia')
  await page.goto('/settings')
  const profile = page.getByRole('region', { name: 'Profile Information' })
  const name = profile.getByLabel('First Name')
  await expect(name).toHaveValue('Anna')
  const sent = sentBy(page)
  const release = await delayResponse(page, '**/api/auth/profile')
  await name.fill('Hanna')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await name.fill('Johanna')
  release()
  await expectText(page, 'Your profile has been updated successfully.')
  await expect(name).toHaveValue('Johanna')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => sent).toEqual(['Hanna', 'Johanna'].map((firstName) => JSON.stringify({ firstName })))

  await page.goto('/family-members')
  await page.getByRole('tab', { name: 'Learning' }).click()
  const gems = page.getByRole('textbox', { name: 'Gems for daily practice' })
  const letGemsGo = await delayResponse(page, `**/api/families/${family.familyId}`)
  const form = page.locator('form').filter({ has: gems })
  await gems.fill('5')
  await form.getByRole('button', { name: 'Save' }).click()
  await gems.fill('7')
  letGemsGo()
  await expectText(page, 'Daily practice earns 5 gems')
  await expect(gems).toHaveValue('7')
  // Reset to the saved value, the field follows another device's choice.
  await gems.fill('5')
  await change(family, `/api/families/${family.familyId}`, { practiceGems: 9 })
  await expect(gems).toHaveValue('9')
})

test('a face that is put back is not sent, over a face that somebody else chooses meanwhile', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia', { avatarSeed: 'Coral' })
  await openMembers(page)
  const sent = sentBy(page)
  const dialog = await edit(page, 'Mia')
  await dialog.getByRole('radio', { name: 'Mochi' }).click()
  await dialog.getByRole('radio', { name: 'Current face' }).click()
  expect(
    (
      await family.context.request.put(`/api/family-members/${mia.id}/avatar`, { data: { avatarSeed: 'Pip' } })
    ).status(),
  ).toBe(200)
  await expect(dialog.getByRole('radio', { name: 'Current face' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(sent).toEqual([])
})
