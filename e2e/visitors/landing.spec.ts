import type { Page } from '@playwright/test'
import { expect, test } from '../family.ts'
import { whilePassing } from '../page-clock.ts'
import { translate } from '../translation.ts'

const cards = (page: Page) => page.locator('[data-demo-card]')

/** The column and the place in it that each card of the miniature board has, or moves to. */
const places = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.dataset['place'] ?? ''))

/** The column in which each card is seen. */
const columnsSeen = (page: Page) =>
  cards(page).evaluateAll((all) =>
    all.map((card) => {
      const { left, width } = card.getBoundingClientRect()
      const stage = card.parentElement?.getBoundingClientRect().left ?? 0
      return Math.round((left - stage) / width)
    }),
  )

test('a visitor reads what it is, and finds the doors to sign in and to get started; crawlers are asked to stay away', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Bubblequest')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transform family tasks into magical adventures')
  await expect(page.getByText('Complete quests together, earn gems, unlock rewards.')).toBeVisible()
  // The first card of the miniature board goes from Doing to Done.
  await expect.poll(() => columnsSeen(page)).toEqual([2, 0, 0, 0])
  const values = page.getByRole('region', { name: 'What Bubblequest stands for' }).getByRole('listitem')
  const words = ['Connection not control', 'Celebration not chore', 'Collaboration not command']
  await expect(values.getByRole('heading')).toHaveText(words)
  const footer = page.getByRole('contentinfo')
  const topics = ['Features', 'Pricing', 'FAQ', 'About', 'Blog', 'Contact', 'Privacy', 'Terms', 'Security']
  await expect(footer.getByRole('link')).toHaveText(topics)
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Bubblequest`)
  await footer.getByText('Features').click()
  await expect(values.first()).toBeInViewport()

  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  await page.getByRole('link', { name: 'Bubblequest', exact: true }).click()
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()

  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
})

test('the miniature board plays by itself, can be paused, ends, and plays again when asked, translated as well; with reduced motion it is a picture', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const pause = page.getByRole('button', { name: 'Pause: the board that plays by itself' })
  await expect(pause).toBeVisible()
  const start = await places(page)
  expect(start).toHaveLength(4)
  const untilMoved = (from: string[]) => whilePassing(page, 700, () => places(page)).not.toEqual(from)
  await untilMoved(start)
  await pause.click()
  const paused = await places(page)
  await page.clock.runFor(30_000)
  expect(await places(page)).toEqual(paused)
  await page.getByRole('button', { name: 'Go on' }).click()
  await untilMoved(paused)

  const again = page.getByRole('button', { name: 'Play again' })
  await whilePassing(page, 3000, () => again.isVisible()).toBe(true)
  const end = await places(page)
  await page.clock.runFor(60_000)
  expect(await places(page)).toEqual(end)
  await expect(page.locator('figure')).toContainText('120')
  await again.click()
  await expect(pause).toBeVisible()
  expect(await places(page)).toEqual(start)
  await translate(page)
  await untilMoved(start)
  await whilePassing(page, 3000, () => again.isVisible()).toBe(true)
  await again.click()
  await expect(page.getByText('«Pause»', { exact: true }).first()).toBeVisible()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(cards(page)).toHaveCount(4)
  const picture = await places(page)
  await page.clock.runFor(12_000)
  expect(await places(page)).toEqual(picture)
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  // A card in each column and gems in the jar: it tells the same story.
  expect(new Set(await columnsSeen(page)).size).toBe(3)
  await expect(page.locator('figure')).toContainText('30')
})
