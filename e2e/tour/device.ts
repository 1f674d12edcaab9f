import { expect } from '@playwright/test'
import { Key } from 'selenium-webdriver'
import type { Driver, ScreenPoint } from './driver.ts'
import { pageScript, type PageTour, type Target } from './page-script.ts'
import type { Proxy } from './proxy.ts'

/** Long enough for a slow machine; ends only what hangs. */
const polling = { timeout: 20_000, intervals: [20, 50, 100, 200] }

/** Points on a straight line, for the mouse. */
export const pointsBetween = (from: ScreenPoint, to: ScreenPoint): ScreenPoint[] =>
  Array.from({ length: 9 }, (_, step) => ({
    x: from.x + ((to.x - from.x) * step) / 8,
    y: from.y + ((to.y - from.y) * step) / 8,
  }))

type Words = string | RegExp
export const button = (name: Words, within?: Target): Target => ({ role: 'button', name, within })
export const heading = (name: Words, within?: Target): Target => ({ role: 'heading', name, within })
export const dialog = (name: Words): Target => ({ role: 'dialog', name })
export const field = (label: string, within?: Target): Target => ({ label, within })
export const text = (text: Words, within?: Target): Target => ({ text, within })

/** A browser with one page and a proxy of its own: the same actions and expectations in every engine. */
export class TourDevice {
  constructor(
    readonly driver: Driver,
    readonly proxy: Proxy,
  ) {}

  async open(path: string): Promise<void> {
    await this.driver.open(`${this.proxy.origin}${path}`)
    // Without a network the page comes from the device's cache, without the script.
    if (!(await this.driver.evaluate(`'tour' in window`)))
      await this.driver.evaluate(`void function () { ${await pageScript()} }()`)
  }

  /** Polls until the value is the expected one; a page that is being left has none. */
  async expectValue<Value>(what: string, read: () => Promise<Value>, expected: Value): Promise<void> {
    await expect.poll(() => read().catch(() => undefined), { ...polling, message: what }).toEqual(expected)
  }

  expectHidden(target: Target): Promise<void> {
    return this.expectValue(`not to see ${sourceOf(target)}`, async () => (await this.find(target)).length, 0)
  }

  find(target: Target) {
    return this.ask('find', target)
  }

  /** Returns the first of those that fit, once it is there. */
  async expectVisible(target: Target) {
    let found: Awaited<ReturnType<typeof this.find>> = []
    await this.expectValue(`to see ${sourceOf(target)}`, async () => (found = await this.find(target)).length > 0, true)
    return found[0]!
  }

  /** The point at which the element can be pressed, once it is at rest and nothing lies over it. */
  async clickablePoint(target: Target): Promise<ScreenPoint> {
    let point: ScreenPoint = { x: 0, y: 0 }
    const findPoint = async () => {
      const { obstacle, ...found } = await this.ask('clickablePoint', target)
      point = found
      return obstacle
    }
    await this.expectValue(`a point to press ${sourceOf(target)}`, findPoint, '')
    return point
  }

  async click(target: Target): Promise<void> {
    await this.drag([await this.clickablePoint(target)])
  }

  /** Moves the mouse from one point to the next with its button held; `before` runs when all points are reached. */
  async drag([start, ...rest]: readonly ScreenPoint[], before?: () => Promise<unknown>): Promise<void> {
    if (start === undefined) return
    await this.driver.move(start)
    await this.driver.press()
    for (const point of rest) await this.driver.move(point)
    await before?.()
    await this.driver.release()
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Target): Promise<void> {
    const isFocused = async () => (await this.find(target))[0]?.isFocused
    for (let pressed = 0; pressed < 20 && !(await isFocused()); pressed++) await this.driver.type(Key.TAB)
    await this.expectValue(`the focus at ${sourceOf(target)}`, isFocused, true)
  }

  /** Writes into a field in place of what is there. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.driver.evaluate('document.activeElement.select()')
    await this.driver.type(text)
    await this.expectFieldValue(target, text)
  }

  expectFieldValue(target: Target, value: string): Promise<void> {
    return this.expectValue(`the value of ${sourceOf(target)}`, async () => (await this.find(target))[0]?.value, value)
  }

  /** Makes the page call the server. */
  async call(method: string, path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const init = JSON.stringify({ method, headers, body: JSON.stringify(body) })
    const status = await this.driver.evaluate(`fetch('${path}', ${init}).then(({ status }) => status)`)
    expect(status, `${method} ${path}`).toBeLessThan(300)
  }

  actAs(memberId: string): Promise<void> {
    return this.call('PUT', '/api/auth/active-member', { memberId })
  }

  ask<Name extends keyof PageTour>(
    name: Name,
    ...inputs: Parameters<PageTour[Name]>
  ): Promise<Awaited<ReturnType<PageTour[Name]>>> {
    return this.driver.evaluate(`tour.${name}(${inputs.map(sourceOf).join(', ')})`) as Promise<
      Awaited<ReturnType<PageTour[Name]>>
    >
  }

  async close(): Promise<void> {
    await this.driver.close()
    await this.proxy.close()
  }
}

/** The value as source text: JSON has no regular expressions. */
function sourceOf(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.entries(value).filter(([, part]) => part !== undefined)
  return `{ ${parts.map(([key, part]) => `${key}: ${sourceOf(part)}`).join(', ')} }`
}
