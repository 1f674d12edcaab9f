import {
  addMember,
  expectAnnounced,
  expectText,
  fillInSignIn,
  openLive,
  remove,
  setPin,
  textInSight,
  toast,
} from './actions.ts'
import { addQuest, expect, test, tabletOf } from './family.ts'
import { failNext, intercept, stopIntercepting } from './intercept.ts'
import { expectAccessible, expectAccessibleAndFits } from './accessibility.ts'
import { openMembers } from './members.ts'
import { chooseProfile, enterPin, pinDialog, pinField, storedMember, switcher, typePin } from './profiles.ts'

test('Anna hands the tablet to Mia and takes it back with her PIN', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia')
  await setPin(family, family.memberId, '2468')
  await page.goto('/parent')
  await expect(switcher(page)).toHaveAccessibleName('Anna, switch profile')
  await chooseProfile(page, 'Mia')
  await expect(page).toHaveURL(new RegExp(`/kid/${mia}$`))
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  expect(await storedMember(page)).toBe(mia)

  // While the device acts as Mia, the address of the parents' page leads back, and the server refuses a parent's
  // change.
  await page.goto(`/parent/${family.memberId}`)
  await expect(page).toHaveURL(new RegExp(`/kid/${mia}$`))
  expect(
    (await family.context.request.patch(`/api/families/${family.familyId}`, { data: { name: 'Mine' } })).status(),
  ).toBe(403)

  await chooseProfile(page, 'Anna')
  const [dialog, pin] = [pinDialog(page, 'Anna'), pinField(page, 'Anna')]
  const verify = dialog.getByRole('button', { name: 'Verify' })
  await expect(pin).toBeFocused()
  await expect(verify).toBeDisabled()
  await pin.pressSequentially('1a2 3')
  await expect(pin).toHaveText('3 of 4')
  await pin.press('Enter')
  await expect(dialog.getByText('PIN must be 4 digits')).toBeVisible()
  await pin.pressSequentially('4')
  await expectText(page, 'Invalid PIN')
  await expect(pin).toHaveText('Not right. Try again!')
  await expect(pin).toBeFocused()
  await enterPin(page, 'Anna', '2468')
  await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await expect(dialog).toBeHidden()
  // Sooner than an error goes by itself.
  await expect(toast(page).getByText('Invalid PIN')).toHaveCount(0, { timeout: 1500 })
  expect(await storedMember(page)).toBe(family.memberId)
  expect(page.url()).not.toContain('2468')
})

test("a parent who opens a child's bubble by its address is shown as the one who looks, and the child as not here", async ({
  family,
  page,
  kitchen,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  await openLive(page, `/kid/${mia}`)
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  await expectText(page, 'You are looking as Anna')
  await expect(switcher(page)).toHaveAccessibleName('Anna, switch profile')
  await switcher(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Anna' })).toBeChecked()
  await expect(page.getByRole('menuitemradio', { name: 'Mia' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await openLive(kitchen, `/kid/${mia}`)
  await expectText(kitchen, 'Here now: Anna')
  await expectAccessibleAndFits(page)
  await page.getByRole('link', { name: 'Mission Control' }).click()
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await chooseProfile(page, 'Mia')
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  await expect(page.getByText('You are looking as Anna')).toBeHidden()
})

test('after too many wrong PINs a sentence says how long to wait, and the password is the way back', async ({
  family,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await addMember(family, 'Mia', { pin: '1357' })
  await page.goto('/parent')
  await switcher(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Mia' })).toContainText('Kid')
  await page.getByRole('menuitemradio', { name: 'Mia' }).click()
  const [dialog, pin] = [pinDialog(page, 'Mia'), pinField(page, 'Mia')]
  await expect(dialog).toBeVisible()
  await expectAccessibleAndFits(page)
  await failNext(page, '**/verify-pin')
  await enterPin(page, 'Mia', '1357')
  await expectText(page, 'Failed to verify PIN')
  await expect(pin).toHaveText('0 of 4')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(switcher(page)).toBeFocused()

  await chooseProfile(page, 'Mia')
  for (let tries = 1; tries <= 5; tries++) {
    const answered = page.waitForResponse('**/verify-pin')
    await enterPin(page, 'Mia', '0000')
    await answered
    await expect(pin).toHaveText('Not right. Try again!')
  }
  await enterPin(page, 'Mia', '1357')
  await expect(dialog.getByText(/^Too many wrong PINs\. Please try again in (30|2\d) seconds\.$/)).toBeVisible()
  await expect(dialog.getByText(/in 2[0-8] seconds/)).toBeVisible()
  // Said once, not with each second.
  await expect(page.locator('#announcements').getByText('Too many wrong PINs')).toHaveCount(1)
  await typePin(pin, '1357')
  await expect(pin).toHaveText('0 of 4')
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled()
  await expectAccessible(page)

  const forgot = dialog.getByRole('button', { name: 'Forgot the PIN? Sign in with the password' })
  const question = page.getByRole('alertdialog', { name: 'Sign out on this device?' })
  await forgot.click()
  await expectAccessibleAndFits(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await forgot.click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await fillInSignIn(page, family.credentials)
  await expect(switcher(page)).toHaveAccessibleName('Anna, switch profile')
  await chooseProfile(page, 'Mia')
  await enterPin(page, 'Mia', '1357')
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
})

test('a whole day of guessing locks the profile, and the dialog says what opens it', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia', { pin: '1357' })
  for (let tries = 1; tries <= 21; tries++)
    await family.context.request.post(`/api/family-members/${mia}/verify-pin`, { data: { pin: '0000' } })
  await page.goto('/parent')
  await chooseProfile(page, 'Mia')
  await enterPin(page, 'Mia', '1357')
  const locked = 'Too many wrong PINs. A parent can open this profile again by signing in with the password.'
  await expect(pinDialog(page, 'Mia').getByText(locked)).toBeVisible()
})

test('Anna reads on her profile that somebody tried PINs at it, until she has read it, and Mia’s tablet says nothing', async ({
  family,
  page,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  await setPin(family, family.memberId, '2468')
  await openLive(page, '/parent')
  await chooseProfile(page, 'Mia')
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  for (let tries = 1; tries <= 3; tries++)
    await family.context.request.post(`/api/family-members/${family.memberId}/verify-pin`, { data: { pin: '1357' } })
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`/kid/${mia}$`))
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  await expect(page.getByText('wrong PIN')).toHaveCount(0)

  await chooseProfile(page, 'Anna')
  await enterPin(page, 'Anna', '2468')
  const notice = textInSight(page, /wrong PINs? at your profile/)
  await expect(notice).toContainText('3 wrong PINs at your profile since today')
  await expectAnnounced(page, '3 wrong PINs at your profile since today')
  await expectAccessibleAndFits(page)

  // The next day, on the way to another one.
  await intercept(page, '**/api/families/my', async (route) => {
    const response = await route.fetch()
    const [membership] = await response.json()
    const since = new Date(Date.now() - 86_400_000).toISOString()
    await route.fulfill({ response, json: [{ ...membership, wrongPins: { count: 1, since } }] })
  })
  await page.reload()
  await expect(notice).toContainText('1 wrong PIN at your profile since yesterday')
  await stopIntercepting(page)
  await page.reload()
  await expect(notice).toContainText('3 wrong PINs')

  await failNext(page, '**/api/auth/wrong-pins')
  await page.getByRole('button', { name: 'Got it' }).click()
  await expectText(page, 'This was not saved, so it will be shown again')
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a PIN that was set a moment ago on another device is asked for here too', async ({ family, page }) => {
  const { id: mia } = await addMember(family, 'Mia')
  await openLive(page, '/parent')
  await intercept(page, '**/api/auth/active-member', async (route) => {
    await setPin(family, mia, '1357')
    await route.continue()
  })
  await chooseProfile(page, 'Mia')
  await expect(pinDialog(page, 'Mia')).toBeVisible()
})

test('a tablet whose profile was removed is signed out, and cannot tap a parent; other devices stay', async ({
  family,
  page,
  openContext,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const { id: leo } = await addMember(family, 'Leo')
  const tablet = await tabletOf(mia, family, openContext)
  const wall = await tabletOf(mia, family, openContext)
  const away = await tabletOf(mia, family, openContext)
  const leos = await tabletOf(leo, family, openContext)
  for (const { page } of [tablet, away]) await openLive(page, `/kid/${mia}`)
  await openLive(wall.page, '/wall')
  await openLive(leos.page, `/kid/${leo}`)
  await away.tablet.setOffline(true)
  await expect(away.page.locator('[data-live]').getByText(/^As of/i)).toBeVisible()
  const asked: string[] = []
  for (const { page } of [tablet, wall]) {
    await page.exposeFunction('tellAsked', (text: string) => asked.push(text))
    await page.evaluate(() => {
      const { tellAsked } = window as unknown as { tellAsked: (text: string) => void }
      new MutationObserver(() => {
        if (document.body.textContent.includes("Who's using this device?")) tellAsked(document.body.textContent)
      }).observe(document.body, { childList: true, subtree: true })
    })
  }
  await openMembers(page)
  page.on('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Remove Mia' }).click()
  await expectText(page, 'Family member removed successfully')
  for (const device of [tablet, wall]) {
    await expect(device.page).toHaveURL(/\/login#signed-out$/)
    await expect(device.page.getByRole('heading', { level: 1, name: 'You were signed out' })).toBeVisible()
    await device.page.goto('/parent')
    await expect(device.page).toHaveURL(/\/login/)
    expect((await device.tablet.request.get('/api/families/my')).status()).toBe(401)
  }
  expect(asked, 'nobody is asked who is here').toEqual([])
  await expect(leos.page.getByRole('heading', { level: 1, name: "Leo's Bubble" })).toBeVisible()
  await expectText(page, 'Live')
  await leos.page.reload()
  await expect(leos.page.getByRole('heading', { level: 1, name: "Leo's Bubble" })).toBeVisible()
  await away.tablet.setOffline(false)
  await expect(away.page).toHaveURL(/\/login#signed-out$/)
})

test('every tab of a browser is signed out with the profile that one of them chose', async ({
  family,
  openContext,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const { tablet, page: kids } = await tabletOf(family.memberId, family, openContext)
  const parents = await tablet.newPage()
  await openLive(parents, '/parent')
  expect((await tablet.request.put('/api/auth/active-member', { data: { memberId: mia } })).status()).toBe(200)
  await openLive(kids, `/kid/${mia}`)
  await remove(family, `/api/family-members/${mia}`)
  for (const tab of [kids, parents]) await expect(tab).toHaveURL(/\/login#signed-out$/)
})

test('a parent who removes the profile of their own device is asked to choose another', async ({ family, page }) => {
  const { id: ben } = await addMember(family, 'Ben', { role: 'parent' })
  await page.goto('/parent')
  await chooseProfile(page, 'Ben')
  await expect(page).toHaveURL(new RegExp(`/parent/${ben}$`))
  page.on('dialog', (question) => void question.accept())
  await openMembers(page)
  await page.getByRole('button', { name: 'Remove Ben' }).click()
  await expect(page.getByRole('heading', { name: "Who's using this device?" })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Switch to Anna' }).click()
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
})

test("on Ben's tablet Mia's bubble asks for her PIN, by address and on the way back, and none of its tiles is there", async ({
  family,
  openContext,
}) => {
  const { id: mia } = await addMember(family, 'Mia', { pin: '1357' })
  const { id: ben } = await addMember(family, 'Ben')
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia] })
  const { page, tablet } = await tabletOf(ben, family, openContext)
  const pin = pinDialog(page, 'Mia')
  const dishes = page.getByRole('article', { name: 'Dishes' })
  await page.goto(`/kid/${mia}#quests`)
  await expect(pin).toBeVisible()
  await pin.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText("This is Mia's bubble. Tap your face.")).toBeVisible()
  await expect(dishes).toHaveCount(0)
  expect(await storedMember(page)).toBeNull()
  await page.goto(`/kid/${mia}#playground/word-pop`)
  await page.getByRole('button', { name: 'Switch to Mia, asks for a PIN' }).click()
  await expect(pin).toBeVisible()
  await pin.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Switch to Ben' }).click()
  await expect(page.getByRole('heading', { level: 1, name: "Ben's Bubble" })).toBeVisible()

  await chooseProfile(page, 'Mia')
  await enterPin(page, 'Mia', '1357')
  await expect(dishes.first()).toBeVisible()
  // Handed to Ben, one step back.
  await chooseProfile(page, 'Ben')
  await expect(page.getByRole('heading', { level: 1, name: "Ben's Bubble" })).toBeVisible()
  await page.goBack()
  await expect(pin).toBeVisible()
  await expect(dishes).toHaveCount(0)
  await enterPin(page, 'Mia', '1357')
  await expect(dishes.first()).toBeVisible()
  expect((await (await tablet.request.get('/api/families/my')).json())[0].activeMemberId).toBe(mia)
})
