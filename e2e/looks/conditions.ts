import type { CDPSession, Page } from '@playwright/test'
import { endAnimations, outsideButtons, outsideDialog, sideways } from '../accessibility.ts'
import { expect } from '../family.ts'

/** The open screen or dialog: the name of its place, for messages, and what it is. */
export type Where = { place: string; isOfKid: boolean; isGame: boolean; isDialog: boolean }

type Insets = { top: number; right: number; bottom: number; left: number }

/** A tablet without a button has a bar at its lower edge; a phone on its side a camera at one end. */
const devices: readonly [name: string, width: number, height: number, insets: Insets][] = [
  ['tablet', 820, 1180, { top: 0, right: 0, bottom: 20, left: 0 }],
  ['phone', 390, 844, { top: 0, right: 0, bottom: 34, left: 0 }],
  ['phone on its side', 844, 390, { top: 0, right: 59, bottom: 21, left: 59 }],
]

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** The one session of a page for what is set here: another one's settings would stay beside it. */
function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, known)
  return known
}

export async function turnInto(page: Page, width: number, height: number, insets: Insets): Promise<void> {
  await page.setViewportSize({ width, height })
  const session = await sessionOf(page)
  await session.send('Emulation.setSafeAreaInsetsOverride' as 'Emulation.setScrollbarsHidden', { insets } as never)
}

/** Sets the size of a letter in the browser's settings, in pixels. */
async function setFontSize(page: Page, standard: number): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${standard}px`)
}

/** The sizes of a letter in pixels, each with the screens on which it is asked whether all fits. */
const letters = [
  // On a phone the larger ones have the same layout with less room.
  [24, [[1280, 800]]],
  [
    32,
    [
      [390, 844],
      [820, 1180],
      // The layout of wide screens begins here.
      [1280, 800],
      [1440, 900],
    ],
  ],
] as const

/** The conditions of the table: each is set, asked about the open screen or dialog, and taken back. */
export const conditions: Record<string, (page: Page, where: Where) => Promise<void>> = {
  async 'letters of 24 and 32 pixels'(page, { place, isDialog }) {
    for (const [standard, sizes] of letters) {
      if (isDialog && standard === 24) continue
      await setFontSize(page, standard)
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        // An element that comes with an animation may stick out until it has ended.
        const outside = async () =>
          isDialog ? outsideDialog(page) : [...(await sideways(page)), ...(await outsideButtons(page))]
        await expect.poll(outside, `${place} at ${width} with ${standard}`).toEqual([])
        // A dialog is as wide as it gets, or smaller.
        if (isDialog) break
      }
    }
    await setFontSize(page, 16)
  },

  async 'the text spacing of WCAG 1.4.12'(page, { place }) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets = [spacing]
    })
    await expect.poll(() => sideways(page), place).toEqual([])
    await page.evaluate(() => (document.adoptedStyleSheets = []))
  },

  async 'a camera at a side and a bar below'(page, { place, isGame }) {
    for (const [name, width, height, insets] of devices) {
      await turnInto(page, width, height, insets)
      await expect.poll(() => outsideSafeArea(page, insets), `${place} on a ${name}`).toEqual([])
      // The board, the wall and a game that fits the screen do not scroll for the bar.
      if (isGame ? height > 1000 : /kanban|wall/.test(place) && height > 600 && width > 640)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), place).toBe(height)
    }
    await turnInto(page, 1440, 900, { top: 0, right: 0, bottom: 0, left: 0 })
  },

  async 'a finger on a phone'(page, { place, isOfKid, isGame }) {
    await page.setViewportSize({ width: 390, height: 844 })
    const { small, zooming, collapsing } = await page.evaluate(unfitForTouch)
    expect(small, `${place}: fields that zoom the page when they get the focus`).toEqual([])
    expect(zooming, `${place}: controls that zoom the page when they are tapped twice`).toEqual([])
    expect(collapsing, `${place}: parts of a dialog without a height`).toEqual([])
    if (isOfKid) {
      await expect.poll(() => page.evaluate(smallTargets), place).toEqual([])
      // Pulled down, the page is not loaded again.
      await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'none')
    }
    // A finger that comes to lie beside a bubble marks no words.
    if (isGame) await expect(page.locator('section[aria-labelledby=game]')).toHaveCSS('user-select', 'none')
  },

  async 'a contrast theme'(page, { place }) {
    await page.emulateMedia({ forcedColors: 'active' })
    await expect.poll(() => page.evaluate(withoutEdge), place).toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
  },

  async 'the Tab key on a low window'(page, { place, isGame, isDialog }) {
    for (const [width, height] of [
      [1280, 500],
      // A desk at a zoom of 400 %.
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      await endAnimations(page)
      if (isGame || isDialog) await expect.poll(() => page.evaluate(misplaced), place).toEqual([])
      else expect(await hiddenStops(page), `${place} at ${width}`).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  },
}

/** The controls under the camera or, scrolled to the end, under the bar. */
const outsideSafeArea = (page: Page, insets: Insets) =>
  page.evaluate(({ left, right, bottom }) => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    for (const scrolled of [document.documentElement, dialog]) scrolled?.scrollTo(0, scrolled.scrollHeight)
    const controls = [
      ...(dialog ?? document).querySelectorAll<HTMLElement>(
        'a, button, input:not([type=radio], [type=checkbox]), select, textarea',
      ),
    ]
    const wrong = controls.filter((control) => {
      if (!control.checkVisibility() || control.closest('[aria-hidden=true], .sr-only')) return false
      const rect = control.getBoundingClientRect()
      // Ignores controls inside a scroller of their own: scrolling it shows them.
      const scroller = control.parentElement?.closest('[class*=overflow-x-auto], [class*=overflow-y-auto]')
      if (scroller && !scroller.matches('[role=dialog], aside')) return false
      return rect.left < left || rect.right > window.innerWidth - right || rect.bottom > window.innerHeight - bottom
    })
    return wrong.map((control) => control.outerHTML.slice(0, 150))
  }, insets)

/** Runs in the page: what Safari on a tablet or a phone would not handle well. */
const unfitForTouch = () => {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const nameOf = (element: Element) => element.outerHTML.slice(0, 120)
  const isTyped = (element: Element) =>
    !(element instanceof HTMLInputElement) || !/^(checkbox|radio|range|file|hidden|submit|button)$/.test(element.type)
  const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
  return {
    small: shown('input, select, textarea, [contenteditable]')
      .filter((field) => isTyped(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map(nameOf),
    zooming: shown('a, button, input, label, select, summary, textarea')
      .filter((control) => !/^(manipulation|none)$/.test(getComputedStyle(control).touchAction))
      .map(nameOf),
    // A share of a height that a dialog takes from its content is none.
    collapsing: shown('[role=dialog] > *, [role=alertdialog] > *')
      .filter((part) => getComputedStyle(part).flexBasis === '0%')
      .map(nameOf),
  }
}

/**
 * Runs in the page: targets too small for a child, which are links and buttons of less than 48 pixels, unless they are
 * part of a sentence.
 */
const smallTargets = () =>
  [...document.querySelectorAll('a, button, summary, [role=tab]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only'))
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return Math.min(width, height) < 47.5
    })
    .map((element) => element.outerHTML.slice(0, 160))

/** Runs in the page: the buttons and overlays in sight that neither a border nor a fill tells from the page. */
const withoutEdge = () => {
  const ground = getComputedStyle(document.documentElement).backgroundColor
  return [
    ...document.querySelectorAll<HTMLElement>(
      'button:is([class^=rounded], [class*=" rounded"]), [role=dialog], [role=menu], [role=region] > ol > li',
    ),
  ]
    .filter((element) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element)
      const hasBorder = Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== backgroundColor
      return element.checkVisibility() && !hasBorder && backgroundColor === ground
    })
    .map((element) => element.outerHTML.slice(0, 150))
}

/**
 * Runs in the page: the controls of a game or a dialog that stick out of the page at a side, and those that cover
 * another, which in a dialog one out of sight may do below its buttons.
 */
const misplaced = () => {
  const inDialog = '[role=dialog] button'
  const parts = [...document.querySelectorAll(`section[aria-labelledby=game] :is(button, li), ${inDialog}`)].map(
    (part) => ({ part, box: part.getBoundingClientRect() }),
  )
  const isOutside = ({ left, right }: DOMRect) => left < -1 || right > document.documentElement.clientWidth + 1
  const isOver = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  return parts
    .filter(
      ({ part, box }, index) =>
        isOutside(box) ||
        parts
          .slice(0, index)
          .filter((other) => !part.matches(inDialog) || other.part.parentElement === part.parentElement)
          .some((other) => !other.part.contains(part) && isOver(box, other.box)),
    )
    .map(({ part }) => part.outerHTML.slice(0, 120))
}

/** Presses Tab through the page once; returns the names of the stops of which no middle can be seen. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = []
  await page.evaluate(() => {
    // Begins at the top again, wherever the focus was.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  await page.keyboard.press('Tab')
  for (let stops = 0; stops < 150; stops++) {
    const stop = await page.evaluate(async () => {
      const { activeElement: active } = document
      if (active === null || active === document.body) return null
      const isSeen = () => {
        const { left, top, right, bottom } = active.getBoundingClientRect()
        const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2
        const seen = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
        return seen !== null && (active.contains(seen) || seen.contains(active))
      }
      // A list may still be scrolling.
      for (let frame = 0; frame < 60 && !isSeen(); frame++) await new Promise(requestAnimationFrame)
      return { isSeen: isSeen(), name: active.getAttribute('aria-label') ?? active.textContent }
    })
    if (stop === null) break
    if (!stop.isSeen) hidden.push(stop.name)
    await page.keyboard.press('Tab')
  }
  return hidden
}
