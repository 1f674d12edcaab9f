import type { Page } from '@playwright/test'
import { addMember, addReward, balanceOf, complete, holdBack, said } from './deeds.ts'
import { addQuest, card, column, expect, openBoard, openDeafBoard, test, type SignedUp } from './family.ts'
import { intercept, stopIntercepting } from './intercept.ts'
import { edit, openMembers } from './members.ts'

/** Collects the JSON bodies of the page's next changing calls. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => void (['PATCH', 'PUT'].includes(request.method()) && sent.push(request.postData() ?? '')))
  return sent
}

const change = async ({ context }: SignedUp, path: string, data: object) => expect((await context.request.patch(path, { data })).status()).toBe(200)

test('a quest dialog left open keeps what a child completed meanwhile, and saves only the field that was typed in', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  const quest = await addQuest(family.context, family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openBoard(page)
  await card(page, 'Feed the cat').getByRole('button', { name: 'Feed the cat', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Quest' })
  await expect(dialog.getByLabel('Column')).toHaveValue(family.columns.find(({ title }) => title === 'To Do')?.id ?? '')

  await complete(family, quest.id, mia.id)
  await change(family, `/api/quests/${quest.id}`, { title: 'Feed both cats', icon: '🐕', gemValue: 15, recurring: 'daily', targetTime: '07:30' })
  const done = family.columns.find(({ title }) => title === 'Done')?.id ?? ''
  await expect(dialog.getByLabel('Column')).toHaveValue(done)
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed both cats')
  await expect(dialog.getByLabel('Gems', { exact: true })).toHaveValue('15')
  await expect(dialog.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await expect(dialog.getByLabel('Target time')).toHaveValue('07:30')

  const sent = sentBy(page)
  await dialog.getByLabel('Description').fill('The small bowl')
  await change(family, `/api/quests/${quest.id}`, { title: 'Feed all cats' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed all cats')
  await expect(dialog.getByLabel('Description')).toHaveValue('The small bowl')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Quest updated successfully')
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed all cats' })).toBeVisible()
  expect(await balanceOf(family, mia.id)).toBe(10)
})

test('a quest dialog that has not heard of a change writes nothing back, whether something was typed or not', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  const quest = await addQuest(family.context, family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openDeafBoard(page)
  const sent = sentBy(page)
  for (const typed of [undefined, 'The small bowl']) {
    await card(page, 'Feed the cat').getByRole('button', { name: 'Feed the cat', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Quest' })
    await complete(family, quest.id, mia.id)
    await change(family, `/api/quests/${quest.id}`, { title: 'Feed both cats' })
    if (typed !== undefined) await dialog.getByLabel('Description').fill(typed)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
  }
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed both cats' })).toBeVisible()
  expect(await balanceOf(family, mia.id)).toBe(10)
})

test('a new quest goes to a column that is still there, and to members who are', async ({ family, page }) => {
  const [mia, leo] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  await openBoard(page)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a Quest' })
  await dialog.getByLabel('Title').fill('Feed the cat')
  for (const name of ['Mia', 'Leo']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('checkbox', { name: 'Anna' }).uncheck()
  const columnId = (title: string) => family.columns.find((known) => known.title === title)?.id ?? ''
  await dialog.getByLabel('Column').selectOption(columnId('In Progress'))
  for (const path of [`/api/quest-columns/${columnId('In Progress')}`, `/api/family-members/${leo.id}`]) {
    expect((await family.context.request.delete(path)).status()).toBe(200)
  }
  await expect(dialog.getByRole('checkbox', { name: 'Leo' })).toBeHidden()
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeDisabled()
  await expect(dialog.getByLabel('Column').getByRole('option')).toHaveCount(3)
  const shown = await dialog.getByLabel('Column').inputValue()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'Quest created successfully')
  const quests = await (await family.context.request.get(`/api/families/${family.familyId}/quests`)).json()
  expect(quests).toMatchObject([{ title: 'Feed the cat', assigneeIds: [mia.id], columnId: shown }])
})

test('the dialogs of a column, a reward and a member show what is new, and save only what was touched', async ({ family, page }) => {
  const sent = sentBy(page)
  const ideas = family.columns.find(({ title }) => title === 'Ideas')?.id ?? ''
  await openBoard(page)
  await column(page, 'Ideas').getByRole('button', { name: 'Edit column Ideas' }).click()
  const ofColumn = page.getByRole('dialog', { name: 'Edit Column' })
  await ofColumn.getByLabel('Emoji').fill('🌱')
  await change(family, `/api/quest-columns/${ideas}`, { title: 'Wishes', isSomeday: false })
  await expect(ofColumn.getByLabel('Title')).toHaveValue('Wishes')
  await expect(ofColumn.getByRole('switch')).not.toBeChecked()
  await expect(ofColumn.getByLabel('Emoji')).toHaveValue('🌱')
  await ofColumn.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ofColumn).toBeHidden()
  expect(sent.splice(0)).toEqual([JSON.stringify({ emoji: '🌱' })])

  const iceCream = await addReward(family, 'Ice cream', { gemCost: 20 })
  await page.goto('/rewards-store')
  await page.getByRole('button', { name: 'Edit Ice cream' }).click()
  const ofReward = page.getByRole('dialog', { name: 'Edit Reward' })
  await ofReward.getByLabel('Reward Title').fill('Two scoops')
  await change(family, `/api/rewards/${iceCream.id}`, { gemCost: 40, icon: '🍕' })
  await expect(ofReward.getByLabel('Gem Cost', { exact: true })).toHaveValue('40')
  await expect(ofReward.getByLabel('Reward Icon')).toHaveValue('🍕')
  await ofReward.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Reward updated successfully')
  expect(sent.splice(0)).toEqual([JSON.stringify({ title: 'Two scoops' })])

  const mia = await addMember(family, 'Mia')
  await openMembers(page)
  const ofMember = await edit(page, 'Mia')
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Maria' })
  await expect(ofMember.getByLabel('Name')).toHaveValue('Maria')
  await ofMember.getByRole('radio', { name: 'Parent' }).click()
  await ofMember.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Family member updated successfully')
  expect(sent.splice(0)).toEqual([JSON.stringify({ role: 'parent' })])
})

test('a PIN alone is saved without the name that somebody else is changing', async ({ family, page }) => {
  await addMember(family, 'Mia')
  await openMembers(page)
  const sent = sentBy(page)
  const dialog = await edit(page, 'Mia')
  await dialog.getByLabel('PIN', { exact: true }).fill('2468')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'PIN set successfully')
  expect(sent).toEqual([JSON.stringify({ pin: '2468' })])
})

test('a column dialog closes when its column is deleted on another device, and says why', async ({ family, page }) => {
  await openBoard(page)
  const ideas = family.columns.find(({ title }) => title === 'Ideas')?.id ?? ''
  await column(page, 'Ideas').getByRole('button', { name: 'Edit column Ideas' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Column' })).toBeVisible()
  expect((await family.context.request.delete(`/api/quest-columns/${ideas}`)).status()).toBe(200)
  await said(page, 'This column was deleted on another device.')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the profile saves only the name that was typed, and shows the other one as the server has it', async ({ family, page }) => {
  await page.goto('/settings')
  const profile = page.getByRole('region', { name: 'Profile Information' })
  await expect(profile.getByLabel('First Name')).toHaveValue('Anna')
  const sent = sentBy(page)
  await profile.getByLabel('First Name').fill('Hanna')
  await change(family, '/api/auth/profile', { lastName: 'Holm' })
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Your profile has been updated successfully.')
  expect(sent).toEqual([JSON.stringify({ firstName: 'Hanna' })])
  await expect(profile.getByLabel('Last Name')).toHaveValue('Holm')

  // A saved field is untouched again: what the next answer says of it is shown.
  await change(family, '/api/auth/profile', { firstName: 'Johanna' })
  await profile.getByLabel('Last Name').fill('Holm-Berg')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => sent).toEqual([JSON.stringify({ firstName: 'Hanna' }), JSON.stringify({ lastName: 'Holm-Berg' })])
  await expect(profile.getByLabel('First Name')).toHaveValue('Johanna')
})

test('a choice that is gone counts as none: the quest stays where a child brought it, and with whom it was', async ({ family, page }) => {
  const [mia, leo] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  const quest = await addQuest(family.context, family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openBoard(page)
  await card(page, 'Feed the cat').getByRole('button', { name: 'Feed the cat', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Quest' })
  const columnId = (title: string) => family.columns.find((known) => known.title === title)?.id ?? ''
  await dialog.getByLabel('Column').selectOption(columnId('In Progress'))
  await dialog.getByRole('checkbox', { name: 'Leo' }).check()
  await dialog.getByRole('checkbox', { name: 'Mia' }).uncheck()
  for (const path of [`/api/quest-columns/${columnId('In Progress')}`, `/api/family-members/${leo.id}`]) {
    expect((await family.context.request.delete(path)).status()).toBe(200)
  }
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId('To Do'))
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeChecked()
  await complete(family, quest.id, mia.id)
  await expect(dialog.getByLabel('Column')).toHaveValue(columnId('Done'))

  const sent = sentBy(page)
  await dialog.getByLabel('Description').fill('The small bowl')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await said(page, 'Quest updated successfully')
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  expect(await balanceOf(family, mia.id)).toBe(10)
})

test('half a time stays in its field while news comes', async ({ family, page }) => {
  const quest = await addQuest(family.context, family, 'Feed the cat')
  await openBoard(page)
  await card(page, 'Feed the cat').getByRole('button', { name: 'Feed the cat', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Quest' })
  const time = dialog.getByLabel('Target time')
  await time.focus()
  await page.keyboard.type('08')
  const isHalf = () => time.evaluate((field: HTMLInputElement) => field.validity.badInput)
  expect(await isHalf()).toBe(true)
  await change(family, `/api/quests/${quest.id}`, { title: 'Feed both cats' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Feed both cats')
  expect(await isHalf()).toBe(true)
  await change(family, `/api/quests/${quest.id}`, { targetTime: '07:30' })
  await expect(time).toHaveValue('07:30')
})

test('a name that was saved with a face that was not is untouched again', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  await openMembers(page)
  const sent = sentBy(page)
  const dialog = await edit(page, 'Mia')
  await dialog.getByLabel('Name').fill('Maria')
  await dialog.getByRole('radio', { name: 'Mochi' }).click()
  await intercept(page, '**/avatar', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await stopIntercepting(page)
  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Mariella' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Mariella')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const face = JSON.stringify({ avatarSeed: 'Mochi' })
  expect(sent).toEqual([JSON.stringify({ displayName: 'Maria' }), face, face])
})

test('what is typed while an answer is on its way stays, and is saved with the next one', async ({ family, page }) => {
  await addMember(family, 'Mia')
  await page.goto('/settings')
  const profile = page.getByRole('region', { name: 'Profile Information' })
  const name = profile.getByLabel('First Name')
  await expect(name).toHaveValue('Anna')
  const sent = sentBy(page)
  const letGo = await holdBack(page, '**/api/auth/profile')
  await name.fill('Hanna')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await name.fill('Johanna')
  letGo()
  await said(page, 'Your profile has been updated successfully.')
  await expect(name).toHaveValue('Johanna')
  await profile.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => sent).toEqual(['Hanna', 'Johanna'].map((firstName) => JSON.stringify({ firstName })))

  await page.goto('/family-members')
  await page.getByRole('tab', { name: 'Learning' }).click()
  const gems = page.getByRole('textbox', { name: "Gems for a day's practice" })
  const letGemsGo = await holdBack(page, `**/api/families/${family.familyId}`)
  const form = page.locator('form').filter({ has: gems })
  await gems.fill('5')
  await form.getByRole('button', { name: 'Save' }).click()
  await gems.fill('7')
  letGemsGo()
  await said(page, "A day's practice earns 5 gems")
  await expect(gems).toHaveValue('7')
  // Put back, it follows what somebody else chooses.
  await gems.fill('5')
  await change(family, `/api/families/${family.familyId}`, { practiceGems: 9 })
  await expect(gems).toHaveValue('9')
})

test('a face that is put back is not sent, over a face that somebody else chooses meanwhile', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia', { avatarSeed: 'Coral' })
  await openMembers(page)
  const sent = sentBy(page)
  const dialog = await edit(page, 'Mia')
  await dialog.getByRole('radio', { name: 'Mochi' }).click()
  await dialog.getByRole('radio', { name: 'The face so far' }).click()
  expect((await family.context.request.put(`/api/family-members/${mia.id}/avatar`, { data: { avatarSeed: 'Pip' } })).status()).toBe(200)
  await expect(dialog.getByRole('radio', { name: 'The face so far' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(sent).toEqual([])
})
