import type { Locator, Page } from '@playwright/test'
import { addMember, openLive, newQuest, setPin } from './actions.ts'
import { openBoard, boxOf } from './board.ts'
import { expect, test } from './family.ts'

type Viewport = { height: number; offsetTop?: number; scale?: number }

/** Gives a page a visual viewport that the story moves: no keyboard covers a page in a browser without a screen. */
async function withViewport(page: Page): Promise<(now: Viewport) => Promise<void>> {
  await page.addInitScript(() => {
    const fake = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 })
    Object.defineProperty(window, 'visualViewport', { value: fake })
  })
  return (now) =>
    page.evaluate((now) => {
      const fake = window.visualViewport
      if (fake === null) throw new Error('There is no visual viewport')
      Object.assign(fake, { offsetTop: 0, scale: 1 }, now)
      fake.dispatchEvent(new Event('resize'))
    }, now)
}

async function edges(locator: Locator) {
  const { y, height } = await boxOf(locator)
  return { top: y, bottom: y + height }
}

/** Polls, because the page renders the effect of the keyboard only in a frame after its event. */
async function expectWithin(locator: Locator, top: number, bottom: number): Promise<void> {
  await expect(async () => {
    const found = await edges(locator)
    expect(found.top).toBeGreaterThanOrEqual(top)
    expect(found.bottom).toBeLessThanOrEqual(bottom)
  }).toPass()
}

const settle = (page: Page) =>
  page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  )

for (const [device, width, height, keyboard] of [
  ['a phone', 390, 844, 336],
  ['a tablet on its side', 1180, 820, 480],
] as const) {
  test(`on ${device} the keyboard hides neither the field in use nor the buttons of a dialog`, async ({
    family: _family,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    const move = await withViewport(page)
    await openBoard(page)
    const dialog = await newQuest(page)
    await expect(dialog).toBeVisible()
    await settle(page)
    const before = await edges(dialog)
    const seen = height - keyboard

    const field = dialog.getByLabel('Target time')
    await field.focus()
    await move({ height: seen })
    const shown = [
      dialog,
      field,
      dialog.getByRole('heading', { name: 'Create a Quest' }),
      dialog.getByRole('button', { name: 'Create Quest' }),
    ]
    for (const part of shown) await expectWithin(part, 0, seen)

    // Safari moves what is in sight to the field.
    await move({ height: seen, offsetTop: 150 })
    for (const part of shown) await expectWithin(part, 150, seen + 150)

    // Two fingers zoom: the dialog stays as large as it was.
    await move({ height: height / 2, offsetTop: 200, scale: 2 })
    expect(await edges(dialog)).toEqual(before)
    await move({ height })
    expect(await edges(dialog)).toEqual(before)
  })
}

test('on a phone on its side all of a dialog can be scrolled to above the keyboard', async ({
  family: _family,
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  const move = await withViewport(page)
  await openBoard(page)
  const dialog = await newQuest(page)
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await settle(page)
  await move({ height: 170 })
  await expectWithin(dialog, 0, 170)
  await expectWithin(dialog.getByLabel('Title'), 0, 170)
  const save = dialog.getByRole('button', { name: 'Create Quest' })
  await save.scrollIntoViewIfNeeded()
  await expectWithin(save, 0, 170)
})

test('on a phone the keyboard hides neither the field of a question nor its button', async ({
  family: _family,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const move = await withViewport(page)
  await page.goto('/welcome/family')
  const field = page.getByLabel('Name')
  await expect(field).toBeFocused()
  await move({ height: 508 })
  for (const part of [field, page.getByRole('button', { name: 'Next' })]) await expectWithin(part, 0, 508)
})

test('a dialog that opens while the keyboard is there opens above it', async ({ family, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const mia = await addMember(family, 'Mia')
  await setPin(family, mia.id, '1234')
  const move = await withViewport(page)
  await openLive(page, '/family-members')
  await move({ height: 500 })
  await page.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Mia/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter PIN for Mia' })
  await expect.poll(async () => (await edges(dialog)).bottom).toBe(500)
  // The keys scroll, and verify by themselves.
  for (const part of [dialog.getByLabel('PIN'), dialog.getByRole('button', { name: '1' })])
    await expectWithin(part, 0, 500)
})
