import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './family.ts'

/** The three screens of every check: phone, tablet and desktop. */
export const screens = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const

/** The rules of axe whose result depends on colours. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

type Look = {
  /** Rules that are broken on purpose. */
  besides?: string[]
  /**
   * Hides decoration first, since axe cannot compute the contrast of what it overlaps; elements that are still
   * overlapped are reported too.
   */
  withoutDecoration?: boolean
  /** Leaves out the dark colours. */
  isLightAlone?: boolean
}

/**
 * Asserts in light and dark that axe finds nothing, nothing overflows the page and no colour has a transition. While a
 * dialog or a menu is open, only it and the toasts are checked: the screen behind has checks of its own.
 */
export async function expectAccessibleAndFits(page: Page, look: Look = {}): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await page.evaluate(slowColours), 'what changes its colour over time (decision 0043)').toEqual([])
  expect(
    await page.evaluate(textsForNoTranslation),
    'texts that a translation breaks: each needs an element of its own, or translate="no"',
  ).toEqual([])
  expect(await page.evaluate(namelessScrollers), 'tab stops of Firefox without a name').toEqual([])
  expect(await page.evaluate(otherLiveRegions), 'live regions beside the one of `Announcer`').toEqual([])
  await expectReadable(page, 13)
  await changeAtOnce(page, true)
  for (const colorScheme of look.isLightAlone === true ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectToFit(page)
    await expectNoViolations(page, {
      ...look,
      name: colorScheme,
      ...(colorScheme === 'dark' && { rules: rulesOfColour }),
    })
  }
  await changeAtOnce(page, false)
}

/** Runs in the page: the live regions of libraries, which `tools/live-region.test.ts` cannot see. */
const otherLiveRegions = () =>
  [
    ...document.querySelectorAll('[aria-live]:not(#announcements), output, [role=alert], [role=status], [role=log]'),
  ].map(({ outerHTML }) => outerHTML)

/** Asserts that no text is smaller than so many pixels; drawings scale theirs. */
export async function expectReadable(page: Page, smallest: number): Promise<void> {
  const small = await page.evaluate((limit) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      if (
        parent &&
        texts.currentNode.textContent?.trim() &&
        Number.parseFloat(getComputedStyle(parent).fontSize) < limit &&
        !parent.closest('.sr-only, noscript, svg')
      ) {
        found.push(texts.currentNode.textContent)
      }
    }
    return found
  }, smallest)
  expect(small, `texts below ${smallest} px`).toEqual([])
}

/**
 * The same on a phone and at a desk, where colours are those of the phone. A tablet has no part that neither of them has,
 * and a dialog the same parts on each: they only have to fit.
 */
export async function expectAccessibleAndFitsEverywhere(page: Page, look: Look = {}): Promise<void> {
  const isDialog = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0
  await onEachScreen(page, (width) =>
    width === 820 || (width === 1440 && isDialog)
      ? expectToFit(page)
      : expectAccessibleAndFits(page, { ...look, isLightAlone: width === 1440 }),
  )
}

/** The check for another language, in which only the texts and their sizes differ. */
export const expectToFitEverywhere = (page: Page) => onEachScreen(page, () => expectToFit(page))

async function onEachScreen(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  const before = page.viewportSize()
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    await look(width)
  }
  if (before !== null) await page.setViewportSize(before)
}

/** Runs in the page: the classes of each element that fades from one colour, edge or shadow to the next. */
const slowColours = () =>
  [...document.querySelectorAll('*')]
    .filter((element) => {
      const { transitionProperty, transitionDuration } = getComputedStyle(element)
      return (
        /color|shadow|all/.test(transitionProperty) &&
        transitionDuration.split(', ').some((duration) => Number.parseFloat(duration) > 0.001)
      )
    })
    .map((element) => element.getAttribute('class') ?? '')

/** Runs in the page: the classes of each element that scrolls, has no name and is a tab stop in Firefox. */
const namelessScrollers = () =>
  [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      return (
        /auto|scroll/.test(overflowX + overflowY) &&
        !element.matches('[tabindex="-1"], [aria-label], [aria-labelledby], textarea, select')
      )
    })
    .map((element) => element.getAttribute('class') ?? '')

/**
 * Runs in the page: the texts that are nodes of React's own, as all are that stand beside something; those in drawings,
 * where no `<font>` is shown; and figures. An announcement and a sentence change as a whole.
 */
const textsForNoTranslation = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const { currentNode: text } = walker
    const words = text.nodeValue?.trim()
    if (!words || text.parentElement?.closest('[translate=no], #announcements')) continue
    const isOwned =
      Object.keys(text).some((key) => key.startsWith('__reactFiber')) && !text.parentElement?.closest('[data-sentence]')
    if (isOwned || text.parentElement?.closest('svg text') || /^[\d\s:.,+−×/=]*\d[\d\s:.,+−×/=?]*$/.test(words))
      found.push(words)
  }
  return found
}

/** Ends transitions at once, because elements that appear while axe runs would still be fading in. */
async function changeAtOnce(page: Page, atOnce: boolean): Promise<void> {
  await page.evaluate((atOnce) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important }',
    )
    document.adoptedStyleSheets = atOnce ? [sheet] : []
  }, atOnce)
}

/** Asserts that the text is visible, not only in the accessibility tree: it has a height and is on the screen. */
export async function expectSeen(words: Locator): Promise<void> {
  await expect(words).toBeInViewport({ ratio: 0.9 })
  await expect.poll(() => words.evaluate(drawnHeight), 'the height of the words').toBeGreaterThan(8)
}

/** Asserts that the text is only in the accessibility tree, or absent. */
export async function expectUnseen(words: Locator): Promise<void> {
  await expect
    .poll(
      async () => Math.max(0, ...(await Promise.all((await words.all()).map((each) => each.evaluate(drawnHeight))))),
      'the height of the words',
    )
    .toBe(0)
}

/** Runs in the page: the height of an element in pixels, 0 if it is clipped to nothing or transparent. */
const drawnHeight = (element: Element) => {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const { clip, clipPath, opacity, visibility } = getComputedStyle(each)
    if (clip !== 'auto' || clipPath !== 'none' || opacity === '0' || visibility === 'hidden') return 0
  }
  const { width, height } = element.getBoundingClientRect()
  return width > 1 ? height : 0
}

/** Asserts that nothing overflows the page horizontally, once its layout is stable. */
export const expectToFit = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 'pixels that stick out')
    .toBeLessThanOrEqual(0)

/** The elements that stick out of the page at the right, without those in a list that scrolls, such as the board. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement
    const isInScroller = (element: Element) => {
      for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
        if (getComputedStyle(above).overflowX !== 'visible') return true
      return false
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !isInScroller(element))
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(0, 3)
  })

/** The pictures that stick out of their button in the bar at the top, and lie over the next one. */
export const outsideButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header button svg')]
      .filter((picture) => picture.checkVisibility())
      .filter((picture) => {
        const button = picture.closest('button')?.getBoundingClientRect() ?? new DOMRect()
        const { left, right, width } = picture.getBoundingClientRect()
        return width > 1 && (left < button.left - 1 || right > button.right + 1)
      })
      .map((picture) => picture.outerHTML.slice(0, 120)),
  )

/** The parts of the open dialog that stick out of it at a side. */
export const outsideDialog = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    if (dialog === null) return ['There is no dialog']
    const { left, right } = dialog.getBoundingClientRect()
    return [...dialog.querySelectorAll('*')]
      .filter((part) => part.checkVisibility() && !part.closest('.sr-only, [aria-hidden=true]'))
      .filter((part) => part.getBoundingClientRect().right > right + 1 || part.getBoundingClientRect().left < left - 1)
      .map((part) => part.outerHTML.slice(0, 120))
  })

/** Asserts that the page does not scroll. Polls, because a new size is applied a moment after it is set. */
export const expectNotToScroll = (page: Page) =>
  expect
    .poll(
      async () =>
        (await page.evaluate(() => document.documentElement.scrollHeight)) - (page.viewportSize()?.height ?? 0),
      'pixels below the screen',
    )
    .toBeLessThanOrEqual(0)

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  await changeAtOnce(page, true)
  await expectNoViolations(page, { name: 'now' })
  await changeAtOnce(page, false)
}

/** Asserts that with more contrast, by the system's setting, texts reach 7:1 in light and dark. */
export async function expectMoreContrast(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme, reducedMotion: 'reduce' })
    await expectNoViolations(page, { name: `more contrast, ${colorScheme}`, rules: ['color-contrast-enhanced'] })
  }
}

/** Asserts that axe finds nothing, by all rules or by `rules`; `name` labels the violations. */
async function expectNoViolations(page: Page, look: Look & { name: string; rules?: string[] }): Promise<void> {
  const { besides = [], withoutDecoration = false, name, rules } = look
  await endAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource)
  const found = await page.evaluate(
    async ({ besides, withoutDecoration, rules }) => {
      if (withoutDecoration) {
        for (const bubble of document.querySelectorAll<HTMLElement>(
          '[aria-hidden].-z-10, [aria-hidden].pointer-events-none',
        ))
          bubble.style.display = 'none'
      }
      const dialogs = '[role=dialog], [role=alertdialog], [role=menu], [role=region][aria-label^=Notifications]'
      const scope = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
        ? document.querySelectorAll(dialogs)
        : document
      const { violations, incomplete } = await (window as unknown as { axe: typeof axe }).axe.run(scope, {
        ...(rules && { runOnly: rules.filter((rule) => !besides.includes(rule)) }),
        rules: Object.fromEntries(besides.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations', 'incomplete'],
        // Only the HTML of an element is reported; its selector takes a tenth of the time.
        selectors: false,
        // We have no foreign frames, and other checks watch what a page loads.
        iframes: false,
        preload: false,
      })
      const overlapped = incomplete.map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ any }) => any.some(({ message }) => message.includes('overlapped'))),
      }))
      return [...violations, ...(withoutDecoration ? overlapped : [])]
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    { besides, withoutDecoration, rules },
  )
  expect(found.map((violation) => `${name}, ${violation}`)).toEqual([])
}

/**
 * Ends animations, because a fading element has no final contrast, and renders content below the fold, which would be
 * skipped.
 */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const card of document.querySelectorAll<HTMLElement>('.cv-auto')) card.style.contentVisibility = 'visible'
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    // Motion begins to animate what is mounted a frame later.
    await nextFrame()
    await nextFrame()
    for (;;) {
      const moving = document
        .getAnimations()
        .filter(({ effect, playState }) => effect?.getComputedTiming().endTime !== Infinity && playState !== 'finished')
      if (moving.length === 0) return
      for (const animation of moving) animation.finish()
      // Finish handlers run in the next frame.
      await nextFrame()
    }
  })
}
