import type { Page } from '@playwright/test'
import {
  addMember,
  addReward,
  balanceOf,
  change,
  complete,
  delayResponse,
  editQuest,
  expectText,
  newQuest,
  openMore,
  questsOf,
  remove,
} from '../actions.ts'
import { chooseOfColumn, column, openBoard, openBoardWithoutEvents } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { edit, openMembers } from '../members.ts'
import { typePin } from '../profiles.ts'

/** Collects the JSON bodies of the page's next changing calls. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on(
    'request',
    (request) => void (['PATCH', 'PUT'].includes(request.method()) && sent.push(request.postData() ?? '')),
  )
  return sent
}

test('a quest dialog left open shows what others change meanwhile, counts a choice that is gone as none, and saves only the field that was typed in', async ({
  family,
  page,
}) => {
  const [mia, leo] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  const quest = await addQuest(family, 'Feed the cat', 'To Do', { gemValue: 10, assigneeIds: [mia.id] })
  await openBoard(page)
  const dialog = await editQuest(page, 'Feed the cat')
  await openMore(dialog)
  const place = dialog.getByLabel('Column')
  await place.selectOption(columnId(family, 'In Progress'))
  await dialog.getByRole('checkbox', { name: 'Leo' }).check()
  await dialog.getByRole('checkbox', { name: 'Mia' }).uncheck()
  await remove(family, `/api/quest-columns/${columnId(family, 'In Progress')}`)
  await remove(family, `/api/family-members/${leo.id}`)
  await expect(place).toHaveValue(columnId(family, 'To Do'))
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeChecked()

  // A half-typed time stays in its field while events arrive.
  const time = dialog.getByLabel('Target time')
  await time.focus()
  await page.keyboard.type('08')
  const isHalf = () => time.evaluate((field: HTMLInputElement) => field.validity.badInput)
  expect(await isHalf()).toBe(true)
  await complete(family, quest.id, mia.id)
  const changed = { title: 'Feed both cats', icon: '🐕', gemValue: 15, recurring: 'daily' }
  await change(family, `/api/quests/${quest.id}`, changed)
  await expect(place).toHaveValue(columnId(family, 'Done'))
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

test('a quest dialog that has not heard of a change writes nothing back; a new quest goes to a column and to members that are still there', async ({
  family,
  page,
  kitchen,
}) => {
  const [mia, leo] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  const quest = await addQuest(family, 'Feed the cat', 'To Do', { assigneeIds: [mia.id] })
  await openBoardWithoutEvents(page)
  const sent = sentBy(page)
  for (const typed of ['', 'The small bowl']) {
    const dialog = await editQuest(page, 'Feed the cat')
    await complete(family, quest.id, mia.id)
    await change(family, `/api/quests/${quest.id}`, { title: 'Feed both cats' })
    if (typed !== '') {
      await openMore(dialog)
      await dialog.getByLabel('Description').fill(typed)
    }
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog).toBeHidden()
  }
  expect(sent).toEqual([JSON.stringify({ description: 'The small bowl' })])
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed both cats' })).toBeVisible()

  await openBoard(kitchen)
  const dialog = await newQuest(kitchen)
  await dialog.getByLabel('Title').fill('Water the plants')
  for (const name of ['Mia', 'Leo']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('checkbox', { name: 'Anna' }).uncheck()
  await openMore(dialog)
  await dialog.getByLabel('Column').selectOption(columnId(family, 'In Progress'))
  await remove(family, `/api/quest-columns/${columnId(family, 'In Progress')}`)
  await remove(family, `/api/family-members/${leo.id}`)
  await expect(dialog.getByRole('checkbox', { name: 'Leo' })).toBeHidden()
  await expect(dialog.getByRole('checkbox', { name: 'Mia' })).toBeDisabled()
  await expect(dialog.getByLabel('Column').getByRole('option')).toHaveCount(3)
  const saved = {
    title: 'Water the plants',
    assigneeIds: [mia.id],
    columnId: await dialog.getByLabel('Column').inputValue(),
  }
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(kitchen, 'Quest created successfully')
  expect(await questsOf(family)).toEqual(expect.arrayContaining([expect.objectContaining(saved)]))
})

test('the dialogs of a column and a reward show what is new, save what was touched, and close with a deleted column', async ({
  family,
  page,
}) => {
  const sent = sentBy(page)
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const ideas = columnId(family, 'Ideas')
  await openBoard(page)
  await chooseOfColumn(page, 'Ideas', 'Edit column Ideas')
  await dialog.getByLabel('Emoji').fill('🌱')
  await change(family, `/api/quest-columns/${ideas}`, { title: 'Wishes', isSomeday: false })
  await expect(dialog.getByLabel('Title')).toHaveValue('Wishes')
  await expect(dialog.getByRole('switch')).not.toBeChecked()
  await expect(dialog.getByLabel('Emoji')).toHaveValue('🌱')
  await save.click()
  await expect(dialog).toBeHidden()
  await chooseOfColumn(page, 'Wishes', 'Edit column Wishes')
  await expect(dialog).toBeVisible()
  await remove(family, `/api/quest-columns/${ideas}`)
  await expectText(page, 'This column was deleted on another device.')
  await expect(dialog).toBeHidden()

  const iceCream = await addReward(family, 'Ice cream', { gemCost: 20 })
  await page.goto('/rewards-store')
  await page.getByRole('button', { name: 'Edit Ice cream' }).click()
  await dialog.getByLabel('Reward Title').fill('Two scoops')
  await change(family, `/api/rewards/${iceCream.id}`, { gemCost: 40, icon: '🍕' })
  await expect(dialog.getByLabel('Gem Cost', { exact: true })).toHaveValue('40')
  await expect(dialog.getByLabel('Reward Icon')).toHaveValue('🍕')
  await save.click()
  await expectText(page, 'Reward updated successfully')
  expect(sent).toEqual([JSON.stringify({ emoji: '🌱' }), JSON.stringify({ title: 'Two scoops' })])
})

test('the dialog of a member saves a role, a PIN, a name or a face alone, and no face over one that somebody else chooses meanwhile', async ({
  family,
  page,
}) => {
  const { id } = await addMember(family, 'Mia', { avatarSeed: 'Coral' })
  const rename = (displayName: string) => change(family, `/api/family-members/${id}`, { displayName })
  await openMembers(page)
  const sent = sentBy(page)
  const dialog = await edit(page, 'Mia')
  const save = dialog.getByRole('button', { name: 'Save' })
  const face = (name: string) => dialog.getByRole('radio', { name })
  await face('Mochi').click()
  await face('Current face').click()
  const chosen = await family.context.request.put(`/api/family-members/${id}/avatar`, { data: { avatarSeed: 'Pip' } })
  expect(chosen.status()).toBe(200)
  await rename('Maria')
  await expect(dialog.getByLabel('Name')).toHaveValue('Maria')
  await expect(face('Current face')).toBeChecked()
  await dialog.getByRole('radio', { name: 'Parent' }).click()
  await save.click()
  await expectText(page, 'Family member updated successfully')
  // A PIN is saved without the name that somebody else may be changing.
  await edit(page, 'Maria')
  await typePin(dialog.getByLabel('PIN', { exact: true }), '2468')
  await save.click()
  await expectText(page, 'PIN set successfully')
  // A name that was saved with a face that was not is untouched again.
  await edit(page, 'Maria')
  await dialog.getByLabel('Name').fill('Mary')
  await face('Mochi').click()
  await failNext(page, '**/avatar', 'unreachable')
  await save.click()
  await expect(dialog.getByText("the photo didn't upload")).toBeVisible()
  await rename('Mariella')
  await expect(dialog.getByLabel('Name')).toHaveValue('Mariella')
  await save.click()
  await expect(dialog).toBeHidden()
  const ofFace = { avatarSeed: 'Mochi' }
  const saved = [{ role: 'parent' }, { pin: '2468' }, { displayName: 'Mary' }, ofFace, ofFace]
  expect(sent.map((body): unknown => JSON.parse(body))).toEqual(saved)
})

test('the settings save only the name that was typed; text typed while a save is in flight stays, and is saved with the next one', async ({
  family,
  page,
}) => {
  await addMember(family, 'Mia')
  await page.goto('/settings')
  const profile = page.getByRole('region', { name: 'Profile Information' })
  const [first, last] = [profile.getByLabel('First Name'), profile.getByLabel('Last Name')]
  const save = profile.getByRole('button', { name: 'Save Changes' })
  await expect(first).toHaveValue('Anna')
  const sent = sentBy(page)
  const release = await delayResponse(page, '**/api/auth/profile')
  await first.fill('Hanna')
  await change(family, '/api/auth/profile', { lastName: 'Holm' })
  await save.click()
  await expect(profile.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await first.fill('Johanna')
  release()
  await expect(last).toHaveValue('Holm')
  await expect(first).toHaveValue('Johanna')
  await save.click()
  await expect.poll(() => sent).toHaveLength(2)
  await expect(save).toBeEnabled()
  // A saved field is untouched again: what the next answer says of it is shown.
  await change(family, '/api/auth/profile', { firstName: 'Joan' })
  await last.fill('Holm-Berg')
  await save.click()
  await expect(first).toHaveValue('Joan')
  const saved = [{ firstName: 'Hanna' }, { firstName: 'Johanna' }, { lastName: 'Holm-Berg' }]
  expect(sent.map((body): unknown => JSON.parse(body))).toEqual(saved)

  await page.goto('/family-members')
  await page.getByRole('tab', { name: 'Learning' }).click()
  const gems = page.getByRole('textbox', { name: 'Gems for daily practice' })
  const letGemsGo = await delayResponse(page, `**/api/families/${family.familyId}`)
  await gems.fill('5')
  await page.locator('form').filter({ has: gems }).getByRole('button', { name: 'Save' }).click()
  await gems.fill('7')
  letGemsGo()
  await expectText(page, 'Daily practice earns 5 gems')
  await expect(gems).toHaveValue('7')
  // Reset to the saved value, the field follows another device's choice.
  await gems.fill('5')
  await change(family, `/api/families/${family.familyId}`, { practiceGems: 9 })
  await expect(gems).toHaveValue('9')
})
