import type { Page } from '@playwright/test'
import { textInSight, complete, dayFromNow, expectText } from '../actions.ts'
import { addQuest, expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { turnAway, turnBack } from '../page-clock.ts'
import { columnOf, openWall, wallTile } from './wall.ts'

const outOfReach = 'Trying again every few seconds.'

test('opened while the server or the family is away, a new wall tries again by itself', async ({
  family,
  openDevice,
}) => {
  for (const [title, path, sentence] of [
    ['Dishes', '**/api/**', outOfReach],
    ['Laundry', '**/api/{families,health}**', outOfReach],
    ['Homework', '**/api/{families/*/state**,health}', outOfReach],
  ] as const) {
    const quest = await addQuest(family, title, 'To Do', { recurring: 'daily' })
    const page = await openDevice()
    await page.clock.install()
    await intercept(page, path, (route) => route.abort())
    await page.goto('/wall')
    await expectText(page, sentence)
    await page.clock.runFor(11_000)
    await expectText(page, sentence)
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.unroute(path)
    await page.clock.runFor(5000)
    await expect(wallTile(page, 'Anna', title).getByRole('button')).toBeVisible()
    await expect(textInSight(page, sentence)).toBeHidden()
    // The wall is live from here on.
    await page.clock.resume()
    await expectText(page, 'Live')
    await complete(family, quest.id, family.memberId)
    await expect(wallTile(page, 'Anna', title)).toContainText('Done!')
  }
})

test('at midnight the day, the time and the quests roll over', async ({ family, page }) => {
  await addQuest(family, 'Dishes')
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  const bins = await addQuest(family, 'Put the bins out')
  for (const { id } of [teeth, bins]) await complete(family, id, family.memberId)
  await page.clock.install({ time: new Date(`${dayFromNow()}T23:58:30+01:00`) })
  await page.goto('/wall')
  const words = (offset: number) => {
    const date = new Date(Date.parse(dayFromNow()) + offset * 86_400_000)
    const part = (options: Intl.DateTimeFormatOptions) =>
      date.toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' })
    return `${part({ weekday: 'long' })}, ${part({ day: 'numeric', month: 'long' })}`
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(0))
  await expect(page.getByRole('time')).toHaveText('23:58')
  await expect(columnOf(page, 'Anna')).toContainText('2 of 3 done')
  await page.clock.runFor('00:40')
  await expect(page.getByRole('time')).toHaveText('23:59')
  await page.clock.runFor('01:00')
  await expect(page.getByRole('time')).toHaveText('00:00')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words(1))
  await expect(columnOf(page, 'Anna')).toContainText('0 of 2 done')
  await expect(columnOf(page, 'Anna').getByRole('article')).toHaveText([/Brush teeth/, /Dishes/])
})

type Awake = { asked: number; held: number }
const awake = (page: Page) => page.evaluate(() => (window as unknown as { awake: Awake }).awake)

test('the wall keeps its screen lit by day until it is left, asks again when it comes back or loses it, and shows no error where that is refused', async ({
  family: _family,
  page,
  kitchen,
}) => {
  await page.addInitScript(() => {
    const state = { asked: 0, held: 0, take: () => {} }
    Object.assign(window, { awake: state })
    const request = async () => {
      state.asked++
      state.held++
      const lock = { released: false, release: async () => state.take() }
      state.take = () => {
        if (!lock.released) state.held--
        lock.released = true
      }
      return lock
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  await page.clock.install({ time: new Date(`${dayFromNow()}T12:00:00+01:00`) })
  await openWall(page)
  expect(await awake(page)).toMatchObject({ asked: 1, held: 1 })
  // Hidden, the browser takes it back; nothing is asked for until the page is seen again.
  await page.evaluate(() => (window as unknown as { awake: { take: () => void } }).awake.take())
  await turnAway(page)
  expect(await awake(page)).toMatchObject({ asked: 1, held: 0 })
  for (let time = 0; time < 3; time++) await turnBack(page)
  await expect.poll(() => awake(page)).toMatchObject({ asked: 2, held: 1 })
  // Taken while the page is seen, it is asked for again.
  await page.evaluate(() => (window as unknown as { awake: { take: () => void } }).awake.take())
  await page.clock.runFor(20_000)
  await expect.poll(() => awake(page)).toMatchObject({ asked: 3, held: 1 })
  // At night the screen may sleep, until the morning.
  for (const [later, held] of [
    ['10:00:00', 0],
    ['08:00:00', 1],
  ] as const) {
    await page.clock.fastForward(later)
    await expect.poll(() => awake(page)).toMatchObject({ held })
  }
  await page.getByRole('link', { name: 'Leave the wall screen' }).click()
  await expect.poll(() => awake(page)).toMatchObject({ held: 0 })

  await kitchen.addInitScript(() => {
    const request = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  await openWall(kitchen)
  await expect(kitchen.getByRole('heading', { name: 'No quests today' })).toBeVisible()
})
