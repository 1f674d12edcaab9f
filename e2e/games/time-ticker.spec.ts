import type { Locator, Page } from '@playwright/test'
import { angleOf, digital, minutesSinceTwelve, type Hand, type Time } from '#domain/games/time-ticker/clock.ts'
import { levels } from '#domain/games/time-ticker/levels.ts'
import { handsInWords, spokenTime } from '#app/playground/time-ticker/clock-words.ts'
import { timeTicker } from '#texts/timeTicker'
import { expectAnnounced } from '../actions.ts'
import { boxOf } from '../board.ts'
import { expect, test } from '../family.ts'
import { expectAccessibleAndFits } from '../accessibility.ts'
import { stopClock } from '../page-clock.ts'
import { drawByFinger, expectDoors, expectSound, inGame, intoGame, tabTo, timeNamed } from './playground.ts'

type Mode = 'set' | 'read' | 'find'

const hand = (page: Page, which: Hand) =>
  page.getByRole('slider', { name: which === 'hour' ? 'Hour hand' : 'Minute hand' })
const answerButton = (page: Page) => page.getByRole('button', { name: 'Check Answer' })
const mark = (page: Page, which: 'Right' | 'Not this one') => page.getByText(which, { exact: true })

/** The time that is asked for, as a child finds it: in the owl's words, or on the clock. */
async function asked(page: Page): Promise<{ time: Time; mode: Mode }> {
  const question = inGame(page).getByText(/^(Set the clock to|What time does the clock show|Which clock shows)/)
  const text = (await question.textContent()) ?? ''
  const [inWords] = /\d+:\d\d/.exec(text) ?? []
  if (inWords !== undefined) return { time: timeNamed(inWords, digital), mode: text.startsWith('Set') ? 'set' : 'find' }
  const hands = await page.getByRole('img', { name: /^A clock: / }).getAttribute('aria-label')
  return { time: timeNamed((hands ?? '').slice('A clock: '.length), handsInWords), mode: 'read' }
}

const options = (page: Page, mode: Mode) =>
  page.getByRole('button', { name: mode === 'read' ? /^(\d|quarter|half)/ : /^Clock \d: / })
const nameOf = (mode: Mode, time: Time) =>
  new RegExp(mode === 'read' ? `^${spokenTime(time)}\\b` : `^Clock \\d: ${handsInWords(time)}\\b`)
const option = (page: Page, mode: Mode, time: Time) => page.getByRole('button', { name: nameOf(mode, time) })

const shown = async (page: Page, which: Hand) =>
  timeNamed((await hand(page, which).getAttribute('aria-valuetext')) ?? '', spokenTime)

/** Draws a clock hand by a finger around to where it belongs. */
async function drawHand(page: Page, which: Hand, to: Time): Promise<void> {
  const { x, y, width } = await boxOf(page.locator('[data-clock]'))
  const reach = ((which === 'hour' ? 45 : 66) / 220) * width
  const [begin, end] = [angleOf(which, await shown(page, which)), angleOf(which, to)]
  const angles = [0, 1, 2, 3, 4, 5, 6].map((step) => ((begin + ((end - begin) * step) / 6) * Math.PI) / 180)
  await drawByFinger(
    page,
    angles.map((angle) => ({
      x: x + width / 2 + Math.sin(angle) * reach,
      y: y + width / 2 - Math.cos(angle) * reach,
    })),
  )
}

/** Turns the hour hand by arrow keys to where it belongs. */
async function turnHourHand(page: Page, to: Time): Promise<void> {
  await tabTo(page, hand(page, 'hour'))
  for (let presses = 0; presses < 24; presses++) {
    if (minutesSinceTwelve(await shown(page, 'hour')) === minutesSinceTwelve(to)) return
    await page.keyboard.press('ArrowUp')
  }
}

/** Answers by a finger, or by keys. Where there is a minute hand, a finger draws it. */
async function answerRightly(page: Page, by: 'finger' | 'keys'): Promise<void> {
  const { time, mode } = await asked(page)
  const press = async (button: Locator) => {
    if (by === 'finger') return button.tap()
    await tabTo(page, button)
    return page.keyboard.press('Enter')
  }
  if (mode === 'set') {
    if ((await hand(page, 'minute').count()) > 0) await drawHand(page, 'minute', time)
    await (by === 'finger' ? drawHand(page, 'hour', time) : turnHourHand(page, time))
    await expect(hand(page, 'hour')).toHaveAttribute('aria-valuetext', spokenTime(time))
    await expectSound(page, 'tick')
    await press(answerButton(page))
  } else {
    await press(option(page, mode, time))
  }
  await expect(mark(page, 'Right')).toBeVisible()
}

test('Mia sets, reads and finds times with her finger and by keys, up to level 4, and leaves when she likes', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'time-ticker', { reducedMotion: 'reduce' })
  await stopClock(page)
  for (const [index, { id }] of levels.slice(0, 3).entries()) {
    await expect(page.getByText(new RegExp(`Level ${index + 1} of 5:.*${timeTicker.levels[id]}`))).toBeVisible()
    for (let round = 1; round <= 3; round++) {
      await answerRightly(page, index === 0 ? 'keys' : 'finger')
      await expectSound(page, round < 3 ? 'right' : 'done')
      const answers = index * 3 + round
      await expect(page.getByText(`${answers * 10} points`, { exact: true })).toBeVisible()
      await expect(page.getByText(`${answers} in a row`)).toBeVisible()
      await page.clock.fastForward(1500)
      await expect(mark(page, 'Right')).toHaveCount(0)
    }
  }
  await expect(page.getByText(/^Level 4 of 5/)).toBeVisible()
  await page.getByRole('button', { name: 'Exit' }).tap()
  await expectDoors(page, 'time-ticker')
})

test('a wrong answer is marked for a second and tried again; Show Me shows where the hands belong; every kind of question looks well', async ({
  family,
  openContext,
}) => {
  const { page } = await intoGame(family, openContext, 'time-ticker')
  const seen = new Set<string>()
  for (let round = 0; round < 3; round++) {
    await stopClock(page)
    const { time, mode } = await asked(page)
    seen.add(mode)
    if (mode === 'set') {
      await answerButton(page).tap()
    } else {
      await expect(options(page, mode)).toHaveCount(3)
      const right = await options(page, mode).evaluateAll(
        (all, one) => all.indexOf(one as HTMLElement),
        await option(page, mode, time).elementHandle(),
      )
      await options(page, mode)
        .nth((right + 1) % 3)
        .tap()
    }
    await expect(mark(page, 'Not this one')).toBeVisible()
    await expectSound(page, 'oops')
    await page.clock.fastForward(1000)
    await expect(mark(page, 'Not this one')).toHaveCount(0)
    await expectAnnounced(page, 'Not yet. Try again!')
    expect((await asked(page)).time).toEqual(time)
    if (mode === 'set') {
      await page.getByRole('button', { name: 'Show Me' }).tap()
      await expect(page.locator('[data-ghost]')).toHaveAttribute('data-ghost', 'hour')
    }
    await page.clock.resume()
    await expectAccessibleAndFits(page)
    if (mode === 'find') {
      await page.setViewportSize({ width: 320, height: 568 })
      for (const clock of await options(page, mode).all()) await expect(clock).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: 820, height: 1180 })
    }
    await stopClock(page)
    await answerRightly(page, 'finger')
    await expect(page.getByText('1 in a row')).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(mark(page, 'Right')).toHaveCount(0)
  }
  expect(seen.size).toBe(3)
  await page.clock.resume()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleAndFits(page)
})
