import { newQuest, openLive, openMore } from '../actions.ts'
import { boxOf, card, openBoard } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true })

test('no style sticks after a tap, or measures the screen without its bars', async ({ family: _family, page }) => {
  await openLive(page, '/settings')
  await page.getByRole('button', { name: 'Upload New Picture' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
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
  await openMore(dialog)
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
