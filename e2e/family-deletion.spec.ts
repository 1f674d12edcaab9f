import type { Page } from '@playwright/test'
import { expectText } from './actions.ts'
import { archiveOf, confirm, dataCard, deletion, heading, openSettings, password, take } from './family-data.ts'
import { addQuest, expect, signIn, test } from './family.ts'
import { failNext } from './intercept.ts'
import { socketSwitch } from './socket-switch.ts'
import { openBubble } from './kid/tablet.ts'
import { openWall } from './wall/wall.ts'

async function openDeletion(page: Page): Promise<void> {
  await openSettings(page)
  await dataCard(page).getByRole('button', { name: 'Delete family' }).click()
  await expect(password(page)).toBeVisible()
}

test('Anna deletes the family; tablet, wall and second window leave by themselves, and nothing is left on them', async ({
  family,
  page,
  openDevice,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  const wall = await openDevice()
  await openWall(wall)
  const second = await family.context.newPage()
  await second.goto(`/kid/${mia.id}#playground/word-pop`)
  await expect(second.getByRole('button', { name: 'Exit' })).toBeVisible()

  await openDeletion(page)
  await expect(deletion(page)).toContainText('This cannot be undone. Nobody can bring back what is gone.')
  for (const line of ['Everyone in the family', 'All quests', 'The login'])
    await expect(deletion(page).getByRole('listitem').filter({ hasText: line })).toHaveCount(1)
  // The offer to keep a copy is a real one.
  expect(Object.keys((await archiveOf(page, deletion(page))).files)).toContain('family.json')

  await password(page).fill('not her password')
  await confirm(page).click()
  await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expectText(wall, 'Live')

  await password(page).fill(family.credentials.password)
  await confirm(page).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expectText(page, 'Family deleted')
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('Family deleted')).toHaveCount(0)
  expect((await family.context.cookies()).filter(({ name }) => name.startsWith('bq_'))).toEqual([])

  for (const screen of [mia.page, wall, second]) {
    await heading(screen, 'Your family was deleted')
    await expectText(screen, 'All its data is gone, on this device too.')
    expect(await screen.evaluate(() => localStorage.getItem('selectedMemberId'))).toBeNull()
    // The way back leads to nothing either.
    await screen.goBack()
    await expect(screen.getByLabel('Email')).toBeVisible()
    await expect(screen.getByText(/Mia|Dishes|Anna/)).toHaveCount(0)
  }
})

test('a tablet that was away meanwhile leaves when it is back, and one that was signed out says that', async ({
  family,
  page,
  browser,
  openDevice,
  mia,
}) => {
  await openBubble(mia)
  const wall = await openDevice()
  const line = await socketSwitch(wall)
  await openWall(wall)
  await line.cut()
  // Its session is over and its token used up; only the live connection asks.
  const anna = await browser.newContext()
  await signIn(anna, family.credentials)
  await wall.context().clearCookies()
  line.restore()
  await heading(wall, 'You were signed out')

  await mia.tablet.setOffline(true)
  await expect(mia.page.locator('[data-live]').getByText(/^As of /)).toBeVisible()
  const gone = await anna.request.post(`/api/families/${family.familyId}/deletion`, {
    data: { currentPassword: family.credentials.password },
  })
  expect(gone.status()).toBe(200)
  await mia.tablet.setOffline(false)
  await heading(mia.page, 'Your family was deleted')
  await page.goto('/parent')
  await heading(page, 'Welcome back')
  await anna.close()
})

test('by keyboard alone: asked, thought better of it, a wrong password, no network, and gone', async ({
  family,
  page,
}) => {
  await openSettings(page)
  const opener = dataCard(page).getByRole('button', { name: 'Delete family' })
  await take(page).focus()
  await page.keyboard.press('Tab')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(password(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(deletion(page)).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(deletion(page)).toBeVisible()
  for (let stop = 0; stop < 6 && !(await password(page).evaluate((field) => field === document.activeElement)); stop++)
    await page.keyboard.press('Tab')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(deletion(page).getByText('Password is required')).toBeVisible()
  await page.keyboard.type('wrong-password')
  await page.keyboard.press('Enter')
  await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
  await expect(password(page)).toHaveValue('wrong-password')

  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(family.credentials.password)
  await failNext(page, '**/deletion', 'unreachable')
  await page.keyboard.press('Enter')
  await expectText(page, "We couldn't reach Bubblequest. Check the connection and try again.")
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectText(page, 'Family deleted')
})
