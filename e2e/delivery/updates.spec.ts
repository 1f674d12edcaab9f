import { openLive } from '../actions.ts'
import { expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'

test('a page that was open during an update loads itself anew where a part of it is gone, once, and goes on', async ({
  openDevice,
}) => {
  // A device of its own, whose console may say what went wrong.
  const page = await openDevice({}, { mayErr: true })
  await openLive(page, '/parent')
  // From now on the server has another build: the code of a screen is gone, and the page names another script.
  let loads = 0
  await intercept(page, '**/assets/settings-screen-*.js', (route) =>
    loads === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  )
  await intercept(page, '**/*', async (route) => {
    const request = route.request()
    if (request.isNavigationRequest()) loads++
    if (request.isNavigationRequest() || new URL(request.url()).pathname !== '/' || loads > 0) return route.fallback()
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/index-another.js')
    return route.fulfill({ response, body })
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('region', { name: 'Profile Information' })).toBeVisible()
  expect(loads).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/settings')
})
