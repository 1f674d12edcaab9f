import type { Page } from '@playwright/test'
import { expectAccessibleAndFits } from '../accessibility.ts'
import { addMember, addReward, expectText, fillInSignIn, openLive, setPin, toast } from '../actions.ts'
import { boxOf } from '../board.ts'
import { addQuest, expect, firstPage, test } from '../family.ts'
import { iPad, pairedDevice, shownCode, whoUses } from '../devices/pairing.ts'
import { typePin } from '../profiles.ts'
import { pop, tapOn } from '../kid/tablet.ts'
import { TapCounter } from '../kid/taps.ts'

// Other stories hide what is next of the first run.
test.use({ freshContext: true, viewport: { width: 390, height: 844 }, hasTouch: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const member = (page: Page, name: string) =>
  page.getByRole('list', { name: 'In the family' }).getByRole('listitem').filter({ hasText: name })
const nextStep = (page: Page) => page.getByRole('region', { name: "What's next" })

test('Anna comes from the landing page to the first pop on the tablet in nine taps and 32 keystrokes', async ({
  page,
  openContext,
}) => {
  const anna = new TapCounter()
  await page.goto('/')
  await anna.tap(page.getByRole('link', { name: 'Get Started' }).first())
  const email = `${crypto.randomUUID().slice(0, 6)}@b.co`
  const answers = { 'First name': 'Al', 'Last name': 'Bo', Email: email, Password: 'otter-37' }
  for (const [label, answer] of Object.entries(answers)) {
    await anna.type(page.getByLabel(label, { exact: true }), answer)
    await anna.press(page, 'Enter')
  }
  await expect(heading(page, "Who's in your family?")).toBeVisible()
  await expect(page).toHaveURL(/\/welcome\/family$/)
  // The toast about the account leaves the button free.
  await expect.poll(async () => (await boxOf(toast(page))).y).toBeLessThan((await boxOf(button(page, 'Next'))).y - 200)
  await expectAccessibleAndFits(page)
  // Return adds a child.
  await anna.type(page.getByLabel('Name'), 'Mia')
  await anna.press(page, 'Enter')
  await expect(member(page, 'Mia')).toHaveAttribute('aria-busy', 'false')
  // Return in an empty field goes on.
  await anna.press(page, 'Enter')

  await expect(heading(page, 'Pick a few quests')).toBeFocused()
  await expectText(page, 'Step 2 of 5')
  await expectAccessibleAndFits(page)
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/quests'),
  )
  await anna.tap(page.getByRole('button', { name: 'Brush your teeth' }))
  await saved
  await expect(page.getByRole('button', { name: 'Brush your teeth', pressed: true })).toBeVisible()
  await anna.tap(button(page, 'Next'))

  await expect(heading(page, 'When a child redeems a reward')).toBeFocused()
  await expectText(page, 'Step 3 of 5')
  await expectAccessibleAndFits(page)
  await anna.tap(button(page, 'Skip'))

  await expect(heading(page, 'A first reward')).toBeFocused()
  await expectText(page, 'Step 3 of 5')
  await expectAccessibleAndFits(page)
  await anna.tap(button(page, 'Skip'))

  await expect(heading(page, 'Your PIN')).toBeFocused()
  await expectAccessibleAndFits(page)
  await anna.tap(button(page, 'Skip'))

  await expect(heading(page, 'Put it on the tablet')).toBeFocused()
  await expectAccessibleAndFits(page)
  const tablet = await firstPage(await openContext(iPad))
  // The tablet's camera opens the address of the QR code.
  await tablet.goto(`/join#${await shownCode(page)}`)
  await expect(whoUses(tablet)).toBeVisible()
  await expect(tablet).toHaveURL(/\/join$/)
  await anna.tap(tablet.getByRole('button', { name: 'Mia' }))
  await anna.tap(tapOn(tablet, 'Brush your teeth'))
  await anna.tap(pop(tablet))
  await expectText(tablet, 'You earned 10 gems!')
  await expectText(page, 'iPad for Mia: ready!')
  // At most ten and 50 are allowed.
  expect([anna.taps, anna.keystrokes]).toEqual([9, 32])

  await button(page, 'Done').click()
  await expect(heading(page, 'Mission Control')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Brush your teeth' }).first()).toBeVisible()
  await expect(nextStep(page).getByRole('link', { name: 'A first reward' })).toHaveAttribute('href', '/welcome/mode')
  await expectText(nextStep(page), '3 of 5 done')
})

test('Anna changes her answers by a tap, Back and a reload lose nothing, and nothing is next once all is there', async ({
  page,
  family,
  openContext,
}) => {
  await page.goto('/welcome')
  const name = page.getByLabel('Name')
  await name.fill('Mia')
  await page.keyboard.press('Enter')
  await button(page, 'Kid: change the role of Mia').click()
  await expect(button(page, 'Parent: change the role of Mia')).toBeVisible()
  await button(page, 'Parent: change the role of Mia').click()
  const cannotRead = page.getByRole('checkbox', { name: 'Cannot read yet : Mia' })
  await cannotRead.check()
  // A name that is not added yet is there after a reload, and is added on the way.
  await name.fill('Emil')
  await page.reload()
  await expect(member(page, 'Mia')).toBeVisible()
  await expect(name).toHaveValue('Emil')
  await expect(cannotRead).toBeChecked()
  await button(page, 'Next').click()

  await expect(heading(page, 'Pick a few quests')).toBeFocused()
  const bed = page.getByRole('button', { name: 'Make your bed' })
  for (const pressed of ['true', 'false', 'true']) {
    await bed.click()
    await expect(bed).toHaveAttribute('aria-pressed', pressed)
  }
  // Another child does not have the quest yet: the same tap gives it to her too.
  const { id: idaId } = await addMember(family, 'Ida')
  await expect(bed).toHaveAttribute('aria-pressed', 'false')
  await bed.click()
  await expect(bed).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await (await page.request.get(`/api/families/${family.familyId}/quests`)).json())[0].assigneeIds)
    .toContain(idaId)
  await page.reload()
  await expect(page.getByRole('button', { pressed: true })).toHaveText([/Make your bed/])
  await page.goBack()
  await expect(member(page, 'Emil')).toBeVisible()
  await page.goForward()
  await expect(bed).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Next').click()

  const yes = page.getByRole('button', { name: 'A parent says yes' })
  await expect(page.getByRole('button', { pressed: true })).toHaveText('Just celebrate: nothing is spent')
  await yes.click()
  await expect(heading(page, 'A first reward')).toBeFocused()
  await page.goBack()
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  // The answer that is there already goes on, too.
  await yes.click()
  await page.getByRole('button', { name: 'Ice cream' }).click()
  await button(page, 'Next').click()

  const pin = page.getByLabel('PIN')
  // Leaves the height that a phone's browser has between its bars: no key lies below the buttons.
  await page.setViewportSize({ width: 390, height: 664 })
  const [zero, next] = [await boxOf(button(page, '0')), await boxOf(button(page, 'Next'))]
  expect(zero.y + zero.height).toBeLessThan(next.y)
  await page.setViewportSize({ width: 390, height: 844 })
  await typePin(pin, '1234')
  await page.keyboard.press('Enter')
  await expect(pin).toHaveAccessibleDescription(/one of the first that anyone tries/)
  await typePin(pin, '4711')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Put it on the tablet')).toBeFocused()
  await page.goBack()
  await expectText(page, 'Your profile has a PIN.')
  await page.getByRole('link', { name: 'Finish later' }).click()

  await expectText(page, 'Live')
  await expect(nextStep(page).getByRole('link')).toHaveAttribute('href', '/welcome/tablet')
  await pairedDevice(family, openContext)
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('firstRunOver'))).toBe('over')
  await expect(nextStep(page)).toBeHidden()
})

test('a family that began before sees what is next, but never the questions, and a child neither', async ({
  page,
  family,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await addReward(family, 'Ice cream')
  await family.context.clearCookies()
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillInSignIn(page, family.credentials)
  await expect(heading(page, 'Mission Control')).toBeVisible()
  await expect(page).toHaveURL(/\/parent$/)
  // Besides, it is asked whose the phone is.
  await nextStep(page)
    .getByRole('button', { name: /1 more$/ })
    .click()
  const step = page.getByRole('dialog').getByRole('region', { name: "What's next" })
  await expect(step.getByRole('link')).toHaveAttribute('href', '/welcome/pin')
  await expectText(step, '3 of 5 done')
  await expectAccessibleAndFits(page)
  await button(page, "Don't show this again").click()
  await expect(nextStep(page)).toBeHidden()
  await openLive(page, '/parent')
  await expect(nextStep(page)).toBeHidden()

  await setPin(family, family.memberId, '4711')
  await mia.page.goto('/welcome')
  await expect(mia.page).toHaveURL(new RegExp(`/kid/${mia.id}`))
})
