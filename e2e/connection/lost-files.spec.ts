import type { Page } from '@playwright/test'
import { expectText, unreachable } from '../actions.ts'
import { addQuest, expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { expectAccessible } from '../accessibility.ts'

const entry = 'index-*.js'
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

/** The files that a page begins with, and how often each is lost: the link that preloads it is the first to ask. */
const beginnings = [
  ['the script', { [entry]: 1 }],
  ['a static import of it', { 'rolldown-runtime-*.js': 2 }],
  ['the stylesheet', { [stylesheet]: 1 }],
  ['the code of the screen', { 'family-frame-*.js': 2, 'house-*.js': 2, 'parent-screen-*.js': 2 }],
] as const

test('a file that a page begins with is fetched again where it was lost once, and the page comes by itself', async ({
  openDevice,
}) => {
  const page = await openDevice({}, { mayErr: true })
  for (const [what, files] of beginnings) {
    const asked = await Promise.all(
      Object.entries(files).map(async ([file, times]) => [times, await lose(page, file, times)] as const),
    )
    await page.goto('/parent')
    await expect(page.getByRole('heading', { name: 'Mission Control' }), what).toBeVisible({ timeout: 10_000 })
    await expect(page.locator('html'), what).toHaveCSS('background-color', 'rgb(255, 251, 245)')
    for (const [times, count] of asked) expect(count(), what).toBeGreaterThan(times)
    await page.goto('about:blank')
    for (const file of Object.keys(files)) await page.unroute(`**/assets/${file}`)
  }
})

test('where the script or the stylesheet is lost for good, or broken, a sentence in the language of the page and a button bring it', async ({
  openContext,
}) => {
  for (const file of [entry, stylesheet]) {
    const page = await (await openContext({}, { mayErr: true })).newPage()
    const loads = countLoads(page)
    await lose(page, file)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: outOfReach })).toBeVisible({ timeout: 10_000 })
    await expectText(page, unreachable)
    await expect(page.locator('.too-old')).toBeHidden()
    await expect(page.locator('#app')).toBeHidden()
    expect(loads()).toBe(1)
    if (file === entry) await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    // A started app keeps its page.
    await expect.poll(loads).toBe(file === stylesheet ? 1 : 2)
    await page.unroute(`**/assets/${file}`)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByRole('heading', { name: outOfReach })).toBeHidden()
  }

  const page = await (await openContext({ locale: 'de-AT' }, { mayErr: true })).newPage()
  const loads = countLoads(page)
  await intercept(page, `**/assets/${entry}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  )
  await page.goto('/login')
  // It is not the connection.
  await expectText(page, 'Etwas in Bubblequest konnte nicht starten: Error: broken')
  await expect(page.getByRole('heading', { name: 'Diese Blase ist geplatzt' })).toBeVisible()
  expect(loads()).toBe(3)
  await page.evaluate(() => localStorage.setItem('language', 'es'))
  await page.reload()
  await expectText(page, 'Algo de Bubblequest no ha podido iniciarse: Error: broken')
  await page.unroute(`**/assets/${entry}`)
  await intercept(page, '**/assets/login-page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken")' }),
  )
  await page.reload()
  await expectText(page, /^Algo ha fallado en esta página/)
})

test('a screen, a dialog or the live connection whose code was lost comes by itself; lost for good a dialog says so, and comes with its button', async ({
  family,
  openDevice,
}) => {
  const page = await openDevice({}, { mayErr: true })
  // Before the board is there, which loads the dialogs early.
  await lose(page, 'quest-dialogs-*.js')
  const connection = 'live-connection-*.js'
  const asked = await lose(page, connection)
  await page.goto('/parent')
  await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting…$/)).toBeVisible()
  // More often than a screen is tried.
  await expect.poll(asked).toBeGreaterThan(4)
  await page.unroute(`**/assets/${connection}`)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectText(page, 'Live')
  await addQuest(family, 'Feed the cat', 'To Do', { recurring: 'daily' })
  await expect(page.getByRole('article', { name: 'Feed the cat' }).first()).toBeVisible()

  const loads = countLoads(page)
  const screens = await lose(page, 'settings-screen-*.js', 1)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible({ timeout: 10_000 })
  expect(screens()).toBe(2)
  const styles = await lose(page, 'picture-dialog-*.css', 1)
  await page.getByRole('button', { name: 'Upload New Picture' }).click()
  await expect(page.getByText('Choose a picture')).toBeVisible()
  expect(styles()).toBe(2)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expectText(page, outOfReach)
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  expect(loads()).toBe(0)
  await page.unroute('**/assets/quest-dialogs-*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect.poll(loads).toBe(1)
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await expect(page.getByRole('dialog', { name: 'Create a Quest' })).toBeVisible()
})
