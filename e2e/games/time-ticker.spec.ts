import type { CDPSession, Locator, Page } from '@playwright/test'
import { angleOf, digital, minutesSinceTwelve, timeAt, type Hand, type Time } from '#domain/games/time-ticker/clock.ts'
import { levels } from '#domain/games/time-ticker/levels.ts'
import { handsInWords, spokenTime } from '#app/playground/time-ticker/clock-words.ts'
import { timeTicker } from '#texts/timeTicker'
import { expectAnnounced } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits } from '../accessibility.ts'
import { stopClock } from '../page-clock.ts'
import { atDesk, expectDoors, inGame, intoGame, tabletByTouch, timeNamed } from './playground.ts'

const question = (page: Page) =>
  inGame(page).getByText(/^(Set the clock to|What time does the clock show|Which clock shows)/)
const hand = (page: Page, which: Hand) =>
  page.getByRole('slider', { name: which === 'hour' ? 'Hour hand' : 'Minute hand' })
const answerButton = (page: Page) => page.getByRole('button', { name: 'Check Answer' })
const mark = (page: Page, which: 'Right' | 'Not this one') => page.getByText(which, { exact: true })

/** The time that is asked for, as a child finds it: in the owl's words, or on the clock. */
async function asked(page: Page): Promise<{ time: Time; mode: 'set' | 'read' | 'find' }> {
  const text = (await question(page).textContent()) ?? ''
  const [inWords] = /\d+:\d\d/.exec(text) ?? []
  if (inWords !== undefined) return { time: timeNamed(inWords, digital), mode: text.startsWith('Set') ? 'set' : 'find' }
  const hands = await page.getByRole('img', { name: /^A clock: / }).getAttribute('aria-label')
  return { time: timeNamed((hands ?? '').slice('A clock: '.length), handsInWords), mode: 'read' }
}

const option = (page: Page, mode: 'read' | 'find', time: Time) =>
  mode === 'read'
    ? page.getByRole('button', { name: new RegExp(`^${spokenTime(time)}\\b`) })
    : page.getByRole('button', { name: new RegExp(`^Clock \\d: ${handsInWords(time)}\\b`) })

const shown = async (page: Page, which: Hand) =>
  timeNamed((await hand(page, which).getAttribute('aria-valuetext')) ?? '', spokenTime)

/** Whether the hour hand is drawn from the middle of the face towards its knob, and reaches 55 % of the face's radius. */
const isHandAtKnob = (page: Page) =>
  page.locator('[data-clock]').evaluate((clock) => {
    const [rim, hour] = ['circle', 'path'].map((part) =>
      clock.querySelector<SVGGraphicsElement>(`svg ${part}`)?.getBBox(),
    )
    if (rim === undefined || hour === undefined || Math.abs(-hour.y / (rim.width / 2) - 0.55) > 0.02) return false
    const middleOf = (selector: string) => {
      const { left, top, width, height } = clock.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return { x: left + width / 2, y: top + height / 2 }
    }
    const [face, path, knob] = [middleOf('svg'), middleOf('svg path'), middleOf('[data-hand=hour]')]
    const off = Math.hypot(path.x - (face.x + knob.x) / 2, path.y - (face.y + knob.y) / 2)
    return off < 0.02 * clock.clientWidth
  })

type Player = { set: (time: Time) => Promise<void>; press: (button: Locator) => Promise<void> }

/** A finger on the glass: it draws each hand around to where it belongs. */
async function finger(page: Page): Promise<Player> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const draw = async (which: Hand, to: Time) => {
    const box = await boxOf(page.locator('[data-clock]'))
    const at = (degrees: number) => {
      const reach = ((which === 'hour' ? 45 : 66) / 220) * box.width
      const angle = (degrees * Math.PI) / 180
      return { x: box.x + box.width / 2 + Math.sin(angle) * reach, y: box.y + box.height / 2 - Math.cos(angle) * reach }
    }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const begin = angleOf(which, await shown(page, which))
    const end = angleOf(which, to)
    await touch('touchStart', [at(begin)])
    for (let step = 1; step <= 6; step++) await touch('touchMove', [at(begin + ((end - begin) * step) / 6)])
    await touch('touchEnd', [])
    // A tap beside it moves it, and one back.
    if (to.minutes !== 30 || (await hand(page, 'minute').count()) > 0) return
    for (const beside of [15, 0]) {
      await touch('touchStart', [at(end + beside)])
      await touch('touchEnd', [])
      const time = timeAt(minutesSinceTwelve(to) + beside * 2)
      await expect(hand(page, which)).toHaveAttribute('aria-valuetext', spokenTime(time))
    }
  }
  return {
    set: async (time) => {
      if ((await hand(page, 'minute').count()) > 0) await draw('minute', time)
      await draw('hour', time)
      await expect(hand(page, 'hour')).toHaveAttribute('aria-valuetext', spokenTime(time))
    },
    press: (button) => button.tap(),
  }
}

const minutesBetween = (from: Time, to: Time) => (minutesSinceTwelve(to) - minutesSinceTwelve(from) + 720) % 720

/** Tab, arrow keys and Enter, nothing else. */
function keys(page: Page): Player {
  const goTo = async (target: Locator) => {
    for (let tab = 0; tab < 20; tab++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  return {
    set: async (time) => {
      const press = async (key: string, times: number) => {
        for (let pressed = 0; pressed < times; pressed++) await page.keyboard.press(key)
      }
      const hasMinutes = (await hand(page, 'minute').count()) > 0
      if (hasMinutes) {
        await goTo(hand(page, 'minute'))
        await page.keyboard.press('ArrowUp')
        const step = (await shown(page, 'minute')).minutes
        await press('ArrowUp', time.minutes / step - 1)
      }
      await goTo(hand(page, 'hour'))
      const from = await shown(page, 'hour')
      await page.keyboard.press('ArrowUp')
      const now = await shown(page, 'hour')
      await press('ArrowUp', minutesBetween(now, time) / minutesBetween(from, now))
      await expect(hand(page, 'hour')).toHaveAttribute('aria-valuetext', spokenTime(time))
    },
    press: async (button) => {
      await goTo(button)
      await page.keyboard.press('Enter')
    },
  }
}

async function answerRightly(page: Page, player: Player): Promise<void> {
  const { time, mode } = await asked(page)
  if (mode === 'set') {
    await player.set(time)
    await player.press(answerButton(page))
  } else {
    await player.press(option(page, mode, time))
  }
  await expect(mark(page, 'Right')).toBeVisible()
}

/** Three answers on each level up to that one. */
async function playUpTo(last: number, page: Page, player: Player): Promise<void> {
  for (const [index, { id }] of levels.slice(0, last).entries()) {
    await expect(page.getByText(new RegExp(`Level ${index + 1} of 5:.*${timeTicker.levels[id]}`))).toBeVisible()
    for (let round = 1; round <= 3; round++) {
      await answerRightly(page, player)
      const answers = index * 3 + round
      await expect(page.getByText(`${answers * 10} points`, { exact: true })).toBeVisible()
      await page.clock.fastForward(1500)
      await expect(mark(page, 'Right')).toHaveCount(0)
    }
  }
}

test('Mia plays Time Ticker to its end with her finger, and its exit leads back to its door', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'time-ticker', { ...tabletByTouch, reducedMotion: 'reduce' })
  await stopClock(page)
  await playUpTo(5, page, await finger(page))
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'time-ticker')
})

test('its first two levels, with each kind of question, by the keyboard alone', async ({ family, openContext }) => {
  const { page } = await intoGame(family, openContext, 'time-ticker', atDesk)
  const player = keys(page)
  await stopClock(page)
  await playUpTo(2, page, player)
  await player.press(page.getByRole('button', { name: 'Exit' }))
  await expectDoors(page, 'time-ticker')
})

test('a wrong answer is marked for a second and tried again; Show Me shows where the hands belong; every mode looks well', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'time-ticker')
  const player = await finger(page)
  await stopClock(page)
  const seen = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const { time, mode } = await asked(page)
    seen.add(mode)
    if (mode === 'set') {
      await expect(hand(page, 'minute')).toHaveCount(0)
      await answerButton(page).tap()
    } else {
      const options = page.getByRole('button', { name: mode === 'read' ? /^(\d|quarter|half)/ : /^Clock \d: / })
      await expect(options).toHaveCount(3)
      const right = await options.evaluateAll(
        (all, one) => all.indexOf(one as HTMLElement),
        await option(page, mode, time).elementHandle(),
      )
      await options.nth((right + 1) % 3).tap()
    }
    await expect(mark(page, 'Not this one')).toBeVisible()
    await page.clock.fastForward(1000)
    await expect(mark(page, 'Not this one')).toHaveCount(0)
    await expectAnnounced(page, 'Not yet. Try again!')
    expect((await asked(page)).time).toEqual(time)
    if (mode === 'set') {
      await page.getByRole('button', { name: 'Show Me' }).tap()
      // The hint has the form of that clock hand, and is above it.
      const ghost = page.locator('[data-clock] svg > g ~ path')
      await expect(ghost).toHaveAttribute('data-ghost', 'hour')
      const drawn = page.locator('[data-clock] svg path').first()
      await expect(ghost).toHaveAttribute('d', (await drawn.getAttribute('d')) ?? '')
      await hand(page, 'hour').press('ArrowUp')
    }
    await page.clock.resume()
    if (mode === 'set') await expect.poll(() => isHandAtKnob(page)).toBe(true)
    await expectAccessibleAndFits(page)
    if (mode === 'find') {
      await page.setViewportSize({ width: 320, height: 568 })
      for (const clock of await page.getByRole('button', { name: /^Clock \d: / }).all())
        await expect(clock).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 320, height: 256 })
      const clocks = await Promise.all((await page.getByRole('button', { name: /^Clock \d: / }).all()).map(boxOf))
      for (const [index, { x, y, width }] of clocks.entries()) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(320)
        for (const before of clocks.slice(0, index))
          expect(x >= before.x + before.width || y >= before.y + before.height).toBe(true)
      }
      await page.setViewportSize({ width: 820, height: 1180 })
    }
    await stopClock(page)
    await answerRightly(page, player)
    await expect(page.getByText('1 in a row')).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(mark(page, 'Right')).toHaveCount(0)
  }
  expect(seen.size).toBe(3)
  await page.clock.resume()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleAndFits(page)
})
