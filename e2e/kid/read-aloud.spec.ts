import { addQuest, expect, test } from '../family.ts'
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
  await expect.poll(async () => (await spoken()).slice(3)).toEqual(['silence', sentence])
  await expectAccessible(mia.page)
  await completionDialog(mia.page).getByRole('button', { name: 'Read Not yet to me' }).click()
  await expect.poll(async () => (await spoken()).at(-1)).toBe('Not yet at 0.9')
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
