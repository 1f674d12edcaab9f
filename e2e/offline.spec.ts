import type { BrowserContext, Page } from '@playwright/test'
import { said } from './deeds.ts'
import { addQuest, column, expect, test } from './family.ts'

test.use({ freshContext: true, serviceWorkers: 'allow' })

/** Mission Control, on a device that has kept the app and the family by now. */
async function atHome(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/parent')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect.poll(() => keptOn(page)).toBe(true)
  return page
}

const keptOn = (page: Page) => page.evaluate(async () => (await caches.match('/kept-family', { cacheName: 'kept-family' })) !== undefined)

test('without a network the app opens with what it knew, says since when that is, and catches up by itself', async ({ family }) => {
  const { context } = family
  const quest = await addQuest(context, family, 'Feed the cat', 'Ideas')
  const page = await atHome(context)

  await context.setOffline(true)
  await page.goto('/parent')
  await expect(page.getByText(/^As of \d\d:\d\d, reconnecting…$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(column(page, 'Ideas').getByRole('article', { name: 'Feed the cat' })).toBeVisible()

  // What is done now is refused in a sentence, and nothing typed is lost.
  await page.getByRole('button', { name: 'Create Quest' }).click()
  await page.getByLabel('Title').fill('Water the plants')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Quest' }).click()
  await said(page, 'We could not reach Bubblequest. Check the connection and try again.')
  await expect(page.getByLabel('Title')).toHaveValue('Water the plants')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await context.setOffline(false)
  const columnId = family.columns.find(({ title }) => title === 'Done')?.id
  expect((await context.request.patch(`/api/quests/${quest.id}`, { data: { columnId } })).status()).toBe(200)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the cat' })).toBeVisible()

  // What could not be loaded meanwhile comes by itself, also when nothing has changed.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Rewards Store' }).click()
  await expect(page.getByRole('heading', { name: 'The rewards did not load' })).toBeVisible()
  await context.setOffline(false)
  await said(page, 'No rewards yet. Create your first reward to get started!')
})

test('whoever signs out takes what was kept along; without a network the app then says it reaches nobody', async ({ family: { context } }) => {
  const page = await atHome(context)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  expect(await keptOn(page)).toBe(false)
  await context.setOffline(true)
  await page.goto('/parent')
  await expect(page.getByRole('heading', { name: 'Bubblequest is out of reach' })).toBeVisible()
})

test('the app can be installed: its manifest names what a device asks for, and every icon is as large as it says', async ({ page }) => {
  await page.goto('/login')
  const session = await page.context().newCDPSession(page)
  const { errors, data = '{}' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { name, start_url, display, icons } = JSON.parse(data) as {
    name: string
    start_url: string
    display: string
    icons: { src: string; sizes: string; purpose: string }[]
  }
  expect({ name, start_url, display }).toEqual({ name: 'Bubblequest', start_url: '/', display: 'standalone' })
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
    const drawn = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(drawn, src).toBe(sizes)
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable', 'any any'])
})
