import type { Locator, Page } from '@playwright/test'
import { addMember, newQuest, openLive, openMore, setPin } from '../actions.ts'
import { boxOf, openBoard } from '../board.ts'
import { expect, test } from '../family.ts'
import { pinDialog } from '../profiles.ts'

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

/** Polls, because the page renders the effect of the keyboard only in a frame after its event. */
async function expectWithin(parts: Locator[], top: number, bottom: number): Promise<void> {
  for (const part of parts)
    await expect(async () => {
      const { y, height } = await boxOf(part)
      expect(y).toBeGreaterThanOrEqual(top)
      expect(y + height).toBeLessThanOrEqual(bottom)
    }).toPass()
}

test('the keyboard hides neither the field in use nor the buttons of a dialog; two fingers change nothing of it', async ({
  family: _family,
  page,
}) => {
  for (const [width, height, seen] of [
    [390, 844, 508],
    // A tablet on its side.
    [1180, 820, 340],
    // A phone on its side.
    [844, 390, 170],
  ] as const) {
    await page.setViewportSize({ width, height })
    const move = await withViewport(page)
    await openBoard(page)
    const dialog = await newQuest(page)
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await openMore(dialog)
    await expect(dialog.getByLabel('Target time')).toBeVisible()
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
    const before = await boxOf(dialog)
    const save = dialog.getByRole('button', { name: 'Create Quest' })
    const field = dialog.getByLabel('Target time')
    await field.focus()
    await move({ height: seen })
    await expectWithin([dialog, field], 0, seen)
    if (height < 600) {
      // All of it can be scrolled to.
      await save.scrollIntoViewIfNeeded()
      await expectWithin([save], 0, seen)
      continue
    }
    const shown = [dialog, field, dialog.getByRole('heading', { name: 'Create a Quest' }), save]
    await expectWithin(shown, 0, seen)
    // Safari moves what is in sight to the field.
    await move({ height: seen, offsetTop: 150 })
    await expectWithin(shown, 150, seen + 150)
    // Two fingers zoom: the dialog stays as large as it was.
    await move({ height: height / 2, offsetTop: 200, scale: 2 })
    expect(await boxOf(dialog)).toEqual(before)
    await move({ height })
    expect(await boxOf(dialog)).toEqual(before)
  }
})

test('on a phone the keyboard hides neither a question with its button, nor a dialog that opens while it is there', async ({
  family,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const mia = await addMember(family, 'Mia')
  await setPin(family, mia.id, '1234')
  const move = await withViewport(page)
  await page.goto('/welcome/family')
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await move({ height: 508 })
  await expectWithin([field, page.getByRole('button', { name: 'Next' })], 0, 508)

  await openLive(page, '/family-members')
  await move({ height: 500 })
  await page.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Mia/ }).click()
  const dialog = pinDialog(page, 'Mia')
  await expect.poll(async () => (await boxOf(dialog)).y + (await boxOf(dialog)).height).toBe(500)
  // The keys scroll, and verify by themselves.
  await expectWithin([dialog.getByLabel('PIN'), dialog.getByRole('button', { name: '1' })], 0, 500)
})
