import type { Page } from '@playwright/test'
import { outsideDialog } from './accessibility.ts'
import { addMember, addReward, newQuest, openLive, overlaysAreGone, setPin } from './actions.ts'
import { boxOf, card, openBoard } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { expectFitForTouch, smallTargets } from './fingers.ts'
import { setFontSize } from './safe-area.ts'
import { openBubble, completionDialog, tapOn } from './kid/tablet.ts'
import { openWall, completerDialog, tap } from './wall/wall.ts'

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true })

/** Opens each dialog of a page that has fields, looks at it, and closes it. */
async function lookIntoDialogs(page: Page, openers: readonly string[]): Promise<number> {
  let fields = 0
  for (const name of openers) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    fields += await expectFitForTouch(page, name)
    await expectToFitWithLargeFont(page, name)
    await page.keyboard.press('Escape')
    await overlaysAreGone(page)
  }
  return fields
}

/** Asserts that the open dialog fits a phone whose browser has a font of twice the size. */
async function expectToFitWithLargeFont(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await setFontSize(page, 32)
  await expect.poll(() => outsideDialog(page), `${name} with a large font`).toEqual([])
  await setFontSize(page, 16)
  if (before !== null) await page.setViewportSize(before)
}

test("on a parent's screens and in their dialogs no field and no control zooms the page, no style sticks after a tap, and a large font fits", async ({
  family,
  page,
}) => {
  const { id } = await addMember(family, 'Mia')
  await setPin(family, id, '1234')
  await addQuest(family, 'Feed the dog')
  await addReward(family, 'Ice cream', { gemCost: 40 })
  await openBoard(page)
  await expect(card(page, 'Feed the dog')).toBeVisible()
  await expectFitForTouch(page, 'board')
  expect(
    await lookIntoDialogs(page, ['Create Quest', 'Feed the dog', 'Add Column', 'Edit column To Do']),
  ).toBeGreaterThanOrEqual(12)
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expectFitForTouch(page, 'calendar')

  await openLive(page, '/family-members')
  await expectFitForTouch(page, 'members')
  expect(await lookIntoDialogs(page, ['Edit Mia', 'Add Family Member'])).toBeGreaterThanOrEqual(2)
  await page.getByRole('navigation', { name: 'Switch member' }).getByRole('button', { name: /Mia/ }).click()
  await expect(page.getByRole('dialog', { name: 'Enter PIN for Mia' })).toBeVisible()
  await expectFitForTouch(page, 'PIN')
  await expectToFitWithLargeFont(page, 'PIN')

  await page.goto('/rewards-store')
  await expect(page.getByRole('article', { name: 'Ice cream' })).toBeVisible()
  await expectFitForTouch(page, 'store')
  expect(await lookIntoDialogs(page, ['Add Reward', 'Edit Ice cream'])).toBeGreaterThanOrEqual(4)

  await openLive(page, '/settings')
  await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible()
  expect(await expectFitForTouch(page, 'settings')).toBeGreaterThanOrEqual(6)
  await lookIntoDialogs(page, ['Upload New Picture', 'Sign out everywhere', 'Delete family'])

  // Nor does any style stick after a tap, or measure the screen without its bars.
  const found = await page.evaluate(() => {
    const [hover, sticky, tall] = [[] as string[], [] as string[], [] as string[]]
    const walk = (rules: CSSRuleList, isHovering: boolean) => {
      for (const rule of rules) {
        const within = isHovering || (rule instanceof CSSMediaRule && rule.conditionText.includes('hover: hover'))
        if (rule instanceof CSSStyleRule) {
          if (rule.selectorText.includes(':hover')) (within ? hover : sticky).push(rule.selectorText)
          if (/\d(?:vh|lvh)\b/.test(rule.style.cssText)) tall.push(rule.cssText)
        }
        if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList, within)
      }
    }
    for (const sheet of document.styleSheets) walk(sheet.cssRules, false)
    return { hover, sticky, tall }
  })
  expect(found.sticky).toEqual([])
  expect(found.tall).toEqual([])
  expect(found.hover.length).toBeGreaterThan(20)
  expect(
    found.hover.filter((selector) => selector.includes('uppy') || selector.includes('picture-uploader')),
  ).not.toEqual([])

  for (const [step, field, fields] of [
    ['family', 'Name', 1],
    ['pin', 'PIN', 0],
  ] as const) {
    await page.goto(`/welcome/${step}`)
    await expect(page.getByLabel(field, { exact: true })).toBeFocused()
    expect(await expectFitForTouch(page, step)).toBe(fields)
  }
})

test('the questions of a child and of the wall fit small fingers and a large font, and their controls do not zoom the page', async ({
  family,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await openBubble(mia)
  await tapOn(mia.page, 'Dishes').first().click()
  await expect(completionDialog(mia.page)).toBeVisible()
  await expectFitForTouch(mia.page, 'complete')
  await expectToFitWithLargeFont(mia.page, 'complete')
  await expect.poll(() => smallTargets(mia.page), 'complete').toEqual([])
  expect(await mia.page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none')
  await openWall(mia.page)
  await tap(mia.page, 'Mia', 'Dishes')
  await expect(completerDialog(mia.page)).toBeVisible()
  await expectFitForTouch(mia.page, 'who did it')
  await expectToFitWithLargeFont(mia.page, 'who did it')
})

test('a long press on a card marks no words, opens no menu of Safari and drags no picture; a field of time looks like any field', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(page)
  const item = page.getByRole('listitem').filter({ has: card(page, 'Feed the dog') })
  await expect(item).toHaveCSS('user-select', 'none')
  await expect(item).toHaveCSS('touch-action', 'manipulation')
  const isDragged = await card(page, 'Feed the dog').evaluate((element) => {
    const picture = element.appendChild(new Image())
    const isDragged = picture.dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }))
    const style = getComputedStyle(picture).getPropertyValue('-webkit-user-drag')
    picture.remove()
    return { isDragged, style }
  })
  expect(isDragged).toEqual({ isDragged: false, style: 'none' })
  // Chromium knows no callout: what it skipped stands in the style sheet as it was sent.
  const rules = await page.evaluate(async () =>
    (await fetch(document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.href ?? '')).text(),
  )
  const className = (await item.getAttribute('class'))?.split(' ').find((name) => name.includes('touch-callout'))
  expect(className).toBe('[-webkit-touch-callout:none]')
  expect(rules).toContain(String.raw`.\[-webkit-touch-callout\:none\]{-webkit-touch-callout:none}`)
  expect(rules).toMatch(/\[data-theme-scope=kid\]\{[^}]*-webkit-touch-callout:none/)
  expect(rules).toMatch(/button,label,summary\{-webkit-user-select:none/)

  // The time of a quest looks like any field, and keeps to its place.
  const dialog = await newQuest(page)
  const [time, title] = [dialog.getByLabel('Target Time'), dialog.getByLabel('Title')]
  for (const [property, value] of [
    ['appearance', 'none'],
    ['min-width', '0px'],
    ['text-align', 'start'],
  ] as const)
    await expect(time).toHaveCSS(property, value)
  const [first, second] = [await title.boundingBox(), await time.boundingBox()]
  expect(second?.width).toBe(first?.width)
  // Empty it is as high as with a time in it.
  expect(second?.height).toBe(first?.height)
  await title.fill('Rake the leaves')
  await time.fill('08:30')
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(card(page, 'Rake the leaves')).toContainText('08:30')
})

test('a finger that begins to scroll on a menu opens nothing; a tap opens it, and another one closes it', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(page)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  for (const name of ['More for Feed the dog', 'More for column Done', /^Account of/]) {
    const opener = page.getByRole('button', { name })
    const { x, y, width, height } = await boxOf(opener)
    const [left, top] = [x + width / 2, y + height / 2]
    await touch('touchStart', [{ x: left, y: top }])
    for (const moved of [15, 40, 80]) await touch('touchMove', [{ x: left, y: top + moved }])
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await touch('touchEnd', [])
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await opener.tap()
    await expect(page.getByRole('menu')).toBeVisible()
    await opener.tap()
    await expect(page.getByRole('menu')).toBeHidden()
    await opener.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
})
