import type { BrowserContext, Page } from '@playwright/test'
import { openBadLine, type BadLine, type Fate } from '../../testing/bad-line.ts'
import { storyPort } from '../story-server.ts'
import {
  textInSight,
  addMember,
  balanceOf,
  change,
  chooseMenuItem,
  newQuest,
  openLive,
  questsOf,
  expectText,
} from '../actions.ts'
import { card, column, inColumn, openBoard } from '../board.ts'
import { addQuest, columnId, expect, firstPage, signIn, test as base, tabletOf, type Kid } from '../family.ts'
import { openBubble, pop, tapOn, kidTile } from '../kid/tablet.ts'

type Fixtures = {
  /** The proxy between the devices of the story and the server. */
  line: BadLine
  /** A device of the family behind that line. */
  openBehind: (options?: { serviceWorkers?: 'allow' }) => Promise<BrowserContext>
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line eslint/no-empty-pattern
  line: async ({}, use) => {
    await using line = await openBadLine({ port: storyPort })
    await use(line)
  },
  openBehind: async ({ line, family, openContext }, use) =>
    use(async (options = {}) => {
      const context = await openContext({ baseURL: `http://localhost:${line.port}`, ...options }, { mayErr: true })
      await signIn(context, family.credentials)
      return context
    }),
})

const asOf = /^As of \d\d:\d\d, reconnecting…$/

/** Asserts that a device is live again on a good line within five seconds. */
const expectLive = (page: Page) =>
  expect(page.locator('[data-live]').getByText('Live', { exact: true })).toBeVisible({ timeout: 5000 })

/** Waits until the device has kept the app. */
const expectKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')

const html = { 'content-type': 'text/html' }

test('on a line that answers in place of the server, or loses requests, all is on its way; on a good one it is done once, and live within five seconds', async ({
  family,
  line,
  openBehind,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const { id: dishes } = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 30 })
  await addQuest(family, 'Taxes')
  const page = await firstPage(await openBehind({ serviceWorkers: 'allow' }))
  const tablet: Kid = await tabletOf(mia, family, () => openBehind({ serviceWorkers: 'allow' }))
  await openBoard(page)
  await openBubble(tablet)
  await Promise.all([page, tablet.page].map(expectKept))

  line.become({ status: 502, headers: html, body: '<h1>Bad Gateway</h1>' })
  await chooseMenuItem(page, card(page, 'Taxes'), 'Ideas')
  await expect(inColumn(page, 'Ideas', 'Taxes')).toContainText('On its way')
  await tapOn(tablet.page, 'Dishes').click()
  await pop(tablet.page).click()
  await expect(kidTile(tablet.page, 'Dishes')).toContainText('On its way')
  for (const screen of [page, tablet.page]) await expect(screen.locator('[data-live]').getByText(asOf)).toBeVisible()
  line.become('swallow')
  const dialog = await newQuest(page)
  await dialog.getByLabel('Title').fill('Rake the leaves')
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(dialog, 'On its way')
  await expect(tablet.page.getByText('All done today!')).toHaveCount(0)
  await expect(tablet.page.getByText('Quest Completed!')).toHaveCount(0)
  // By now both have lost their live connection too, and attempts at another one are under way.
  await Promise.all([page, tablet.page].map((screen) => screen.waitForRequest('**/api/auth/realtime')))

  // A toast is there for some seconds only.
  const told = expectText(tablet.page, 'Quest Completed!')
  line.become('pass')
  await Promise.all([page, tablet.page].map(expectLive))
  await told
  await expect(tablet.page.getByRole('heading', { name: 'All done today!' })).toBeVisible()
  await expect(tablet.page.locator('[data-gem-target]')).toContainText('30 gems')
  await expect(dialog).toBeHidden()
  for (const screen of [page, tablet.page]) await expect(screen.getByText('On its way')).toHaveCount(0)
  await expect(inColumn(page, 'Ideas', 'Taxes')).toBeVisible()
  await expect(card(page, 'Rake the leaves')).toHaveCount(1)
  const quests: { title: string; columnId: string }[] = await questsOf(family)
  expect(quests.map(({ title }) => title).toSorted()).toEqual(['Dishes', 'Rake the leaves', 'Taxes'])
  expect(quests).toContainEqual(expect.objectContaining({ title: 'Taxes', columnId: columnId(family, 'Ideas') }))
  await expect.poll(() => balanceOf(family, mia)).toBe(30)
  // The page is live again.
  await change(family, `/api/quests/${dishes}`, { title: 'All the dishes' })
  await expect(kidTile(tablet.page, 'All the dishes')).toBeVisible()
})

test('a page opened on a dead line, or in a network that asks for a sign-in, shows what the device has kept within three seconds, and is live by itself', async ({
  family,
  line,
  openBehind,
}) => {
  await addQuest(family, 'Feed the cat')
  const page = await firstPage(await openBehind({ serviceWorkers: 'allow' }))
  await openLive(page, '/parent')
  await expectKept(page)
  const isKept = () =>
    page.evaluate(async () => (await caches.match('/kept-family', { cacheName: 'kept-family' })) !== undefined)
  await expect.poll(isKept).toBe(true)
  const hotel: Fate = { status: 200, headers: html, body: '<h1>Hotel</h1>' }
  for (const [fate, added] of [
    ['swallow', 'Water the plants'],
    [hotel, 'Feed the dog'],
  ] as const) {
    await page.goto('about:blank')
    line.become(fate)
    const openedAt = Date.now()
    await page.goto('/parent', { waitUntil: 'commit' })
    await expect(page.locator('[data-live]').getByText(asOf)).toBeVisible()
    // A busy machine takes longer than three seconds, but not as long as the call that gives up.
    expect(Date.now() - openedAt).toBeLessThan(7000)
    await expect(page.getByRole('article', { name: 'Feed the cat' }).first()).toBeVisible()
    const other = textInSight(page, 'Something else answered in place of Bubblequest.')
    if (fate === hotel) await expect(other).toBeVisible()
    await addQuest(family, added)
    line.become('pass')
    await expectLive(page)
    await expect(page.getByRole('article', { name: added }).first()).toBeVisible()
    await expect(other).toHaveCount(0)
  }
})

test('a page with blocked sockets polls every 20 seconds and says so; it is live again when they are open', async ({
  family,
  line,
  openBehind,
}) => {
  const page = await firstPage(await openBehind())
  await page.clock.install()
  await openBoard(page)
  line.become(({ isSocket }) => (isSocket ? { status: 403 } : 'pass'))
  await expectText(page, 'Checks every 20 s')
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/') && asked.push(new URL(request.url()).pathname)))
  await addQuest(family, 'Feed the cat')
  await page.clock.fastForward(20_000)
  await expect(card(page, 'Feed the cat')).toBeVisible()
  // One call reads what has changed; the token is used again.
  expect(asked.filter((path) => path.endsWith('/state'))).toHaveLength(1)
  expect(asked.filter((path) => path === '/api/auth/realtime')).toEqual([])
  line.become('pass')
  await expectLive(page)
  await addQuest(family, 'Water the plants')
  await expect(card(page, 'Water the plants')).toBeVisible()
  await expect(column(page, 'To Do').getByRole('article')).toHaveCount(2)
})
