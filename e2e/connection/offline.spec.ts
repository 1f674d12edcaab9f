import type { BrowserContext, Page } from '@playwright/test'
import { addMember, expectText, openLive, change } from '../actions.ts'
import { hideFirstRun } from '../context-pool.ts'
import { column } from '../board.ts'
import { addQuest, expect, signIn, test, columnId } from '../family.ts'

test.use({ freshContext: true, serviceWorkers: 'allow' })

/** Mission Control, on a device that has kept the app and the family by now. */
async function atHome(context: BrowserContext): Promise<Page> {
  // The card about the first run would read the rewards.
  await context.addInitScript(hideFirstRun)
  const page = await context.newPage()
  await openLive(page, '/parent')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect.poll(() => keptOn(page)).toBe(true)
  return page
}

const keptOn = (page: Page) =>
  page.evaluate(async () => (await caches.match('/kept-family', { cacheName: 'kept-family' })) !== undefined)

test('without a network the app opens with what it knew, says since when that is, and catches up by itself', async ({
  family,
}) => {
  const { context } = family
  const quest = await addQuest(family, 'Feed the cat', 'Ideas')
  await addMember(family, 'Mia')
  const page = await atHome(context)

  await context.setOffline(true)
  await page.goto('/parent')
  await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting…$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(column(page, 'Ideas').getByRole('article', { name: 'Feed the cat' })).toBeVisible()

  // A change stays pending until there is a network.
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await page.getByLabel('Title').fill('Water the plants')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page.getByRole('dialog'), 'On its way')
  await expect(page.getByLabel('Title')).toHaveValue('Water the plants')

  await context.setOffline(false)
  await expectText(page, 'Quest created successfully')
  await change(family, `/api/quests/${quest.id}`, { columnId: columnId(family, 'Done') })
  await expectText(page, 'Live')
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the cat' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Water the plants' })).toHaveCount(1)
  await expect(page.getByText('On its way')).toHaveCount(0)

  // Failed reads are retried when the network is back, also when nothing has changed.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Rewards Store' }).click()
  await expectText(page, 'No rewards yet. Create your first reward to get started!')
  await page.getByRole('tab', { name: 'Gem ledger' }).click()
  await expect(page.getByRole('heading', { name: "We couldn't load the gem ledger" })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: "Mia's gems" })).toBeVisible()
})

test('the kept page is shown when the network has not answered for 1.5 seconds; a sign-out deletes what was kept', async ({
  family: { context },
}) => {
  const page = await atHome(context)
  const isPage = ({ pathname }: URL) => pathname === '/parent'
  await context.route(isPage, () => {})
  await page.goto('/parent')
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  const waitedMs = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStart,
  )
  expect(waitedMs).toBeGreaterThan(1490)
  expect(waitedMs).toBeLessThan(3900)
  await context.unroute(isPage)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  expect(await keptOn(page)).toBe(false)
  await context.setOffline(true)
  await page.goto('/parent')
  await expect(page.getByRole('heading', { name: "Can't reach Bubblequest" })).toBeVisible()
})

test('signed out without a network, a device shows and uses nothing of the family, and the server is told when there is one', async ({
  family: { context },
  playwright,
  baseURL,
}) => {
  const [page, other] = [await atHome(context), await atHome(context)]
  const copied = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    storageState: await context.storageState(),
  })
  const isSignedIn = async () => (await copied.get('/api/auth/user')).ok()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
  expect(await keptOn(page)).toBe(false)
  await page.goto('/parent')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await isSignedIn()).toBe(true)

  await context.setOffline(false)
  await expect.poll(isSignedIn).toBe(false)
  await page.goto('/parent')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('bq_refresh')
  await copied.dispose()
})

/** Simulates a captive portal: requests for that path get its own page, cacheable for ever, until it is left. */
async function enterHotel(context: BrowserContext, path: RegExp) {
  let answers = 0
  const isThere = (url: URL) => path.test(url.pathname)
  await context.route(isThere, (route) => {
    answers++
    return route.fulfill({
      headers: { 'content-type': 'text/html', 'cache-control': 'public, max-age=31536000, immutable' },
      body: '<!doctype html><title>Hotel</title><div id="app">Your room number</div>',
    })
  })
  return { answers: () => answers, leave: () => context.unroute(isThere) }
}

/** Every path that a cache of the app has with a page for a file, or with another page than ours. */
const wrongOn = (page: Page) =>
  page.evaluate(async () => {
    const wrong: string[] = []
    for (const name of (await caches.keys()).filter((name) => name.startsWith('app-'))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url)
        const answer = await cache.match(request)
        const isPage = answer?.headers.get('content-type')?.startsWith('text/html')
        if (isPage !== (pathname === '/') || (await answer?.text())?.includes('Your room number')) wrong.push(pathname)
      }
    }
    return wrong
  })

test('a part of the app that a hotel answered for is never kept, and one that an older version kept is fetched again', async ({
  family,
  openContext,
}) => {
  // A device of its own, whose console may say that a page is no script.
  const context = await openContext({}, { mayErr: true })
  await signIn(context, family.credentials)
  const page = await atHome(context)
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((name) => name.startsWith('app-'))) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (/settings-screen/.test(request.url))
          await cache.put(request, new Response('Your room number', { headers: { 'content-type': 'text/html' } }))
      }
    }
  })
  expect((await wrongOn(page)).length).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible()
  expect(await wrongOn(page)).toEqual([])

  // A part that is kept only when it is used.
  const hotel = await enterHotel(context, /^\/assets\/de-/)
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible()
  expect(await wrongOn(page)).toEqual([])
  await hotel.leave()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Einstellungen' })).toBeVisible()
})

test('the app is kept whole afterwards where a hotel answered for a script, or for its page, at first', async ({
  family: { context },
}) => {
  const script = await enterHotel(context, /^\/assets\/settings-screen-/)
  const page = await context.newPage()
  await page.clock.install()
  await openLive(page, '/parent')
  const hasWorker = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await expect.poll(hasWorker).toBe(false)
  const start = await enterHotel(context, /^\/$/)
  await script.leave()
  const aMinuteLater = <T>(value: () => T | Promise<T>) =>
    expect.poll(async () => {
      await page.clock.fastForward(60_000)
      return value()
    })
  await aMinuteLater(start.answers).toBeGreaterThan(0)
  await expect.poll(hasWorker).toBe(false)
  await start.leave()
  await aMinuteLater(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  expect(await wrongOn(page)).toEqual([])
  await context.setOffline(true)
  await page.goto('/parent')
  await expect(page.locator('[data-live]').getByText(/^As of .*, reconnecting…$/)).toBeVisible()
})

test('on a device that is full, what was not kept is shown all the same; fonts are kept where the host has no type for them', async ({
  family: { context },
}) => {
  await context.route(/\.woff2$/, async (route) => {
    const response = await route.fetch()
    const { 'content-type': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  // The app is kept as a whole, fonts included, or not at all.
  const page = await atHome(context)
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 })
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Einstellungen' })).toBeVisible()
})

test('the app can be installed: its manifest names what a device asks for, and every icon is as large as it says', async ({
  page,
}) => {
  await page.goto('/login')
  const session = await page.context().newCDPSession(page)
  const { errors, data = '{}' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ name: 'Bubblequest', start_url: '/', display: 'standalone' })
  const icons = ['192x192 any', '512x512 any', '512x512 maskable', 'any any']
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(icons)
  for (const { src, sizes } of manifest.icons.slice(0, 3)) {
    const icon = await (await page.request.get(src)).body()
    // A PNG has its width and its height at its begin.
    expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, src).toBe(sizes)
  }
})
