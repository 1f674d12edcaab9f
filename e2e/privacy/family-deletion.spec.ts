import { expectText, openLive, unreachable } from '../actions.ts'
import { children, pairedDevice } from '../devices/pairing.ts'
import { archiveOf, confirm, dataCard, deletion, heading, openSettings, password, take } from './family-data.ts'
import { addQuest, expect, signIn, test } from '../family.ts'
import { failNext } from '../intercept.ts'
import { openBubble } from '../kid/tablet.ts'
import { socketSwitch } from '../socket-switch.ts'
import { openWall } from '../wall/wall.ts'

test('Anna deletes the family by keys alone; tablet, wall and second window leave by themselves, say why, and nothing is left on them', async ({
  family,
  page,
  openContext,
  openDevice,
}) => {
  const [mia] = await children(family)
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  const tablet = await pairedDevice(family, openContext, { use: 'children', memberIds: [mia] })
  const pairedWall = await pairedDevice(family, openContext, { use: 'wall' })
  for (const device of [tablet, pairedWall]) await openLive(device, '/')
  const wall = await openDevice()
  await openWall(wall)
  const second = await family.context.newPage()
  await second.goto(`/kid/${mia}#playground/word-pop`)
  await expect(second.getByRole('button', { name: 'Exit' })).toBeVisible()

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
  await expect(deletion(page)).toContainText('This cannot be undone. Nobody can bring back what is gone.')
  for (const line of ['Everyone in the family', 'All quests', 'The login'])
    await expect(deletion(page).getByRole('listitem').filter({ hasText: line })).toHaveCount(1)
  // The offer to keep a copy is a real one.
  expect(Object.keys((await archiveOf(page, deletion(page))).files)).toContain('family.json')

  await password(page).press('Enter')
  await expect(deletion(page).getByText('Password is required')).toBeVisible()
  await page.keyboard.type('not her password')
  await page.keyboard.press('Enter')
  await expect(deletion(page).getByText('The current password is not right.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expectText(wall, 'Live')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(family.credentials.password)
  await failNext(page, '**/deletion', 'unreachable')
  await page.keyboard.press('Enter')
  await expectText(page, unreachable)
  await expect(password(page)).toBeFocused()
  await confirm(page).press('Enter')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expectText(page, 'Family deleted')
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('Family deleted')).toHaveCount(0)
  expect((await family.context.cookies()).filter(({ name }) => name.startsWith('bq_'))).toEqual([])

  for (const screen of [tablet, pairedWall]) {
    await expectText(screen, 'The family was deleted')
    await expect(screen).toHaveURL(/\/join#family-deleted$/)
    await expect(screen.getByText(/Mia|Theo|Dishes/)).toHaveCount(0)
  }
  for (const screen of [wall, second]) {
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
  const data = { currentPassword: family.credentials.password }
  const gone = await anna.request.post(`/api/families/${family.familyId}/deletion`, { data })
  expect(gone.status()).toBe(200)
  await mia.tablet.setOffline(false)
  await heading(mia.page, 'Your family was deleted')
  await page.goto('/parent')
  await heading(page, 'Welcome back')
  await anna.close()
})
