import type { Page } from '@playwright/test'
import { openLive } from './actions.ts'
import { expect, test } from './family.ts'
import { intercept } from './intercept.ts'

/** From now on the server has another build: this part of the page is gone, and the page names another script. */
async function deployedAnew(page: Page, part: string) {
  let isOld = true
  let loads = 0
  await intercept(page, `**/assets/${part}-*.js`, (route) =>
    isOld ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  await intercept(page, '**/*', async (route) => {
    const request = route.request()
    if (request.isNavigationRequest()) {
      loads++
      isOld = false
      return route.fallback()
    }
    if (new URL(request.url()).pathname !== '/' || !isOld) return route.fallback()
    const answer = await route.fetch()
    return route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-another.js'),
    })
  })
  return { loads: () => loads }
}

test('a page that was open during an update loads itself anew where a part of it is gone, once, and goes on', async ({
  openDevice,
}) => {
  // A device of its own, whose console may say what went wrong.
  const page = await openDevice({}, { mayErr: true })
  await openLive(page, '/parent')
  const update = await deployedAnew(page, 'settings-screen')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible()
  expect(update.loads()).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/settings')
})
