import type { Page } from '@playwright/test'
import { expect } from './family.ts'

/** Asserts that Safari on a tablet handles the current page well; returns how many fields it has. */
export async function expectFitForTouch(page: Page, place: string): Promise<number> {
  const { fields, small, zooming, collapsing } = await page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const nameOf = (element: Element) => element.outerHTML.slice(0, 120)
    const isTyped = (element: Element) =>
      !(element instanceof HTMLInputElement) || !/^(checkbox|radio|range|file|hidden|submit|button)$/.test(element.type)
    const fields = [...document.querySelectorAll('input, select, textarea, [contenteditable]')]
      .filter(isTyped)
      .filter(isShown)
    const controls = [...document.querySelectorAll('a, button, input, label, select, summary, textarea')].filter(
      isShown,
    )
    return {
      fields: fields.length,
      small: fields.filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16).map(nameOf),
      // A share of a height that a dialog takes from its content is none.
      collapsing: [...document.querySelectorAll('[role=dialog] > *, [role=alertdialog] > *')]
        .filter((part) => getComputedStyle(part).flexBasis === '0%')
        .map(nameOf),
      zooming: controls
        .filter((control) => !/^(manipulation|none)$/.test(getComputedStyle(control).touchAction))
        .map(nameOf),
    }
  })
  expect(small, `${place}: fields that zoom the page when they get the focus`).toEqual([])
  expect(zooming, `${place}: controls that zoom the page when they are tapped twice`).toEqual([])
  expect(collapsing, `${place}: parts of a dialog without a height`).toEqual([])
  return fields
}

/** Targets too small for a child: links and buttons of less than 48 pixels, unless they are part of a sentence. */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, [role=tab]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only'))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return Math.min(width, height) < 47.5
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )
