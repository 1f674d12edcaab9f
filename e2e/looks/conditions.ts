import type { CDPSession, Page } from '@playwright/test'
import { expect } from './family.ts'

export type Insets = { top: number; right: number; bottom: number; left: number }

/** A tablet without a button has a bar at its lower edge; a phone on its side a camera at one end. */
export const devices: readonly [name: string, width: number, height: number, insets: Insets][] = [
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
export async function setFontSize(page: Page, standard: number): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${standard}px`)
}

/** Asserts that no control is under the camera or, scrolled to the end, under the bar. */
export async function expectInSafeArea(page: Page, place: string, { left, right, bottom }: Insets): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          ({ left, right, bottom }) => {
            window.scrollTo(0, document.documentElement.scrollHeight)
            const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document
            const controls = [
              ...scope.querySelectorAll<HTMLElement>(
                'a, button, input:not([type=radio], [type=checkbox]), select, textarea',
              ),
            ]
            const wrong = controls.filter((control) => {
              if (!control.checkVisibility() || control.closest('[aria-hidden=true], .sr-only')) return false
              const rect = control.getBoundingClientRect()
              // Ignores controls inside a scroller of their own: scrolling it shows them.
              const scroller = control.parentElement?.closest('[class*=overflow-x-auto], [class*=overflow-y-auto]')
              if (scroller && !scroller.matches('[role=dialog], aside')) return false
              return (
                rect.left < left || rect.right > window.innerWidth - right || rect.bottom > window.innerHeight - bottom
              )
            })
            return wrong.map((control) => control.outerHTML.slice(0, 150))
          },
          { left, right, bottom },
        ),
      place,
    )
    .toEqual([])
}
