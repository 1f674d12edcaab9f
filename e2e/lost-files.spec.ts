import type { Page } from '@playwright/test'
import { openLive, expectText } from './actions.ts'
import { addQuest, expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessible } from './accessibility.ts'

const entry = 'index-*.js'
const staticImport = 'rolldown-runtime-*.js'
const stylesheet = 'index-*.css'

const outOfReach = "Can't reach Bubblequest"

/** Fails the next so many requests for this file. Returns a function that counts its requests. */
async function lose(page: Page, file: string, times = Infinity): Promise<() => number> {
  let asked = 0
  await intercept(page, `**/assets/${file}`, (route) => (++asked > times ? route.continue() : route.abort()))
  return () => asked
}

/** Counts how often the page itself is loaded. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  return () => loads
}

/** Opens a page and waits until all of its files have loaded or failed. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('.too-old')).toBeHidden()
}

for (const [what, file] of [
  ['script of the page', entry],
  ['static import of the script', staticImport],
  ['stylesheet', stylesheet],
] as const) {
  test(`the ${what} is fetched again where it was lost once, and the page comes by itself`, async ({ openDevice }) => {
    const page = await openDevice({}, { mayErr: true })
    // The link that preloads an import is the first to ask.
    const times = file === staticImport ? 2 : 1
    const asked = await lose(page, file, times)
    await open(page, '/parent')
    await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible({ timeout: 10_000 })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 251, 245)')
    expect(asked()).toBeGreaterThan(times)
  })

  test(`a sentence and a button appear when the ${what} is lost for good, and the page loads when the line is better`, async ({
    openContext,
  }) => {
    const context = await openContext({}, { mayErr: true })
    const page = await context.newPage()
    const loads = countLoads(page)
    await lose(page, file)
    await open(page, '/login')
    await expect(page.getByRole('heading', { name: outOfReach })).toBeVisible({ timeout: 10_000 })
    await expectText(page, "We couldn't reach Bubblequest. Check the connection and try again.")
    await expect(page.locator('.too-old')).toBeHidden()
    await expect(page.locator('#app')).toBeHidden()
    expect(loads()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    // A started app keeps its page.
    await expect.poll(loads).toBe(file === stylesheet ? 1 : 2)
    await page.unroute(`**/assets/${file}`)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByRole('heading', { name: outOfReach })).toBeHidden()
  })
}

test('a script that breaks whenever it has come reloads its page twice, and no more', async ({ openContext }) => {
  const page = await (await openContext({}, { mayErr: true })).newPage()
  const loads = countLoads(page)
  await intercept(page, `**/assets/${entry}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  )
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: outOfReach })).toBeVisible()
  expect(loads()).toBe(3)
})

for (const [locale, heading, button] of [
  ['de-AT', 'Bubblequest ist nicht zu erreichen', 'Noch einmal versuchen'],
  ['es-MX', 'No se puede conectar con Bubblequest', 'Volver a intentarlo'],
] as const) {
  test(`the sentence is in the language of the page: ${locale}`, async ({ openContext }) => {
    const page = await (await openContext({ locale }, { mayErr: true })).newPage()
    await lose(page, entry)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await page.reload()
    await expect(page.getByRole('heading', { name: outOfReach })).toBeVisible()
  })
}

test('a screen whose code was lost once comes by itself', async ({ openDevice }) => {
  const page = await openDevice({}, { mayErr: true })
  await openLive(page, '/parent')
  const asked = await lose(page, 'settings-screen-*.js', 1)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible({ timeout: 10_000 })
  expect(asked()).toBe(2)
})

test('a screen that begins with code that was lost, and lost in preloading, comes by itself', async ({
  openDevice,
}) => {
  const page = await openDevice({}, { mayErr: true })
  for (const file of ['family-frame-*.js', 'house-*.js', 'parent-screen-*.js']) await lose(page, file, 2)
  await open(page, '/parent')
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible({ timeout: 10_000 })
})

test('a screen whose code is lost for good reloads nothing, says so, and comes with its button', async ({
  openDevice,
}) => {
  const page = await openDevice({}, { mayErr: true })
  await openLive(page, '/parent')
  const loads = countLoads(page)
  await lose(page, 'settings-screen-*.js')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: outOfReach })).toBeVisible({ timeout: 10_000 })
  expect(loads()).toBe(0)
  await page.unroute('**/assets/settings-screen-*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible()
})

test('a dialog whose code is lost for good says so, and the stylesheet of one that was lost once comes by itself', async ({
  openDevice,
}) => {
  const page = await openDevice({}, { mayErr: true })
  await lose(page, 'quest-dialogs-*.js')
  await openLive(page, '/parent')
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page, outOfReach)
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()

  const asked = await lose(page, 'picture-dialog-*.css', 1)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Upload New Picture' }).click()
  await expect(page.getByText('Choose a picture')).toBeVisible()
  expect(asked()).toBe(2)
})

test('a board whose live connection was lost in loading says that it is not live, tries again, and comes live', async ({
  family,
  openDevice,
}) => {
  const page = await openDevice({}, { mayErr: true })
  const file = 'live-connection-*.js'
  const asked = await lose(page, file)
  await open(page, '/parent')
  await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting…$/)).toBeVisible()
  // More often than a screen is tried.
  await expect.poll(asked).toBeGreaterThan(4)
  await page.unroute(`**/assets/${file}`)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectText(page, 'Live')
  await addQuest(family, 'Feed the cat', 'To Do', { recurring: 'daily' })
  await expect(page.getByRole('article', { name: 'Feed the cat' }).first()).toBeVisible()
})

test('a board whose live connection was lost once in loading comes live within seconds', async ({ openDevice }) => {
  const page = await openDevice({}, { mayErr: true })
  await lose(page, 'live-connection-*.js', 1)
  await open(page, '/parent')
  await expect(page.locator('[data-live]').getByText('Live', { exact: true })).toBeVisible({ timeout: 10_000 })
})
