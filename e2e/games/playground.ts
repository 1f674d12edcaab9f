import type { BrowserContextOptions, CDPSession, Locator, Page } from '@playwright/test'
import { dotsOf, type Stroke } from '#domain/games/alphabet-bubbls/letters.ts'
import type { Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { timeAt, type Time } from '#domain/games/time-ticker/clock.ts'
import { expect, miaWithTablet, type Kid, type OpenContext, type SignedUp } from '../family.ts'

const tabletByTouch: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true }

/** The tone of each sound that no other sound has, in hertz. */
const tones = { pop: 280, tick: 1500, right: 987.77, oops: 260, done: 523.25 }

/** Runs in the page: lists the tones it plays. */
function listTones(): void {
  const played: (number | undefined)[] = []
  window.OscillatorNode = class extends OscillatorNode {
    constructor(audio: BaseAudioContext, options?: OscillatorOptions) {
      super(audio, options)
      played.push(options?.frequency)
    }
  }
  Object.assign(window, { played })
}

/** Asserts that the page has played the sound since the last of these assertions. */
export const expectSound = (page: Page, sound: keyof typeof tones) =>
  expect
    .poll(
      () =>
        page.evaluate((tone) => {
          const { played } = window as unknown as { played: number[] }
          return played.includes(tone) && played.splice(0).length > 0
        }, tones[sound]),
      `the sound ${sound}`,
    )
    .toBe(true)

/**
 * Mia on her tablet, through the playground's door into a game. The page's clock is installed: `page.clock.runFor` lets
 * its time pass.
 */
export async function intoGame(
  family: SignedUp,
  openContext: OpenContext,
  game: GameId,
  screen: BrowserContextOptions = {},
): Promise<Kid> {
  const mia = await miaWithTablet(family, openContext, { ...tabletByTouch, ...screen })
  await mia.page.clock.install()
  await mia.page.addInitScript(listTones)
  await mia.page.goto(`/kid/${mia.id}#playground`)
  await mia.page.getByRole('link', { name: new RegExp(`^${gameNames[game]}`) }).click()
  await expect(mia.page.getByRole('heading', { level: 1, name: gameNames[game] })).toBeAttached()
  return mia
}

/** The doors, where every exit leads, with the focus on that of the game that was left, if it is known. */
export async function expectDoors(page: Page, left?: GameId): Promise<void> {
  await expect(page).toHaveURL(/#playground$/)
  await expect(page.getByRole('heading', { name: 'Playground Games' })).toBeVisible()
  if (left !== undefined)
    await expect(page.getByRole('link', { name: new RegExp(`^${gameNames[left]}`) })).toBeFocused()
}

const touches = new WeakMap<Page, CDPSession>()

/** Draws with a finger along points of the page; along one alone, taps. */
export async function drawByFinger(page: Page, points: readonly { x: number; y: number }[]): Promise<void> {
  const session = touches.get(page) ?? (await page.context().newCDPSession(page))
  touches.set(page, session)
  for (const [index, point] of points.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Moves the focus by Tab alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tab = 0; tab < 20 && !(await target.evaluate((element) => element === document.activeElement)); tab++)
    await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** The game as it is seen, without what screen readers are told of it. */
export const inGame = (page: Page) => page.locator('section[aria-labelledby=game]')

/** Asserts that the focus is on a part of this name, or inside of it, and not on what cannot have it. */
export const expectFocus = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        if (document.activeElement?.closest('[inert]')) return undefined
        const named = document.activeElement?.closest('[aria-label]:not(button), [aria-labelledby]')
        const label = named?.getAttribute('aria-labelledby')
        return label ? document.getElementById(label)?.textContent : named?.getAttribute('aria-label')
      }),
    )
    .toBe(name)

/** Reads the numbers of Math Splash's question. Returns them with the right answer. */
export async function readSum(page: Page): Promise<{ first: number; second: number; right: number }> {
  const text = (await inGame(page).getByText(sum).textContent()) ?? ''
  const [first = 0, second = 0] = text.match(/\d+/g)?.map(Number) ?? []
  return {
    first,
    second,
    right: text.includes('makes') ? second - first : text.includes('plus') ? first + second : first - second,
  }
}

const sum = /^What is \d+ (plus|take away) \d+\?$|^\d+ plus what makes \d+\?$/

/** The places of a stroke's dots, in the units of the paper. */
export const placesOf = (stroke: Stroke) => dotsOf(stroke).map((dot): Point => stroke.points[dot] ?? [0, 0])

const allTimes = Array.from({ length: 720 }, (_, minutes) => timeAt(minutes))

/** The time that `call` gives that name. */
export const timeNamed = (name: string, call: (time: Time) => string): Time =>
  allTimes.find((time) => call(time) === name) ?? timeAt(0)
