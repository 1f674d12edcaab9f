import { expect } from '@playwright/test'
import type { Driver, Key, Point } from './driver.ts'
import { pageScript, type Box, type PageTour, type Spot, type Target, type Words } from './page-script.ts'
import type { Proxy } from './proxy.ts'

/** Long enough for a slow machine: for what hangs. */
const timeout = 20_000
/** Between two looks. */
const intervals = [20, 50, 100, 200]

export const like = (pattern: RegExp): Words => ({ pattern: pattern.source })

/** A straight way for the mouse. */
export const pointsBetween = (from: Point, to: Point, steps = 8): Point[] =>
  Array.from({ length: steps + 1 }, (_, step) => ({ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }))

export const button = (name: Words, within?: Target): Target => ({ role: 'button', name, ...(within && { within }) })
export const dialog = (name: Words): Target => ({ role: 'dialog', name })
export const field = (label: string, within?: Target): Target => ({ label, ...(within && { within }) })
export const text = (text: Words, within?: Target): Target => ({ text, ...(within && { within }) })

/** What a person does with a page, by mouse and keyboard, and sees on it: the same in every engine. */
export class Hand {
  readonly driver: Driver
  readonly proxy: Proxy

  constructor(driver: Driver, proxy: Proxy) {
    this.driver = driver
    this.proxy = proxy
  }

  async open(path: string): Promise<void> {
    await this.driver.open(`${this.proxy.origin}${path}`)
    // Without a network the page comes from the device, and its script from nowhere.
    if (!(await this.driver.evaluate(`'tour' in window`))) await this.driver.evaluate(`void function () { ${await pageScript()} }()`)
  }

  resize(width: number, height: number): Promise<void> {
    return this.driver.resize(width, height)
  }

  async sees(target: Target): Promise<void> {
    await expect.poll(() => this.look('count', target), { message: `to see ${inWords(target)}`, timeout, intervals }).toBeGreaterThan(0)
  }

  async seesNot(target: Target): Promise<void> {
    await expect.poll(() => this.look('count', target), { message: `not to see ${inWords(target)}`, timeout, intervals }).toBe(0)
  }

  count(target: Target): Promise<number> {
    return this.ask('count', target)
  }

  texts(target: Target): Promise<string[]> {
    return this.ask('texts', target)
  }

  async text(target: Target): Promise<string> {
    await this.sees(target)
    return (await this.texts(target))[0] ?? ''
  }

  async attribute(target: Target, name: string): Promise<string> {
    await this.sees(target)
    return (await this.ask('attribute', target, name)) ?? ''
  }

  async boxes(target: Target): Promise<Box[]> {
    return this.ask('boxes', target)
  }

  async box(target: Target): Promise<Box> {
    await this.sees(target)
    const [box] = await this.boxes(target)
    if (box === undefined) throw new Error(`${inWords(target)} has gone`)
    return box
  }

  value(target: Target): Promise<string> {
    return this.ask('value', target)
  }

  async hasValue(target: Target, value: string): Promise<void> {
    await expect.poll(() => this.look('value', target), { message: `the value of ${inWords(target)}`, timeout, intervals }).toBe(value)
  }

  async isFocused(target: Target): Promise<void> {
    await expect.poll(() => this.look('isFocused', target), { message: `the focus at ${inWords(target)}`, timeout, intervals }).toBe(true)
  }

  /** Until what `look` returns is so. */
  async finds<Value>(what: string, look: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
    let value: Value | undefined
    await expect.poll(async () => isSo((value = await look())), { message: what, timeout, intervals }).toBe(true)
    return value as Value
  }

  /** Where the element can be pressed, once it is at rest and nothing lies over it. */
  async spotOf(target: Target): Promise<Point> {
    let spot: Spot = { trouble: 'nobody looked' }
    await expect
      .poll(async () => ('trouble' in (spot = await this.ask('spot', target)) ? spot.trouble : ''), {
        message: `a place to press ${inWords(target)}`,
        timeout,
        intervals,
      })
      .toBe('')
    return spot as unknown as Point
  }

  async click(target: Target): Promise<void> {
    await this.clickAt(await this.spotOf(target))
  }

  async clickAt(point: Point): Promise<void> {
    await this.driver.move(point)
    await this.driver.press()
    await this.driver.release()
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Target, most = 20): Promise<void> {
    for (let pressed = 0; pressed < most && !(await this.ask('isFocused', target)); pressed++) await this.driver.key('Tab')
    await this.isFocused(target)
  }

  /** Writes into a field in place of what is there. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.driver.selectAll()
    await this.driver.type(text)
    await this.hasValue(target, text)
  }

  async key(key: Key, times = 1): Promise<void> {
    for (let pressed = 0; pressed < times; pressed++) await this.driver.key(key)
  }

  type(text: string): Promise<void> {
    return this.driver.type(text)
  }

  /** Draws the mouse from one point to the next with its button held; `before` runs when all points are reached. */
  async drag(way: readonly Point[], { before }: { before?: () => Promise<void> } = {}): Promise<void> {
    const [start, ...rest] = way
    if (start === undefined) return
    await this.driver.move(start)
    await this.driver.press()
    for (const point of rest) await this.driver.move(point)
    await before?.()
    await this.driver.release()
  }

  /** A call of the page's own to the server. */
  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const init = { method, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) }
    const { status, answer } = (await this.driver.evaluate(
      `fetch(${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (answer) => ({ status: answer.status, answer: await answer.text() }))`,
    )) as { status: number; answer: string }
    if (status >= 400) throw new Error(`${method} ${path} was answered with ${status}: ${answer}`)
    return (answer === '' ? undefined : JSON.parse(answer)) as Answer
  }

  dialogFit(): Promise<ReturnType<PageTour['dialogFit']>> {
    return this.ask('dialogFit')
  }

  /** What the page said and threw since it was asked last. */
  takeLines(): Promise<string[]> {
    return this.ask('takeLines')
  }

  /** The same of a page that may be on its way to another one. */
  private look<Name extends keyof PageTour>(name: Name, ...inputs: Parameters<PageTour[Name]>): Promise<Awaited<ReturnType<PageTour[Name]>> | undefined> {
    return this.ask(name, ...inputs).catch(() => undefined)
  }

  private ask<Name extends keyof PageTour>(name: Name, ...inputs: Parameters<PageTour[Name]>): Promise<Awaited<ReturnType<PageTour[Name]>>> {
    return this.driver.evaluate(`tour.${name}(${inputs.map((input) => JSON.stringify(input)).join(', ')})`) as Promise<Awaited<ReturnType<PageTour[Name]>>>
  }
}

/** A target as a failure names it. */
export function inWords({ role, name, label, text, css, nth, within }: Target): string {
  const words = (value: Words) => (typeof value === 'string' ? `“${value}”` : `/${value.pattern}/`)
  const own = [role, name && words(name), label && `the field “${label}”`, text && words(text), css, nth === undefined ? '' : `(number ${nth + 1})`]
  return `${own.filter(Boolean).join(' ')}${within ? ` in ${inWords(within)}` : ''}`
}
