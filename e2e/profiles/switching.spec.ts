import { expectAccessible, expectAccessibleAndFits } from '../accessibility.ts'
import { addMember, expectAnnounced, expectText, fillInSignIn, openLive, setPin, textInSight } from '../actions.ts'
import { addQuest, expect, tabletOf, test } from '../family.ts'
import { failNext, intercept, interceptState, stateUrl } from '../intercept.ts'
import { openMembers } from '../members.ts'
import { bubbleOf } from '../devices/pairing.ts'
import { chooseProfile, enterPin, missionControl, pinDialog, pinField, switcher } from '../profiles.ts'

test('Anna hands the tablet to Mia, takes it back with her PIN, and reads of wrong ones', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia')
  await setPin(family, family.memberId, '2468')
  const notice = textInSight(page, /wrong PINs at your profile/)
  const guess = (pin: string) =>
    family.context.request.post(`/api/family-members/${family.memberId}/verify-pin`, { data: { pin } })
  // The right one ends the waits.
  for (const pin of ['1357', '1358', '1359', '1360', '2468']) await guess(pin)
  await openLive(page, '/parent')
  await chooseProfile(page, 'Mia')
  await expect(page).toHaveURL(new RegExp(`/kid/${mia}$`))
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
  await guess('1361')
  await page.reload()
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
  await expect(page.getByText('wrong PIN')).toHaveCount(0)

  await chooseProfile(page, 'Anna')
  const [dialog, pin] = [pinDialog(page, 'Anna'), pinField(page, 'Anna')]
  await expect(pin).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled()
  await pin.pressSequentially('1a2 34')
  await expectText(page, 'Invalid PIN')
  await expect(pin).toHaveText('Not right. Try again!')
  await expect(pin).toBeFocused()
  await expectAnnounced(page, 'Not right. Try again!')
  expect(await page.locator('#announcements').textContent()).not.toContain('Invalid PIN')
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.type('2468')
  await expect(missionControl(page)).toBeVisible()

  await expect(notice).toContainText('6 wrong PINs at your profile since today')
  await expectAnnounced(page, '6 wrong PINs at your profile since today')
  await expectAccessibleAndFits(page)
  const wrongPins = { count: 5, since: new Date(Date.now() - 86_400_000).toISOString() }
  await interceptState(page, ({ membership }) => ({ membership: { ...(membership as object), wrongPins } }))
  await page.reload()
  await expect(notice).toContainText('5 wrong PINs at your profile since yesterday')
  await page.unroute(stateUrl)
  await page.reload()
  await expect(notice).toContainText('6 wrong PINs')
  await failNext(page, '**/api/auth/wrong-pins')
  await page.getByRole('button', { name: 'Got it' }).click()
  await expectText(page, 'This was not saved, so it will be shown again')
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(missionControl(page)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test("a parent who opens a child's bubble by its address is shown as who looks", async ({ page, mia }) => {
  await openLive(page, `/kid/${mia.id}`)
  await expectText(page, 'You are looking as Anna')
  await expect(switcher(page)).toHaveAccessibleName('Account of Anna Berg, Anna, switch profile')
  await expectAccessibleAndFits(page)
  await chooseProfile(page, 'Mia')
  await expect(switcher(page)).toHaveAccessibleName('Account, Mia, switch profile')
  await expect(page.getByText('You are looking as Anna')).toBeHidden()
})

test('a PIN set just now is asked for; who guesses waits, then needs the password', async ({ family, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { id: mia } = await addMember(family, 'Mia')
  const guess = async (times: number) => {
    for (let tries = 1; tries <= times; tries++)
      await family.context.request.post(`/api/family-members/${mia}/verify-pin`, { data: { pin: '0000' } })
  }
  await openLive(page, '/parent')
  await intercept(page, '**/api/auth/active-member', async (route) => {
    await setPin(family, mia, '1357')
    await route.continue()
  })
  await chooseProfile(page, 'Mia')
  const [dialog, pin] = [pinDialog(page, 'Mia'), pinField(page, 'Mia')]
  await expect(pin).toBeFocused()
  await expectAccessibleAndFits(page)
  await failNext(page, '**/verify-pin')
  await enterPin(page, 'Mia', '1357')
  await expectText(page, 'Failed to verify PIN')
  await expect(pin).toHaveText('0 of 4')

  await guess(5)
  await enterPin(page, 'Mia', '1357')
  await expect(dialog.getByText(/^Too many wrong PINs\. Please try again in 2[0-8] seconds\.$/)).toBeVisible()
  // Said once, not with each second.
  await expect(page.locator('#announcements').getByText('Too many wrong PINs')).toHaveCount(1)
  await enterPin(page, 'Mia', '1357')
  await expect(pin).toHaveText('0 of 4')
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(switcher(page)).toBeFocused()

  await guess(16)
  await chooseProfile(page, 'Mia')
  await enterPin(page, 'Mia', '1357')
  const locked = 'Too many wrong PINs. A parent can open this profile again by signing in with the password.'
  await expect(dialog.getByText(locked)).toBeVisible()
  await dialog.getByRole('button', { name: 'Forgot the PIN? Sign in with the password' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out on this device?' })
  await expectAccessibleAndFits(page)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await fillInSignIn(page, family.credentials)
  await chooseProfile(page, 'Mia')
  await enterPin(page, 'Mia', '1357')
  await expect(bubbleOf(page, 'Mia')).toBeVisible()
})

test("on Ben's tablet Mia's bubble asks for her PIN, by address and by Back", async ({ family, openContext }) => {
  const { id: mia } = await addMember(family, 'Mia', { pin: '1357' })
  const { id: ben } = await addMember(family, 'Ben')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  const { page, tablet } = await tabletOf(ben, family, openContext)
  const pin = pinDialog(page, 'Mia')
  const dishes = page.getByRole('article', { name: 'Dishes' })
  await page.goto(`/kid/${mia}#playground/word-pop`)
  await pin.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText("This is Mia's bubble. Tap your face.")).toBeVisible()
  await expect(dishes).toHaveCount(0)
  await page.getByRole('button', { name: 'Switch to Mia, asks for a PIN' }).click()
  await pin.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Switch to Ben' }).click()
  await expect(bubbleOf(page, 'Ben')).toBeVisible()

  await chooseProfile(page, 'Mia')
  await enterPin(page, 'Mia', '1357')
  await expect(dishes.first()).toBeVisible()
  // Handed to Ben, one step back.
  await chooseProfile(page, 'Ben')
  await expect(bubbleOf(page, 'Ben')).toBeVisible()
  await page.goBack()
  await expect(pin).toBeVisible()
  await expect(dishes).toHaveCount(0)
  await enterPin(page, 'Mia', '1357')
  await expect(dishes.first()).toBeVisible()
  expect((await (await tablet.request.get('/api/families/my')).json())[0].activeMemberId).toBe(mia)
})

test("with Mia's profile all her devices are signed out, and Leo's stays", async ({ family, page, openContext }) => {
  const [{ id: mia }, { id: leo }] = [await addMember(family, 'Mia'), await addMember(family, 'Leo')]
  const { tablet, page: parents } = await tabletOf(family.memberId, family, openContext)
  // A tab that shows a parent still, as the one beside it chooses Mia.
  await openLive(parents, '/parent')
  expect((await tablet.request.put('/api/auth/active-member', { data: { memberId: mia } })).status()).toBe(200)
  const tabs = [parents, await tablet.newPage(), await tablet.newPage()] as const
  await openLive(tabs[1], `/kid/${mia}`)
  await openLive(tabs[2], '/wall')
  for (const tab of tabs)
    await tab.evaluate(() => {
      const report = () => /Who's using/.test(document.body.textContent) && console.error('It is asked who is here')
      new MutationObserver(report).observe(document.body, { childList: true, subtree: true })
    })
  const away = await tabletOf(mia, family, openContext)
  await openLive(away.page, `/kid/${mia}`)
  await away.tablet.setOffline(true)
  await expect(away.page.locator('[data-live]').getByText(/^As of/i)).toBeVisible()
  const leos = await tabletOf(leo, family, openContext)
  await openLive(leos.page, `/kid/${leo}`)

  await openMembers(page)
  page.on('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expectText(page, 'Family member removed successfully')
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/login#signed-out$/)
    await expect(tab.getByRole('heading', { level: 1, name: 'You were signed out' })).toBeVisible()
  }
  await away.tablet.setOffline(false)
  await expect(away.page).toHaveURL(/\/login#signed-out$/)
  await leos.page.reload()
  await expect(bubbleOf(leos.page, 'Leo')).toBeVisible()
})

test('a parent who removed the profile in use chooses another for all tabs', async ({ family, page, kitchen }) => {
  await addMember(family, 'Lily')
  await addMember(family, 'Ben', { role: 'parent' })
  await openLive(page, '/parent')
  await chooseProfile(page, 'Ben')
  await expect(switcher(page)).toHaveAccessibleName('Ben, switch profile')
  await openLive(kitchen, '/parent')
  await openMembers(page)
  page.on('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Remove Ben' }).click()
  for (const tab of [page, kitchen])
    await expect(tab.getByRole('heading', { name: "Who's using this device?" })).toBeVisible()
  await expectAccessible(page)
  await kitchen.getByRole('button', { name: 'Switch to Lily' }).click()
  for (const tab of [page, kitchen]) await expect(bubbleOf(tab, 'Lily')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^This device is/ })).toHaveCount(0)
})
