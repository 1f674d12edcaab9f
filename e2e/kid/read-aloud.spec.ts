import { addMember, addReward, change, complete, expectText, requestRedemption, setMode, setPin } from '../actions.ts'
import { addQuest, expect, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { chooseProfile, enterPin } from '../profiles.ts'
import { expectAccessible } from '../accessibility.ts'
import { openBubble, pop, completionDialog, kidTile, tapOn } from './tablet.ts'
import { withVoice } from '../voice.ts'

test('a quest is read to Mia on its tile and before she pops it; a device that is muted offers no voice, and one without motion lets no gems fly', async ({
  family,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', {
    assigneeIds: [mia.id],
    description: 'Two plates and the pans',
    gemValue: 30,
  })
  await addQuest(family, 'Brush teeth', 'To Do', { assigneeIds: [mia.id], recurring: 'daily' })
  for (const title of ['Sweep', 'Dust']) await addQuest(family, title, 'To Do', { assigneeIds: [mia.id] })
  const { voicesLoad, spoken } = await withVoice(mia.page)
  await openBubble(mia)
  const read = (title: string) => mia.page.getByRole('button', { name: `Read ${title} to me` })
  await expect(kidTile(mia.page, 'Dishes')).toBeVisible()
  await expect(read('Dishes')).toHaveCount(0)
  await voicesLoad()
  // Today's alone: tomorrow's can only be looked at.
  await expect(read('Brush teeth')).toHaveCount(1)
  await expectAccessible(mia.page)

  await read('Dishes').click()
  await read('Brush teeth').click()
  const sentence = 'Dishes. Two plates and the pans. 30 gems. at 0.9'
  await expect.poll(spoken).toEqual([sentence, 'silence', 'Brush teeth. 20 gems. at 0.9'])
  await expect(completionDialog(mia.page)).toHaveCount(0)

  await mia.page.getByRole('button', { name: /^Dishes/ }).click()
  await expect(completionDialog(mia.page).getByText('Two plates and the pans', { exact: true })).toBeVisible()
  const inDialog = completionDialog(mia.page).getByRole('button', { name: 'Read Dishes to me' })
  await inDialog.focus()
  await mia.page.keyboard.press('Space')
  const inTheDialog = 'Dishes. Two plates and the pans. 30 gems. Tap the bubble when you have done it. at 0.9'
  await expect.poll(async () => (await spoken()).slice(3)).toEqual(['silence', inTheDialog])
  await expectAccessible(mia.page)
  await completionDialog(mia.page).getByRole('button', { name: 'Read Not yet to me' }).click()
  await expect.poll(async () => (await spoken()).at(-1)).toBe('Not yet. The quest waits for you. at 0.9')
  await pop(mia.page).click()
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Done!')
  await expect(tapOn(mia.page, 'Dishes')).toHaveAccessibleName('Read Dishes to me')
  await mia.page.getByRole('button', { name: 'Read Quest Completed! to me' }).click()
  await expect.poll(async () => (await spoken()).at(-1)).toBe('Quest Completed! You earned 30 gems! at 0.9')

  const muted = await mia.tablet.newPage()
  const silent = await withVoice(muted)
  await muted.addInitScript(() => localStorage.setItem('sound', 'false'))
  await muted.addInitScript(() => localStorage.setItem('motion', 'false'))
  await openBubble({ ...mia, page: muted })
  await silent.voicesLoad()
  await expect(kidTile(muted, 'Sweep').getByRole('button')).toHaveCount(1)
  await kidTile(muted, 'Dust').getByRole('button').click()
  // It is there for a moment; on a slow machine that is over before the click has been reported.
  const badge = muted.locator('[data-badge]', { hasText: '+20' }).waitFor()
  await pop(muted).click()
  await badge
  await expect(muted.locator('[data-drop], [data-gem]')).toHaveCount(0)
  await expect(muted.locator('[data-gem-target]')).toHaveText('5050 gems')

  await expectAccessible(mia.page)
})

test('Mia cannot read: her tablet says by itself what she earned, who was faster, that her day is done, what became of her wish, and that a PIN is wrong; what is read aloud ends where she leaves it', async ({
  family,
  mia,
}) => {
  for (const title of ['Dishes', 'Sweep', 'Dust']) await addQuest(family, title, 'To Do', { assigneeIds: [mia.id] })
  const leo = await addMember(family, 'Leo', { cannotRead: true })
  await setPin(family, leo.id, '4711')
  const shared = await addQuest(family, 'Trash', 'To Do', { assigneeIds: [mia.id, leo.id] })
  const { page } = mia
  const { voicesLoad, spoken } = await withVoice(page)
  await openBubble(mia)
  await voicesLoad()
  const read = (title: string) => page.getByRole('button', { name: `Read ${title} to me` })
  const popOf = async (title: string) => {
    await tapOn(page, title).first().click()
    await pop(page).click()
    await expect(kidTile(page, title)).toContainText('Done!')
  }
  await popOf('Dishes')
  await expect(read('Quest Completed!')).toBeVisible()
  expect(await spoken()).toEqual([])

  await change(family, `/api/family-members/${mia.id}`, { displayName: 'Mimi', cannotRead: true })
  await expect(page.getByRole('heading', { level: 1, name: "Mimi's Bubble" })).toBeVisible()
  const [earned, allDone] = ['Quest Completed! You earned 20 gems! at 0.9', 'All done today! at 0.9']
  await popOf('Sweep')
  await expect.poll(spoken).toEqual([earned])

  const tab = (name: string) => page.getByRole('tab', { name })
  const last = async () => (await spoken()).at(-1)
  await read('Dust').click()
  await expect.poll(last).toBe('Dust. 20 gems. at 0.9')
  await tab('Playground').click()
  await expect.poll(last).toBe('silence')
  await read('Word Pop').click()
  await expect.poll(last).toBe('Word Pop. Spell the words. Tap it to play. at 0.9')
  await expectAccessible(page)
  await tab('Quests').click()
  await expect.poll(last).toBe('silence')
  await tapOn(page, 'Dust').first().click()
  await completionDialog(page).getByRole('button', { name: 'Read Dust to me' }).click()
  await expect.poll(last).toBe('Dust. 20 gems. Tap the bubble when you have done it. at 0.9')
  await completionDialog(page).getByRole('button', { name: 'Not yet', exact: true }).click()
  await expect.poll(last).toBe('silence')

  await tapOn(page, 'Trash').first().click()
  await expect(completionDialog(page)).toBeVisible()
  await complete(family, shared.id, leo.id)
  await expect.poll(last).toMatch(/^Leo was faster! "Trash" is done\./)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect.poll(last).toBe('silence')

  const before = (await spoken()).length
  await popOf('Dust')
  await expect.poll(async () => (await spoken()).slice(before)).toEqual([earned, allDone])
  await read('Playground').click()
  await expect.poll(last).toBe('Playground. Tap it to play. at 0.9')
  await expectAccessible(page)

  await setMode(family, 'ask')
  const reward = await addReward(family, 'Ice cream', { gemCost: 10 })
  await tab('Rewards').click()
  await read('Ice cream').click()
  await expect.poll(last).toBe('Ice cream. 10 gems. Hold the button to redeem. at 0.9')
  const wish = await requestRedemption(family, reward.id, mia.id)
  await expectText(page, 'Waiting for a grown-up')
  await change(family, `/api/redemptions/${wish.id}`, { status: 'granted' })
  await expect.poll(last).toBe('A parent said yes! Ice cream is yours. Hooray! at 0.9')
  await page.getByRole('button', { name: 'Yay!' }).click()
  await expect.poll(last).toBe('silence')

  await chooseProfile(page, 'Leo')
  await enterPin(page, 'Leo', '1234')
  await expect.poll(last).toBe('Not right. Try again! at 0.9')
  const locked = { code: 'wrong_pins', message: 'Too many wrong PINs. Please wait 30 seconds and try again.' }
  await failNext(page, '**/verify-pin', { status: 429, headers: { 'retry-after': '30' }, json: locked })
  await enterPin(page, 'Leo', '1234')
  await expect.poll(last).toMatch(/^Too many wrong PINs/)
  const count = (await spoken()).length
  await expectText(page, /try again in 2\d seconds/)
  expect(await spoken()).toHaveLength(count)
})
